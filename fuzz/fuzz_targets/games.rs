//! Games of others: as a book of openings, and as the results and the games of a report.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use arena::chess::openings::Book;
use arena::report::pgn_results::PgnGames;
use arena::report::{PgnResults, Report, ReportFormat};
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
    let (mut scores, mut games) = (PgnScores::default(), PgnGames::default());
    if scores.read("any.pgn", text, |game, players| games.add(game, players)).is_ok() {
        scores.finish();
        let results = PgnResults::of(&scores, &games);
        let page = Report::PgnResults(Box::new(results)).render(ReportFormat::Html);
        assert!(page.is_ok());
        // A game with a result and both its players has more than a few bytes.
        assert!(scores.games() <= text.len() as u64 / 20);
    }
});
