//! The time that a thread gets from the system.

use std::time::Duration;

use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::Media::timeBeginPeriod;
use windows_sys::Win32::System::Threading::{GetCurrentThread, GetThreadTimes};

/// The processor time of this thread, in steps of some 16 ms. The rest of the elapsed time went to other threads, or
/// passed while the process was stopped.
#[must_use]
pub fn thread_time() -> Duration {
    let mut times = [FILETIME::default(); 4];
    let [begun, ended, kernel, user] = &mut times;
    // SAFETY: the handle of this thread is always valid, and there is room for the four times.
    if unsafe { GetThreadTimes(GetCurrentThread(), begun, ended, kernel, user) } == 0 {
        return Duration::ZERO;
    }
    length(times[2]) + length(times[3])
}

/// A duration in the system's units of 100 ns.
pub(super) fn length(time: FILETIME) -> Duration {
    let units = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_nanos(units.saturating_mul(100))
}

/// This thread's wait for a core since its start: the system does not report it.
#[must_use]
pub fn wait_for_cores() -> Option<Duration> {
    None
}

/// Has the threads of this process woken within a millisecond of their deadlines, not within 16 ms.
pub fn wake_exactly() {
    // SAFETY: a plain request.
    unsafe { timeBeginPeriod(1) };
}
