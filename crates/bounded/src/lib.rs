//! Bytes of others, within bounds: regular files, and never more bytes than the caller names. A pipe without a writer
//! would be waited for, and a device read, for ever. clippy.toml forbids the ways around this crate.
//!
//! Every function blocks: call them outside the threads of an async runtime.

#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use system::{Links, files};

/// The most bytes of settings, a page or a record.
pub const SMALL: u64 = 16 << 20;

/// The most bytes of a book, a network or a report.
pub const LARGE: u64 = 512 << 20;

/// The most bytes of a journal that is read as a whole.
pub const JOURNAL: u64 = 4 << 30;

/// Opens a regular file for reading.
///
/// # Errors
/// It cannot be opened, or is not regular.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    regular(path.as_ref(), Links::Followed)
}

/// Opens a regular file for reading that is no link to another one.
///
/// # Errors
/// As for [`open`], and for a link.
pub fn open_own(path: impl AsRef<Path>) -> io::Result<File> {
    regular(path.as_ref(), Links::Refused)
}

fn regular(path: &Path, links: Links) -> io::Result<File> {
    let file = files::open(path, links)?;
    check_regular(&file)?;
    Ok(file)
}

/// Checks that an open file is regular.
///
/// # Errors
/// It is not regular.
pub fn check_regular(file: &File) -> io::Result<()> {
    match file.metadata()?.is_file() {
        true => Ok(()),
        false => Err(refused("it is not a regular file, but a pipe, a device or a directory")),
    }
}

/// Opens a file that the user names at the command line, which may be a pipe from another program.
///
/// # Errors
/// It cannot be opened, or is a device or a directory.
#[expect(clippy::disallowed_methods, reason = "the user may wait for a pipe of their own")]
pub fn open_given(path: impl AsRef<Path>) -> io::Result<File> {
    let kind = path.as_ref().metadata()?.file_type();
    match kind.is_file() || files::is_pipe(kind) {
        true => File::open(path),
        false => Err(refused("it is neither a regular file nor a pipe")),
    }
}

/// All bytes of a regular file.
///
/// # Errors
/// As for [`open`], when it cannot be read, or has more bytes than `most`.
pub fn read(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    bytes(open(path)?, most)
}

/// The text of a regular file.
///
/// # Errors
/// As for [`read`], and when it is not UTF-8.
pub fn read_text(path: impl AsRef<Path>, most: u64) -> io::Result<String> {
    text(open(path)?, most)
}

/// The last bytes of a regular file: `most` of them, or all where there are fewer.
///
/// # Errors
/// As for [`open`], and when it cannot be read.
pub fn read_end(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(most)))?;
    first(file, most)
}

/// All bytes of a source.
///
/// # Errors
/// It cannot be read, or has more bytes than `most`.
pub fn bytes(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let bytes = first(source, most.saturating_add(1))?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let problem = format!("it has more than {} MiB, the most that is read", most >> 20);
    Err(io::Error::new(io::ErrorKind::FileTooLarge, problem))
}

/// The text of a source.
///
/// # Errors
/// As for [`bytes`], and when it is not UTF-8.
pub fn text(source: impl Read, most: u64) -> io::Result<String> {
    String::from_utf8(bytes(source, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not valid UTF-8"))
}

/// The first bytes of a source: `most` of them, or all where there are fewer.
///
/// # Errors
/// When it cannot be read.
#[expect(clippy::disallowed_methods, reason = "it reads to the end of a part that has a bound")]
pub fn first(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn refused(problem: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn a_pipe_or_device_is_refused_and_not_waited_for() {
        let directory = tempfile::tempdir().unwrap();
        let [pipe, file, link] = ["pipe", "file", "link"].map(|name| directory.path().join(name));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, directory.path(), Path::new("/dev/zero")] {
            let error = read_text(path, SMALL).unwrap_err();
            assert!(error.to_string().contains("not a regular file"), "{path:?}: {error}");
        }
        assert!(open_given(Path::new("/dev/zero")).is_err());
        std::fs::write(&file, "text").unwrap();
        assert_eq!(read_text(&file, SMALL).unwrap(), "text");
        symlink("file", &link).unwrap();
        assert!(open(&link).is_ok() && open_own(&link).is_err());
    }

    #[test]
    fn the_bound_is_the_last_byte_that_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        std::fs::write(&file, "0123456789").unwrap();
        assert_eq!(read(&file, 10).unwrap(), b"0123456789");
        assert_eq!(read(&file, 9).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(
            (first(open(&file).unwrap(), 3).unwrap(), read_end(&file, 3).unwrap()),
            (b"012".to_vec(), b"789".to_vec())
        );
        assert_eq!(read_end(&file, 99).unwrap().len(), 10);
        assert!(bytes(io::repeat(0), SMALL).is_err(), "it has no end");
        assert!(text(&b"\xff"[..], SMALL).is_err());
    }
}
