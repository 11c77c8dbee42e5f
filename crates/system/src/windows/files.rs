//! Files: opening, locks, identity, permissions, durable names.

use std::env;
use std::fs::{self, File, FileType, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::windows::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_IO_PENDING, ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION,
    INVALID_HANDLE_VALUE,
};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
    FILE_GENERIC_WRITE, FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE,
    GetFileInformationByHandle, LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx,
    ReOpenFile,
};
use windows_sys::Win32::System::IO::OVERLAPPED;

use super::{announcement, checked, owned};
use crate::Links;

/// The wait for a file to be replaced that another process, such as a virus scanner, has open for a moment.
const REPLACE_PATIENCE: Duration = Duration::from_secs(2);
/// The endings of programs, where the variable `PATHEXT` does not name them.
const PROGRAMS: &str = ".COM;.EXE;.BAT;.CMD";

/// The byte of a file that its holder locks: no file is so long. A lock here forbids no bytes that others read, as one
/// over the whole file would.
const LOCKED: u64 = 1 << 62;

/// Opens a file for reading.
///
/// # Errors
/// It cannot be opened, or is a link and these are refused.
pub fn open(path: impl AsRef<Path>, links: Links) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    if links == Links::Followed {
        return options.open(path);
    }
    let file = options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)?;
    match file.metadata()?.is_symlink() {
        true => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a link")),
        false => Ok(file),
    }
}

/// Creates or empties a file, and opens it for writing. It has the readers of its directory.
///
/// # Errors
/// It cannot be opened.
pub fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

/// Whether a file is a named pipe: none is, among the files of a directory.
#[must_use]
pub fn is_pipe(_: FileType) -> bool {
    false
}

/// The volume of a file, and the file's number on it: no other file has them as long as it is there.
pub type Identity = (u64, u64);

/// The identity of an open file.
///
/// # Errors
/// The system does not report it.
pub fn identity(file: &File) -> io::Result<Identity> {
    let mut found = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the file is open, and there is room for its properties.
    checked(unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut found) })?;
    let number = u64::from(found.nFileIndexHigh) << 32 | u64::from(found.nFileIndexLow);
    Ok((found.dwVolumeSerialNumber.into(), number))
}

/// The identity of the file at this path.
///
/// # Errors
/// There is none, or it cannot be looked at.
pub fn identity_at(path: &Path) -> io::Result<Identity> {
    let mut options = OpenOptions::new();
    identity(&options.access_mode(0).custom_flags(FILE_FLAG_BACKUP_SEMANTICS).open(path)?)
}

/// The name that these bytes are, as other programs write it: in UTF-8.
#[must_use]
pub fn name_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Reads as many bytes as there is room for, from this place of a file on.
///
/// # Errors
/// The file cannot be read, or has fewer.
pub fn read_at(file: &File, mut into: &mut [u8], mut from: u64) -> io::Result<()> {
    while !into.is_empty() {
        match file.seek_read(into, from)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => {
                into = &mut into[count..];
                from += count as u64;
            }
        }
    }
    Ok(())
}

/// Cuts a file that was opened for appending, or enlarges it by zeros. Here the right to append is not that to cut.
///
/// # Errors
/// The system refuses.
pub fn set_length(file: &File, length: u64) -> io::Result<()> {
    let sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    // SAFETY: the file is open.
    let handle = unsafe { ReOpenFile(file.as_raw_handle(), FILE_GENERIC_WRITE, sharing, 0) };
    if handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    File::from(owned(handle)?).set_len(length)
}

/// Locks a file against other processes that lock it, until it is closed. They may read it.
///
/// # Errors
/// Another process has it locked, or the system refuses.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    let mut place = OVERLAPPED::default();
    place.Anonymous.Anonymous.Offset = LOCKED as u32;
    place.Anonymous.Anonymous.OffsetHigh = (LOCKED >> 32) as u32;
    let flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    // SAFETY: the file is open, and the place is there until the function returns.
    let locked = checked(unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &mut place) });
    match locked {
        Ok(()) => {
            let _ = identity(file).map(announcement::announce);
            Ok(())
        }
        Err(error) if is_any(&error, &[ERROR_LOCK_VIOLATION, ERROR_IO_PENDING]) => {
            Err(TryLockError::WouldBlock)
        }
        Err(error) => Err(TryLockError::Error(error)),
    }
}

fn is_any(error: &io::Error, numbers: &[u32]) -> bool {
    error.raw_os_error().is_some_and(|error| numbers.contains(&error.cast_unsigned()))
}

fn endings() -> Vec<String> {
    let endings = env::var("PATHEXT").unwrap_or_else(|_| PROGRAMS.to_owned());
    endings.split(';').filter(|ending| !ending.is_empty()).map(str::to_lowercase).collect()
}

fn is_program(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    endings().iter().any(|ending| name.ends_with(ending))
}

/// Checks that this process may execute a file: the ending of its name says so.
///
/// # Errors
/// It may not, or there is none.
pub fn check_executable(path: &Path) -> io::Result<()> {
    fs::metadata(path)?;
    if is_program(path) { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

/// The files that a command of this name may mean, in the order in which they are looked for.
#[must_use]
pub fn programs_named(path: PathBuf) -> Vec<PathBuf> {
    let with = |ending: String| {
        let mut name = path.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let others: Vec<PathBuf> = endings().into_iter().map(with).collect();
    std::iter::once(path).chain(others).collect()
}

/// Lets everybody execute a file or nobody: here the ending of its name decides.
///
/// # Errors
/// None.
pub fn allow_execution(_: &Path, _: bool) -> io::Result<()> {
    Ok(())
}

/// Gives a file a name, which another file may have had. Waits for a moment where that is open.
///
/// # Errors
/// The system refuses.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    let begun = Instant::now();
    loop {
        match fs::rename(from, to) {
            Err(error)
                if is_any(&error, &[ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION])
                    && begun.elapsed() < REPLACE_PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            replaced => return replaced,
        }
    }
}

/// Writes the names in a directory to disk: this system has no such request, and logs them by itself.
///
/// # Errors
/// None.
pub fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_lock_is_far_behind_the_bytes_that_others_read_and_the_holder_cuts() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        fs::write(&path, "text").unwrap();
        let [held, other] =
            [(), ()].map(|()| OpenOptions::new().read(true).append(true).open(&path).unwrap());
        try_lock(&held).unwrap();
        assert!(matches!(try_lock(&other), Err(TryLockError::WouldBlock)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        set_length(&held, 2).unwrap();
        (&held).write_all(b"xt").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        drop(held);
        try_lock(&other).unwrap();
    }

    #[test]
    fn programs_have_endings() {
        assert!(programs_named("z".into()).contains(&PathBuf::from("z.exe")));
        assert!(is_program(Path::new("a/Z.EXE")) && !is_program(Path::new("a/exe")));
    }
}
