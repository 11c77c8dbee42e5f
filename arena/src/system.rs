//! The machine below: files that last, input of any form, a terminal that is never confused, the
//! time a thread got, and threads that share numbered work.

pub(crate) mod causes;
pub(crate) mod durable;
pub(crate) mod duration;
pub(crate) mod holder;
pub mod input;
pub mod processor;
pub(crate) mod threads;
