//! A match in parts: shards, their merging, and the digest that identifies equal games.

use std::fs;
use std::path::Path;

use arena::storage::journal::{GameWriter, JournalReader};
use serde_json::Value;

use crate::common::Bench;
use crate::timeless::timeless;

const LINES: &str = "limits = { nodes = 300 }\nconcurrency = 2";

#[test]
fn shards_merged_in_any_order_are_the_match_as_one_run_plays_it() {
    let bench = Bench::new(24, LINES);
    bench.printed("run x.toml --quiet --out whole");
    for shard in ["3/3", "1/3", "2/3"] {
        bench.printed(&format!("run x.toml --quiet --shard {shard}"));
    }
    let part = bench.report("results/x-1-of-3")["games_digest"].take();
    assert_eq!(part["games"], 8);
    // Two of three, twice, and the missing games by the ordinary command.
    let two = "run x.toml --merge results/x-3-of-3 results/x-1-of-3";
    bench.printed(two);
    let again = bench.arena(two);
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(told.contains("merged: 0 games new, 16 games there already"), "{told}");
    assert!(told.contains("8 games missing: merge the other shards, too"), "{told}");
    bench.printed("run x.toml --quiet");
    bench.printed("run x.toml --merge results/x-2-of-3 --out merged --quiet");
    bench.printed("run x.toml --merge results/x --out merged --quiet");

    let canonical =
        |directory: &str| bench.printed(&format!("report {directory} --format canonical"));
    let whole = canonical("whole");
    assert!(!whole.contains("[Date \"20"), "a date is left");
    assert_eq!(canonical("results/x"), whole);
    assert_eq!(canonical("merged"), whole);
    assert_eq!(bench.report("merged")["games_digest"], bench.report("whole")["games_digest"]);
    assert_eq!(bench.report("whole")["games_digest"]["blocks"].as_array().unwrap().len(), 1);
    assert_eq!(timeless(bench.report("merged")), timeless(bench.report("whole")));

    // The pairs have the same information as the games, in a character each.
    let pairs = |directory: &str| bench.printed(&format!("report {directory} --format pairs"));
    assert_eq!(pairs("merged"), pairs("whole"));
    let last = pairs("whole").lines().last().unwrap().to_owned();
    assert_eq!(last.len(), 12, "{last}");
    fs::write(bench.path("pairs.txt"), pairs("whole")).unwrap();
    let again: Value =
        serde_json::from_str(&bench.printed("report --pairs pairs.txt --format json")).unwrap();
    let report = timeless(bench.report("whole"));
    assert_eq!(again["headline"]["elo"], report["headline"]["elo"], "{again:#}");

    // A test takes the pairs before the first one missing, as a match does.
    let test = |name: &str, characters: &str| {
        fs::write(bench.path(name), pairs("whole").replace(&last, characters)).unwrap();
        let said = bench.printed(&format!("report --pairs {name} --sprt 0,50 --format json"));
        let said: Value = serde_json::from_str(&said).unwrap();
        [said["sprt"]["llr"].clone(), said["on_pairs"]["score"].clone()]
    };
    let first = test("first.txt", "eb");
    let missing = test("missing.txt", "eb.i");
    assert_eq!(missing[0], first[0]);
    assert_ne!(missing[1], first[1], "the score is of all pairs");
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let bench = Bench::new(8, LINES);
    bench.printed("run x.toml --quiet --shard 1/2");
    let journal = bench.path("results/x-1-of-2/games.pgn");
    let sound = fs::read_to_string(&journal).unwrap();

    // Another seed, another number of nodes: another match.
    bench.printed("run x.toml --quiet --shard 2/2 --seed 7 --out seed");
    let error = bench.refused("run x.toml --merge results/x-1-of-2 seed");
    assert!(error.contains("seed/games.pgn") && error.contains("the seed is"), "{error}");
    assert!(games(&bench.journal()) == 0, "something was written");

    // A damaged one is named with its lines.
    fs::write(&journal, sound.replacen("e4", "d4", 1)).unwrap();
    let error = bench.refused("run x.toml --merge results/x-1-of-2");
    assert!(error.contains("games.pgn:1") && error.contains("checksum"), "{error}");

    // The same game played otherwise, though no clock limits it.
    fs::write(&journal, &sound).unwrap();
    let mut reader = JournalReader::open(&journal).unwrap();
    let mut game = reader.next_game().unwrap().unwrap();
    let number = game.record.spec.game + 1;
    game.record.moves[0].nodes += 1;
    let text = GameWriter::new(&game.facts).text(&game.record, &game.opening, "2026.01.01").full();
    fs::write(bench.path("other.pgn"), text).unwrap();
    let error = bench.refused("run x.toml --merge results/x-1-of-2 other.pgn");
    assert!(error.contains(&format!("other.pgn: game {number} is not the same as in")), "{error}");

    // The journal itself, and no such directory.
    bench.printed("run x.toml --merge results/x-1-of-2");
    let error = bench.refused("run x.toml --merge results/x");
    assert!(error.contains("this is the journal"), "{error}");
    assert!(bench.refused("run x.toml --merge nowhere").contains("nowhere"));
    let wrong = bench.arena("run x.toml --shard 3/2");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("such as 1/16"));
}

fn games(journal: &Path) -> usize {
    fs::read_to_string(journal).unwrap_or_default().matches("[Checksum").count()
}
