//! The command line, and the debug commands.

use std::process::Output;

use super::Conversation;
use super::conversation::{binary, number};

fn run(arguments: &[&str]) -> Output {
    binary(arguments).output().unwrap()
}

fn last_line(output: &Output) -> String {
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap().to_owned()
}

/// The nodes of a line `N nodes N nps`.
fn nodes(line: &str) -> u64 {
    let words: Vec<&str> = line.split(' ').collect();
    assert!(
        matches!(words[..], [_, "nodes", speed, "nps"] if speed.parse::<u64>().is_ok()),
        "{line}"
    );
    words[0].parse().unwrap()
}

#[test]
fn the_bench_counts_the_same_nodes_every_time() {
    let first = nodes(&last_line(&run(&["bench", "4"])));
    assert!(first > 1000);
    assert_eq!(nodes(&last_line(&run(&["bench", "4", "default"]))), first);
    assert_ne!(nodes(&last_line(&run(&["bench", "4", "none"]))), first);
    let mut engine = Conversation::begin();
    // Options do not change it: the bench names its own preset.
    engine.say("setoption name Preset value none\nsetoption name Hash value 1\nbench 4");
    let heard = engine.until(|line| line.ends_with(" nps"));
    assert_eq!(nodes(heard.last().unwrap()), first);
}

#[test]
fn perft_counts_by_move_and_in_all() {
    let mut engine = Conversation::begin();
    for count in ["perft 3", "go perft 3"] {
        engine.say(&format!("position startpos\n{count}"));
        let heard = engine.until(|line| line.ends_with(" nps"));
        assert_eq!((nodes(heard.last().unwrap()), heard.len()), (8902, 21));
        assert!(heard.contains(&"e2e4: 600".to_owned()));
    }
    assert_eq!(nodes(&last_line(&run(&["perft", "5"]))), 4_865_609);
}

#[test]
fn board_and_evaluation_are_shown() {
    let mut engine = Conversation::begin();
    let board = engine.settle("position startpos moves e2e4\nd");
    assert_eq!(board[4], "4  . . . . P . . .");
    let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(board.last().unwrap(), fen);
    let white = engine.settle("position fen 4k3/8/8/8/8/8/PPPP4/3QK3 w - - 0 1\neval");
    let black = engine.settle("position fen 4k3/8/8/8/8/8/PPPP4/3QK3 b - - 0 1\neval");
    assert!(white[0].starts_with("Evaluation: +") && black[0].starts_with("Evaluation: +"));
}

#[test]
fn the_command_line_carries_out_one_command() {
    assert!(last_line(&run(&["go", "depth", "3"])).starts_with("bestmove "));
    assert_eq!(last_line(&run(&["uci"])), "uciok");
    let version = last_line(&run(&["--version"]));
    assert_eq!(version, concat!("Ziggurat ", env!("CARGO_PKG_VERSION")));
    let help = String::from_utf8(run(&["--help"]).stdout).unwrap();
    assert!(["bench", "perft", "eval"].iter().all(|word| help.contains(word)));
    for wrong in [["frobnicate", "5"], ["bench", "unheard-of"]] {
        let output = run(&wrong);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(wrong[0]));
    }
}

#[test]
fn the_fields_of_a_search_are_numbers() {
    let output = run(&["go", "depth", "5"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let info = text.lines().rev().find(|line| line.contains(" score ")).unwrap();
    assert!(number(info, "hashfull").is_some_and(|permille| permille <= 1000));
    assert!(number(info, "seldepth") >= number(info, "depth"));
}
