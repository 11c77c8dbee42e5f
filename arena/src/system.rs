//! The machine below and the needs of every room: files that last, input of any form, a terminal that is never confused, the
//! time a thread got, and threads that share numbered work.

pub mod as_text;
pub mod causes;
pub mod durable;
pub mod duration;
pub mod input;
pub mod processor;
pub mod threads;
