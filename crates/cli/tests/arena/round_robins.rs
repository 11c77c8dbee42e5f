//! Matches of more than two contenders, in this process and by the program.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::chess::record::Contender;
use arena::config::Match;
use arena::config::schedule::schedule;
use arena::runner::MatchEnding;
use assert_cmd::cargo::cargo_bin;
use proptest::prelude::*;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use stats::stop::StopCause;

use crate::common::{Bench, read, run, without_times};

/// A match of these contenders, all of them different.
fn text(contenders: usize, games: u32, lines: &str) -> String {
    let presets = ["null-move", "none", "multi-cut", "heinz", "modern"];
    let contender = |number: usize| {
        let preset = presets[number % presets.len()];
        format!("[[contender]]\nname = \"c{number}\"\npreset = \"{preset}\"\nhash = 1\n")
    };
    let contenders: String = (0..contenders).map(contender).collect();
    format!(
        "games = {games}\n{lines}\n[openings]\nfile = \"book.pgn\"\norder = \"shuffled\"\n{contenders}"
    )
}

fn nodes(nodes: u32, concurrency: u32) -> String {
    format!("concurrency = {concurrency}\nlimits = {{ nodes = {nodes} }}")
}

fn settings(text: &str) -> Match {
    Bench::with(text).load()
}

/// The two contenders of each game, White first, and the opening.
fn games(settings: &Match) -> Vec<([usize; 2], usize)> {
    use shakmaty::Color::{Black, White};
    let players = |spec| [White, Black].map(|color| settings.player_index(&spec, color));
    schedule(settings).map(|spec| (players(spec), spec.opening)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_pairing_plays_the_same_openings_in_the_same_order(
        contenders in 2..7_usize,
        pairs in 1..12_u32,
        seed in 0..100_u32,
        is_gauntlet in any::<bool>(),
    ) {
        let format = if is_gauntlet { "gauntlet" } else { "round-robin" };
        let lines = format!("seed = {seed}\nformat = \"{format}\"\n{}", nodes(1, 1));
        let settings = settings(&text(contenders, 2 * pairs, &lines));
        let games = games(&settings);
        let rivals = contenders - 1;
        let pairings = if is_gauntlet { rivals } else { contenders * rivals / 2 };
        prop_assert_eq!(settings.pairings.len(), pairings);
        prop_assert_eq!(games.len(), 2 * pairs as usize * pairings);
        let mut openings: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
        for (number, of_pair) in games.chunks(2).enumerate() {
            let [(players, opening), (reversed, again)] = of_pair else { unreachable!() };
            prop_assert_eq!((players[0], players[1]), (reversed[1], reversed[0]));
            prop_assert_eq!(opening, again);
            prop_assert!(players[0] < players[1]);
            prop_assert!(!is_gauntlet || players[0] == 0);
            openings.entry(*players).or_default().push(*opening);
            // No pairing is more than one pair ahead of the others.
            let (rounds, begun) = ((number + 1) / pairings, (number + 1) % pairings);
            let ahead = openings.values().filter(|played| played.len() == rounds + 1).count();
            prop_assert_eq!(ahead, begun);
        }
        prop_assert_eq!(openings.len(), pairings);
        let first = openings.values().next().unwrap();
        prop_assert_eq!(first.len(), pairs as usize);
        prop_assert!(openings.values().all(|played| played == first));
    }
}

#[tokio::test]
async fn a_round_robin_is_the_same_at_any_concurrency_and_after_any_cut() {
    let played = |concurrency| {
        let bench = Bench::with(&text(3, 4, &nodes(60, concurrency)));
        async move {
            let path = bench.path("games.pgn");
            assert_eq!(run(&Arc::new(bench.load()), &path).await.unwrap(), MatchEnding::Complete);
            (without_times(&read(&path)), bench)
        }
    };
    let (whole, bench) = played(2).await;
    assert_eq!(whole.len(), 12);
    assert_eq!(played(1).await.0, whole);
    for (number, game) in whole.iter().enumerate() {
        let facts = game.facts.tournament.unwrap();
        assert_eq!(facts.to_string(), "round-robin of 3 contenders");
        assert_eq!(facts.pairing as usize, number / 2 % 3);
        let names = [["c0", "c1"], ["c0", "c2"], ["c1", "c2"]][number / 2 % 3];
        assert_eq!(
            game.facts.contenders.each_ref().map(|contender| contender.name.as_str()),
            names
        );
        let white = [Contender::First, Contender::Second][number % 2];
        assert_eq!(game.record.spec.white, white);
    }
    let (settings, path) = (Arc::new(bench.load()), bench.path("games.pgn"));
    let bytes = fs::read(&path).unwrap();
    for cut in (0..bytes.len()).step_by(bytes.len() / 9) {
        fs::write(&path, &bytes[..cut]).unwrap();
        assert_eq!(run(&settings, &path).await.unwrap(), MatchEnding::Complete);
        assert_eq!(without_times(&read(&path)), whole, "cut at {cut}");
    }
}

#[tokio::test]
async fn a_longer_tournament_goes_on_and_another_format_or_field_is_refused() {
    let bench = Bench::with(&text(3, 2, &nodes(1, 2)));
    let path = bench.path("games.pgn");
    run(&Arc::new(bench.load()), &path).await.unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(read(&path).len(), 6);
    let refused = |text: String| {
        let (settings, path) = (Arc::new(settings(&text)), path.clone());
        async move { run(&settings, &path).await.unwrap_err().to_string() }
    };
    let gauntlet = refused(text(3, 2, &format!("format = \"gauntlet\"\n{}", nodes(1, 2)))).await;
    let there = "this is gauntlet of 3 contenders, there it is round-robin of 3 contenders";
    assert!(gauntlet.contains(there), "{gauntlet}");
    let two = refused(text(2, 2, &nodes(1, 2))).await;
    assert!(two.contains("this is match of 2 contenders"), "{two}");
    let four = refused(text(4, 2, &nodes(1, 2))).await;
    assert!(four.contains("this is round-robin of 4 contenders"), "{four}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    run(&Arc::new(settings(&text(3, 4, &nodes(1, 2)))), &path).await.unwrap();
    assert!(fs::read(&path).unwrap().starts_with(&bytes));
    assert_eq!(read(&path).len(), 12);
    let shorter = refused(text(3, 2, &nodes(1, 2))).await;
    let expected =
        "the journal has game 12, but the match only 6 games; set `games` to at least the 4";
    assert!(shorter.contains(expected), "{shorter}");
}

#[tokio::test]
async fn a_limit_of_games_is_one_of_each_pairing() {
    let lines = format!("stop = {{ games = 2 }}\n{}", nodes(1, 2));
    let bench = Bench::with(&text(3, 6, &lines));
    let path = bench.path("games.pgn");
    let ending = run(&Arc::new(bench.load()), &path).await.unwrap();
    assert_eq!(ending, MatchEnding::Stopped(StopCause::Games(6)));
    assert_eq!(read(&path).len(), 6);
}

#[test]
fn a_report_of_the_journal_is_that_of_the_run_and_its_sums_are_right() {
    let bench = Bench::with(&text(3, 12, &nodes(300, 2)));
    let report = bench.printed("run x.toml --full");
    assert_eq!(bench.printed("run x.toml --full"), report, "run again");
    for (format, file) in
        [("text", "report.txt"), ("markdown", "report.md"), ("json", "report.json")]
    {
        let again = bench.printed(&format!("report results/x/games.pgn --format {format}"));
        let kept = fs::read_to_string(bench.path("results/x").join(file)).unwrap();
        assert_eq!(again, kept, "{format}");
    }
    for part in ["round-robin of 3 contenders", "c0 - c1", "c0 - c2", "c1 - c2", "Terminations"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert!(report.contains("Techniques of c0") && report.contains("Techniques of c2"), "{report}");
    let json = fs::read_to_string(bench.path("results/x/report.json")).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    let list = |key: &str| json[key].as_array().unwrap().clone();
    let count = |row: &Value, keys: [&str; 3]| keys.map(|key| row[key].as_u64().unwrap());
    assert_eq!((json["planned"].as_u64(), json["played"].as_u64()), (Some(36), Some(36)));
    let records = read(&bench.journal());
    for player in list("players") {
        let name = player["name"].as_str().unwrap();
        let mut expected = [0; 3];
        for game in &records {
            let Some(side) =
                game.facts.contenders.iter().position(|contender| contender.name == name)
            else {
                continue;
            };
            let color = if (game.record.spec.white as usize) == side {
                shakmaty::Color::White
            } else {
                shakmaty::Color::Black
            };
            expected[match game.record.outcome.winner() {
                None => 1,
                Some(winner) if winner == color => 2,
                Some(_) => 0,
            }] += 1;
        }
        assert_eq!(count(&player["games"], ["losses", "draws", "wins"]), expected, "{name}");
        assert_eq!(expected.iter().sum::<u64>(), 24);
    }
    let encounters = list("encounters");
    assert_eq!(encounters.len(), 3);
    for encounter in encounters {
        assert_eq!(count(&encounter["all"], ["losses", "draws", "wins"]).iter().sum::<u64>(), 12);
        assert_eq!(encounter["unpaired_games"], 0);
        let headline = &encounter["headline"];
        let [low, elo, high] =
            ["elo_lo", "elo", "elo_hi"].map(|key| headline[key].as_f64().unwrap_or(f64::NAN));
        assert!(!(low > elo || elo > high), "{headline}");
    }
    let ended: u64 = list("terminations").iter().map(|row| row["games"].as_u64().unwrap()).sum();
    assert_eq!(ended, 36);
    let moves: u64 = list("efforts").iter().map(|row| row["moves"].as_u64().unwrap()).sum();
    assert_eq!(moves, records.iter().map(|game| game.record.moves.len() as u64).sum::<u64>());
}

#[test]
fn a_large_tournament_that_is_stopped_anywhere_has_its_report() {
    for stop_after in [1, 30, 90, 170] {
        let bench = Bench::with(&format!("same = true\n{}", text(24, 2, &nodes(1, 2))));
        let mut command = Command::new(cargo_bin!("arena"));
        command.arg("run").arg(bench.file()).arg("--quiet").stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let journal = bench.journal();
        let games = || {
            let text = fs::read_to_string(&journal).unwrap_or_default();
            text.matches("[Result ").count()
        };
        let begun = Instant::now();
        while games() < stop_after && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{stop_after}: no game is finished");
            std::thread::sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_none() {
            let _ = kill_process(Pid::from_child(&child), Signal::INT);
        }
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        // A fast machine may have played all games before it is stopped.
        assert!(matches!(output.status.code(), Some(130 | 0)), "{stop_after}: {errors}");
        let read = |name: &str| fs::read_to_string(bench.path("results/x").join(name)).unwrap();
        assert!(read("report.html").contains("of 24 contenders"), "{stop_after}");
        let json: Value = serde_json::from_str(&read("report.json")).unwrap();
        assert_eq!(json["played"].as_u64(), Some(games() as u64), "{stop_after}");
    }
}
