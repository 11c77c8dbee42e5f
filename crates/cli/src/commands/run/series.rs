//! `arena run` with a series file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{RunArgs, play_match};
use crate::commands::output::{print, say};
use crate::commands::report;
use arena::config::series;
use arena::report::ReportFormat;
use arena::storage::results::Results;

/// The file that marks a directory as that of a series.
const COMPARISON: &str = "comparison.json";

/// Plays or resumes the matches of a series one after the other, and compares them. Each has the
/// directory it would have alone, or with `--out DIR` one inside it. A match that fails ends the
/// series with its exit code.
pub(super) fn execute(args: &RunArgs, file: &Path) -> anyhow::Result<ExitCode> {
    let series = series::load(file)?;
    let of_match = |file: &PathBuf| {
        let out = args.out.as_ref().map(|out| out.join(file.file_stem().unwrap_or_default()));
        args.for_match(file.clone(), out)
    };
    let matches: Vec<RunArgs> = series.matches.iter().map(of_match).collect();
    // A mistake in the last file must be found before the first game.
    let directory = |one: &RunArgs| Ok(one.directory(&one.load()?, &[]));
    let directories = matches.iter().map(directory).collect::<anyhow::Result<Vec<PathBuf>>>()?;
    if let (Some(question), false) = (&series.question, args.quiet) {
        say(question);
    }
    for (i, one) in matches.iter().enumerate() {
        if !args.quiet {
            let name = series.matches[i].display();
            say(&format!("match {} of {}: {name}", i + 1, matches.len()));
        }
        let code = play_match(one)?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    let comparison = report::compare(&directories, args.quiet)?;
    let own = args.out.as_ref().map(|out| out.join("comparison"));
    let directory = Results::directory_of(own.as_deref(), file);
    let results = Results::with_journal(directory, COMPARISON)?;
    report::write(&comparison, &results, "comparison")?;
    print(&comparison.render(ReportFormat::TEXT)?)?;
    say(&format!("comparison: {}", results.directory().display()));
    Ok(ExitCode::SUCCESS)
}
