//! Faults, and the files beside a journal that belong to its report: the match file, the runs, the evidence of
//! faults. A journal alone has none of it.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::player::faults::{FaultKind, HOW, LeftOut, end, game_of, kind_of, last_words};
use crate::score::tally::TerminationKind;
use crate::storage::host::RunFacts;
use crate::storage::journal::JournalGame;
use crate::storage::results::RUNS;

/// Bytes of an account or of a transcript that a report takes over.
const EXCERPT: usize = 4_000;
/// Faults whose evidence it takes over.
const FAULTS: usize = 50;

/// The account of a match, from its directory.
const ACCOUNT: &str = "explain/explain.json";
/// The same as a page.
const ACCOUNT_PAGE: &str = "explain/explain.html";

/// Enough to run the match again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Origin {
    /// Version of the program that made the report.
    pub arena: String,
    /// The match file with every default written out.
    pub match_file: Option<String>,
    /// The runs of the match.
    pub runs: Vec<RunFacts>,
    /// The page that `arena explain` has left.
    #[serde(skip)]
    pub(super) page: Option<&'static str>,
    /// The account itself, where it can be read.
    #[serde(skip)]
    account: Option<Account>,
    /// The evidence of faults, by game.
    #[serde(skip)]
    pub(super) evidence: Vec<FaultEvidence>,
    /// The part of the evidence that was not kept.
    #[serde(skip)]
    pub(super) left_out: LeftOut,
}

/// The part of an account that leads the report of its match.
#[derive(Clone, Debug, Deserialize)]
struct Account {
    /// Games of the match that it accounts for.
    games: u64,
    why: Vec<String>,
}

impl Origin {
    /// The files of this directory; nothing is there for the games of other match runners.
    #[must_use]
    pub fn beside(directory: &Path) -> Origin {
        let page = directory.join(ACCOUNT_PAGE).is_file().then_some(ACCOUNT_PAGE);
        let numbers = page.map(|_| directory.join(ACCOUNT));
        let runs = bounded::read_text(directory.join(RUNS), bounded::LARGE).unwrap_or_default();
        Origin {
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            match_file: bounded::read_text(directory.join("match.toml"), bounded::SMALL).ok(),
            // A line that a crash has cut short is left out.
            runs: runs.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
            page,
            account: numbers
                .and_then(|file| bounded::read_text(file, bounded::LARGE).ok())
                .and_then(|text| serde_json::from_str(&text).ok()),
            evidence: evidence(&directory.join("faults")),
            left_out: LeftOut::beside(directory),
        }
    }

    /// The account in sentences; `None` where the match has other games now than the account has seen.
    pub(super) fn why(&self, games: u64) -> Option<String> {
        let account = self.account.as_ref().filter(|account| account.games == games)?;
        Some(account.why.join(" "))
    }
}

/// The evidence of the first faults, and of the last.
fn evidence(faults: &Path) -> Vec<FaultEvidence> {
    let Ok(entries) = fs::read_dir(faults) else { return Vec::new() };
    let mut names: Vec<(u32, String)> = entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name();
            Some((game_of(&name)?, name.into_string().ok()?))
        })
        .collect();
    names.sort();
    if names.len() > FAULTS {
        names.drain(FAULTS / 2..names.len() - FAULTS / 2);
    }
    let read = |directory: &str, file: &str| {
        let bytes = bounded::read_end(faults.join(directory).join(file), 2 * EXCERPT as u64)
            .unwrap_or_default();
        end(&String::from_utf8_lossy(&bytes), EXCERPT).into_owned()
    };
    let evidence = |(game, name): (u32, String)| FaultEvidence {
        game,
        account: read(&name, "fault.txt"),
        transcript: read(&name, "transcript.txt"),
        kind: kind_of(&name),
        how: last_words(&read(&name, HOW)),
        last_words: last_words(&read(&name, "stderr.txt")),
        directory: format!("faults/{name}"),
    };
    names.into_iter().map(evidence).collect()
}

/// A game that a contender lost by a fault of its program.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// Number of the game, from 1.
    pub game: u32,
    /// The name of the contender at fault.
    pub contender: String,
    /// How the game ended.
    pub termination: TerminationKind,
    /// Details, as far as they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incident: Option<String>,
    /// The files that were kept in `faults/`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<FaultEvidence>,
}

/// A directory of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultEvidence {
    /// Number of the game, from 1.
    pub game: u32,
    /// The directory, below that of the match.
    pub directory: String,
    /// The fault in sentences.
    pub account: String,
    /// The end of the dialogue, both ways.
    pub transcript: String,
    /// The kind of the fault, where its directory says one.
    pub kind: Option<FaultKind>,
    /// How the process ended.
    pub how: Option<String>,
    /// The last line of its standard error.
    pub last_words: Option<String>,
}

impl Fault {
    /// The fault that ended this game; `None` where it ended at chess.
    pub(crate) fn of(game: &JournalGame) -> Option<Fault> {
        let record = &game.record;
        let side = record.termination.fault()?;
        Some(Fault {
            game: record.spec.game + 1,
            contender: game.facts.contender(record.spec.player(side)).name.clone(),
            termination: record.termination.into(),
            incident: record.incident.clone(),
            evidence: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evidence_of_a_fault_is_found_by_its_game() {
        let directory = tempfile::tempdir().unwrap();
        let fault = directory.path().join("faults/007-bad-engine-crash");
        fs::create_dir_all(&fault).unwrap();
        fs::write(fault.join("fault.txt"), "it crashed\n").unwrap();
        fs::write(fault.join("transcript.txt"), "line\n".repeat(2000)).unwrap();
        let origin = Origin::beside(directory.path());
        let [evidence] = origin.evidence.as_slice() else { panic!("one") };
        assert_eq!((evidence.game, evidence.account.as_str()), (7, "it crashed\n"));
        assert!(evidence.transcript.len() <= EXCERPT + 8);
        assert!(evidence.transcript.starts_with("…\nline\n"));
    }

    #[test]
    fn an_account_speaks_for_the_games_that_it_has_seen() {
        let directory = tempfile::tempdir().unwrap();
        let path = |file: &str| directory.path().join(file);
        fs::create_dir_all(path(ACCOUNT).parent().unwrap()).unwrap();
        let text = r#"{"schema": 2, "games": 400, "why": ["Why: so.", "It closes."]}"#;
        fs::write(path(ACCOUNT), text).unwrap();
        fs::write(path(ACCOUNT_PAGE), "").unwrap();
        let origin = Origin::beside(directory.path());
        assert_eq!(origin.why(400).as_deref(), Some("Why: so. It closes."));
        assert_eq!((origin.page, origin.why(402)), (Some(ACCOUNT_PAGE), None));
    }

    #[test]
    fn a_journal_alone_has_no_more_than_itself() {
        let directory = tempfile::tempdir().unwrap();
        let origin = Origin::beside(directory.path());
        assert!(origin.match_file.is_none() && origin.runs.is_empty());
    }
}
