//! The study of multi-cut pruning: stores the results of finished matches under `docs/study`, and
//! writes every number of `docs/study.md` from them.

#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod answer;
pub mod comparison;
pub mod experiments;
pub mod figures;
pub mod finding;
pub mod interaction;
pub mod papers;
pub mod played;
pub mod publish;
pub mod reading;
pub mod table;
pub mod tables;
pub mod tunings;
pub mod words;
