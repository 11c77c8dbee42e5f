//! What a worker may run: the files below its `--engines` directories, by their digests.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Directories below each other at most.
const DEPTH: usize = 4;

/// All files below these directories that may be executed, by their SHA-256 in hexadecimal.
///
/// # Errors
/// With the first directory that cannot be read.
pub(super) fn programs(
    directories: &[PathBuf],
) -> Result<HashMap<String, PathBuf>, (PathBuf, io::Error)> {
    let mut found = HashMap::new();
    for directory in directories {
        look_into(directory, DEPTH, &mut found).map_err(|error| (directory.clone(), error))?;
    }
    Ok(found)
}

fn look_into(
    directory: &Path,
    depth: usize,
    found: &mut HashMap<String, PathBuf>,
) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        // A link that leads nowhere is nothing to run.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if metadata.is_dir() && depth > 0 {
            look_into(&path, depth - 1, found)?;
        } else if metadata.is_file() && metadata.permissions().mode() & 0o111 != 0 {
            let path = fs::canonicalize(&path)?;
            let mut digest = Sha256::new();
            io::copy(&mut File::open(&path)?, &mut digest)?;
            found.entry(hex::encode(digest.finalize())).or_insert(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_their_digest_and_other_files_are_not() {
        let place = tempfile::tempdir().unwrap();
        let below = place.path().join("below");
        fs::create_dir(&below).unwrap();
        let program = below.join("engine");
        fs::write(&program, "abc").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(place.path().join("text"), "abcd").unwrap();
        let found = programs(&[place.path().to_owned()]).unwrap();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(found, HashMap::from([(abc.to_owned(), fs::canonicalize(program).unwrap())]));
        assert!(programs(&[place.path().join("none")]).is_err());
    }
}
