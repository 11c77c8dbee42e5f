//! A match or a suite as a worker is told of it, and what the worker makes of that.
//!
//! A job is a match file, or an experiment file, with every default written out. The worker replaces in it
//! whatever names a file of the coordinator's before anything is looked up: a program or a network by the one
//! of the same digest among its own, endgame tables by its own directories, and the book by none, since tickets
//! bring their openings. Then it is read and checked as any such file is.

mod matches;
mod suites;

use std::collections::HashMap;
use std::path::PathBuf;

use toml::{Table, Value};
use uci_client::Guard;

use super::networks;
use super::protocol::{Job, JobKind, VERSION};
pub(super) use matches::AcceptedMatch;
pub(super) use suites::AcceptedSuite;

/// Why a worker does not play a match, or search for a suite, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct JobError(String);

/// Variables of a program's environment that would have it run something else.
const LOADER: &str = "LD_";

/// Files on a worker's own disk.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalFiles {
    /// Programs it may run, by the SHA-256 of their files, in hexadecimal.
    pub(super) programs: HashMap<String, PathBuf>,
    /// Files of networks, by their SHA-256 in hexadecimal.
    pub(super) networks: HashMap<String, PathBuf>,
    /// Directories of endgame tables.
    pub(super) tables: Vec<PathBuf>,
}

/// A job that a worker accepts.
#[derive(Clone, Debug)]
pub(super) enum Accepted {
    Match(Box<AcceptedMatch>),
    Suite(AcceptedSuite),
}

impl Accepted {
    /// Signatures of the worker's own engines.
    pub(super) fn signatures(&self) -> &[u64] {
        match self {
            Accepted::Match(accepted) => &accepted.signatures,
            Accepted::Suite(accepted) => &accepted.signatures,
        }
    }
}

impl Job {
    /// A job of this kind and program version, with nothing in it.
    fn empty(kind: JobKind) -> Job {
        Job {
            v: VERSION,
            kind,
            fingerprint: String::new(),
            generation: String::new(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            name: String::new(),
            settings: String::new(),
            facts: Vec::new(),
            signatures: Vec::new(),
            programs: Vec::new(),
            networks: Vec::new(),
            lease: 30.0,
            priority: 0,
            workers: 0,
            host: String::new(),
            journal: String::new(),
        }
    }

    /// The job as a worker does it that has these things.
    ///
    /// # Errors
    /// Why it cannot be done here.
    pub(super) fn accept(&self, own: &LocalFiles, guard: &Guard) -> Result<Accepted, JobError> {
        let arena = env!("CARGO_PKG_VERSION");
        if self.arena != arena {
            let problem = format!("the coordinator is arena {}, this is {arena}", self.arena);
            return Err(JobError(problem));
        }
        match self.kind {
            JobKind::Match => self.accept_match(own, guard).map(Box::new).map(Accepted::Match),
            JobKind::Suite => self.accept_suite(own, guard).map(Accepted::Suite),
        }
    }

    /// Names this machine's own files in the tables of contenders or configurations.
    fn name_own(&self, tables: Option<&mut Value>, own: &LocalFiles) -> Result<(), JobError> {
        let tables = tables.and_then(Value::as_array_mut).ok_or_else(unreadable)?;
        for (number, table) in tables.iter_mut().enumerate() {
            let table = table.as_table_mut().ok_or_else(unreadable)?;
            if table.contains_key("command") {
                let digest = self.programs.get(number).and_then(Option::as_deref);
                name_own_program(table, digest, own)?;
            }
            if table.contains_key("network") {
                let digest = self.networks.get(number).and_then(Option::as_deref);
                networks::name_own(table, digest, &own.networks).map_err(JobError)?;
            }
        }
        Ok(())
    }
}

fn unreadable() -> JobError {
    JobError("what is to be done cannot be read".to_owned())
}

/// Names this machine's own program in the table of a contender or configuration.
fn name_own_program(
    contender: &mut Table,
    digest: Option<&str>,
    own: &LocalFiles,
) -> Result<(), JobError> {
    let name = contender.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let variables = contender.get("env").and_then(Value::as_table);
    if let Some(variable) =
        variables.and_then(|variables| variables.keys().find(|key| key.starts_with(LOADER)))
    {
        return Err(JobError(format!("{name}: a worker does not set {variable} for a program")));
    }
    let digest = digest.ok_or_else(|| JobError(format!("{name}: its digest is not told")))?;
    let program = own.programs.get(digest).ok_or_else(|| {
        let short = digest.get(..16).unwrap_or(digest);
        JobError(format!("{name}: no file with SHA-256 {short}.. in the directories of --engines"))
    })?;
    contender.insert("command".to_owned(), Value::String(program.display().to_string()));
    Ok(())
}

/// That an engine is not the coordinator's.
fn is_another(name: &str) -> JobError {
    JobError(format!("{name}: the engine here is another one than the coordinator's"))
}

/// That an engine in this process would play or search otherwise.
fn is_otherwise(name: &str, here: &str, there: &str) -> JobError {
    JobError(format!("{name}: it would be another here ({here}) than the coordinator's ({there})"))
}

/// That a program is given other files.
fn has_other_files(name: &str, here: &str, there: &str) -> JobError {
    JobError(format!(
        "{name}: its arguments and options name other files ({here}) than the coordinator's ({there})"
    ))
}

#[cfg(test)]
mod tests;
