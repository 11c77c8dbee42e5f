//! Files of JSON lines that are only ever appended to: the journals beside that of a match.
//!
//! A line is on disk before what it tells counts as done. One process at a time has the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::system::durable::{self, check_regular, sync_directory};

/// A file that is open for appending. While it is, no other process can open it so.
#[derive(Debug)]
pub(crate) struct JsonLines {
    file: File,
    path: PathBuf,
    /// Length of the whole lines it had when it was opened, and of all it had.
    whole: usize,
    length: usize,
}

/// Why a file of JSON lines cannot be used; it is then left as it was.
#[derive(Debug, thiserror::Error)]
pub enum JsonLinesError {
    /// The file cannot be read, written or locked.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// What was attempted.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another process has it.
    #[error(
        "{}: another arena process is writing to it; let it finish, or choose another directory \
         with --out DIR", .0.display()
    )]
    Locked(PathBuf),
}

impl JsonLines {
    /// Opens a file, or makes it where there is none, and gives its whole lines to be judged.
    /// Nothing in it is changed before [`JsonLines::go_on`].
    ///
    /// # Errors
    /// When another process has it, or it cannot be read.
    pub(crate) fn open(path: &Path) -> Result<(JsonLines, Vec<u8>), JsonLinesError> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(failed("open", path))?;
        check_regular(&file).map_err(failed("open", path))?;
        match durable::lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JsonLinesError::Locked(path.to_owned())),
            Err(TryLockError::Error(source)) => return Err(failed("lock", path)(source)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed("read", path))?;
        let length = text.len();
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        text.truncate(whole);
        Ok((JsonLines { file, path: path.to_owned(), whole, length }, text))
    }

    /// Makes the file ready: a last line that was not written whole is cut off, and a file without
    /// a line begins with this one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn go_on<T: Serialize>(&mut self, first: &T) -> Result<(), JsonLinesError> {
        if self.whole < self.length {
            let cut = self.file.set_len(self.whole as u64);
            cut.map_err(failed("cut the torn end off", &self.path))?;
        }
        if self.whole == 0 {
            self.append(std::iter::once(first))?;
            sync_directory(&self.path).map_err(failed("begin", &self.path))?;
        }
        Ok(())
    }

    /// Appends lines with one write; when this returns they are on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub(crate) fn append<T: Serialize>(
        &mut self,
        mut values: impl Iterator<Item = T>,
    ) -> Result<(), JsonLinesError> {
        let mut lines = Vec::new();
        let written = values
            .try_for_each(|value| {
                serde_json::to_writer(&mut lines, &value)?;
                lines.push(b'\n');
                io::Result::Ok(())
            })
            .and_then(|()| self.file.write_all(&lines))
            .and_then(|()| self.file.sync_data());
        written.map_err(failed("write to", &self.path))
    }
}

fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> JsonLinesError {
    move |source| JsonLinesError::Io { doing, path: path.to_owned(), source }
}
