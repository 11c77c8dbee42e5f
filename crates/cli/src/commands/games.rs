//! `arena report` for PGN files that are not journals, or for several files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail};

use stats::words::several;

use super::journals::{journal_in, refuse_settings};
use super::reading::{Counted, Reading};
use arena::report::PgnResults;
use arena::report::pgn_results::PgnGames;
use arena::score::pgn_scores::{FaultCount, PgnScores};

/// The report of all games in these files.
///
/// # Errors
/// A file is given twice or cannot be read, or no game in them is finished.
pub(super) fn read(paths: &[PathBuf], quiet: bool) -> anyhow::Result<PgnResults> {
    check(paths)?;
    let (mut tournament, mut games) = (PgnScores::default(), PgnGames::default());
    let length = |path: &PathBuf| Path::metadata(path).map_or(0, |file| file.len());
    let mut reading = Reading::of_bytes(paths.iter().map(length).sum(), quiet);
    let count = Arc::new(AtomicU64::new(0));
    for path in paths {
        let cannot = || format!("cannot read {}", path.display());
        let file = bounded::open_given(path).with_context(cannot)?;
        let name = path.display().to_string();
        let source = Counted { source: file, read: Arc::clone(&count) };
        let read = tournament.read(&name, source, |game, players| {
            reading.update(count.load(Ordering::Relaxed));
            games.add(game, players);
        });
        read.with_context(cannot)?;
    }
    drop(reading);
    tournament.finish();
    if tournament.games() == 0 {
        bail!(nothing(&tournament));
    }
    Ok(PgnResults::of(&tournament, &games))
}

/// Each file once, and neither a directory nor a match file among them.
fn check(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut seen = HashSet::new();
    for path in paths {
        refuse_settings(path)?;
        if path.is_dir() {
            bail!(
                "{}: a directory; --compare puts several matches side by side, and their games are \
                 reported together by the names of their files, such as {}",
                path.display(),
                journal_in(path).display()
            );
        }
        if path.canonicalize().is_ok_and(|real| !seen.insert(real)) {
            bail!("{}: given twice, so that its games would count twice", path.display());
        }
    }
    Ok(())
}

/// The reason that no game of these files counts.
fn nothing(read: &PgnScores) -> String {
    let left_out = [
        (read.nameless, "without the tags White and Black"),
        (read.unfinished, "without a result"),
        (read.same_name, "with one name for White and Black"),
    ];
    let left_out = left_out.into_iter().filter(|(games, _)| *games > 0);
    let left_out: Vec<String> =
        left_out.map(|(games, why)| format!("{} {why}", several(games, "game"))).collect();
    let why = match left_out.is_empty() {
        true => "no game in PGN was found".to_owned(),
        false => left_out.join(", "),
    };
    let faults = read.faults.iter().map(|(_, found)| {
        let FaultCount { what, times, file, line, first } = found;
        format!("\n{what}: {times}, the first in {file}:{line}: {first}")
    });
    let faults: String = faults.collect();
    format!("{}: nothing to report: {why}{faults}", read.files.join(", "))
}
