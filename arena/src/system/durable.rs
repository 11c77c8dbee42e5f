//! Journal files: one writer at a time, a regular file, and a durable directory entry.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

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
    check_regular(&file).map_err(TakeError::Open)?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(TakeError::Taken),
            Err(TryLockError::Error(error)) => return Err(TakeError::Lock(error)),
        }
    }
}

/// Opens a file for reading.
///
/// # Errors
/// The file does not exist, cannot be opened, or is not regular.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open_with(path, OFlags::empty())
}

/// Opens a file for reading that is no link to another one.
///
/// # Errors
/// As for [`open_regular`], and for a link.
pub fn open_own(path: &Path) -> io::Result<File> {
    open_with(path, OFlags::NOFOLLOW)
}

fn open_with(path: &Path, flags: OFlags) -> io::Result<File> {
    // The opening of a pipe waits for a writer otherwise.
    let flags = (flags | OFlags::NONBLOCK).bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    check_regular(&file)?;
    Ok(file)
}

/// The text of a file that is opened so.
///
/// # Errors
/// As for [`open_regular`], and when the text is not UTF-8.
pub fn read_regular(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_regular(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Checks that a file is regular: a pipe or a device could be read for ever.
///
/// # Errors
/// The file is not regular.
fn check_regular(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        return Ok(());
    }
    let problem = "it is not a regular file, but a pipe, a device or a directory";
    Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
}

/// A new file is safe only once its directory is on disk.
pub fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
}

/// Writes a file that is made from others: completely, or not at all.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    // Another run that makes the same file may be writing it.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.{}.unfinished", process::id()));
    fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path)).inspect_err(|_| {
        // On a full disk every byte counts.
        let _ = fs::remove_file(&unfinished);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused_and_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for path in [pipe.as_path(), directory.path(), Path::new("/dev/zero")] {
            let error = read_regular(path).unwrap_err();
            assert!(error.to_string().contains("not a regular file"), "{path:?}: {error}");
        }
        std::fs::write(directory.path().join("file"), "text").unwrap();
        assert_eq!(read_regular(&directory.path().join("file")).unwrap(), "text");
        let link = directory.path().join("link");
        std::os::unix::fs::symlink("file", &link).unwrap();
        assert!(open_regular(&link).is_ok() && open_own(&link).is_err());
    }
}
