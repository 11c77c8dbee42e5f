//! What is shown in a terminal while a match runs: [`Event`](crate::runner::events::Event)s as a progress
//! bar or as lines, and the progress bar of everything else that takes long.

mod bar;
mod display;
mod incidents;
mod line;
mod outlet;
mod text;

pub use bar::BarReporter;
pub use display::ProgressDisplay;
pub use line::LineReporter;
pub use outlet::Outlet;
pub(crate) use text::incident;
