//! Journal files: one writer at a time, a regular file, and a durable directory entry.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use system::files;
pub use system::files::set_length;

/// The wait for a file that another process holds. A process that has just ended, or a child about
/// to call exec, may hold it for a moment, on a busy machine for longer.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// Why a file cannot be taken for this process.
#[derive(Debug)]
pub enum TakeError {
    /// It cannot be opened, or is not a regular file.
    Open(io::Error),
    /// It cannot be locked.
    Lock(io::Error),
    /// Another process has it.
    Taken,
}

/// Opens or creates a file for reading and appending, and locks it against other processes.
///
/// # Errors
/// When it cannot be opened or locked, or another process keeps it.
pub fn take(path: &Path) -> Result<File, TakeError> {
    let file = OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = file.map_err(TakeError::Open)?;
    bounded::check_regular(&file).map_err(TakeError::Open)?;
    let begun = Instant::now();
    loop {
        match files::try_lock(&file) {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(TakeError::Taken),
            Err(TryLockError::Error(error)) => return Err(TakeError::Lock(error)),
        }
    }
}

/// A new file is safe only once its directory is on disk.
pub fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    files::sync_directory(directory.unwrap_or(Path::new(".")))
}

/// Writes a file that is made from others: completely, or not at all.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    // Another run that makes the same file may be writing it.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.{}.unfinished", process::id()));
    fs::write(&unfinished, text).and_then(|()| files::replace(&unfinished, path)).inspect_err(
        |_| {
            // On a full disk every byte counts.
            let _ = fs::remove_file(&unfinished);
        },
    )
}
