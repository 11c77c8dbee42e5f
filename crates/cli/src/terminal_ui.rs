//! Terminal output: the [`Event`](arena::runner::events::Event)s of a running match as a progress
//! bar or as lines.

mod incidents;
mod reporter;
mod text;

pub use reporter::TerminalReporter;
