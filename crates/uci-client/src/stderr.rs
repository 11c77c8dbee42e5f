//! The standard error of an engine: its beginning goes to a file, its end to memory, and to another
//! file if part of it was left out.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use system::process::Process;

use crate::lines::printable;

/// The ending of the name of a file with the end of a standard error, which counts the omitted
/// bytes.
const END: &str = "end.txt";
/// Bytes of the end that are remembered.
const TAIL: usize = 16 * 1024;
/// Reads at a time: an engine that never stops writing must not hold up the thread that reads it.
const READS: usize = 16;

/// The files for the standard errors of several processes of one program. Concurrent processes have
/// one each; successive ones share a file.
#[derive(Clone, Debug)]
pub struct StderrFiles {
    /// Path without the number and the extension.
    stem: PathBuf,
    /// Bytes in each, at most. An engine that writes more has said enough.
    limit: u64,
    /// The files in use.
    taken: Arc<[AtomicBool]>,
}

impl StderrFiles {
    /// `count` files with names that begin with this path, each of at most `limit` bytes.
    #[must_use]
    pub fn new(stem: PathBuf, count: usize, limit: u64) -> StderrFiles {
        StderrFiles { stem, limit, taken: (0..count).map(|_| AtomicBool::new(false)).collect() }
    }

    /// Bytes that were left out of the files in this directory.
    #[must_use]
    pub fn bytes_left_out(directory: &Path) -> u64 {
        let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let ends = files
            .map(|entry| entry.path())
            .filter(|path| path.to_string_lossy().ends_with(&format!(".{END}")));
        ends.map(|path| left_out(&path)).sum()
    }

    /// Takes the first file that no other program has.
    fn take(self) -> Option<StderrFile> {
        let slot = self.taken.iter().position(|taken| !taken.swap(true, Ordering::Relaxed))?;
        let mut path = self.stem.clone().into_os_string();
        path.push(format!("-{}.txt", slot + 1));
        let mut taken = StderrFile { files: self, slot, path: path.into(), file: None, room: 0 };
        // If it cannot be written, the remembered end must suffice.
        let _ = taken.open();
        Some(taken)
    }
}

/// A file that one program has.
#[derive(Debug)]
struct StderrFile {
    files: StderrFiles,
    /// Its place among them.
    slot: usize,
    path: PathBuf,
    file: Option<File>,
    /// Bytes that it still takes.
    room: u64,
}

impl StderrFile {
    fn open(&mut self) -> io::Result<()> {
        if let Some(directory) = self.path.parent() {
            std::fs::create_dir_all(directory)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        self.room = self.files.limit.saturating_sub(file.metadata()?.len());
        self.file = Some(file);
        Ok(())
    }

    /// Writes as many bytes as fit; returns the number of omitted bytes.
    fn write(&mut self, bytes: &[u8]) -> u64 {
        let Some(file) = &mut self.file else { return 0 };
        let taken = bytes.len().min(usize::try_from(self.room).unwrap_or(usize::MAX));
        let _ = file.write_all(&bytes[..taken]);
        self.room -= taken as u64;
        (bytes.len() - taken) as u64
    }
}

impl Drop for StderrFile {
    fn drop(&mut self) {
        self.files.taken[self.slot].store(false, Ordering::Relaxed);
    }
}

/// The number at the beginning of a file that counts the omitted bytes; 0 without such a file.
#[must_use]
pub fn left_out(path: &Path) -> u64 {
    let bytes = bounded::open(path).and_then(|file| bounded::first(file, 32)).unwrap_or_default();
    let digits = bytes.split(|byte| !byte.is_ascii_digit()).next().unwrap_or_default();
    str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// The standard error of one process.
#[derive(Debug)]
pub(crate) struct StderrLog {
    /// The files, if there are any, until they are needed.
    files: Option<StderrFiles>,
    file: Option<StderrFile>,
    /// The file for all of it, if there is one.
    whole: Option<File>,
    /// Bytes that the file did not take.
    left_out: u64,
    process: u32,
    tail: VecDeque<u8>,
    closed: bool,
}

impl StderrLog {
    /// A log to one of these files, which is created at the first write.
    pub(crate) fn new(files: Option<&StderrFiles>) -> StderrLog {
        StderrLog {
            files: files.cloned(),
            file: None,
            whole: None,
            left_out: 0,
            process: 0,
            tail: VecDeque::new(),
            closed: false,
        }
    }

    /// A log that writes everything to this file.
    pub(crate) fn whole(file: File) -> StderrLog {
        let mut log = StderrLog::new(None);
        log.whole = Some(file);
        log
    }

    /// Whether the engine has closed its end.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Reads the available bytes.
    pub(crate) fn take(&mut self, process: &mut Process) {
        let mut buffer = [0; 16 * 1024];
        for _ in 0..READS {
            match process.read_errors(&mut buffer) {
                Ok(0) => {
                    self.closed = true;
                    return;
                }
                Ok(count) => self.keep(&buffer[..count], process.id()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    fn keep(&mut self, bytes: &[u8], process: u32) {
        let surplus = (self.tail.len() + bytes.len()).saturating_sub(TAIL).min(self.tail.len());
        self.tail.drain(..surplus);
        self.tail.extend(&bytes[bytes.len().saturating_sub(TAIL)..]);
        if let Some(file) = &mut self.whole {
            // A full disk ends no game; the end is remembered.
            let _ = file.write_all(bytes);
        }
        if let Some(files) = self.files.take() {
            self.process = process;
            self.file = files.take();
            self.write(format!("== process {process}\n").as_bytes());
        }
        self.left_out += self.write(bytes);
    }

    fn write(&mut self, bytes: &[u8]) -> u64 {
        self.file.as_mut().map_or(0, |file| file.write(bytes))
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

    /// Writes the end beside the beginning, and how much between them was left out.
    fn write_end(&self, beginning: &Path) -> io::Result<()> {
        let path = beginning.with_extension(END);
        let left_out = left_out(&path) + self.left_out;
        let header =
            format!("{left_out} bytes are left out; the last of process {}:\n", self.process);
        let mut text = header.into_bytes();
        text.extend(&self.tail);
        std::fs::write(path, text)
    }
}

impl Drop for StderrLog {
    fn drop(&mut self) {
        if let Some(file) = self.file.as_ref().filter(|_| self.left_out > 0) {
            // A failed write is no worse than the omitted bytes.
            let _ = self.write_end(&file.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(directory: &Path, count: usize, limit: u64) -> StderrFiles {
        StderrFiles::new(directory.join("stderr/x"), count, limit)
    }

    #[test]
    fn the_end_is_remembered_and_all_of_it_written() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("stderr/x-1.txt");
        let mut log = StderrLog::new(Some(&files(directory.path(), 1, 1 << 20)));
        assert!(!path.exists());
        for number in 0..5_000 {
            log.keep(format!("line {number}\n").as_bytes(), 7);
        }
        log.keep(b"\x1b[31mred", 7);
        let (tail, file) = (log.tail(), std::fs::read_to_string(&path).unwrap());
        assert!(tail.len() <= TAIL + 10 && tail.ends_with("line 4999\n\\u{1b}[31mred\n"), "{tail}");
        assert!(file.starts_with("== process 7\nline 0\n") && file.ends_with("red"));
        drop(log);
        assert_eq!(std::fs::read_dir(directory.path().join("stderr")).unwrap().count(), 1);
    }

    #[test]
    fn a_loop_of_crashes_fills_one_file_and_keeps_its_last_words() {
        let directory = tempfile::tempdir().unwrap();
        let files = files(directory.path(), 2, 1 << 20);
        for process in 1..50 {
            let mut log = StderrLog::new(Some(&files));
            (0..3).for_each(|_| log.keep(&[b'x'; 100_000], process));
            log.keep(format!("I am {process}\n").as_bytes(), process);
        }
        let read = |name| std::fs::read(directory.path().join("stderr").join(name)).unwrap();
        assert_eq!(read("x-1.txt").len(), 1 << 20);
        let end = String::from_utf8(read("x-1.end.txt")).unwrap();
        let headers: usize =
            (1..50).map(|process| format!("== process {process}\n").len()).take(4).sum();
        let words: usize = (1..50).map(|process| format!("I am {process}\n").len()).sum();
        let left_out = 49 * 300_000 + words - ((1 << 20) - headers);
        assert!(
            end.starts_with(&format!("{left_out} bytes are left out; the last of process 49:"))
        );
        assert!(end.ends_with("I am 49\n") && end.len() < TAIL + 100);
        assert_eq!(std::fs::read_dir(directory.path().join("stderr")).unwrap().count(), 2);
    }

    #[test]
    fn programs_at_the_same_time_have_a_file_each() {
        let directory = tempfile::tempdir().unwrap();
        let files = files(directory.path(), 2, 1 << 20);
        let mut logs = [1, 2, 3].map(|_| StderrLog::new(Some(&files)));
        for (log, process) in logs.iter_mut().zip(1..) {
            log.keep(b"me", process);
        }
        for (name, text) in [("x-1.txt", "== process 1\nme"), ("x-2.txt", "== process 2\nme")] {
            let path = directory.path().join("stderr").join(name);
            assert_eq!(std::fs::read_to_string(path).unwrap(), text);
        }
        assert!(!directory.path().join("stderr/x-3.txt").exists());
    }
}
