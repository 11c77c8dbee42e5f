//! `arena report` of PGN files that are no journal, or of several.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::patience::PatientBar;
use crate::report::PgnResults;
use crate::report::pgn_results::PgnGames;
use crate::score::pgn_scores::{PgnGame, PgnScores};

/// The report of all games in these files.
pub(super) fn read(paths: &[PathBuf], quiet: bool) -> anyhow::Result<PgnResults> {
    let (mut tournament, mut games) = (PgnScores::default(), PgnGames::default());
    let length = |path: &PathBuf| Path::metadata(path).map_or(0, |file| file.len());
    let bar = PatientBar::of_bytes(paths.iter().map(length).sum(), quiet);
    for path in paths {
        let cannot = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(cannot)?;
        let progress = |_| bar.reveal();
        let mut look = |game: &PgnGame, players| games.add(game, players);
        let read = tournament.read_with(bar.bar().wrap_read(file), progress, Some(&mut look));
        read.with_context(cannot)?;
    }
    drop(bar);
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
    let results = PgnResults::of(paths.iter().map(name).collect(), &tournament);
    Ok(results.with_games(games.summary(&tournament.players)))
}
