//! The record of a finished build.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use system::files;

use crate::cache::entries;
use crate::error::RevisionError;
use crate::revision::{Revision, State, digest, short_name};

/// The file of the record.
pub(crate) const RECORD: &str = "build.json";
/// Bytes of a record at most.
const SIZE: u64 = 64 << 20;
/// Directories of build systems, whose programs are steps on the way.
const INNER: [&str; 5] = [".git", "CMakeFiles", "deps", "incremental", ".fingerprint"];
/// The programs that an error lists.
const LISTED: usize = 8;

/// A finished build of a revision, and the program in it that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// The commit's full name.
    pub commit: String,
    /// The tree of the revision, if it is not the commit's.
    pub changes: Option<String>,
    /// The files in which it differs from its commit.
    pub changed_files: Vec<String>,
    /// The revision as it was typed.
    pub revision: String,
    /// The first line of the commit's message.
    pub subject: String,
    /// The build command; empty where nothing had to be built.
    pub command: String,
    /// The program.
    pub program: PathBuf,
    /// The root of the checkout, in which the program runs.
    pub checkout: PathBuf,
    /// The SHA-256 of the program, in hexadecimal.
    pub sha256: String,
    /// The SHA-256 of the files of the checkout that git tracks, names and contents, in hexadecimal.
    pub checkout_sha256: String,
    /// The nodes that the program's `bench` searched; `None` if it has none, or took too long or was interrupted.
    pub bench: Option<u64>,
}

/// The record of a build, as `build.json` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) commit: String,
    pub(crate) changes: Option<String>,
    pub(crate) changed_files: Vec<String>,
    pub(crate) revision: String,
    pub(crate) subject: String,
    pub(crate) command: String,
    /// The files that git tracks, by their paths in the checkout, each with its digest after the build.
    pub(crate) tracked: BTreeMap<String, String>,
    /// All other files that the checkout had after the build.
    pub(crate) others: BTreeSet<String>,
    /// The programs that the build made, each with its digest.
    pub(crate) programs: BTreeMap<String, String>,
    /// The nodes that the `bench` of each program that was asked for it searched, if it has one.
    pub(crate) bench: BTreeMap<String, Option<u64>>,
}

impl Record {
    /// The record of the build in this directory, if it has one.
    pub(crate) fn read(directory: &Path) -> Option<Record> {
        let text = bounded::read(&directory.join(RECORD), SIZE).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// The revision as it was typed, and its commit.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.revision, short_name(&self.commit, self.changes.as_deref()))
    }

    /// Compares the checkout of this revision with the record.
    ///
    /// # Errors
    /// The build made several programs, and the recipe names none of them.
    pub(crate) fn check(&self, revision: &Revision) -> Result<State, RevisionError> {
        let tree = revision.checkout();
        let changed = revision.changes.as_ref().map(|changes| &changes.tree);
        if (&self.commit, self.changes.as_ref()) != (&revision.commit, changed) {
            return Ok(State::Missing);
        }
        if let Some(file) = self.difference(&tree) {
            return Ok(State::Replaced(file));
        }
        let program = self.program(revision)?;
        let build = program.and_then(|program| self.build(&tree, &program));
        let typed = &revision.recipe.revision;
        Ok(build.map_or(State::Missing, |build| {
            State::Built(Build { revision: typed.clone(), ..build })
        }))
    }

    /// The first file of this checkout that is not as the build left it.
    pub(crate) fn difference(&self, tree: &Path) -> Option<String> {
        let mut files = self.tracked.iter().chain(&self.programs);
        files
            .find(|(name, before)| fingerprint(&tree.join(name)) != **before)
            .map(|(name, _)| name.clone())
    }

    /// The build with this program of this checkout; `None` if the program is missing.
    pub(crate) fn build(&self, tree: &Path, program: &str) -> Option<Build> {
        let path = tree.join(program);
        let sha256 = digest(&path).ok()?;
        // A copied cache may lack this; where it cannot be given, the program's start says so.
        let _ = files::allow_execution(&path, true);
        let mut checkout = Sha256::new();
        self.tracked.iter().for_each(|file| checkout.update(format!("{file:?}\n")));
        Some(Build {
            commit: self.commit.clone(),
            changes: self.changes.clone(),
            changed_files: self.changed_files.clone(),
            revision: self.revision.clone(),
            subject: self.subject.clone(),
            command: self.command.clone(),
            checkout: tree.to_owned(),
            program: path,
            sha256,
            checkout_sha256: hex::encode(checkout.finalize()),
            bench: self.bench.get(program).copied().flatten(),
        })
    }

    /// The path in the checkout of the program that the recipe wants; `None` if the build did not make it.
    pub(crate) fn program(&self, revision: &Revision) -> Result<Option<String>, RevisionError> {
        if let Some(engine) = &revision.recipe.engine {
            let tree = revision.checkout();
            let is_made = self.programs.contains_key(engine) || !self.tracked.contains_key(engine);
            let is_there =
                tree.join(engine).is_file() && (is_made || is_script(&tree.join(engine)));
            return Ok(is_there.then(|| engine.clone()));
        }
        let mut made = self.programs.keys();
        match (made.next(), made.next()) {
            (Some(only), None) => Ok(Some(only.clone())),
            (None, _) => Ok(None),
            _ => Err(RevisionError::SeveralPrograms {
                revision: revision.name(),
                command: self.command.clone(),
                programs: listed(self.programs.keys(), "--engine "),
            }),
        }
    }
}

/// Some programs, each after `prefix`.
fn listed<'a>(programs: impl ExactSizeIterator<Item = &'a String>, prefix: &str) -> String {
    let more = programs.len().saturating_sub(LISTED);
    let mut lines: Vec<String> =
        programs.take(LISTED).map(|program| format!("  {prefix}{program}")).collect();
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    lines.join("\n")
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
    let mut start = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(bounded::open(path)?, 4), &mut start)?;
    Ok(start)
}
