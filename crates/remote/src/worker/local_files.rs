//! The programs and networks that a worker may use: those below its `--engines` directories, by their
//! digests.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::job::LocalFiles;

/// Directories below each other at most.
const DEPTH: usize = 4;

/// How the name of a network's file ends.
const NETWORK: &str = "network";

/// All files below these directories that may be executed or are networks, and these endgame tables.
///
/// # Errors
/// With the first directory that cannot be read.
pub(super) fn of(
    directories: &[PathBuf],
    tables: &[PathBuf],
) -> Result<LocalFiles, (PathBuf, io::Error)> {
    let mut found = LocalFiles { tables: tables.to_vec(), ..LocalFiles::default() };
    for directory in directories {
        look_into(directory, DEPTH, &mut found).map_err(|error| (directory.clone(), error))?;
    }
    Ok(found)
}

fn look_into(directory: &Path, depth: usize, found: &mut LocalFiles) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        // A link that leads nowhere is nothing to run.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let is_network = path.extension().is_some_and(|extension| extension == NETWORK);
        if metadata.is_dir() && depth > 0 {
            look_into(&path, depth - 1, found)?;
        } else if metadata.is_file() && is_network {
            found.networks.entry(digest(&path)?).or_insert(fs::canonicalize(&path)?);
        } else if metadata.is_file() && metadata.permissions().mode() & 0o111 != 0 {
            found.programs.entry(digest(&path)?).or_insert(fs::canonicalize(&path)?);
        }
    }
    Ok(())
}

/// The SHA-256 of a file, in hexadecimal.
fn digest(path: &Path) -> io::Result<String> {
    let mut digest = Sha256::new();
    io::copy(&mut File::open(path)?, &mut digest)?;
    Ok(hex::encode(digest.finalize()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn programs_and_networks_are_found_by_their_digest_and_other_files_are_not() {
        let place = tempfile::tempdir().unwrap();
        let below = place.path().join("below");
        fs::create_dir(&below).unwrap();
        let program = below.join("engine");
        fs::write(&program, "abc").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(place.path().join("text"), "abcd").unwrap();
        let network = below.join("a.network");
        fs::write(&network, "abc").unwrap();
        let found = of(&[place.path().to_owned()], &[]).unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let only =
            |path: PathBuf| HashMap::from([(abc.to_owned(), fs::canonicalize(path).unwrap())]);
        assert_eq!((found.programs, found.networks), (only(program), only(network)));
        assert!(of(&[place.path().join("none")], &[]).is_err());
    }
}
