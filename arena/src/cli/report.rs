//! `arena report`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::output::say;
use super::patience::PatientBar;
use super::{games, output};
use crate::journal::ReadError;
use crate::report::stopped::Outcome;
use crate::report::{self, Comparison, Format, MatchReport, Report};
use crate::results::Results;

/// Report a match from its journal, or the games of any PGN files.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ReportArgs {
    /// The journal of a match, or its directory; or PGN files of any match runner, which are
    /// reported together
    #[arg(value_name = "games.pgn", required = true)]
    files: Vec<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Several matches of two contenders side by side, a row each, instead of their games together;
    /// what is no such match is left out
    #[arg(long)]
    compare: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  arena report matches/results/smoke          the report of a match, from its journal alone
  arena report matches/results/smoke --format html > smoke.html
                                              the same as a page, with every game on a board
  arena report --compare matches/results/*    several matches side by side, a row each
  arena report monday.pgn tuesday.pgn         the games of any match runner, together";

/// Prints the report of a journal, of PGN files, or of several matches.
pub(super) fn execute(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let text = report(args)?.render(args.format)?;
    match args.format {
        Format::Json => output::print_json(&text)?,
        _ => output::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn report(args: &ReportArgs) -> anyhow::Result<Report> {
    if args.compare {
        return compare(&args.files, args.quiet);
    }
    if let [journal] = args.files.as_slice() {
        match read(&journal_in(journal), args.quiet) {
            Ok(Some(report)) => return Ok(report),
            Ok(None) => {
                bail!("{}: there is no game in it, and so nothing to report", journal.display())
            }
            Err(ReadError::Foreign { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let summary = games::read(&args.files, args.quiet)?;
    Ok(Report::Tournament(Box::new(summary)))
}

/// Several matches of two contenders, side by side. What else lies in a directory of results, of which
/// all were named, is left out.
pub(super) fn compare(files: &[PathBuf], quiet: bool) -> anyhow::Result<Report> {
    let mut matches = Vec::with_capacity(files.len());
    for file in files {
        match match_of_two(file, quiet)? {
            Ok(report) => matches.push((journal_in(file), report.summary)),
            Err(why) => say(&format!("left out: {}: {why}", file.display())),
        }
    }
    if matches.is_empty() {
        bail!("--compare makes a row of each match of two contenders, and here is none");
    }
    let summaries = matches.iter().map(|(file, summary)| (file.as_path(), summary));
    Ok(Report::Comparison(Box::new(Comparison::of(summaries))))
}

/// The report of a match of two contenders, or why this is none.
fn match_of_two(file: &Path, quiet: bool) -> anyhow::Result<Result<Box<MatchReport>, String>> {
    let journal = journal_in(file);
    if file.is_dir() && !journal.exists() {
        return Ok(Err("there is no games.pgn in this directory".to_owned()));
    }
    Ok(match read(&journal, quiet) {
        Ok(Some(Report::Match(report))) => Ok(report),
        Ok(Some(_)) => Err("a match of more than two contenders".to_owned()),
        Ok(None) => Err("there is no finished game in it".to_owned()),
        Err(ReadError::Foreign { line, problem, .. }) => {
            Err(format!("not the journal of a match: line {line}: {problem}"))
        }
        Err(error) => return Err(error.into()),
    })
}

/// The journal of a match whose directory was given.
pub(super) fn journal_in(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("games.pgn") } else { path.to_owned() }
}

/// Prints the report of a match and leaves it beside the journal in every format. Says what the rules
/// that look at the results say, where there are any.
pub(super) fn keep(results: &Results, quiet: bool) -> anyhow::Result<Option<Outcome>> {
    let Some(report) = read(&results.journal(), quiet)? else {
        output::print("no game was finished\n")?;
        return Ok(None);
    };
    // Each of the two is done even where the other cannot be.
    let kept = write(&report, results, "report");
    output::print(&report.render(Format::Text)?)?;
    kept?;
    Ok(match report {
        Report::Match(report) => report.summary.stop.map(|stop| stop.outcome),
        _ => None,
    })
}

/// Writes a report in every format, as `NAME.txt` and so on.
pub(super) fn write(report: &Report, results: &Results, name: &str) -> anyhow::Result<()> {
    let formats = [
        ("txt", Format::Text),
        ("md", Format::Markdown),
        ("tex", Format::Latex),
        ("csv", Format::Csv),
        ("json", Format::Json),
        ("html", Format::Html),
    ];
    for (extension, format) in formats {
        results.write(&format!("{name}.{extension}"), &report.render(format)?)?;
    }
    if let Some(positions) = report.positions() {
        results.write("positions.epd", &positions)?;
    }
    Ok(())
}

/// What a journal says; `None` if it has no game. A long one shows how far it is read.
fn read(journal: &Path, quiet: bool) -> Result<Option<Report>, ReadError> {
    let bar = PatientBar::of_bytes(journal.metadata().map_or(0, |file| file.len()), quiet);
    report::read(journal, |offset| {
        bar.bar().set_position(offset);
        bar.reveal();
    })
}
