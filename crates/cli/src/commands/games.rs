//! `arena report` for PGN files that are not journals, or for several files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use stats::words::several;

use super::delayed_bar::DelayedBar;
use super::journals::{journal_in, refuse_settings};
use arena::report::PgnResults;
use arena::report::pgn_results::PgnGames;
use arena::score::pgn_scores::{FaultCount, PgnGame, PgnScores};

/// The report of all games in these files.
///
/// # Errors
/// A file is given twice or cannot be read, or no game in them is finished.
pub(super) fn read(paths: &[PathBuf], quiet: bool) -> anyhow::Result<PgnResults> {
    check(paths)?;
    let (mut tournament, mut games) = (PgnScores::default(), PgnGames::default());
    let length = |path: &PathBuf| Path::metadata(path).map_or(0, |file| file.len());
    let bar = DelayedBar::of_bytes(paths.iter().map(length).sum(), quiet);
    for path in paths {
        let cannot = || format!("cannot read {}", path.display());
        let file = bounded::open_given(path).with_context(cannot)?;
        let progress = |_| bar.reveal();
        let mut look = |game: &PgnGame, players| games.add(game, players);
        let read = tournament.read_with(bar.bar().wrap_read(file), progress, Some(&mut look));
        read.with_context(cannot)?;
    }
    drop(bar);
    tournament.finish();
    if tournament.games() == 0 {
        bail!(nothing(paths, &tournament));
    }
    let name = |path: &PathBuf| path.display().to_string();
    let results = PgnResults::of(paths.iter().map(name).collect(), &tournament);
    Ok(results.with_games(games.summary(&tournament.players)))
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
fn nothing(paths: &[PathBuf], read: &PgnScores) -> String {
    let files: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
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
    let faults = read.faults.iter().map(|(reason, found)| {
        let FaultCount { times, file, line, first } = found;
        format!("\n{}: {times}, the first in {}:{line}: {first}", reason.words(), files[*file])
    });
    let faults: String = faults.collect();
    format!("{}: nothing to report: {why}{faults}", files.join(", "))
}
