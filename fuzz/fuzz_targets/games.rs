//! Games of others: as a book of openings, and as the results of a scores.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use arena::chess::openings::Book;
use arena::score::pgn_scores::PgnScores;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static DIRECTORY: LazyLock<TempDir> =
    LazyLock::new(|| tempfile::tempdir_in("/dev/shm").expect("a directory in memory"));

fuzz_target!(|text: &[u8]| {
    let path = DIRECTORY.path().join("any.pgn");
    fs::write(&path, text).expect("space in memory");
    match Book::read(&path, Some(6)) {
        Ok(book) => {
            assert!(book.openings.iter().all(|opening| opening.moves.len() <= 6));
        }
        Err(error) => drop(error.to_string()),
    }
    let mut scores = PgnScores::default();
    if scores.read(text, |_| {}).is_ok() {
        scores.finish();
        // A game with a result and both its players has more than a few bytes.
        assert!(scores.games() <= text.len() as u64 / 20);
    }
});
