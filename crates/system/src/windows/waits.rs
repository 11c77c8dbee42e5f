//! The time for which the threads of another process were ready and did not run: the system does not report it.

use std::time::Duration;

/// The waits of a process's threads.
#[derive(Debug)]
pub struct ThreadWaits;

impl ThreadWaits {
    /// Of the process of this number.
    #[must_use]
    pub fn of(_process: u32) -> ThreadWaits {
        ThreadWaits
    }

    /// The wait since the last reading of the thread that has waited most: unknown, so that none is credited.
    pub fn read(&mut self) -> Duration {
        Duration::ZERO
    }
}
