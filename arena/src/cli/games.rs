//! `arena report` of PGN files that are no journal, or of several.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::TournamentSummary;
use crate::tournament::Tournament;

/// How long reading takes before a progress bar says how much longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// The report of all games in these files.
pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<TournamentSummary> {
    let mut tournament = Tournament::default();
    let bar = bar(paths);
    let begun = Instant::now();
    for path in paths {
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(cannot)?;
        let progress = |_| {
            if bar.is_hidden() && begun.elapsed() > PATIENCE {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        };
        tournament.read(bar.wrap_read(file), progress).with_context(cannot)?;
    }
    bar.finish_and_clear();
    tournament.finish();
    if tournament.games() == 0 {
        let files: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        bail!(
            "{}: there is no finished game in it, and so nothing to report ({} without a result)",
            files.join(", "),
            tournament.unfinished
        );
    }
    let name = |path: &PathBuf| path.display().to_string();
    Ok(TournamentSummary::of(paths.iter().map(name).collect(), &tournament))
}

/// A hidden bar over the bytes of all files.
fn bar(paths: &[PathBuf]) -> ProgressBar {
    let length = |path: &PathBuf| Path::metadata(path).map_or(0, |file| file.len());
    let bar = ProgressBar::hidden();
    bar.set_length(paths.iter().map(length).sum());
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
