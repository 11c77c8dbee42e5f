//! Terminal output: the [`Event`](arena::runner::events::Event)s of a running match as a progress
//! bar or as lines, and progress bars for other long work.

mod bar;
mod incidents;
mod line;
mod outlet;
mod text;

pub use bar::BarReporter;
pub use line::LineReporter;
pub use outlet::Outlet;
