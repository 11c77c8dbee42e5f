//! Nodes of equal time: measured once, kept in the journal, and the same when the match goes on.

use std::fs;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::common::{Bench, match_text, read};

/// Two searches whose nodes take very different times.
fn bench(lines: &str) -> Bench {
    let text = match_text(4, &format!("limits = {{ nodes = 400 }}\nconcurrency = 1\n{lines}"));
    let network = "preset = \"modern\"\nevaluation = \"network\"";
    let classical = "preset = \"modern\"\nevaluation = \"classical\"";
    let text = text.replace("preset = \"null-move\"", network);
    Bench::with(&text.replace("preset = \"none\"", classical))
}

fn arena(bench: &Bench, arguments: &str) -> Output {
    let mut command = Command::new(cargo_bin!("arena"));
    command.current_dir(bench.directory.path()).args(arguments.split(' ')).output().unwrap()
}

/// Standard error of a command that must succeed.
fn told(bench: &Bench, arguments: &str) -> String {
    let output = arena(bench, arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments}: {error}");
    error
}

fn refused(bench: &Bench, arguments: &str) -> String {
    let output = arena(bench, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

fn report(bench: &Bench, directory: &str) -> Value {
    let text = fs::read_to_string(bench.path(directory).join("report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_cost_is_measured_once_and_the_nodes_are_made_of_it() {
    let bench = bench("");
    let first = told(&bench, "run x.toml --equal-cost --games 2 --quiet");
    let sentence = first.lines().find(|line| line.starts_with("Equal cost: ")).unwrap();
    let facts = read(&bench.journal()).remove(0).facts;
    let cost = facts.equal_cost.unwrap();
    assert!(cost.turns >= 20 && cost.low <= cost.ratio && cost.ratio <= cost.high, "{cost}");
    let nodes = facts.contenders.each_ref().map(|contender| contender.limits.nodes.unwrap());
    assert_eq!(nodes, [cost.nodes_of_first(400), 400]);
    assert_ne!(nodes[0], 400, "a network costs as much as no network: {cost}");
    // Resumed and made longer by the command, and by the match as it was written.
    let again = told(&bench, "run x.toml --equal-cost --games 4 --quiet");
    assert!(again.contains(sentence) && again.contains("is not measured again"), "{again}");
    told(&bench, "run results/x/match.toml --games 6 --quiet --out results/x");
    let games = read(&bench.journal());
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game.facts.equal_cost == Some(cost)));
    let json = report(&bench, "results/x");
    assert_eq!(json["match"]["equal_cost"]["ratio"], cost.ratio);
    for form in ["report.txt", "report.html"] {
        let text = fs::read_to_string(bench.path("results/x").join(form)).unwrap();
        assert!(text.contains("Equal cost: before the first game"), "{form}");
    }
}

#[test]
fn a_measured_match_is_another_one_than_that_of_equal_nodes() {
    let bench = bench("");
    told(&bench, "run x.toml --games 2 --quiet");
    let error = refused(&bench, "run x.toml --equal-cost --games 2 --quiet");
    assert!(error.contains("games.pgn") && error.contains("another match"), "{error}");
    told(&bench, "run x.toml --equal-cost --games 2 --quiet --out other");
    let error = refused(&bench, "run x.toml --games 2 --quiet --out other");
    assert!(error.contains("limit") && error.contains("the measured cost"), "{error}");
}

#[test]
fn a_match_without_a_file_finds_its_directory_again() {
    let bench = bench("");
    let command = "run --first modern --second none --nodes 300 --games 2 --quiet --equal-cost";
    told(&bench, command);
    let again = told(&bench, command);
    assert!(again.contains("is not measured again"), "{again}");
    let directories = fs::read_dir(bench.path("results")).unwrap().count();
    assert_eq!(directories, 1);
    told(&bench, &command.replace(" --equal-cost", ""));
    assert_eq!(fs::read_dir(bench.path("results")).unwrap().count(), 2);
}

#[test]
fn shards_are_of_a_match_that_is_measured() {
    let bench = bench("equal_cost = true");
    let error = refused(&bench, "run x.toml --shard 1/2 --quiet");
    assert!(error.contains("play a game of the whole match"), "{error}");
    let error = refused(&bench, "merge x.toml results/x");
    assert!(error.contains("match.toml"), "{error}");
    told(&bench, "run x.toml --games 2 --quiet");
    fs::copy(bench.path("results/x/match.toml"), bench.path("fixed.toml")).unwrap();
    for shard in ["1/2", "2/2"] {
        told(&bench, &format!("run fixed.toml --games 4 --shard {shard} --quiet"));
    }
    told(&bench, "merge fixed.toml results/fixed-1-of-2 results/fixed-2-of-2 --set games=4");
    told(&bench, "run fixed.toml --games 4 --quiet --out whole");
    let digest = |directory: &str| report(&bench, directory)["games_digest"]["sha256"].clone();
    assert!(digest("whole").is_string());
    assert_eq!(digest("results/fixed"), digest("whole"));
}

#[test]
fn where_equal_cost_makes_no_sense_it_is_refused() {
    let mistake = |from: &str, to: &str| {
        let text = match_text(4, "limits = { nodes = 400 }\nequal_cost = true");
        assert!(text.contains(from), "{from}");
        Bench::with(&text.replacen(from, to, 1)).mistake()
    };
    for (from, to, expected) in [
        ("nodes = 400", "depth = 5", "need a limit of nodes and no other, \"new\" has depth 5"),
        ("nodes = 400", "nodes = 400, movetime = \"1\"", "need a limit of nodes and no other"),
        ("nodes = 400", "time_control = \"1+0.1\"", "need a limit of nodes and no other"),
        ("preset = \"none\"\nhash = 1", "command = \"sh\"", "\"old\" is a program"),
        (
            "[[contender]]",
            "[[contender]]\nname = \"third\"\npreset = \"none\"\n[[contender]]",
            "for two contenders, here are 3",
        ),
        (
            "preset = \"none\"",
            "preset = \"none\"\nlimits = { nodes = 300 }",
            "from the same nodes for both, here are 400 and 300",
        ),
        ("= true", "= { ratio = 1.25 }", "missing key `low`"),
        (
            "= true",
            "= { ratio = 1.25, low = 1.3, high = 1.4, turns = 20 }",
            "0 < low <= ratio <= high",
        ),
        (
            "= true",
            "= { ratio = 1.25, low = 1.2, high = 1.3, turns = 20 }",
            "worth 320 of the first, which has 400",
        ),
    ] {
        let mistake = mistake(from, to);
        assert!(mistake.starts_with("x.toml:") && mistake.contains(expected), "{mistake}");
    }
}
