//! The state of a working tree as a git tree, made without a trace in its repository.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use system::files;

use crate::cache;
use crate::error::RevisionError;
use crate::git::{self, Git};

/// The bytes that files with changes may have together: git reads all of them whenever a match starts.
const MOST: u64 = 512 << 20;

/// The name of the tree of all files of a working tree that git does not ignore. Its objects go to a directory of the
/// cache, which is locked, and which a process that is killed leaves to the next one. The name is kept beside it: the
/// files are read again only when one of them has another size, time or place on the disk.
///
/// # Errors
/// Git refuses, a submodule has uncommitted changes, or there are too many bytes to read.
pub(crate) fn tree(repository: &Path, cache: &Path) -> Result<String, RevisionError> {
    let place = cache.join("state");
    fs::create_dir_all(cache).map_err(RevisionError::file("make", cache))?;
    let _lock = cache::lock(&cache.join("state.lock"), || ())?;
    let _ = fs::remove_dir_all(&place);
    let top = PathBuf::from(git::text(repository, &["rev-parse", "--show-toplevel"])?);
    refuse_dirty_submodules(&top)?;
    let stamp = stamp(&top)?;
    let digest = hex::encode(&Sha256::digest(top.as_os_str().as_encoded_bytes())[..8]);
    let file = cache.join(format!("state-{digest}"));
    let kept = bounded::read_text(&file, bounded::SMALL).unwrap_or_default();
    if let Some((before, tree)) = kept.split_once(' ')
        && stamp.as_deref() == Some(before)
    {
        return Ok(tree.to_owned());
    }
    let tree = write(repository, &place.join("objects"), &place);
    let _ = fs::remove_dir_all(&place);
    if let (Some(stamp), Ok(tree)) = (stamp, &tree) {
        // Without it the files are read again.
        let _ = fs::write(&file, format!("{stamp} {tree}"));
    }
    tree
}

/// Identifies the state of a working tree: git's settings and index, and each new or changed file by its place on the
/// disk, size and times. `None` where a repository lies in it, whose state no file shows.
fn stamp(top: &Path) -> Result<Option<String>, RevisionError> {
    let mut hash = Sha256::new();
    hash.update(git::text(top, &["config", "--list", "--null"])?);
    let own = [git::path(top, "index")?, git::path(top, "info/attributes")?];
    for path in changed(top)?.into_iter().chain(own) {
        hash.update(path.as_os_str().as_encoded_bytes());
        let Ok(file) = fs::symlink_metadata(&path) else { continue };
        if file.is_dir() {
            return Ok(None);
        }
        hash.update(files::state(&file));
    }
    Ok(Some(hex::encode(hash.finalize())))
}

/// New and changed files that git does not ignore.
fn changed(top: &Path) -> Result<Vec<PathBuf>, RevisionError> {
    let list = ["ls-files", "-z", "--others", "--modified", "--exclude-standard"];
    let listed = Git::new(top, &list).bytes(top)?;
    let names = listed.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| top.join(files::name_of(name))).collect())
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
    let size = |path: PathBuf| (fs::symlink_metadata(&path).map_or(0, |file| file.len()), path);
    let sizes: Vec<(u64, PathBuf)> = changed(top)?.into_iter().map(size).collect();
    let total: u64 = sizes.iter().map(|(size, _)| size).sum();
    match sizes.into_iter().max() {
        Some((_, largest)) if total > MOST => Err(RevisionError::LargeChanges {
            repository: top.to_owned(),
            megabytes: total / 1_000_000,
            largest: largest.strip_prefix(top).unwrap_or(&largest).display().to_string(),
        }),
        _ => Ok(()),
    }
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
