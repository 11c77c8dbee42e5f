//! Journals named on the command line: by their file, or by the directory of a match's results.

use std::path::{Path, PathBuf};

use anyhow::bail;

use arena::storage::results::Results;

/// The journal of a match, or the one in the match's directory.
///
/// # Errors
/// There is no journal.
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
        let file = path.display();
        let Some(directory) = results_of(path) else {
            bail!(
                "{file}: a match file, which has no games, and none of its games are there yet: play it with \
                 `arena run {file}`, or name the directory of its results"
            );
        };
        bail!(
            "{file}: a match file, which has no games; name the directory of its results, such as {}",
            directory.display()
        );
    }
    Ok(())
}

/// The directory with the results of this match file, if there is one: the file may be the copy in
/// it.
fn results_of(file: &Path) -> Option<PathBuf> {
    let own =
        file.parent().map(|own| if own.as_os_str().is_empty() { Path::new(".") } else { own });
    let places = [own.map(Path::to_owned), Some(Results::directory_of(None, file))];
    places.into_iter().flatten().find(|place| Results::journal_in(place).is_file())
}

/// The journal in a match's directory.
pub(super) fn journal_in(path: &Path) -> PathBuf {
    if path.is_dir() { Results::journal_in(path) } else { path.to_owned() }
}
