//! The journal of a plan: finished searches as JSON lines, only ever appended to.
//!
//! The first line is the plan's [`PlanFacts`], each further one a [`SearchRecord`] in the order
//! the searches were finished in. A line is on disk before its search counts as finished.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::plan::{Plan, PlanFacts, Task};
use super::record::{Records, SearchRecord};

/// A journal that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// Why a journal cannot be used; it is then left as it was.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read, written or locked.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// What was attempted.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another process has it.
    #[error(
        "{}: another arena process is writing to it; let it finish, or choose another directory \
         with --out DIR", .0.display()
    )]
    Locked(PathBuf),
    /// It belongs to another plan.
    #[error(
        "{}: results of another command: {}; to keep them, choose another directory with \
         --out DIR", path.display(), differences.join("; ")
    )]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// What this plan has otherwise.
        differences: Vec<String>,
    },
    /// A line is not what was written there.
    #[error("{}:{line}: {problem}; delete the line to have its search done again", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The first line does not tell what the journal is of.
    #[error("{}:1: not a journal of `arena suite` or `arena sweep`: {problem}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl Journal {
    /// Opens a plan's journal, or begins it where there is none, and gives the searches in it. A
    /// last line that was not written whole is cut off.
    ///
    /// # Errors
    /// When the journal belongs to another plan or process, is damaged, or cannot be read or
    /// written.
    pub fn open(
        path: &Path,
        plan: &Plan,
        facts: &PlanFacts,
    ) -> Result<(Journal, Records), JournalError> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = file.map_err(failed("open", path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(path.to_owned())),
            Err(TryLockError::Error(source)) => return Err(failed("lock", path)(source)),
        }
        let mut journal = Journal { file, path: path.to_owned() };
        let mut text = Vec::new();
        journal.file.read_to_end(&mut text).map_err(failed("read", path))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let records = journal.parse(&text[..whole], plan, facts)?;
        if whole < text.len() {
            journal.file.set_len(whole as u64).map_err(failed("cut the torn end off", path))?;
        }
        if whole == 0 {
            journal.write_lines([facts].into_iter())?;
            sync_directory(path).map_err(failed("begin", path))?;
        }
        Ok((journal, records))
    }

    /// Appends finished searches; when this returns they are on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append<'a>(
        &mut self,
        records: impl Iterator<Item = &'a SearchRecord>,
    ) -> Result<(), JournalError> {
        self.write_lines(records)
    }

    fn parse(&self, text: &[u8], plan: &Plan, facts: &PlanFacts) -> Result<Records, JournalError> {
        let path = &self.path;
        let mut records = Records::new(plan);
        let mut lines = text.split(|&byte| byte == b'\n').zip(1..);
        let Some((header, _)) = lines.next().filter(|(header, _)| !header.is_empty()) else {
            return Ok(records);
        };
        let header: PlanFacts = serde_json::from_slice(header).map_err(|error| {
            JournalError::Header { path: path.clone(), problem: error.to_string() }
        })?;
        let differences = facts.differences(&header);
        if !differences.is_empty() {
            return Err(JournalError::OtherPlan { path: path.clone(), differences });
        }
        let places = places(plan);
        for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
            let error = |problem| JournalError::Line { path: path.clone(), line: number, problem };
            let record: SearchRecord =
                serde_json::from_slice(line).map_err(|problem| error(problem.to_string()))?;
            let place = (record.configuration.clone(), record.limit.clone(), record.position);
            let task = places.get(&place).copied();
            let task = task.ok_or_else(|| error("no search of this plan".to_owned()))?;
            if records.get(task).is_some() {
                return Err(error("a search that is there already".to_owned()));
            }
            records.insert(task, record);
        }
        Ok(records)
    }

    fn write_lines<T: Serialize>(
        &mut self,
        mut values: impl Iterator<Item = T>,
    ) -> Result<(), JournalError> {
        let mut lines = Vec::new();
        let written = values
            .try_for_each(|value| {
                serde_json::to_writer(&mut lines, &value)?;
                lines.push(b'\n');
                io::Result::Ok(())
            })
            .and_then(|()| self.file.write_all(&lines))
            .and_then(|()| self.file.sync_data());
        written.map_err(failed("write to", &self.path))
    }
}

/// The tasks of a plan by what a record says of its task.
fn places(plan: &Plan) -> HashMap<(String, String, usize), Task> {
    let place = |task: Task| {
        let name = plan.configurations[task.configuration].name.clone();
        ((name, plan.limits[task.limit].to_string(), task.position + 1), task)
    };
    plan.tasks().map(place).collect()
}

/// A new file is safe only once its directory is on disk.
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    fs::File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
}

fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> JournalError {
    move |source| JournalError::Io { doing, path: path.to_owned(), source }
}
