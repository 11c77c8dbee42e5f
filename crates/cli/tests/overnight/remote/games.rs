//! The instrument of the storms: the games that two matches do not have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use arena::storage::journal::{JournalReader, canonical};

use super::text;
use crate::bench::{Bench, read};
use crate::trials::Trials;

/// The games of a journal in canonical form, by their numbers; a journal that has a game twice is not read.
fn games(directory: &Path) -> BTreeMap<u32, String> {
    let games = read(&directory.join("games.pgn"));
    games.iter().map(|game| (game.record.spec.game, canonical(game))).collect()
}

/// The numbers of the games that one of two matches has lost, or played otherwise than the other one.
pub(super) fn differing(one: &Path, other: &Path) -> BTreeSet<u32> {
    let (one, other) = (games(one), games(other));
    let numbers = one.keys().chain(other.keys()).copied();
    numbers.filter(|number| one.get(number) != other.get(number)).collect()
}

pub(super) fn a_lost_or_doubled_game_is_seen(trials: &Trials) {
    let bench = Bench::new(&text(4));
    let [local, far] = [("local", "nodes=100"), ("far", "nodes=101")].map(|(name, limit)| {
        let directory = bench.path(name);
        let (out, set) = (directory.to_str().unwrap(), format!("limits.{limit}"));
        let run = bench.run(&["--quiet", "--out", out, "--set", &set]);
        assert_eq!(run.code, Some(0), "{}", run.errors);
        directory
    });
    trials.survive(4, || {
        assert!(!differing(&far, &local).is_empty());
        let journal = fs::read_to_string(local.join("games.pgn")).unwrap();
        let last = &journal[journal.rfind("[Event ").unwrap()..];
        let path = far.join("games.pgn");
        for (text, wrong) in [(journal.clone(), 0), (journal.replace(last, ""), 1)] {
            fs::write(&path, text).unwrap();
            assert_eq!([differing(&far, &local).len(), differing(&local, &far).len()], [wrong; 2]);
        }
        fs::write(&path, format!("{journal}{last}")).unwrap();
        let mut reader = JournalReader::open(&path).unwrap();
        assert!(std::iter::from_fn(|| reader.next_game().transpose()).any(|game| game.is_err()));
    });
}
