//! `arena report --format positions`: positions of games, for trainers of evaluations.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

fn report(arguments: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin!("arena"));
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../arena/tests/data");
    command.current_dir(data).arg("report").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn positions_are_printed_of_journals_and_of_foreign_games_and_counted() {
    let of = |files: &[&str]| report(&[files, &["--format", "positions"]].concat());
    let [journal, foreign] = ["match.pgn", "fastchess-searched.pgn"].map(|file| of(&[file]));
    let both = of(&["match.pgn", "fastchess-searched.pgn"]);
    assert!(both.status.success(), "{}", text(&both.stderr));
    assert_eq!(both.stdout, [journal.stdout, foreign.stdout].concat());
    let lines = text(&both.stdout).lines().count();
    let counts = format!("{lines} positions of 16 games; left out: 2 games");
    assert!(lines > 500 && text(&both.stderr).contains(&counts), "{}", text(&both.stderr));
    let all = report(&["match.pgn", "fastchess-searched.pgn", "--format", "positions", "--all"]);
    assert!(text(&all.stdout).lines().count() > lines);
}

#[test]
fn statistics_of_positions_are_refused_and_so_is_all_of_another_format() {
    for (arguments, message) in [
        (&["match.pgn", "--all"][..], "--all needs --format positions"),
        (&["match.pgn", "--format", "positions", "--compare"][..], "prints the games alone"),
    ] {
        let output = report(arguments);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}
