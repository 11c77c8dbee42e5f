//! Files in Git LFS that a checkout has only as pointers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::RevisionError;

/// The beginning of a pointer.
const POINTER: &str = "version https://git-lfs.github.com/spec/";
/// Bytes of a pointer at most.
const SIZE: u64 = 1024;

/// Replaces pointers by their files from this store of the user's. With Git LFS installed there is none.
///
/// # Errors
/// The store lacks one.
pub(crate) fn replace_pointers(
    tree: &Path,
    tracked: &[PathBuf],
    store: &Path,
) -> Result<(), RevisionError> {
    for name in tracked {
        let path = tree.join(name);
        let Some(object) = object_of(&path) else { continue };
        let stored = store.join("objects").join(&object[..2]).join(&object[2..4]).join(&object);
        if !stored.is_file() {
            return Err(RevisionError::MissingLfsFile(name.clone()));
        }
        fs::copy(&stored, &path).map_err(RevisionError::file("copy", &stored))?;
    }
    Ok(())
}

/// The name of the object to which a file points, if it is a pointer.
fn object_of(path: &Path) -> Option<String> {
    let file = fs::symlink_metadata(path).ok()?;
    if !file.is_file() || file.len() > SIZE {
        return None;
    }
    let text = bounded::read_text(path, SIZE).ok()?;
    let object =
        text.strip_prefix(POINTER)?.lines().find_map(|line| line.strip_prefix("oid sha256:"))?;
    let is_digest = object.len() == 64 && object.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest.then(|| object.to_owned())
}
