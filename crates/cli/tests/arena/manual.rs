//! The manual and the README: their links resolve, and their tables are complete.

use std::fs;
use std::path::{Path, PathBuf};

use arena::config::Overrides;
use lab::suite::file as experiment;
use lab::tune::file as tuning;

use crate::common::{Bench, match_text};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// The directory of the manual's chapters.
pub(crate) fn chapters() -> PathBuf {
    root().join("docs/guide/src")
}

/// The Markdown files of a directory.
pub(crate) fn documents(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    documents.sort();
    documents
}

fn chapter(name: &str) -> String {
    fs::read_to_string(chapters().join(name)).unwrap()
}

/// The targets of a document's links to files.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let files = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
    files.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[test]
fn every_link_leads_to_a_file() {
    let directories = [root(), chapters(), root().join("openings"), root().join("fuzz")];
    let mut checked = 0;
    for document in directories.iter().flat_map(|directory| documents(directory)) {
        let text = fs::read_to_string(&document).unwrap();
        for target in links(&text) {
            let path = document.parent().unwrap().join(target);
            assert!(path.exists(), "{}: there is no {target}", document.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn the_summary_has_every_chapter() {
    let summary = chapter("SUMMARY.md");
    for document in documents(&chapters()) {
        let name = document.file_name().unwrap().to_str().unwrap();
        let is_there = name == "SUMMARY.md" || summary.contains(&format!("]({name})"));
        assert!(is_there, "SUMMARY.md has no {name}");
    }
}

/// The keys that a message about an unknown one lists.
fn keys_of(mistake: &str) -> Vec<String> {
    let (_, list) = mistake.split_once("the keys here are ").unwrap_or_else(|| panic!("{mistake}"));
    list.lines().next().unwrap().split(", ").map(str::to_owned).collect()
}

/// Whether a row of a table begins with these keys, including this one.
fn has_row(document: &str, key: &str) -> bool {
    let cells = document.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |"));
    cells.into_iter().any(|(cell, _)| cell.contains(&format!("`{key}`")))
}

#[test]
fn every_key_of_a_match_file_has_a_row() {
    let document = chapter("match-file-reference.md");
    let text = match_text(10, "limits = { nodes = 100 }");
    let mut checked = 0;
    for (from, to) in [
        ("limits = ", "zzz = 1\nlimits = "),
        ("nodes = 100", "zzz = 1"),
        ("file = ", "zzz = 1\nfile = "),
        ("limits = ", "adjudication = { zzz = 1 }\nlimits = "),
        ("limits = ", "adjudication = { draw = { zzz = 1 } }\nlimits = "),
        ("limits = ", "adjudication = { resign = { zzz = 1 } }\nlimits = "),
        ("limits = ", "adjudication = { tablebase = { zzz = 1 } }\nlimits = "),
        ("limits = ", "stop = { zzz = 1 }\nlimits = "),
        ("limits = ", "stop = { sprt = { zzz = 1 } }\nlimits = "),
        ("limits = ", "supervision = { zzz = 1 }\nlimits = "),
        ("hash = 1", "zzz = 1"),
    ] {
        for key in keys_of(&Bench::with(&text.replacen(from, to, 1)).mistake()) {
            assert!(
                has_row(&document, &key),
                "match-file-reference.md has no row for `{key}`: {to}"
            );
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn every_key_of_tuning_and_experiment_files_is_named() {
    let bench = Bench::new(2, "");
    let mistake = |text: &str, load: fn(&Path) -> String| {
        fs::write(bench.file(), text).unwrap();
        load(&bench.file())
    };
    let tuning = |path: &Path| tuning::load(path, &Overrides::default()).unwrap_err().to_string();
    let experiment =
        |path: &Path| experiment::load(path, &Default::default()).unwrap_err().to_string();
    for (file, load, text) in [
        ("tuning-file-reference.md", tuning as fn(&Path) -> String, "zzz = 1"),
        ("tuning-file-reference.md", tuning, "[[parameter]]\nzzz = 1"),
        ("tuning-file-reference.md", tuning, "[gains]\nzzz = 1"),
        ("tuning-file-reference.md", tuning, "[confirm]\nzzz = 1"),
        ("experiment-file-reference.md", experiment, "zzz = 1"),
        ("experiment-file-reference.md", experiment, "[suite]\nzzz = 1"),
        ("experiment-file-reference.md", experiment, "[limits]\nzzz = 1"),
        ("experiment-file-reference.md", experiment, "[[configuration]]\nzzz = 1"),
        ("experiment-file-reference.md", experiment, "[[block]]\nzzz = 1"),
    ] {
        let document = chapter(file);
        for key in keys_of(&mistake(text, load)) {
            let is_named = [format!("`{key}`"), format!("`[{key}]`")];
            assert!(
                is_named.iter().any(|name| document.contains(name)),
                "{file} has no `{key}`: {text}"
            );
        }
    }
}

#[test]
fn every_promise_names_tests_that_are_there() {
    let document = chapter("promises.md");
    let (_, table) = document.split_once("| promise | test |\n").unwrap();
    let rows: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 20);
    for row in rows {
        let tests = row.trim_end_matches('|').rsplit('|').next().unwrap();
        for test in tests.split(", ") {
            let quoted: Vec<&str> = test.split('`').skip(1).step_by(2).collect();
            let [file, name] = quoted[..] else { panic!("no file and test: {row}") };
            let source = fs::read_to_string(root().join(file)).unwrap();
            let at = source.find(&format!("fn {name}("));
            let (before, _) = source.split_at(at.unwrap_or_else(|| panic!("{file} has no {name}")));
            let is_late = file.contains("/overnight/")
                || is_ignored(before)
                || of_the_night(&source).contains(&name);
            assert_eq!(test.trim_end().ends_with("(night)"), is_late, "{name}: which gate?");
        }
    }
}

/// Whether a function is ignored in the gate, by the text before it.
fn is_ignored(before: &str) -> bool {
    let attributes = before.lines().rev().take_while(|line| line.trim_start().starts_with("#["));
    attributes.into_iter().any(|line| line.trim_start().starts_with("#[ignore"))
}

/// The tests of a file with its own harness that are for the night.
fn of_the_night(source: &str) -> Vec<&str> {
    let list = source.split_once("night: ").and_then(|(_, rest)| rest.split_once("];"));
    list.map_or_else(Vec::new, |(names, _)| names.split(',').map(str::trim).collect())
}

#[test]
fn a_test_of_the_night_is_told_from_one_of_the_gate() {
    assert!(is_ignored("}\n\n#[test]\n#[ignore = \"night: long\"]\n"));
    assert!(!is_ignored("#[ignore]\nfn other() {}\n\n#[test]\n"));
    assert_eq!(of_the_night("tests![a; night: b, c,\n];\n"), ["b", "c", ""]);
    assert_eq!(of_the_night("tests![a];"), [""; 0]);
}
