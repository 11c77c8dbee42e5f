//! The rules around a game, without playing one: positions and openings as text, pairings, limits,
//! the end of a game, and its record as plain data.

pub mod adjudication;
pub mod clock;
pub mod epd;
pub mod fen;
pub mod limits;
pub(crate) mod machine_time;
pub(crate) mod named;
pub mod notation;
pub mod openings;
pub mod pairings;
pub mod phase;
pub mod record;
pub mod referee;
pub mod runner_rules;
pub mod time_control;
