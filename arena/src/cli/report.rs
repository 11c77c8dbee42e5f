//! `arena report`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use clap::ValueEnum;

use crate::journal::JournalReader;
use crate::report::{self, Summary};
use crate::results::Results;
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

/// Prints the report of a journal.
#[expect(clippy::print_stdout, reason = "the report is what the command is for")]
pub(super) fn execute(journal: &Path, format: Format) -> anyhow::Result<ExitCode> {
    let Some(summary) = read(journal)? else {
        bail!("{}: there is no game in it, and so nothing to report", journal.display());
    };
    match format {
        Format::Text => print!("{}", report::text(&summary)),
        Format::Markdown => print!("{}", report::markdown(&summary)),
        Format::Json => print!("{}", report::json(&summary)?),
    }
    Ok(ExitCode::SUCCESS)
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
fn read(journal: &Path) -> anyhow::Result<Option<Summary>> {
    let mut reader = JournalReader::open(journal)?;
    let mut tally = Tally::default();
    let mut facts = None;
    while let Some(game) = reader.next_game()? {
        tally.add(&game.record);
        facts = Some(game.facts);
    }
    Ok(facts.map(|facts| Summary::of(&facts, &tally)))
}
