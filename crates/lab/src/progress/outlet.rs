//! Non-blocking standard error.

use std::io::{self, Stderr, Write};

/// Bytes that a ready pipe accepts without waiting: POSIX guarantees 512, Linux 4096.
const READY: usize = 512;

/// Standard error that never waits. A reader that has stopped reading, such as a pager or a
/// terminal after Ctrl-S, must not stop the match: text that it does not accept at once is dropped.
#[derive(Debug)]
pub struct Outlet {
    stderr: Stderr,
    /// Lines dropped since the last that was taken.
    dropped: u64,
}

impl Outlet {
    /// Writes to the standard error of this process.
    #[must_use]
    pub fn new() -> Outlet {
        Outlet { stderr: io::stderr(), dropped: 0 }
    }

    /// Whether it accepts text now. If that is unknown, writing is tried.
    pub(super) fn is_ready(&self) -> bool {
        system::terminal::accepts(&self.stderr)
    }

    /// Writes a line; returns whether any of it was accepted.
    fn put(&mut self, line: &[u8]) -> io::Result<bool> {
        for (number, piece) in line.chunks(READY).enumerate() {
            if !self.is_ready() {
                return Ok(number > 0);
            }
            self.stderr.write_all(piece)?;
        }
        Ok(true)
    }
}

impl Default for Outlet {
    fn default() -> Outlet {
        Outlet::new()
    }
}

/// Every write is a line.
impl Write for Outlet {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.dropped > 0 {
            let note = format!("({} lines are left out: they were not read)\n", self.dropped);
            if !self.put(note.as_bytes())? {
                self.dropped += 1;
                return Ok(line.len());
            }
            self.dropped = 0;
        }
        if !self.put(line)? {
            self.dropped += 1;
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
