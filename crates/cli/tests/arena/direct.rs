//! Matches without a file: `arena run --first A --second B`.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::common::read;

const PRESETS: [&str; 8] =
    ["--first", "null-move", "--second", "none", "--nodes", "50", "--games", "4"];

fn run(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin!("arena"));
    command.current_dir(directory).arg("run").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The directories of results, by name.
fn results(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory.join("results")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_same_command_goes_on_and_another_has_another_directory() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    assert!(run(directory, &PRESETS).status.success());
    let [name] = results(directory).try_into().unwrap();
    assert!(name.starts_with("null-move-vs-none-"), "{name}");
    let journal = directory.join("results").join(&name).join("games.pgn");
    let games = read(&journal);
    assert_eq!(games.len(), 4);

    let again = run(directory, &PRESETS);
    assert!(text(&again.stderr).contains("4 of 4 games are in the journal already"));
    assert_eq!(read(&journal).len(), 4);

    // A longer match is the same one; so is one with more games at a time.
    let mut longer = PRESETS;
    longer[7] = "6";
    let longer: Vec<&str> = longer.into_iter().chain(["--concurrency", "1"]).collect();
    assert!(run(directory, &longer).status.success());
    assert_eq!(read(&journal).len(), 6);
    assert_eq!(results(directory), [name.as_str()]);

    for (count, more) in [
        (2, ["--option", "Hash=8"]),
        (3, ["--second-option", "Hash=8"]),
        (4, ["--book", "fifty"]),
        (5, ["--sprt", "-3,1"]),
        (6, ["--sprt", "0,5"]),
        (7, ["--seed", "7"]),
        (8, ["--first-name", "new"]),
    ] {
        let arguments: Vec<&str> = PRESETS.into_iter().chain(more).collect();
        let output = run(directory, &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(results(directory).len(), count, "{more:?}");
    }
}

#[test]
fn the_written_match_file_plays_the_same_match() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    assert!(run(directory, &PRESETS).status.success());
    let [name] = results(directory).try_into().unwrap();
    let own = directory.join("results").join(name);
    let file = own.join("match.toml");
    let again = run(directory, &[file.to_str().unwrap(), "--out", own.to_str().unwrap()]);
    assert!(text(&again.stderr).contains("4 of 4 games are in the journal already"));
}

#[test]
fn a_program_built_anew_is_another_match() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let program = directory.join("new");
    let script = |version: u32| {
        let text = format!(
            "#!/bin/sh\n# {version}\nwhile read -r line; do case $line in uci) echo id name x; echo uciok;; \
             isready) echo readyok;; go*) echo bestmove 0000;; quit) exit;; esac; done\n"
        );
        std::fs::write(&program, text).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
    };
    let arguments =
        ["--first", "./new", "--second", "none", "--tc", "1+0.01", "--nodes", "50", "--games", "2"];
    for version in 1..=2 {
        script(version);
        let output = run(directory, &arguments);
        // It never names a legal move, so that the match is void.
        assert_eq!(output.status.code(), Some(22), "{}", text(&output.stderr));
        assert_eq!(results(directory).len(), version as usize);
        assert!(results(directory)[0].starts_with("new-vs-none-"));
    }
}

#[test]
fn mistakes_are_told_before_anything_is_started() {
    let directory = tempfile::tempdir().unwrap();
    let told = |arguments: &[&str]| {
        let output = run(directory.path(), arguments);
        assert_eq!((output.status.success(), output.stdout.len()), (false, 0), "{arguments:?}");
        text(&output.stderr)
    };
    let both = ["--first", "null-move", "--second", "none"];
    let with = |more: &[&'static str]| told(&[&both[..], more].concat());
    assert!(with(&[]).contains("add --tc 8+0.08, --movetime 0.1, --nodes 20000 or --depth 8"));
    assert!(with(&["--tc", "8/x"]).contains("--tc 8/x: "));
    assert!(with(&["--nodes", "many"]).contains("--nodes many: "));
    assert!(with(&["--nodes", "9", "--option", "Hash"]).contains("it is NAME=VALUE"));
    assert!(with(&["--nodes", "9", "--games", "3"]).contains("--games: 3 is odd"));
    assert!(with(&["--nodes", "9", "--sample", "3"]).contains("cannot be used with"));
    assert!(told(&["x.toml", "--first", "none"]).contains("cannot be used with"));
    let of_file = told(&["x.toml", "--tc", "8"]);
    assert!(of_file.contains("change its key limits.time_control, there or by --set"), "{of_file}");
    assert!(told(&["--tc", "8"]).contains("FILE.toml"));
    assert!(!directory.path().join("results").exists());
}
