//! Messages of coordinators and workers: as they come, and with the checksums of the games in them made
//! right and their lengths told as they are, so that the fuzzer gets past them.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use arena::config::{self, Match, Overrides};
use arena::player;
use remote::understood;
use arena::storage::facts::MatchFacts;
use libfuzzer_sys::fuzz_target;

/// The match of the seeds.
static MATCH: LazyLock<(Match, Vec<MatchFacts>)> = LazyLock::new(|| {
    let directory = tempfile::tempdir_in("/dev/shm").expect("a directory in memory");
    let file = directory.path().join("x.toml");
    fs::write(&file, include_str!("../seeds/remote_message.toml")).expect("space in memory");
    let settings = config::load(&file, &Overrides::default()).expect("a match");
    let signatures = player::signatures(&settings);
    let facts = MatchFacts::of(&settings, &signatures);
    (settings, facts)
});

fuzz_target!(|bytes: &[u8]| {
    let (settings, facts) = &*MATCH;
    let _ = understood(bytes, settings, facts);
    let _ = understood(&sealed(bytes), settings, facts);
});

/// A result of one game, with the game's right checksum and length; anything else as it is.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    const START: &str = "[Checksum \"";
    let text = String::from_utf8_lossy(bytes);
    let Some((header, game)) = text.split_once('\n') else { return bytes.to_vec() };
    let Some((before, rest)) = game.split_once(START) else { return bytes.to_vec() };
    let (_, after) = rest.split_once('\n').unwrap_or_default();
    let checksum = crc32fast::hash(format!("{before}{after}").as_bytes());
    let game = format!("{before}{START}{checksum:08x}\"]\n{after}");
    let (header, _) = header.split_once("\"games\":").unwrap_or((header, ""));
    let length = game.len();
    format!("{header}\"games\":[{{\"proof\":\"\",\"attempt\":0,\"bytes\":{length}}}]}}\n{game}").into_bytes()
}
