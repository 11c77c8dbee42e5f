//! `arena report`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::ValueEnum;

use super::{games, output};
use crate::facts::{ContenderFacts, MatchFacts};
use crate::journal::{JournalGame, JournalReader, ReadError};
use crate::report::{Report, Standings, Summary};
use crate::results::Results;
use crate::stop::StopRule;
use crate::tally::Scoreboard;

/// How to print a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For reading on a terminal
    #[default]
    Text,
    /// For reading on a page
    Markdown,
    /// For programs
    Json,
}

/// Prints the report of a journal, or of PGN files.
pub(super) fn execute(files: &[PathBuf], format: Format) -> anyhow::Result<ExitCode> {
    let text = match files {
        [journal] => match read(journal) {
            Ok(None) => {
                bail!("{}: there is no game in it, and so nothing to report", journal.display())
            }
            Ok(Some(report)) => match format {
                Format::Text => report.text(),
                Format::Markdown => report.markdown(),
                Format::Json => report.json()?,
            },
            Err(ReadError::Foreign { .. }) => of_games(files, format)?,
            Err(error) => return Err(error.into()),
        },
        files => of_games(files, format)?,
    };
    match format {
        Format::Json => output::print_json(&text)?,
        Format::Text | Format::Markdown => output::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The report of games of any match runner.
fn of_games(files: &[PathBuf], format: Format) -> anyhow::Result<String> {
    let summary = games::read(files)?;
    Ok(match format {
        Format::Text => summary.text(),
        Format::Markdown => summary.markdown(),
        Format::Json => serde_json::to_string_pretty(&summary)? + "\n",
    })
}

/// Leaves the report of a match beside the journal, and prints it.
pub(super) fn keep(results: &Results) -> anyhow::Result<()> {
    let Some(report) = read(&results.journal())? else {
        return output::print("no game was finished\n");
    };
    // Each of the two is done even where the other cannot be.
    let kept = write(&report, results);
    output::print(&report.text())?;
    kept
}

fn write(report: &Report, results: &Results) -> anyhow::Result<()> {
    results.write("report.txt", &report.text())?;
    results.write("report.md", &report.markdown())?;
    results.write("report.json", &report.json()?)?;
    Ok(())
}

/// What a journal says; `None` if it has no game.
fn read(journal: &Path) -> Result<Option<Report>, ReadError> {
    let Some(counted) = Counted::of(journal, None)? else { return Ok(None) };
    // The rules are those of the game that was finished last. Who changes them in the course of a
    // match, which is rare, has it read twice.
    let rules = &counted.facts.stop.sequential;
    let counted = match counted.scoreboard.watch().rules() == rules {
        true => Some(counted),
        false => Counted::of(journal, Some(rules))?,
    };
    Ok(counted.map(|counted| counted.report()))
}

/// What is in a journal.
struct Counted {
    /// The facts of its last game.
    facts: MatchFacts,
    /// Of a tournament, those who have finished a game.
    contenders: BTreeMap<usize, ContenderFacts>,
    scoreboard: Scoreboard,
}

impl Counted {
    /// Counts the games, watched by these rules or else by those of the first game.
    fn of(journal: &Path, rules: Option<&[StopRule]>) -> Result<Option<Counted>, ReadError> {
        let mut reader = JournalReader::open(journal)?;
        let mut counted: Option<Counted> = None;
        while let Some(JournalGame { facts, record, .. }) = reader.next_game()? {
            let counted = counted.get_or_insert_with(|| {
                let pairings = facts.tournament.map_or(1, |of| of.pairings().len());
                let rules = rules.unwrap_or(&facts.stop.sequential);
                let scoreboard = Scoreboard::watched_by(pairings, rules);
                Counted { facts: facts.clone(), contenders: BTreeMap::new(), scoreboard }
            });
            counted.scoreboard.add(&record);
            for (player, facts) in facts.players().into_iter().zip(&facts.contenders) {
                counted.contenders.entry(player).or_insert_with(|| facts.clone());
            }
            counted.facts = facts;
        }
        Ok(counted)
    }

    fn report(&self) -> Report {
        let Counted { facts, contenders, scoreboard } = self;
        match (facts.tournament, scoreboard.pairings()) {
            (Some(tournament), _) => {
                let standings = Standings::of(facts, &tournament, contenders, scoreboard);
                Report::Standings(Box::new(standings))
            }
            (None, pairings) => Report::Match(Box::new(Summary::of(facts, &pairings[0]))),
        }
    }
}
