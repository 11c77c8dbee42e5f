//! Ziggurat's engine: a chess search whose pruning techniques are switched by a value.
//!
//! A [`SearchConfig`] says which techniques are on and with which parameters, an [`Evaluation`] values
//! positions; an [`Engine`] plays by a [`Setup`] of both, or by a configuration alone with the
//! classical evaluation. Two engines with different configurations live in one process and run the same machine
//! code, as a fair comparison wants. The library does no input or output and has no mutable global state.
//!
//! ```
//! use engine::{Engine, Limits, Position, SearchConfig, Stop};
//! use shakmaty::{Chess, Position as _};
//!
//! let config = SearchConfig::preset("null-move+multi-cut").expect("a preset");
//! let mut engine = Engine::new(config, 16);
//! let position = Position::new(&Chess::default());
//! let report = engine.search(&position, &Limits::depth(6), &Stop::new());
//! let best = report.best_move.expect("the game is not over");
//! assert!(Chess::default().is_legal(best));
//! println!("{best} {} in {} nodes", report.score, report.nodes);
//! ```
//!
//! # Code map
//!
//! | module | contents |
//! |---|---|
//! | `config`, `presets` | [`SearchConfig`], named ones, and how a match file changes them |
//! | `engine`, `deepening` | [`Engine`]: iterative deepening over the search's tables |
//! | `options` | several lines, chosen root moves, pondering, progress |
//! | `limits`, `stop` | the limits of a search, and how to end it from outside |
//! | `position` | board state with incremental key and evaluation, staged move generation |
//! | `evaluate` | the classical evaluation, one term a function |
//! | `network` | the evaluation by a network |
//! | `evaluator`, `setup` | the evaluation of positions, and the setup of an engine |
//! | `search` | the skeleton, with ordering, quiescence and history |
//! | [`techniques`] | the techniques under test, one a file |
//! | `tree` | a node with its known facts, its moves, its table entry |
//! | `weights` | the numbers of the evaluation |
//! | `cutoffs` | the share of cutoffs by the first move |
//! | `tracing`, `prune` | a search followed along a line: where it did not go down, and why |
//! | `report`, `counters` | the result of a search, and the counts of each technique |

#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod config;
mod counters;
mod cutoffs;
mod deepening;
mod engine;
mod evaluate;
mod evaluator;
mod limits;
mod network;
mod options;
mod parameters;
#[cfg(test)]
mod playouts;
mod position;
mod presets;
mod report;
mod score;
mod search;
mod setup;
mod stop;
pub mod techniques;
mod tree;
mod weights;

pub use config::Switch;
pub use counters::{Count, Counters};
pub use cutoffs::Cutoffs;
pub use engine::Engine;
pub use evaluator::Evaluator;
pub use limits::{Deadlines, GameClock, Limits};
pub use network::{Network, NetworkError};
pub use options::{Ponder, Progress, SearchOptions};
pub use parameters::{Parameter, ParameterType, Parameters, Value};
pub use position::{MoveList, Position};
pub use presets::{PRESETS, Preset};
pub use report::SearchReport;
pub use score::Score;
pub use setup::{Evaluation, Setup};
pub use stop::Stop;
pub use techniques::multi_cut::UnreachableCutoffs;
pub use techniques::{SearchConfig, SearchOverrides, Technique};
pub use tree::transposition_table::Bound;
