//! `arena datagen` as its users run it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use game_data::GameReader;
use tempfile::TempDir;

/// A directory where data are made.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(cargo_bin!("arena"));
        command.current_dir(self.0.path()).arg("datagen").args(arguments.split_whitespace());
        command.stdin(Stdio::null());
        command
    }

    fn works(&self, arguments: &str) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments}: {}", errors(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self, arguments: &str) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(!output.status.success(), "{arguments}");
        errors(&output)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn games(&self, directory: &str) -> Vec<u8> {
        fs::read(self.path(directory).join("games.viriformat")).unwrap()
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Searches of very few nodes.
const QUICK: &str = "--nodes 50 --hash 1 --quiet";

#[test]
fn the_data_depend_neither_on_threads_nor_on_interruptions() {
    let place = Place::new();
    place.works(&format!("--out one --games 14 --concurrency 1 {QUICK}"));
    place.works(&format!("--out three --games 5 --concurrency 3 {QUICK}"));
    let journal = place.path("three/games.jsonl");
    let games = place.games("three");
    // The remains of a crash: a block without its line, and a line that ends in its middle.
    let append = |path: PathBuf, bytes: &[u8]| {
        OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
    };
    append(place.path("three/games.viriformat"), &games[..games.len() / 2]);
    append(journal, br#"{"games":3,"posit"#);
    place.works(&format!("--out three --games 14 --concurrency 3 {QUICK}"));
    assert!(place.games("one") == place.games("three"));
    // The amount wanted is reached, so nothing is done.
    place.works(&format!("--out three --games 14 {QUICK}"));
    assert!(place.games("one") == place.games("three"));
    place.works(&format!("--out other --games 14 --seed 2 {QUICK}"));
    assert!(place.games("one") != place.games("other"));
}

#[test]
fn a_kill_loses_what_is_not_written_and_nothing_else() {
    let place = Place::new();
    let arguments = format!("--out killed --positions 1000000 --concurrency 2 {QUICK}");
    let mut child = place.command(&arguments).spawn().unwrap();
    let journal = place.path("killed/games.jsonl");
    let begun = Instant::now();
    let blocks = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while blocks() < 2 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = place.games("killed");
    let mut reader = GameReader::new(&left[..]);
    // Bytes after the last complete game are cut off.
    let games = std::iter::from_fn(|| reader.next_game().ok().flatten()).count();
    assert!(games > 0, "no block was written in a minute");
    place.works(&format!("--out killed --games {} --concurrency 1 {QUICK}", games + 3));
    place.works(&format!("--out whole --games {} --concurrency 2 {QUICK}", games + 3));
    assert!(place.games("killed") == place.games("whole"));
}

#[test]
fn positions_are_counted_and_games_are_whole() {
    let place = Place::new();
    place.works(&format!("--out data --positions 500 --from-start 0 --random-plies 2 {QUICK}"));
    let games: Vec<_> =
        GameReader::new(&place.games("data")[..]).into_games().map(Result::unwrap).collect();
    let plies: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    let all: usize = plies.iter().sum();
    assert!(all >= 500 && all - plies.last().unwrap() < 500, "{plies:?}");
    let text = place.works("--describe data");
    assert!(text.contains(&format!("{} games with {all} positions", games.len())), "{text}");
    assert_eq!(text, place.works("--describe data/games.viriformat").replace("//", "/"));
}

#[test]
fn other_settings_and_damaged_games_are_refused() {
    let place = Place::new();
    place.works(&format!("--out data --games 3 {QUICK}"));
    let error = place.fails("--out data --games 4 --nodes 60 --hash 1 --seed 7 --quiet");
    assert!(error.contains("--seed is 7, there it is 1; --nodes is 60, there it is 50"), "{error}");
    let error = place.fails(&format!("--out data --games 4 --search {{null_moves=false}} {QUICK}"));
    assert!(error.contains("did you mean `null_move`?"), "{error}");
    let error = place.fails(&format!("--out data --games 4 --preset modern {QUICK}"));
    assert!(error.contains("the evaluation is classical, there it is network "), "{error}");
    let error = place.fails(&format!("--out b --games 4 --network data/games.jsonl {QUICK}"));
    assert!(error.contains("data/games.jsonl: this is no network"), "{error}");
    let error = place.fails(&format!("--out c --games 4 --book builtin:chess960-balanced {QUICK}"));
    assert!(error.contains("builtin:chess960-balanced:1: a position of Chess960"), "{error}");
    let path = place.path("data/games.viriformat");
    let mut games = place.games("data");
    games[40] ^= 1;
    fs::write(&path, &games).unwrap();
    let error = place.fails(&format!("--out data --games 4 {QUICK}"));
    assert!(error.contains("bytes 0 to") && error.contains("checksum"), "{error}");
    let error = place.fails("--describe data");
    assert!(error.contains("(block 1) do not agree"), "{error}");
    // Where no journal knows its checksums the games themselves are looked at.
    fs::write(place.path("alone.viriformat"), &games).unwrap();
    let error = place.fails("--describe alone.viriformat");
    assert!(error.contains("game 1 (from 1), at byte 40: ply 3"), "{error}");
    fs::write(&path, &games[..100]).unwrap();
    let error = place.fails(&format!("--out data --games 4 {QUICK}"));
    assert!(error.contains("it has 100 bytes, and"), "{error}");
}

#[test]
fn games_that_the_journal_does_not_know_are_left_alone() {
    let place = Place::new();
    place.works(&format!("--out one --games 6 {QUICK}"));
    let games = place.games("one");
    let foreign = place.path("foreign/games.viriformat");
    fs::create_dir(place.path("foreign")).unwrap();
    fs::write(&foreign, &games).unwrap();
    let error = place.fails(&format!("--out foreign --games 6 {QUICK}"));
    assert!(error.contains("has games that the journal"), "{error}");
    assert!(fs::read(&foreign).unwrap() == games && !place.path("foreign/games.jsonl").exists());
    // Nor are those behind the last that it knows, where no block can be as long.
    let long = place.path("one/games.viriformat");
    fs::write(&long, [&games[..], &vec![7; 17 << 20]].concat()).unwrap();
    let error = place.fails(&format!("--out one --games 8 {QUICK}"));
    assert!(error.contains("has games that the journal"), "{error}");
    assert_eq!(fs::metadata(&long).unwrap().len(), games.len() as u64 + (17 << 20));
}

#[test]
fn a_description_names_the_block_that_is_damaged() {
    let place = Place::new();
    place.works(&format!("--out one --games 6 {QUICK}"));
    place.works("--describe one");
    let (path, games) = (place.path("one/games.viriformat"), place.games("one"));
    for bit in 0..30 {
        let mut damaged = games.clone();
        let at = bit * (games.len() * 8 - 1) / 29;
        damaged[at / 8] ^= 1 << (at % 8);
        fs::write(&path, &damaged).unwrap();
        let error = place.fails("--describe one");
        assert!(error.contains("(block 1) do not agree"), "bit {at}: {error}");
    }
}
