//! `arena report`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::ValueEnum;

use super::games;
use crate::facts::MatchFacts;
use crate::journal::{JournalGame, JournalReader, ReadError};
use crate::report::{self, Summary};
use crate::results::Results;
use crate::stop::StopRule;
use crate::tally::Tally;

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
#[expect(clippy::print_stdout, reason = "the report is what the command is for")]
pub(super) fn execute(files: &[PathBuf], format: Format) -> anyhow::Result<ExitCode> {
    let text = match files {
        [journal] => match read(journal) {
            Ok(None) => {
                bail!("{}: there is no game in it, and so nothing to report", journal.display())
            }
            Ok(Some(summary)) => match format {
                Format::Text => report::text(&summary),
                Format::Markdown => report::markdown(&summary),
                Format::Json => report::json(&summary)?,
            },
            Err(ReadError::Foreign { .. }) => of_games(files, format)?,
            Err(error) => return Err(error.into()),
        },
        files => of_games(files, format)?,
    };
    print!("{text}");
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

/// Prints the report of a match and leaves it beside the journal.
#[expect(clippy::print_stdout, reason = "the report is what the match was played for")]
pub(super) fn keep(results: &Results) -> anyhow::Result<()> {
    let Some(summary) = read(&results.journal())? else {
        println!("no game was finished");
        return Ok(());
    };
    let text = report::text(&summary);
    print!("{text}");
    results.write("report.txt", &text)?;
    results.write("report.md", &report::markdown(&summary))?;
    results.write("report.json", &report::json(&summary)?)?;
    Ok(())
}

/// What a journal says; `None` if it has no game.
fn read(journal: &Path) -> Result<Option<Summary>, ReadError> {
    let Some((facts, tally)) = count(journal, None)? else { return Ok(None) };
    // The rules are those of the game that was finished last. Who changes them in the course of a
    // match, which is rare, has it read twice.
    let rules = &facts.stop.sequential;
    let counted = match tally.watch.rules() == rules {
        true => Some((facts, tally)),
        false => count(journal, Some(rules))?,
    };
    Ok(counted.map(|(facts, tally)| Summary::of(&facts, &tally)))
}

/// The facts of a journal's last game and the tally of all, watched by these rules or else by those
/// of the first game.
fn count(
    journal: &Path,
    rules: Option<&[StopRule]>,
) -> Result<Option<(MatchFacts, Tally)>, ReadError> {
    let mut reader = JournalReader::open(journal)?;
    let (mut tally, mut last) = (None, None);
    while let Some(JournalGame { facts, record, .. }) = reader.next_game()? {
        tally
            .get_or_insert_with(|| Tally::watched_by(rules.unwrap_or(&facts.stop.sequential)))
            .add(&record);
        last = Some(facts);
    }
    Ok(last.zip(tally))
}
