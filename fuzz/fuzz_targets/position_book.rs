//! Books of positions, and test suites.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use arena::chess::openings::Book;
use lab::suite::Suite;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static DIRECTORY: LazyLock<TempDir> =
    LazyLock::new(|| tempfile::tempdir_in("/dev/shm").expect("a directory in memory"));

fuzz_target!(|text: &[u8]| {
    let path = DIRECTORY.path().join("any.epd");
    fs::write(&path, text).expect("space in memory");
    match Book::read(&path, None) {
        Ok(book) => assert!(!book.openings.is_empty()),
        Err(error) => drop(error.to_string()),
    }
    if let Err(error) = Suite::read(&path) {
        let _ = error.to_string();
    }
});
