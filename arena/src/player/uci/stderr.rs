//! What an engine writes to its standard error: to a file, and its end to memory.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};

use rustix::io::{Errno, read};

use super::lines::printable;

/// Bytes of the end that are remembered.
const TAIL: usize = 16 * 1024;
/// Bytes that go to a file, of however many processes. An engine that writes more has said enough.
const FILE: usize = 16 * 1024 * 1024;
/// Reads at a time: an engine that never stops writing must not hold its table up.
const READS: usize = 16;

#[derive(Debug)]
pub(crate) struct StderrLog {
    path: Option<PathBuf>,
    file: Option<File>,
    written: usize,
    tail: VecDeque<u8>,
    closed: bool,
}

impl StderrLog {
    /// A log to this file, which is made when there is something to write.
    pub(super) fn new(path: Option<&Path>) -> StderrLog {
        StderrLog {
            path: path.map(Path::to_owned),
            file: None,
            written: 0,
            tail: VecDeque::new(),
            closed: false,
        }
    }

    /// Whether the engine has closed its end.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Takes what there is.
    pub(super) fn take(&mut self, stderr: BorrowedFd<'_>, process: u32) {
        let mut buffer = [0; 16 * 1024];
        for _ in 0..READS {
            match read(stderr, &mut buffer) {
                Ok(0) => {
                    self.closed = true;
                    return;
                }
                Ok(count) => self.keep(&buffer[..count], process),
                Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    fn keep(&mut self, bytes: &[u8], process: u32) {
        let surplus = (self.tail.len() + bytes.len()).saturating_sub(TAIL).min(self.tail.len());
        self.tail.drain(..surplus);
        self.tail.extend(&bytes[bytes.len().saturating_sub(TAIL)..]);
        if let Some(path) = self.path.take() {
            // Where it cannot be written the tail has to do.
            let directory = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            let open = |()| OpenOptions::new().append(true).create(true).open(&path);
            self.file = directory.and_then(open).ok();
            let length = self.file.as_ref().and_then(|file| Some(file.metadata().ok()?.len()));
            self.written = usize::try_from(length.unwrap_or(0)).unwrap_or(usize::MAX);
            self.write(format!("== process {process}\n").as_bytes());
        }
        if self.written < FILE {
            self.written += bytes.len();
            self.write(bytes);
            if self.written >= FILE {
                self.write(b"\n== the rest is left out\n");
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(file) = &mut self.file {
            let _ = file.write_all(bytes);
        }
    }

    /// The last it wrote, line by line.
    pub(crate) fn tail(&self) -> String {
        let bytes: Vec<u8> = self.tail.iter().copied().collect();
        let mut text = String::new();
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            text.push_str(&printable(line.trim_ascii_end()));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_remembered_and_all_of_it_written() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("stderr/x.txt");
        let mut log = StderrLog::new(Some(&path));
        assert!(!path.exists());
        for number in 0..5_000 {
            log.keep(format!("line {number}\n").as_bytes(), 7);
        }
        log.keep(b"\x1b[31mred", 7);
        let (tail, file) = (log.tail(), std::fs::read_to_string(&path).unwrap());
        assert!(tail.len() <= TAIL + 10 && tail.ends_with("line 4999\n\\u{1b}[31mred\n"), "{tail}");
        assert!(file.starts_with("== process 7\nline 0\n") && file.ends_with("red"));
    }

    #[test]
    fn processes_that_follow_each_other_share_one_limit() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.txt");
        for process in 1..5 {
            let mut log = StderrLog::new(Some(&path));
            (0..7).for_each(|_| log.keep(&[b'x'; 1 << 20], process));
        }
        let size = std::fs::metadata(&path).unwrap().len() as usize;
        assert!((FILE..FILE + (1 << 20) + 200).contains(&size), "{size}");
    }
}
