//! Asks the processor for memory ahead of its use.
#![allow(unsafe_code)]

/// Asks the processor to fetch the cache line at which a value begins.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address: *const T = value;
        // SAFETY: a prefetch reads nothing the program can see, and the address is valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
