//! The output of a program: a log with the beginning, and the last lines.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

/// Bytes of a log.
const LOG: usize = 64 << 20;
/// Bytes of the end of an output.
const END: usize = 16 << 20;
/// Lines of a log that an error shows.
const LINES: usize = 15;
/// Characters of a line that an error shows.
const WIDTH: usize = 200;

/// The output of a build.
pub(crate) struct Log {
    file: File,
    /// Bytes that it has room for.
    room: usize,
    end: Vec<u8>,
}

impl Log {
    pub(crate) fn create(path: &Path) -> io::Result<Log> {
        Ok(Log { file: File::create(path)?, room: LOG, end: Vec::new() })
    }

    /// Writes bytes to the file. The last ones that it has room for are followed by a sentence.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let written = &bytes[..bytes.len().min(self.room)];
        // A full disk fails the build itself.
        let _ = self.file.write_all(written);
        self.room -= written.len();
        if self.room == 0 && !written.is_empty() {
            let _ = self.file.write_all(b"\n(the rest of the output is left out)\n");
        }
        append(&mut self.end, bytes);
    }

    /// The last lines that are not blank, indented.
    pub(crate) fn last_lines(&self) -> String {
        let text =
            String::from_utf8_lossy(&self.end[self.end.len().saturating_sub(LINES * 4096)..]);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        let shown =
            last.iter().map(|line| format!("  {}", line.chars().take(WIDTH).collect::<String>()));
        let shown = shown.collect::<Vec<String>>().join("\n");
        if shown.is_empty() { "  (it printed nothing)".to_owned() } else { shown }
    }
}

/// Appends bytes to the end of an output, whose beginning is dropped from time to time.
pub(crate) fn append(end: &mut Vec<u8>, bytes: &[u8]) {
    end.extend_from_slice(bytes);
    if end.len() > 2 * END {
        end.drain(..end.len() - END);
    }
}
