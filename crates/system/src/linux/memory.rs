//! Large tables in memory.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use rustix::mm::{Advice, madvise};

pub use crate::prefetch::prefetch;

/// Asks for huge pages behind this memory. Without them it works as well, more slowly.
///
/// # Panics
/// The memory is smaller than a page.
pub fn advise_huge_pages<T>(room: &mut [MaybeUninit<T>]) {
    const PAGE: usize = 4096;
    assert!(size_of_val(room) >= PAGE, "the first whole page may lie beyond so small a table");
    let skipped = room.as_ptr().addr().next_multiple_of(PAGE) - room.as_ptr().addr();
    let bytes = size_of_val(room).saturating_sub(skipped);
    // SAFETY: the advice changes how memory is mapped, not its contents, and all of it from
    // the first whole page on is the caller's.
    let _ = unsafe {
        let start = room.as_mut_ptr().byte_add(skipped);
        madvise(start.cast(), bytes, Advice::LinuxHugepage)
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "so small a table")]
    fn advice_is_given_for_whole_pages_only() {
        advise_huge_pages(&mut [MaybeUninit::<u8>::uninit(); 4095]);
    }
}
