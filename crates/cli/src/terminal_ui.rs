//! What is shown in a terminal while a match runs: [`Event`](arena::runner::events::Event)s as a progress
//! bar or as lines, and the progress bar of everything else that takes long.

mod bar;
mod incidents;
mod line;
mod outlet;
mod text;

pub use bar::BarReporter;
pub use line::LineReporter;
pub use outlet::Outlet;
