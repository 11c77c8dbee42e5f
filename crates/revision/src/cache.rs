//! The directory of builds.

use std::env;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::RevisionError;

/// The directory of all builds: below `XDG_CACHE_HOME`, or else `~/.cache`.
///
/// # Errors
/// Neither is known.
pub(crate) fn directory() -> Result<PathBuf, RevisionError> {
    let set =
        |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    Ok(cache.ok_or(RevisionError::NoCache)?.join("ziggurat/builds"))
}

/// Locks a file until the result is dropped. Calls `on_wait` first if another process holds it.
pub(crate) fn lock(path: &Path, on_wait: impl FnOnce()) -> Result<File, RevisionError> {
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    let lock = lock.map_err(RevisionError::file("open", path))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            on_wait();
            lock.lock().map_err(RevisionError::file("lock", path))?;
        }
        Err(TryLockError::Error(error)) => return Err(RevisionError::file("lock", path)(error)),
    }
    Ok(lock)
}

/// Locks a file that is there until the result is dropped; `None` where another process holds it.
pub(crate) fn lock_if_free(path: &Path) -> Option<File> {
    let lock = OpenOptions::new().write(true).open(path).ok()?;
    lock.try_lock().ok().map(|()| lock)
}
