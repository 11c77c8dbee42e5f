//! Waits until a pipe can be read.

use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Waits until something can be read there, or has ended there; at most so long.
pub(super) fn readable(from: &impl AsFd, patience: Duration) -> bool {
    let mut poll_for = [PollFd::new(from, PollFlags::IN)];
    poll(&mut poll_for, Some(&timespec(patience))).is_ok_and(|count| count > 0)
}

/// Whether this pipe has no reader left.
pub(super) fn has_no_reader(pipe: &impl AsFd) -> bool {
    let mut poll_for = [PollFd::new(pipe, PollFlags::empty())];
    let polled = poll(&mut poll_for, Some(&timespec(Duration::ZERO)));
    polled.is_ok() && poll_for[0].revents().contains(PollFlags::ERR)
}

pub(super) fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn a_pipe_without_a_reader_is_told_though_a_write_succeeded_before() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let another = reader.try_clone().unwrap();
        drop(reader);
        writer.write_all(b"isready\n").unwrap();
        assert!(!has_no_reader(&writer));
        drop(another);
        assert!(has_no_reader(&writer));
    }
}
