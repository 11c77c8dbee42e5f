//! The files to which games are appended.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write};

use crc32fast::Hasher;
use system::files::set_length;

use super::console::Console;

/// A file that grows by whole games.
#[derive(Debug)]
pub(super) struct Growing {
    path: String,
    file: File,
    /// Its length in bytes, of whole games.
    length: u64,
    /// Games that could not be written yet; they are tried again with the next one.
    unwritten: String,
    /// The checksum of its content.
    checksum: Hasher,
}

impl Growing {
    /// Opens a file; its content is kept when appending.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn open(path: &str, appends: bool) -> io::Result<Growing> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let mut checksum = Hasher::new();
        let is_regular = file.metadata()?.is_file();
        if is_regular && appends {
            let mut games = BufReader::new(bounded::open(path)?);
            while let bytes @ [_, ..] = games.fill_buf()? {
                let length = bytes.len();
                checksum.update(bytes);
                games.consume(length);
            }
        } else if is_regular {
            set_length(&file, 0)?;
        }
        let length = file.metadata()?.len();
        Ok(Growing { path: path.to_owned(), file, length, unwritten: String::new(), checksum })
    }

    /// Adds a game with one write. A game that cannot be written is reported, and kept for the next
    /// time.
    pub(super) fn add(&mut self, game: &str, console: &Console) {
        let failed_before = !self.unwritten.is_empty();
        self.unwritten.push_str(game);
        if let Err(error) = self.write()
            && !failed_before
        {
            let later = "its games are kept, and tried again after each game";
            console.complain(&format!("cannot write {}: {error}; {later}", self.path));
        }
    }

    /// Writes the games that could not be written before, for the last time. Whether the file has all of them.
    pub(super) fn close(&mut self, console: &Console) -> bool {
        let written = self.write();
        if let Err(error) = &written {
            let (path, bytes) = (&self.path, self.unwritten.len());
            console.complain(&format!("cannot write {path}: {error}; it lacks {bytes} bytes"));
        }
        written.is_ok()
    }

    fn write(&mut self) -> io::Result<()> {
        if let Err(error) = self.file.write_all(self.unwritten.as_bytes()) {
            // A part of a game would spoil the file for its readers.
            let _ = set_length(&self.file, self.length);
            return Err(error);
        }
        self.length += self.unwritten.len() as u64;
        self.checksum.update(self.unwritten.as_bytes());
        self.unwritten.clear();
        Ok(())
    }

    /// CRC-32 of its content.
    pub(super) fn checksum(&self) -> u32 {
        self.checksum.clone().finalize()
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use crate::language::command::Tournament;
    use tokio::sync::mpsc;

    use super::*;
    use std::fs;

    fn console() -> Console {
        Console::new(&Tournament::new(1), mpsc::channel(1).0)
    }

    #[test]
    fn the_checksum_is_that_of_the_whole_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.pgn");
        let path = path.to_str().unwrap();
        Growing::open(path, true).unwrap().add("one\n", &console());
        let mut again = Growing::open(path, true).unwrap();
        again.add("two\n", &console());
        assert_eq!(again.checksum(), crc32fast::hash(b"one\ntwo\n"));
        assert_eq!(fs::read_to_string(path).unwrap(), "one\ntwo\n");
        let anew = Growing::open(path, false).unwrap();
        assert_eq!((anew.checksum(), fs::read_to_string(path).unwrap()), (0, String::new()));
    }

    #[test]
    fn a_game_that_cannot_be_written_waits_for_the_next_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.pgn");
        let path = path.to_str().unwrap();
        let mut games = Growing::open(path, true).unwrap();
        let writable = std::mem::replace(&mut games.file, File::open(path).unwrap());
        games.add("one\n", &console());
        assert_eq!(games.checksum(), crc32fast::hash(b""));
        assert!(!games.close(&console()), "it lacks a game");
        games.file = writable;
        games.add("two\n", &console());
        assert_eq!(fs::read_to_string(path).unwrap(), "one\ntwo\n");
        assert_eq!(games.checksum(), crc32fast::hash(b"one\ntwo\n"));
        assert!(games.close(&console()));
    }
}
