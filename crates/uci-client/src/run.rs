//! A program that is no engine, run to its end.

use std::io::{self, ErrorKind};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use system::guard::Guard;
use system::{Program, Streams};

use crate::start::start_patiently;

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
    let mut process = start_patiently(program, guard, patience, &|| true)?;
    process.close_stdin();
    let mut buffer = vec![0; 1 << 16];
    let mut open = Some(Streams::Both);
    loop {
        // Before the output is read: a program that has ended writes nothing after this.
        let has_ended = match open {
            Some(_) => process.has_ended(),
            None => process.wait_for_end(LOOK),
        };
        if let Some(streams) = open.filter(|_| !has_ended) {
            let _ = process.wait_ready(streams, LOOK);
        }
        let out = forward(
            |buffer| process.read_output(buffer).map(|(count, _)| count),
            &mut buffer,
            &mut |bytes| hear(Stream::Out, bytes),
        );
        let error = forward(|buffer| process.read_errors(buffer), &mut buffer, &mut |bytes| {
            hear(Stream::Error, bytes)
        });
        open = match (out, error) {
            (true, true) => Some(Streams::Both),
            (true, false) => Some(Streams::Output),
            (false, true) => Some(Streams::Errors),
            (false, false) => None,
        };
        if has_ended {
            return Ok(process.kill());
        }
        if begun.elapsed() > patience {
            process.kill();
            return Ok(None);
        }
    }
}

/// Hands on the bytes that are there, at most some MiB of them; false at the end of the stream.
fn forward(
    mut read: impl FnMut(&mut [u8]) -> io::Result<usize>,
    buffer: &mut [u8],
    hear: &mut dyn FnMut(&[u8]),
) -> bool {
    for _ in 0..64 {
        match read(&mut *buffer) {
            Ok(0) => return false,
            Ok(count) => hear(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return error.kind() == ErrorKind::WouldBlock,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::thread;

    use super::*;

    #[test]
    fn a_program_whose_file_is_still_written_to_is_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("program");
        fs::copy(std::env::current_exe().unwrap(), &path).unwrap();
        let program = Program::new(&path).with_arguments(["--list"]);
        let run = |patience| run(&program, &Guard::none(), patience, &mut |_, _| ());
        let held = File::options().append(true).open(&path).unwrap();
        assert_eq!(run(Duration::ZERO).unwrap_err().kind(), ErrorKind::ExecutableFileBusy);
        let writer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            drop(held);
        });
        assert!(run(Duration::from_secs(60)).unwrap().unwrap().success());
        writer.join().unwrap();
    }
}
