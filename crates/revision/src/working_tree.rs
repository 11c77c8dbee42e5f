//! The state of a working tree as a git tree, made without a trace in its repository.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cache;
use crate::error::RevisionError;
use crate::git::{self, Git};

/// The bytes that files with changes may have together: git reads all of them whenever a match starts.
const MOST: u64 = 512 << 20;

/// The name of the tree of all files of a working tree that git does not ignore. Its objects go to a directory of the
/// cache, which is locked, and which a process that is killed leaves to the next one.
///
/// # Errors
/// Git refuses, a submodule has uncommitted changes, or there are too many bytes to read.
pub(crate) fn tree(repository: &Path, cache: &Path) -> Result<String, RevisionError> {
    let place = cache.join("state");
    fs::create_dir_all(cache).map_err(RevisionError::file("make", cache))?;
    let _lock = cache::lock(&cache.join("state.lock"), || ())?;
    let _ = fs::remove_dir_all(&place);
    let tree = write(repository, &place.join("objects"), &place);
    let _ = fs::remove_dir_all(&place);
    tree
}

/// The same; the objects that the repository lacks are written to `objects`, and an index to `place`. The index of the
/// repository stays as it is.
///
/// # Errors
/// As [`tree`].
pub(crate) fn write(
    repository: &Path,
    objects: &Path,
    place: &Path,
) -> Result<String, RevisionError> {
    let top = PathBuf::from(git::text(repository, &["rev-parse", "--show-toplevel"])?);
    refuse_dirty_submodules(&top)?;
    refuse_large_changes(&top)?;
    let (index, shared) = (git::path(&top, "index")?, git::path(&top, "objects")?);
    let own_index = place.join("index");
    for directory in [objects, place] {
        fs::create_dir_all(directory).map_err(RevisionError::file("make", directory))?;
    }
    if index.exists() {
        // It knows the files that are unchanged, so that only the others are read.
        fs::copy(&index, &own_index).map_err(RevisionError::file("read", &index))?;
    }
    let git = |arguments: &[&str]| {
        Git::new(&top, arguments)
            .with("GIT_INDEX_FILE", &own_index)
            .with("GIT_OBJECT_DIRECTORY", objects)
            .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", git::quoted(&shared))
            .text(&top)
    };
    git(&["add", "--all", "."])?;
    git(&["write-tree"])
}

/// Refuses new and changed files that git would need long to read.
fn refuse_large_changes(top: &Path) -> Result<(), RevisionError> {
    let list = ["ls-files", "-z", "--others", "--modified", "--exclude-standard"];
    let listed = git::text(top, &list)?;
    let size = |name: &str| fs::symlink_metadata(top.join(name)).map_or(0, |file| file.len());
    let sizes = listed.split_terminator('\0').map(|name| (size(name), name));
    let (total, largest) =
        sizes.fold((0, (0, "")), |(total, largest), file| (total + file.0, largest.max(file)));
    if total <= MOST {
        return Ok(());
    }
    Err(RevisionError::LargeChanges {
        repository: top.to_owned(),
        megabytes: total / 1_000_000,
        largest: largest.1.to_owned(),
    })
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
