//! The state of a working tree as a git tree, made without a trace in its repository.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::RevisionError;
use crate::git::{self, Git};

/// The name of the tree of all files of a working tree that git does not ignore.
///
/// # Errors
/// Git refuses, or a submodule has uncommitted changes.
pub(crate) fn tree(repository: &Path) -> Result<String, RevisionError> {
    let objects = temporary()?;
    write(repository, objects.path())
}

/// The same; the objects that the repository lacks are written to this directory. The index of the repository stays as
/// it is.
///
/// # Errors
/// As [`tree`].
pub(crate) fn write(repository: &Path, objects: &Path) -> Result<String, RevisionError> {
    let top = PathBuf::from(git::text(repository, &["rev-parse", "--show-toplevel"])?);
    refuse_dirty_submodules(&top)?;
    let path = |name: &str| {
        git::text(&top, &["rev-parse", "--path-format=absolute", "--git-path", name])
            .map(PathBuf::from)
    };
    let (index, shared) = (path("index")?, path("objects")?);
    let place = temporary()?;
    let own_index = place.path().join("index");
    if index.exists() {
        // It knows the files that are unchanged, so that only the others are read.
        fs::copy(&index, &own_index).map_err(RevisionError::file("read", &index))?;
    }
    let git = |arguments: &[&str]| {
        Git::new(&top, arguments)
            .with("GIT_INDEX_FILE", &own_index)
            .with("GIT_OBJECT_DIRECTORY", objects)
            .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", &shared)
            .text(&top)
    };
    git(&["add", "--all", "."])?;
    git(&["write-tree"])
}

fn temporary() -> Result<TempDir, RevisionError> {
    TempDir::new().map_err(RevisionError::file("make a directory in", std::env::temp_dir()))
}

/// A tree has a submodule's commit, not its files.
fn refuse_dirty_submodules(top: &Path) -> Result<(), RevisionError> {
    let status = git::text(top, &["status", "--porcelain=v2", "--ignore-submodules=none"])?;
    let dirty = status.lines().find_map(|line| {
        let fields: Vec<&str> = line.splitn(9, ' ').collect();
        let is_dirty = fields.get(2).is_some_and(|state| {
            state.starts_with('S') && (state.contains('M') || state.contains('U'))
        });
        if fields.first() == Some(&"1") && is_dirty { fields.last().copied() } else { None }
    });
    match dirty {
        None => Ok(()),
        Some(submodule) => Err(RevisionError::DirtySubmodule {
            repository: top.to_owned(),
            submodule: submodule.to_owned(),
        }),
    }
}
