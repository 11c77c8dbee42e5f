//! The experiments of the papers, under `matches/papers`: each runs, at a tiny size.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use arena::chess::limits::PlayLimits;
use arena::config::{self, Kind, Overrides, series};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::common;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// The files of all papers, each with its path in the repository.
fn files() -> Vec<(String, PathBuf)> {
    let entries = |directory: PathBuf| {
        fs::read_dir(directory).unwrap().map(|entries| entries.unwrap().path())
    };
    let papers = entries(repository().join("matches/papers")).filter(|path| path.is_dir());
    let files = papers
        .flat_map(entries)
        .filter(|path| path.extension().is_some_and(|entries| entries == "toml"));
    let named = |path: PathBuf| {
        let name = path.strip_prefix(repository()).unwrap().to_str().unwrap().to_owned();
        (name, path)
    };
    let mut files: Vec<(String, PathBuf)> = files.map(named).collect();
    files.sort();
    files
}

/// Two games of the match at a hundred nodes a move.
async fn play_a_little(file: &Path) {
    let mut settings = config::load(file, &Overrides { games: Some(2), ..Overrides::default() });
    let settings = settings.as_mut().unwrap();
    for contender in &mut settings.contenders {
        let PlayLimits { time_margin, overhead, .. } = contender.limits;
        contender.limits =
            PlayLimits { nodes: Some(100), time_margin, overhead, ..PlayLimits::default() };
    }
    let directory = tempfile::tempdir().unwrap();
    let journal = directory.path().join("games.pgn");
    let settings = Arc::new(settings.clone());
    common::run(&settings, &journal).await.unwrap();
    assert_eq!(common::read(&journal).len() as u32, settings.all_games(), "{}", file.display());
}

/// Two positions of each suite at depth 2; the numbers that come out.
fn search_a_little(file: &Path) -> Value {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out");
    let suite = repository().join("arena/suites/self-play.epd");
    let mut command = Command::new(cargo_bin!("arena"));
    command.arg("run").arg(file).args(["--sample", "2", "--max-depth", "2", "--quiet", "--out"]);
    let output = command.arg(&out).arg("--positions").arg(suite).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{}: {error}", file.display());
    serde_json::from_slice(&fs::read(out.join("experiment.json")).unwrap()).unwrap()
}

#[tokio::test]
#[ignore = "night: plays them all"]
async fn every_experiment_of_the_papers_runs() {
    let files = files();
    let mut kinds = [0; 3];
    for (name, path) in &files {
        let text = fs::read_to_string(path).unwrap();
        for part in ["# Question: ", "# Paper: ", "# Here: ", "# Expect: "] {
            assert!(text.contains(part), "{name}: its head has no {part:?}");
        }
        assert!(text.contains(&format!("-- run {name}")), "{name}: its head has another command");
        let kind = config::kind(path);
        match kind {
            Kind::Match => play_a_little(path).await,
            Kind::Experiment => {
                let blocks = search_a_little(path)["blocks"].as_array().unwrap().len();
                assert_eq!(blocks, text.matches("[[block]]").count().max(1), "{name}");
            }
            Kind::Series => {
                for file in series::load(path).unwrap().matches {
                    assert_eq!(config::kind(&file), Kind::Match, "{name}: {}", file.display());
                }
            }
        }
        kinds[kind as usize] += 1;
    }
    assert!(kinds.into_iter().all(|count| count > 0), "{kinds:?}");
}

#[test]
fn the_document_has_every_experiment_of_the_papers() {
    let document = fs::read_to_string(repository().join("docs/guide/src/papers.md")).unwrap();
    for (name, path) in files() {
        let is_part_of_a_series = files().iter().any(|(_, other)| {
            config::kind(other) == Kind::Series
                && series::load(other)
                    .unwrap()
                    .matches
                    .iter()
                    .any(|file| file.canonicalize().unwrap() == path.canonicalize().unwrap())
        });
        let short = name.trim_start_matches("matches/papers/").trim_end_matches(".toml");
        assert!(
            is_part_of_a_series || document.contains(short),
            "docs/guide/src/papers.md has no {short}"
        );
    }
}
