//! Ziggurat's engine.

mod config;
mod counters;
mod engine;
mod evaluate;
mod limits;
mod parameters;
mod position;
pub mod pruning;
mod report;
mod score;
pub mod search;
mod stop;

pub use config::{PRESETS, Preset, SearchConfig, SearchOverrides, Switch, Technique};
pub use counters::{Count, Counters};
pub use engine::Engine;
pub use limits::{Deadlines, GameClock, Limits};
pub use parameters::{Parameter, Parameters};
pub use position::Position;
pub use report::SearchReport;
pub use score::Score;
pub use stop::Stop;
