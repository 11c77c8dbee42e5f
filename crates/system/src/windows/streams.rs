//! The outputs of a program, read by a thread each as they come, and its input, written by another.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Ready, Streams};

/// Bytes of a stream that wait to be read, at most: the program that writes more waits.
const ROOM: usize = 1 << 20;

/// The wait for a core of the thread that writes, at most: it does not count against a deadline, which may be an engine's
/// last milliseconds. Longer waits are those for a program that does not read.
const CORE: Duration = Duration::from_secs(1);

/// The bytes of one stream.
#[derive(Debug)]
struct Stream {
    bytes: VecDeque<u8>,
    has_ended: bool,
    /// When the newest bytes came.
    came: Instant,
}

/// Both outputs.
#[derive(Debug)]
struct Shared {
    streams: Mutex<[Stream; 2]>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, [Stream; 2]> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The outputs of a program.
#[derive(Debug)]
pub(super) struct Outputs(Arc<Shared>);

impl Outputs {
    pub(super) fn read(
        output: impl Read + Send + 'static,
        errors: impl Read + Send + 'static,
    ) -> io::Result<Outputs> {
        let stream = || Stream { bytes: VecDeque::new(), has_ended: false, came: Instant::now() };
        let streams = Mutex::new([stream(), stream()]);
        let shared = Arc::new(Shared { streams, changed: Condvar::new() });
        follow(output, &shared, 0)?;
        follow(errors, &shared, 1)?;
        Ok(Outputs(shared))
    }

    /// Waits until one of these streams has something to read or has ended; at most so long.
    pub(super) fn wait(&self, wanted: Streams, patience: Duration) -> Ready {
        let ready = |streams: &[Stream; 2]| {
            let [output, errors] =
                [0, 1].map(|at| !streams[at].bytes.is_empty() || streams[at].has_ended);
            Ready {
                output: output && wanted != Streams::Errors,
                errors: errors && wanted != Streams::Output,
            }
        };
        let is_quiet = |streams: &mut [Stream; 2]| {
            let ready = ready(streams);
            !ready.output && !ready.errors
        };
        let waited = self.0.changed.wait_timeout_while(self.0.lock(), patience, is_quiet);
        ready(&waited.unwrap_or_else(PoisonError::into_inner).0)
    }

    /// Takes bytes of a stream, 0 at its end, and says when the newest came.
    pub(super) fn take(&self, stream: Streams, into: &mut [u8]) -> io::Result<(usize, Instant)> {
        let mut streams = self.0.lock();
        let stream = &mut streams[usize::from(stream == Streams::Errors)];
        let count = stream.bytes.read(into)?;
        if count == 0 && !stream.has_ended {
            return Err(ErrorKind::WouldBlock.into());
        }
        let came = stream.came;
        drop(streams);
        self.0.changed.notify_all();
        Ok((count, came))
    }
}

impl Drop for Outputs {
    /// Lets threads go that wait for room.
    fn drop(&mut self) {
        self.0.lock().iter_mut().for_each(|stream| stream.has_ended = true);
        self.0.changed.notify_all();
    }
}

/// Reads a stream to its end, or until it is not wanted any more.
fn follow(mut from: impl Read + Send + 'static, shared: &Arc<Shared>, at: usize) -> io::Result<()> {
    let shared = Arc::clone(shared);
    let read = move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = from.read(&mut buffer).unwrap_or(0);
            let came = Instant::now();
            let is_full = |streams: &mut [Stream; 2]| {
                streams[at].bytes.len() >= ROOM && !streams[at].has_ended
            };
            let room = shared.changed.wait_while(shared.lock(), is_full);
            let mut streams = room.unwrap_or_else(PoisonError::into_inner);
            let stream = &mut streams[at];
            if stream.has_ended {
                return;
            }
            stream.bytes.extend(&buffer[..count]);
            stream.came = came;
            stream.has_ended = count == 0;
            drop(streams);
            shared.changed.notify_all();
        }
    };
    thread::Builder::new().name("output".to_owned()).spawn(read).map(drop)
}

/// The input of a program.
#[derive(Debug)]
pub(super) struct Input {
    lines: SyncSender<Vec<u8>>,
    written: Receiver<io::Result<()>>,
    /// Texts whose writing has not been reported yet.
    under_way: usize,
}

impl Input {
    pub(super) fn write_to(mut input: impl Write + Send + 'static) -> io::Result<Input> {
        let (lines, taken) = sync_channel::<Vec<u8>>(1);
        let (report, written) = sync_channel(2);
        let write = move || {
            for bytes in taken {
                let result = input.write_all(&bytes);
                let has_failed = result.is_err();
                if report.send(result).is_err() || has_failed {
                    return;
                }
            }
        };
        thread::Builder::new().name("input".to_owned()).spawn(write)?;
        Ok(Input { lines, written, under_way: 0 })
    }

    /// Writes these bytes by the deadline.
    pub(super) fn write(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()> {
        self.lines.try_send(bytes.to_vec()).map_err(|_| ErrorKind::TimedOut)?;
        self.under_way += 1;
        while self.under_way > 0 {
            let left = deadline.saturating_duration_since(Instant::now()).max(CORE);
            match self.written.recv_timeout(left) {
                Ok(written) => {
                    self.under_way -= 1;
                    written?;
                }
                Err(RecvTimeoutError::Timeout) => return Err(ErrorKind::TimedOut.into()),
                Err(RecvTimeoutError::Disconnected) => return Err(ErrorKind::BrokenPipe.into()),
            }
        }
        Ok(())
    }
}
