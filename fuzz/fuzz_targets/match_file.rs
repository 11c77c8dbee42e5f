//! Match files and tuning files, which are TOML with a grammar of their own for many values.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use arena::config::{self, Overrides};
use lab::tune::file as tuning;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// In memory, and with the books that the match files of the project name.
static DIRECTORY: LazyLock<TempDir> = LazyLock::new(|| {
    let directory = tempfile::tempdir_in("/dev/shm").expect("a directory in memory");
    let books = directory.path().join("openings");
    fs::create_dir(&books).expect("a directory for books");
    for book in ["twenty.pgn", "chess960.epd"] {
        let from = format!("{}/../openings/{book}", env!("CARGO_MANIFEST_DIR"));
        fs::copy(from, books.join(book)).expect("a book of the project");
    }
    fs::create_dir(directory.path().join("matches")).expect("a directory for matches");
    directory
});

fuzz_target!(|text: &[u8]| {
    let path = DIRECTORY.path().join("matches/any.toml");
    fs::write(&path, text).expect("space in memory");
    if let Err(error) = config::load(&path, &Overrides::default()) {
        let _ = error.to_string();
    }
    if let Err(error) = tuning::load(&path, &Overrides::default()) {
        let _ = error.to_string();
    }
});
