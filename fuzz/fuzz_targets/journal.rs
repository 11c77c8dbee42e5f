//! Journals: as they come, and with their checksums made right, so that the fuzzer gets past them.
//! A readable journal can be reported; written and read again, it is the same.

#![no_main]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use arena::chess::openings::Opening;
use arena::report::{self, ReportFormat};
use arena::storage::journal::{GameWriter, JournalGame, JournalReader};
use libfuzzer_sys::fuzz_target;
use shakmaty::Position;
use tempfile::TempDir;

static DIRECTORY: LazyLock<TempDir> =
    LazyLock::new(|| tempfile::tempdir_in("/dev/shm").expect("a directory in memory"));

fuzz_target!(|text: &[u8]| {
    read(text);
    let sealed = sealed(text);
    let games = read(&sealed);
    if !games.is_empty() {
        let path = DIRECTORY.path().join("games.pgn");
        fs::write(&path, &sealed).expect("space in memory");
        if let Ok(Some(report)) = report::read(&path, |_| {}) {
            report.render(ReportFormat::Html).expect("a page");
            report.render(ReportFormat::TEXT).expect("a text");
        }
    }
    // A control character becomes a blank when it is written, and is not written by this program.
    if String::from_utf8_lossy(&sealed).chars().any(|c| c.is_control() && c != '\n') {
        return;
    }
    for game in games {
        let again = read(written(&game).as_bytes());
        assert_eq!(again.len(), 1, "{game:?}");
        assert_eq!(again[0].record, game.record);
        assert_eq!(again[0].facts, game.facts);
    }
});

/// The games up to the first fault.
fn read(text: &[u8]) -> Vec<JournalGame> {
    let mut reader = JournalReader::new(text, Path::new("any.pgn"));
    let mut games = Vec::new();
    loop {
        match reader.next_game() {
            Ok(Some(game)) => games.push(game),
            Ok(None) => break,
            Err(error) => {
                let _ = error.to_string();
                break;
            }
        }
    }
    assert!(reader.whole_games() <= text.len() as u64);
    games
}

fn written(game: &JournalGame) -> String {
    let JournalGame { record, facts, opening } = game;
    let mut position = opening.start.clone();
    opening.moves.iter().for_each(|&m| position.play_unchecked(m));
    let opening = Opening {
        start: opening.start.clone(),
        moves: opening.moves.clone(),
        position,
        eco: opening.eco.clone(),
        name: opening.name.clone(),
        line: 1,
    };
    GameWriter::new(facts).write(record, &opening, "2026.01.01")
}

/// The text with the right checksum in every game that has one.
fn sealed(text: &[u8]) -> Vec<u8> {
    const START: &[u8] = b"[Checksum \"";
    let mut out = Vec::with_capacity(text.len());
    let (mut game, mut checksum_at, mut blank_lines) = (Vec::new(), None, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(START) && checksum_at.is_none() {
            checksum_at = Some(game.len());
            continue;
        }
        game.extend_from_slice(line);
        blank_lines += u32::from(line == b"\n");
        if blank_lines == 2 {
            seal(&mut out, &game, checksum_at);
            (checksum_at, blank_lines) = (None, 0);
            game.clear();
        }
    }
    seal(&mut out, &game, checksum_at);
    out
}

fn seal(out: &mut Vec<u8>, game: &[u8], checksum_at: Option<usize>) {
    let at = checksum_at.unwrap_or(0);
    out.extend_from_slice(&game[..at]);
    if checksum_at.is_some() {
        out.extend_from_slice(format!("[Checksum \"{:08x}\"]\n", crc32fast::hash(game)).as_bytes());
    }
    out.extend_from_slice(&game[at..]);
}
