//! The files of a checkout: their digests, and programs among them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use system::files;

/// Directories of build systems, whose programs are steps on the way.
const INNER: [&str; 5] = [".git", "CMakeFiles", "deps", "incremental", ".fingerprint"];

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn digest(path: &Path) -> io::Result<String> {
    uci_client::file_digest(path).map(hex::encode)
}

/// Identifies the contents of a file, or the end of a link.
pub(crate) fn fingerprint(path: &Path) -> String {
    match fs::symlink_metadata(path) {
        Ok(file) if file.is_symlink() => fs::read_link(path)
            .map_or_else(|_| "link".to_owned(), |end| format!("link to {}", end.display())),
        // A submodule's place.
        Ok(file) if file.is_dir() => "directory".to_owned(),
        Ok(_) => digest(path).unwrap_or_else(|_| "unreadable".to_owned()),
        Err(_) => "missing".to_owned(),
    }
}

/// All files of a checkout but git's own, by their paths in it, with `/` between names.
pub(crate) fn all_files(tree: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut directories = vec![tree.to_owned()];
    while let Some(directory) = directories.pop() {
        for path in entries(&directory) {
            let is_directory = fs::symlink_metadata(&path).is_ok_and(|file| file.is_dir());
            let name =
                path.strip_prefix(tree).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if path.file_name().is_some_and(|name| name == ".git") {
                continue;
            }
            if is_directory {
                directories.push(path);
            } else {
                found.insert(name);
            }
        }
    }
    found
}

/// Whether a file that a build made is a program to be played: one that can be executed, but no library and no step of a
/// build system on the way.
pub(crate) fn is_program(tree: &Path, name: &str) -> bool {
    let mut parts = name.split('/').rev();
    let file = parts.next().unwrap_or(name);
    let is_inner = parts.any(|part| INNER.contains(&part));
    let is_step = file.starts_with("build-script-") || file.contains(".so") || file.ends_with(".o");
    let path = tree.join(name);
    !is_inner
        && !is_step
        && files::check_executable(&path).is_ok()
        && (is_binary_program(&path) || is_script(&path))
}

/// Whether a file begins as a script does, with the name of its interpreter.
pub(crate) fn is_script(path: &Path) -> bool {
    begins(path).is_ok_and(|start| start.starts_with(b"#!"))
}

/// Whether a file begins as a program of Linux or Windows does.
fn is_binary_program(path: &Path) -> bool {
    begins(path).is_ok_and(|start| start.starts_with(b"\x7fELF") || start.starts_with(b"MZ"))
}

fn begins(path: &Path) -> io::Result<Vec<u8>> {
    bounded::first(bounded::open(path)?, 4)
}

/// The entries of a directory; none where it cannot be read.
pub(crate) fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The size of all files of a directory.
pub(crate) fn bytes(directory: &Path) -> u64 {
    let size = |path: PathBuf| match fs::symlink_metadata(&path) {
        Ok(file) if file.is_dir() => bytes(&path),
        Ok(file) => file.len(),
        Err(_) => 0,
    };
    entries(directory).map(size).sum()
}
