//! The rules around a game, without playing one: positions and openings as text, who meets whom, what
//! moves may cost, when a game is over, and the plain data that it leaves.

pub mod adjudication;
pub mod clock;
pub mod conventions;
pub mod epd;
pub mod fen;
pub mod limits;
pub mod notation;
pub mod openings;
pub mod pairings;
pub mod phase;
pub mod record;
pub mod referee;
pub mod time_control;
