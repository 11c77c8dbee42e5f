//! The directory of builds: its place, its locks, its bound, and the matches that need a build.

use std::env;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

use crate::build::{Build, Record};
use crate::error::RevisionError;
use crate::tree_files::{bytes, entries};

/// The file of a build that is locked while somebody builds in its directory or plays its program.
const LOCK: &str = "lock";
/// The file of a build whose time is that of the last use.
const USED: &str = "used";
/// The directory of a build with a file for each match that is not finished: the directory of its results.
const MATCHES: &str = "matches";
/// The variable with the bound of the cache in gigabytes.
pub const BOUND: &str = "ARENA_BUILDS_GB";
/// The bound of the cache unless that is set, in gigabytes.
pub const DEFAULT_BOUND: u64 = 10;

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

/// The lock of a build's directory that its builder holds. Calls `on_wait` first if another process holds it.
pub(crate) fn lock(directory: &Path, on_wait: impl FnOnce()) -> Result<File, RevisionError> {
    locked(directory, File::try_lock, File::lock, on_wait)
}

/// The lock of a build's directory, taken by `attempt`, or by `wait` after `on_wait` if another process holds it.
fn locked(
    directory: &Path,
    attempt: impl FnOnce(&File) -> Result<(), TryLockError>,
    wait: impl FnOnce(&File) -> io::Result<()>,
    on_wait: impl FnOnce(),
) -> Result<File, RevisionError> {
    let (lock, path) = open_lock(directory)?;
    let taken = attempt(&lock).or_else(|problem| match problem {
        TryLockError::WouldBlock => {
            on_wait();
            wait(&lock)
        }
        TryLockError::Error(error) => Err(error),
    });
    taken.map_err(RevisionError::file("lock", path))?;
    Ok(lock)
}

fn open_lock(directory: &Path) -> Result<(File, PathBuf), RevisionError> {
    let path = directory.join(LOCK);
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    Ok((lock.map_err(RevisionError::file("open", &path))?, path))
}

/// Keeps a build from being changed or deleted, by any process, until it is dropped.
#[derive(Debug)]
pub struct InUse {
    directory: PathBuf,
    _lock: File,
}

impl InUse {
    /// Begins to use the build of this directory. Calls `on_wait` first if another process builds in it.
    pub(crate) fn begin(directory: &Path, on_wait: impl FnOnce()) -> Result<InUse, RevisionError> {
        let lock = locked(directory, File::try_lock_shared, File::lock_shared, on_wait)?;
        // The time only decides which build is deleted first.
        let _ = fs::write(directory.join(USED), "");
        Ok(InUse { directory: directory.to_owned(), _lock: lock })
    }

    /// Keeps the build for the match with these results until [`InUse::finish`], over the end of this process.
    ///
    /// # Errors
    /// The note cannot be written.
    pub fn keep_for(&self, results: &Path) -> Result<(), RevisionError> {
        let path = self.note(results);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = written.and_then(|()| fs::write(&path, results.to_string_lossy().as_bytes()));
        written.map_err(RevisionError::file("write", path))
    }

    /// The match with these results needs the build no longer.
    pub fn finish(&self, results: &Path) {
        // A note that stays keeps a build for longer than it is needed, until its results are deleted.
        let _ = fs::remove_file(self.note(results));
    }

    fn note(&self, results: &Path) -> PathBuf {
        let digest = Sha256::digest(results.as_os_str().as_encoded_bytes());
        self.directory.join(MATCHES).join(hex::encode(&digest[..8]))
    }
}

/// Whether a program's place is in the user's cache.
#[must_use]
pub fn is_kept(program: &Path) -> bool {
    directory().is_ok_and(|cache| program.starts_with(cache))
}

/// The kept build that a program of the user's cache belongs to, as it was built, and the lock that keeps it; `None` for a
/// program of another place.
///
/// # Errors
/// A file of the checkout is not as the build left it, or no record is left.
pub fn restore(program: &Path) -> Result<Option<(Build, InUse)>, RevisionError> {
    let Ok(cache) = directory() else { return Ok(None) };
    let Ok(inner) = program.strip_prefix(&cache) else { return Ok(None) };
    let mut parts = inner.components();
    let Some(build) = parts.next().map(|name| cache.join(name)).filter(|build| build.is_dir())
    else {
        return Err(RevisionError::NotKept {
            program: program.to_owned(),
            problem: "it was deleted".to_owned(),
        });
    };
    let in_use = InUse::begin(&build, || ())?;
    // `checkout`, and the name of the repository.
    let tree: PathBuf = parts.by_ref().take(2).collect();
    let (tree, program_name) =
        (build.join(tree), parts.as_path().to_string_lossy().replace('\\', "/"));
    let record = Record::read(&build);
    let differs = record.as_ref().and_then(|record| record.difference(&tree));
    let problem = match &differs {
        Some(file) => format!("{file} was changed since"),
        None => "it is not complete".to_owned(),
    };
    let built =
        record.filter(|_| differs.is_none()).and_then(|record| record.build(&tree, &program_name));
    let missing = RevisionError::NotKept { program: program.to_owned(), problem };
    built.map(|build| Some((build, in_use))).ok_or(missing)
}

/// A build that the cache has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The name of its directory.
    pub name: String,
    /// The revision as it was typed, and its commit; the name of the directory where no record of the build is left.
    pub revision: String,
    /// The size of all of its files, in bytes.
    pub bytes: u64,
    /// The last time that it was built or played.
    pub used: SystemTime,
    /// The directories of the results of unfinished matches that need it.
    pub matches: Vec<PathBuf>,
    /// Its directory.
    pub directory: PathBuf,
}

/// The builds that the user's cache has, the one used last first.
///
/// # Errors
/// There is no place for a cache.
pub fn kept() -> Result<Vec<Kept>, RevisionError> {
    Ok(kept_in(&directory()?))
}

/// The builds of this cache, the one used last first.
#[must_use]
pub fn kept_in(cache: &Path) -> Vec<Kept> {
    let directories = entries(cache).filter(|path| path.join(LOCK).is_file());
    let mut kept: Vec<Kept> = directories.map(Kept::of).collect();
    kept.sort_by_key(|build| std::cmp::Reverse(build.used));
    kept
}

impl Kept {
    fn of(directory: PathBuf) -> Kept {
        let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let used = fs::metadata(directory.join(USED)).and_then(|used| used.modified());
        let notes = entries(&directory.join(MATCHES));
        let matches = notes.filter_map(|note| bounded::read_text(&note, bounded::SMALL).ok());
        // Results that were deleted need nothing.
        let matches = matches.map(PathBuf::from).filter(|results| results.is_dir()).collect();
        Kept {
            revision: Record::read(&directory).map_or_else(|| name.clone(), |record| record.name()),
            name,
            bytes: bytes(&directory),
            used: used.unwrap_or(SystemTime::UNIX_EPOCH),
            matches,
            directory,
        }
    }

    /// Deletes it, unless it is in use; says whether it is deleted.
    ///
    /// # Errors
    /// A file cannot be deleted.
    pub fn delete(&self) -> Result<bool, RevisionError> {
        let (lock, _) = open_lock(&self.directory)?;
        if lock.try_lock().is_err() {
            return Ok(false);
        }
        let deleted = fs::remove_dir_all(&self.directory);
        deleted.map(|()| true).map_err(RevisionError::file("delete", &self.directory))
    }
}

/// Deletes the builds that were not used for the longest time, until the cache has at most `bound` bytes: never one in use,
/// nor one that an unfinished match needs. Returns those deleted.
pub(crate) fn trim(cache: &Path, bound: u64) -> Vec<Kept> {
    let mut kept = kept_in(cache);
    let mut bytes: u64 = kept.iter().map(|build| build.bytes).sum();
    let mut deleted = Vec::new();
    while bytes > bound
        && let Some(oldest) = kept.pop()
    {
        // A file that cannot be deleted is left to the next time.
        if oldest.matches.is_empty() && matches!(oldest.delete(), Ok(true)) {
            bytes -= oldest.bytes;
            deleted.push(oldest);
        }
    }
    deleted
}

/// The bound of the cache in bytes.
pub(crate) fn bound() -> u64 {
    let set = env::var(BOUND).ok().and_then(|text| text.trim().parse().ok());
    set.unwrap_or(DEFAULT_BOUND).saturating_mul(1_000_000_000)
}
