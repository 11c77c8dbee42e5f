//! A program that is no engine, run to its end.

use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use crate::guard::Guard;
use crate::poll::timespec;
use crate::process::Process;
use crate::program::Program;

/// The longest wait for output, after which the end of the program is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// A stream of a program's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Error,
}

/// Runs a program to its end, without input, and hands its output on as it comes. All processes that it has started end
/// with it. `None`: it took longer than `patience`, and was killed.
///
/// # Errors
/// It cannot be started.
pub fn run(
    program: &Program,
    guard: &Guard,
    patience: Duration,
    hear: &mut dyn FnMut(Stream, &[u8]),
) -> io::Result<Option<ExitStatus>> {
    let begun = Instant::now();
    let mut process = Process::spawn(program, guard)?;
    process.close_stdin();
    let mut buffer = vec![0; 1 << 16];
    let mut is_open = true;
    loop {
        // Before the output is read: a program that has ended writes nothing after this.
        let has_ended = if is_open { process.has_ended() } else { process.wait_for_end(LOOK) };
        if !has_ended && is_open {
            wait(&process);
        }
        let out = forward(process.stdout(), &mut buffer, &mut |bytes| hear(Stream::Out, bytes));
        let error = forward(process.stderr(), &mut buffer, &mut |bytes| hear(Stream::Error, bytes));
        is_open = out || error;
        if has_ended {
            return Ok(process.kill());
        }
        if begun.elapsed() > patience {
            process.kill();
            return Ok(None);
        }
    }
}

/// Waits for output, or for an end of it.
fn wait(process: &Process) {
    let (out, error) = (process.stdout(), process.stderr());
    let mut either = [PollFd::new(&out, PollFlags::IN), PollFd::new(&error, PollFlags::IN)];
    let _ = poll(&mut either, Some(&timespec(LOOK)));
    if either.iter().any(|pipe| pipe.revents() == PollFlags::HUP) {
        // The other pipe may be silent for long.
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Hands on the bytes that are there, at most some MiB of them; false at the end of the stream.
fn forward(pipe: BorrowedFd<'_>, buffer: &mut [u8], hear: &mut dyn FnMut(&[u8])) -> bool {
    for _ in 0..64 {
        match rustix::io::read(pipe.as_fd(), &mut *buffer) {
            Ok(0) => return false,
            Ok(count) => hear(&buffer[..count]),
            Err(Errno::INTR) => {}
            Err(error) => return error == Errno::AGAIN,
        }
    }
    true
}
