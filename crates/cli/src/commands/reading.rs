//! Progress of a command that reads long files, once it takes longer than a moment.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lab::progress::{Pace, ProgressDisplay};

/// The delay before progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The unit that is shown, in bytes.
const MEGABYTE: u64 = 1_000_000;

/// The progress of reading.
pub(super) struct Reading {
    display: Option<ProgressDisplay>,
    bytes: u64,
    quiet: bool,
    begun: Instant,
    pace: Pace,
}

impl Reading {
    /// Files of this many bytes, read from now on.
    pub(super) fn of_bytes(bytes: u64, quiet: bool) -> Reading {
        Reading { display: None, bytes, quiet, begun: Instant::now(), pace: Pace::begin() }
    }

    /// Shows that this many bytes are read.
    pub(super) fn update(&mut self, read: u64) {
        if self.begun.elapsed() < PATIENCE {
            return;
        }
        let planned = (self.bytes / MEGABYTE) as usize;
        let quiet = self.quiet;
        let display =
            self.display.get_or_insert_with(|| ProgressDisplay::new(planned, "MB read", quiet));
        let left = self.bytes.saturating_sub(read);
        display.update((read / MEGABYTE) as usize, &self.pace.words(read as f64, left as f64));
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Some(display) = &mut self.display {
            display.end(0, None);
        }
    }
}

/// Counts the bytes that are read from a source.
pub(super) struct Counted<R> {
    pub(super) source: R,
    pub(super) read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
