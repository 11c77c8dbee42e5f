//! Files: opening, locks, identity, permissions, durable names.

use std::ffi::OsStr;
use std::fs::{self, File, FileType, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, OFlags, access};

use crate::Links;

/// Opens a file for reading, without waiting where it is a pipe.
///
/// # Errors
/// It cannot be opened, or is a link and these are refused.
pub fn open(path: impl AsRef<Path>, links: Links) -> io::Result<File> {
    let flags = match links {
        Links::Followed => OFlags::NONBLOCK,
        Links::Refused => OFlags::NONBLOCK | OFlags::NOFOLLOW,
    };
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

/// Creates or empties a file that only this user may read and write, and opens it for writing.
///
/// # Errors
/// It cannot be opened.
pub fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

/// Whether a file is a named pipe.
#[must_use]
pub fn is_pipe(kind: FileType) -> bool {
    kind.is_fifo()
}

/// The file system of a file, and the file's number on it: no other file has them as long as it is there.
pub type Identity = (u64, u64);

/// The identity of an open file.
///
/// # Errors
/// The system does not report it.
pub fn identity(file: &File) -> io::Result<Identity> {
    file.metadata().map(|file| (file.dev(), file.ino()))
}

/// The identity of the file at this path.
///
/// # Errors
/// There is none, or it cannot be looked at.
pub fn identity_at(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// The name that these bytes are, as other programs write it.
#[must_use]
pub fn name_of(bytes: &[u8]) -> PathBuf {
    OsStr::from_bytes(bytes).into()
}

/// Reads as many bytes as there is room for, from this place of a file on.
///
/// # Errors
/// The file cannot be read, or has fewer.
pub fn read_at(file: &File, into: &mut [u8], from: u64) -> io::Result<()> {
    file.read_exact_at(into, from)
}

/// Cuts a file that was opened for appending, or enlarges it by zeros.
///
/// # Errors
/// The system refuses.
pub fn set_length(file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)
}

/// Locks a file against other processes that lock it, until it is closed. They may read it.
///
/// # Errors
/// Another process has it locked, or the system refuses.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Checks that this process may execute a file.
///
/// # Errors
/// It may not.
pub fn check_executable(path: &Path) -> io::Result<()> {
    Ok(access(path, Access::EXEC_OK)?)
}

/// The files that a command of this name may mean, in the order in which they are looked for.
#[must_use]
pub fn programs_named(path: PathBuf) -> Vec<PathBuf> {
    vec![path]
}

/// Lets everybody read a file, its owner write it, and everybody execute it or nobody.
///
/// # Errors
/// The system refuses.
pub fn allow_execution(path: &Path, is_allowed: bool) -> io::Result<()> {
    let mode = if is_allowed { 0o755 } else { 0o644 };
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Gives a file a name, which another file may have had.
///
/// # Errors
/// The system refuses.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Writes the names in a directory to disk: a new file is safe only with its name.
///
/// # Errors
/// The directory cannot be opened or written.
#[expect(clippy::disallowed_methods, reason = "a directory is synced, not read")]
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}
