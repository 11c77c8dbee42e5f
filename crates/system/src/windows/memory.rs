//! Large tables in memory.

use std::mem::MaybeUninit;

pub use crate::prefetch::prefetch;

/// Asks for huge pages behind this memory, which this system gives only to users with a right of their own.
pub fn advise_huge_pages<T>(_: &mut [MaybeUninit<T>]) {}
