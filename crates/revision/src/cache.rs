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

/// The model of this machine's processor, if the system names it. Programs built for one model may not run on others
/// that share the cache.
#[must_use]
pub fn processor() -> Option<String> {
    let text = bounded::read_text("/proc/cpuinfo", bounded::SMALL).ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
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
