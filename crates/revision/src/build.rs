//! The record of a finished build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use system::files;

use crate::tree_files::{digest, fingerprint, is_script};

/// The file of the record.
pub(crate) const RECORD: &str = "build.json";
/// Characters of a short hash. Git's own grow with the repository, and a name must not.
pub(crate) const SHORT: usize = 7;
/// Bytes of a record at most.
const SIZE: u64 = 64 << 20;

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
        let text = bounded::read(directory.join(RECORD), SIZE).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// The revision as it was typed, and its commit.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.revision, short_name(&self.commit, self.changes.as_deref()))
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

    /// The path in this checkout of the program `engine`, or of the only one that the build made.
    pub(crate) fn program(&self, tree: &Path, engine: Option<&str>) -> Choice {
        if let Some(engine) = engine {
            let is_made = self.programs.contains_key(engine) || !self.tracked.contains_key(engine);
            let path = tree.join(engine);
            let is_there = path.is_file() && (is_made || is_script(&path));
            return if is_there { Choice::One(engine.to_owned()) } else { Choice::Nothing };
        }
        let mut made = self.programs.keys();
        match (made.next(), made.next()) {
            (Some(only), None) => Choice::One(only.clone()),
            (None, _) => Choice::Nothing,
            _ => Choice::Several,
        }
    }
}

/// The program of a build that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// This one, by its path in the checkout.
    One(String),
    /// The build did not make it.
    Nothing,
    /// It made several, and none is named.
    Several,
}

/// The short names of a commit, and of a tree that is not the commit's.
pub(crate) fn short_name(commit: &str, changes: Option<&str>) -> String {
    let short = |name: &str| name.chars().take(SHORT).collect::<String>();
    let changes = changes.map(|tree| format!("+{}", short(tree)));
    short(commit) + &changes.unwrap_or_default()
}
