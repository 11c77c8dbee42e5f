//! The machine below: files that last, input of any form, a terminal that is never confused, and the
//! time a thread got.

pub(crate) mod causes;
pub(crate) mod durable;
pub(crate) mod duration;
pub mod input;
pub mod processor;
