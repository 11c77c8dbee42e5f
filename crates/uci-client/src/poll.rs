//! Waiting for what can be read.

use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Waits until something can be read there, or has ended there; at most so long.
pub(crate) fn readable(from: &impl AsFd, patience: Duration) -> bool {
    let mut poll_for = [PollFd::new(from, PollFlags::IN)];
    poll(&mut poll_for, Some(&timespec(patience))).is_ok_and(|count| count > 0)
}

pub(crate) fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}
