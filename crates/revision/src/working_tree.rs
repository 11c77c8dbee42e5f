//! The tracked files of a working tree as a git tree, made without a trace in its repository.

use std::fs;
use std::path::{Path, PathBuf};

use system::files;

use crate::error::RevisionError;
use crate::git::{self, Git};
use crate::recipe::Recipe;

/// The bytes that files with changes may have together: git reads all of them whenever a match starts.
const MOST: u64 = 512 << 20;

/// The tree of a revision that is not just its commit, and the objects that the repository lacks.
///
/// `HEAD` is the tracked files as they are in the working tree, those of `git add --intent-to-add` included. Every revision
/// has the files that its recipe takes. The objects and an index are written to `place`; the index of the repository
/// stays as it is.
///
/// # Errors
/// Git refuses, a submodule has uncommitted changes, a file to be taken is missing, or there are too many bytes to read.
pub(crate) fn write(recipe: &Recipe, commit: &str, place: &Path) -> Result<String, RevisionError> {
    let top = PathBuf::from(git::text(&recipe.repository, &["rev-parse", "--show-toplevel"])?);
    let is_working_tree = recipe.is_working_tree()?;
    if let Some(missing) =
        recipe.take.iter().find(|path| fs::symlink_metadata(top.join(path)).is_err())
    {
        return Err(RevisionError::NothingToTake { repository: top, path: missing.clone() });
    }
    if is_working_tree {
        refuse_dirty_submodules(&top)?;
    }
    refuse_large_changes(&top, is_working_tree, &recipe.take)?;
    let (objects, index) = (place.join("objects"), place.join("index"));
    fs::create_dir_all(&objects).map_err(RevisionError::file("make", &objects))?;
    let shared = git::path(&top, "objects")?;
    let git = |arguments: &[&str]| {
        Git::new(&top, arguments)
            .with("GIT_INDEX_FILE", &index)
            .with("GIT_OBJECT_DIRECTORY", &objects)
            .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", git::quoted(&shared))
            .text(&top)
    };
    if is_working_tree {
        let own = git::path(&top, "index")?;
        if own.exists() {
            // It knows the files that are unchanged, so that only the others are read.
            fs::copy(&own, &index).map_err(RevisionError::file("read", &own))?;
        }
        git(&["add", "--update"])?;
    } else {
        git(&["read-tree", commit])?;
    }
    for path in &recipe.take {
        git(&["--literal-pathspecs", "add", "--force", "--", path])?;
    }
    git(&["write-tree"])
}

/// The files in which two trees differ, with the objects of `place`.
pub(crate) fn differences(
    repository: &Path,
    place: &Path,
    [old, new]: [&str; 2],
) -> Result<Vec<String>, RevisionError> {
    let compare = ["diff-tree", "-r", "-z", "--no-renames", "--name-only", old, new];
    let objects = git::quoted(&place.join("objects"));
    let listed = Git::new(repository, &compare)
        .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", objects)
        .bytes(repository)?;
    Ok(names(&listed).map(|name| name.to_string_lossy().into_owned()).collect())
}

/// The files and directories of the working tree that git neither tracks nor ignores, but for these.
pub(crate) fn untracked(top: &Path, taken: &[String]) -> Result<Vec<String>, RevisionError> {
    let list =
        ["ls-files", "-z", "--others", "--exclude-standard", "--directory", "--no-empty-directory"];
    let listed = Git::new(top, &list).bytes(top)?;
    let names = names(&listed).map(|name| name.to_string_lossy().into_owned());
    Ok(names.filter(|name| !taken.contains(name)).collect())
}

/// The names of a list of git's with option `-z`.
pub(crate) fn names(listed: &[u8]) -> impl Iterator<Item = PathBuf> {
    listed.split(|&byte| byte == 0).filter(|name| !name.is_empty()).map(files::name_of)
}

/// Refuses changed and taken files that git would need long to read.
fn refuse_large_changes(
    top: &Path,
    is_working_tree: bool,
    taken: &[String],
) -> Result<(), RevisionError> {
    let listed = match is_working_tree {
        true => Git::new(top, &["ls-files", "-z", "--modified"]).bytes(top)?,
        false => Vec::new(),
    };
    let paths = names(&listed).chain(taken.iter().map(PathBuf::from));
    let size =
        |path: PathBuf| (fs::symlink_metadata(top.join(&path)).map_or(0, |file| file.len()), path);
    let sizes: Vec<(u64, PathBuf)> = paths.map(size).collect();
    let total: u64 = sizes.iter().map(|(size, _)| size).sum();
    match sizes.into_iter().max() {
        Some((_, largest)) if total > MOST => Err(RevisionError::LargeChanges {
            repository: top.to_owned(),
            megabytes: total / 1_000_000,
            largest: largest.display().to_string(),
        }),
        _ => Ok(()),
    }
}

/// A tree has a submodule's commit, not its files.
fn refuse_dirty_submodules(top: &Path) -> Result<(), RevisionError> {
    let status = git::text(
        top,
        &["status", "--porcelain=v2", "--ignore-submodules=untracked", "--untracked-files=no"],
    )?;
    let dirty = status.lines().find_map(|line| {
        let fields: Vec<&str> = line.splitn(9, ' ').collect();
        let is_dirty =
            fields.get(2).is_some_and(|state| state.starts_with('S') && state.contains('M'));
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
