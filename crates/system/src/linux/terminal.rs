//! The terminal behind a standard stream.

pub use std::os::fd::AsFd as Stream;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::tcgetwinsize;

/// The columns of the terminal that this stream is; `None` where it is none, or one that does not report them.
#[must_use]
pub fn columns(stream: impl Stream) -> Option<usize> {
    let size = tcgetwinsize(stream).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

/// Whether a stream accepts a line without waiting for its reader. If that is unknown, it is to be tried.
#[must_use]
pub fn accepts(stream: impl Stream) -> bool {
    let mut ready = [PollFd::new(&stream, PollFlags::OUT)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    !matches!(poll(&mut ready, Some(&at_once)), Ok(0))
}
