//! What the file of every journal needs: one writer at a time, and a place in its directory.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

/// How long a file that another process holds is waited for. One that has just ended, or one that
/// another is about to become, may hold on to it for a moment, on a busy machine for a longer one.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// Takes a file for this process.
///
/// # Errors
/// When another process keeps it, or it cannot be locked.
pub(crate) fn lock(file: &File) -> Result<(), TryLockError> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            locked => return locked,
        }
    }
}

/// A new file is safe only once its directory is on disk.
pub(crate) fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
}

/// Writes a file that is made from others: completely, or not at all.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    // Another run that makes the same file may be writing it.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.{}.unfinished", process::id()));
    fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path)).inspect_err(|_| {
        // On a full disk every byte counts.
        let _ = fs::remove_file(&unfinished);
    })
}
