//! The files that a worker may use: the programs that its operator lists, each by its file or as those directly in a
//! directory, and the networks in such a directory, by their digests.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context as _;
use system::files;
use uci_client::{Program, file_digest};

use super::Worker;
use crate::job::LocalFiles;

/// How the name of a network's file ends.
const NETWORK: &str = "network";

/// The files that this worker may use.
///
/// # Errors
/// With the first program or directory that cannot be read.
pub(super) fn of(worker: &Worker) -> anyhow::Result<LocalFiles> {
    let mut found = LocalFiles {
        tables: worker.syzygy.clone(),
        allowed: worker.allowed.clone(),
        ..LocalFiles::default()
    };
    for program in &worker.programs {
        let listed = digest(program).and_then(|digest| Ok((digest, fs::canonicalize(program)?)));
        let (digest, path) = listed.with_context(|| unreadable(program))?;
        found.programs.entry(digest).or_insert(path);
    }
    for directory in worker.engines.iter().chain(&worker.files) {
        look_into(directory, &mut found).with_context(|| unreadable(directory))?;
    }
    Ok(found)
}

fn unreadable(path: &Path) -> String {
    format!("cannot read {}, which is to be used for engines", path.display())
}

/// Finds the programs and networks directly in a directory. Hidden files, deeper ones and scripts are not on the
/// list: a directory of sources has many such files that nobody means to offer.
fn look_into(directory: &Path, found: &mut LocalFiles) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        // A link that leads nowhere is nothing to run.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if is_hidden || !metadata.is_file() {
            continue;
        }
        if path.extension().is_some_and(|extension| extension == NETWORK) {
            found.networks.entry(digest(&path)?).or_insert(fs::canonicalize(&path)?);
        } else if files::check_executable(&path).is_ok() && !Program::new(&path).is_script() {
            found.programs.entry(digest(&path)?).or_insert(fs::canonicalize(&path)?);
        }
    }
    Ok(())
}

/// The SHA-256 of a file, in hexadecimal.
pub(super) fn digest(path: &Path) -> io::Result<String> {
    file_digest(path).map(hex::encode)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        files::allow_execution(path, true).unwrap();
    }

    #[test]
    fn the_list_of_a_directory_is_what_lies_directly_in_it() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        write(&at("engine"), "abc");
        for (name, text) in [
            ("deeper/engine", "1"),
            (".git/hooks/pre-commit", "#!/bin/sh"),
            (".hidden", "2"),
            (".hidden.network", "3"),
            ("build.sh", "#!/bin/sh\n"),
        ] {
            write(&at(name), text);
        }
        fs::write(at("text"), "abcd").unwrap();
        write(&at("a.network"), "abc");
        let mut found = LocalFiles::default();
        look_into(place.path(), &mut found).unwrap();
        let only =
            |name: &str| HashMap::from([(ABC.to_owned(), fs::canonicalize(at(name)).unwrap())]);
        assert_eq!((found.programs, found.networks), (only("engine"), only("a.network")));
        assert!(look_into(&at("none"), &mut LocalFiles::default()).is_err());
    }
}
