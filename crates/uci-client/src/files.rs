//! The files of a program besides its own: those named by its arguments and its options of type
//! string, such as a script or a network.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};
use system::{Program, files};

/// A file that a program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDigest {
    /// Its name, as the program is given it.
    pub name: String,
    /// SHA-256 of the file.
    pub digest: [u8; 32],
}

/// The properties of a file that change when it is replaced or written to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileState {
    size: u64,
    modified: Option<SystemTime>,
    place: files::Identity,
}

impl FileState {
    /// The state of a file.
    ///
    /// # Errors
    /// When there is none, or it cannot be looked at.
    pub(crate) fn of(path: &Path) -> io::Result<FileState> {
        let metadata = path.metadata()?;
        let place = files::identity_at(path)?;
        Ok(FileState { size: metadata.len(), modified: metadata.modified().ok(), place })
    }
}

/// A file as it was found.
#[derive(Debug)]
pub(crate) struct Found {
    path: PathBuf,
    state: FileState,
    digest: FileDigest,
}

/// The files named by these arguments and option values: each as a whole or after its first `=`. A
/// name is relative to the program's directory. Anything else than a readable file is ignored.
pub(crate) fn find(program: &Program, values: &[String]) -> Vec<Found> {
    let directory = program.directory.as_deref().unwrap_or(Path::new(""));
    let texts = program.arguments.iter().chain(values);
    let names: BTreeSet<&str> = texts
        .flat_map(|text| [Some(text.as_str()), text.split_once('=').map(|(_, value)| value)])
        .flatten()
        .collect();
    let found = names.into_iter().filter_map(|name| {
        let path = directory.join(name);
        let state = path.is_file().then(|| FileState::of(&path))?.ok()?;
        let digest = FileDigest { name: name.to_owned(), digest: file_digest(&path).ok()? };
        Some(Found { path, state, digest })
    });
    found.collect()
}

/// The files that the program has not written to: its own log is not a part of it.
pub(crate) fn unwritten(found: Vec<Found>) -> Vec<FileDigest> {
    let is_as_before =
        |found: &Found| FileState::of(&found.path).is_ok_and(|now| now == found.state);
    found.into_iter().filter(is_as_before).map(|found| found.digest).collect()
}

/// The SHA-256 of a file.
///
/// # Errors
/// When it cannot be read.
pub fn file_digest(path: &Path) -> io::Result<[u8; 32]> {
    let mut hash = Sha256::new();
    io::copy(&mut bounded::open(path)?, &mut hash)?;
    Ok(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn arguments_and_options_name_files_in_the_directory_of_the_program() {
        let place = tempfile::tempdir().unwrap();
        for name in ["engine.py", "net.nnue", "other.nnue", "log.txt"] {
            fs::write(place.path().join(name), name).unwrap();
        }
        let arguments = ["python3", "engine.py", "--net=net.nnue", "-v", ".", "--log=log.txt"];
        let mut program = Program::new("/usr/bin/env").with_arguments(arguments);
        let values = ["<empty>".to_owned(), "other.nnue".to_owned()];
        assert!(unwritten(find(&program, &values)).is_empty(), "they are not here");
        program.directory = Some(place.path().to_owned());
        let found = find(&program, &values);
        fs::write(place.path().join("log.txt"), "more than before").unwrap();
        let digests = unwritten(found);
        let names: Vec<&str> = digests.iter().map(|digest| digest.name.as_str()).collect();
        assert_eq!(names, ["engine.py", "net.nnue", "other.nnue"]);
        let before = digests[0].digest;
        fs::write(place.path().join("engine.py"), "changed").unwrap();
        assert_ne!(unwritten(find(&program, &values))[0].digest, before);
    }
}
