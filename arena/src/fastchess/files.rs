//! The files that games are added to.

use std::fs::{self, File, OpenOptions};
use std::io::Write;

use crc32fast::Hasher;

/// A file that grows by whole games.
#[derive(Debug)]
pub(super) struct Growing {
    path: String,
    /// `None` where it cannot be written, which is passed over, as the reference does.
    file: Option<File>,
    /// The checksum of all that is in it.
    checksum: Hasher,
}

impl Growing {
    /// Opens a file; what is in it is kept where it is to be added to.
    pub(super) fn open(path: &str, appends: bool) -> Growing {
        let mut options = OpenOptions::new();
        options.create(true).write(true).append(appends).truncate(!appends);
        let mut checksum = Hasher::new();
        let file = options.open(path);
        if appends && let Ok(before) = fs::read(path) {
            checksum.update(&before);
        }
        if let Err(error) = &file {
            tracing::warn!("cannot write {path}: {error}");
        }
        Growing { path: path.to_owned(), file: file.ok(), checksum }
    }

    /// Adds a text with one write.
    pub(super) fn add(&mut self, text: &str) {
        self.checksum.update(text.as_bytes());
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(text.as_bytes())
        {
            tracing::warn!("cannot write {}: {error}", self.path);
        }
    }

    /// CRC-32 of all that is in it.
    pub(super) fn checksum(&self) -> u32 {
        self.checksum.clone().finalize()
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_whole_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.pgn");
        let path = path.to_str().unwrap();
        Growing::open(path, true).add("one\n");
        let mut again = Growing::open(path, true);
        again.add("two\n");
        assert_eq!(again.checksum(), crc32fast::hash(b"one\ntwo\n"));
        assert_eq!(fs::read_to_string(path).unwrap(), "one\ntwo\n");
        let anew = Growing::open(path, false);
        assert_eq!((anew.checksum(), fs::read_to_string(path).unwrap()), (0, String::new()));
    }
}
