//! The job: a match for a worker, and the worker's settings from it.
//!
//! A job is a match file with every default written out. The worker replaces in it
//! whatever names a file of the coordinator's before anything is looked up: a program or a network by the one
//! of the same digest among its own, endgame tables by its own directories, and the book by none, since tickets
//! bring their openings. Then it is read and checked as any such file is.

mod keys;
mod matches;
mod programs;
mod room;

use std::collections::HashMap;
use std::path::PathBuf;

use toml::Value;
use uci_client::Guard;

use super::networks;
use super::protocol::{Job, VERSION, lease};
pub(super) use matches::AcceptedMatch;
pub(super) use programs::not_for_workers;
pub use programs::{Allowed, is_of_loader};

/// Why a worker does not play a match, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct JobError(String);

/// Characters of the name of a match.
const NAME: usize = 200;

/// Files on a worker's own disk.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalFiles {
    /// Programs it may run, by the SHA-256 of their files, in hexadecimal.
    pub(super) programs: HashMap<String, PathBuf>,
    /// Files of networks, by their SHA-256 in hexadecimal.
    pub(super) networks: HashMap<String, PathBuf>,
    /// Directories of endgame tables.
    pub(super) tables: Vec<PathBuf>,
    /// The limits on a job's words about a program.
    pub(super) allowed: Allowed,
}

impl Job {
    /// A job of this program version, with nothing in it.
    pub(super) fn empty() -> Job {
        Job {
            v: VERSION,
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            lease: 30.0,
            ..Job::default()
        }
    }

    /// The match as a worker plays it that has these things, with this number of games at a time.
    ///
    /// # Errors
    /// Why it cannot be done here.
    pub(super) fn accept(
        &self,
        own: &LocalFiles,
        guard: &Guard,
        concurrency: usize,
    ) -> Result<AcceptedMatch, JobError> {
        let arena = env!("CARGO_PKG_VERSION");
        if self.arena != arena {
            let problem = format!("the coordinator is arena {}, this is {arena}", self.arena);
            return Err(JobError(problem));
        }
        lease(self.lease).map_err(JobError)?;
        self.accept_match(own, guard, concurrency)
    }

    /// Its name as part of a file's.
    fn plain_name(&self) -> String {
        let plain = |c: char| if c.is_control() || c == '/' { '-' } else { c };
        self.name.chars().map(plain).take(NAME).collect()
    }

    /// Names this machine's own files in the tables of contenders.
    fn name_own(&self, tables: Option<&mut Value>, own: &LocalFiles) -> Result<(), JobError> {
        let tables = tables.and_then(Value::as_array_mut).ok_or_else(unreadable)?;
        for (number, table) in tables.iter_mut().enumerate() {
            let table = table.as_table_mut().ok_or_else(unreadable)?;
            if table.contains_key("command") {
                let digest = self.programs.get(number).and_then(Option::as_deref);
                programs::name_own(table, digest, own)?;
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
    JobError("its settings cannot be read".to_owned())
}

/// An engine of this process is not the coordinator's.
fn is_another(name: &str) -> JobError {
    JobError(format!("{name}: the engine here is another one than the coordinator's"))
}

/// The same settings make another engine of this process here.
fn is_otherwise(name: &str, here: &str, there: &str) -> JobError {
    JobError(format!("{name}: this worker would search as {here}, the coordinator as {there}"))
}

#[cfg(test)]
mod tests;
