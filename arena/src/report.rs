//! The report: a [`Summary`] of numbers computed once, and renderers that turn it into text.

//mod contents;
//mod document;
pub mod estimates;
pub mod figure;
pub mod headline;
mod progress;
//pub mod summary;
pub mod words;

pub use estimates::Estimates;
pub use figure::Figure;
pub use progress::progress;
//pub use summary::Summary;
