//! Journals as the command line names them: by their file, or by the directory of a match's results.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::storage::results::Results;

/// The journal of a match, or the one in the match's directory.
///
/// # Errors
/// When there is none.
pub(super) fn journal_of(path: &Path) -> anyhow::Result<PathBuf> {
    refuse_settings(path)?;
    let journal = journal_in(path);
    match (path.is_dir(), journal.exists()) {
        (_, true) => Ok(journal),
        (true, false) => bail!(
            "{}: there is no games.pgn in this directory; name the directory of a match's results",
            path.display()
        ),
        (false, false) => bail!("{}: there is no such file or directory", path.display()),
    }
}

/// A match file has no games, though some of its lines look like tags of games.
pub(super) fn refuse_settings(path: &Path) -> anyhow::Result<()> {
    if path.extension().is_some_and(|extension| extension == "toml") {
        bail!(
            "{}: a match file, which has no games; name the directory of its results, such as {}",
            path.display(),
            Results::directory_of(None, path).display()
        );
    }
    Ok(())
}

/// The journal of a match whose directory was given.
pub(super) fn journal_in(path: &Path) -> PathBuf {
    if path.is_dir() { Results::journal_in(path) } else { path.to_owned() }
}
