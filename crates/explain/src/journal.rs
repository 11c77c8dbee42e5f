//! The journal of an audit: judgements as JSON lines, only ever appended to.

use std::collections::HashMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use arena::storage::json_lines::{JournalKind, JsonLines, JsonLinesError};
use lab::suite::judging::judge::JudgedMove;

use crate::settings::AuditFacts;
use crate::subjects::Key;

const KIND: JournalKind = JournalKind {
    commands: "`arena explain`",
    other: "judgements by other settings",
    keep: "to keep them, choose another directory with --out DIR",
    mend: "delete the line to have its position judged again",
};

/// The words of both judges on a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The choice.
    #[serde(flatten)]
    pub key: Key,
    /// The words of each judge on each move: of a divergence on the first contender's and the second's, of a swing on
    /// the one that was played and then on the judge's own, where that is another.
    pub judges: [Vec<JudgedMove>; 2],
}

/// An audit's journal that is open for writing.
#[derive(Debug)]
pub struct AuditJournal(JsonLines);

impl AuditJournal {
    /// Opens the journal of these facts, or begins it, and gives the judgements in it.
    ///
    /// # Errors
    /// When it is of other settings or of another process, is damaged, or cannot be read or written.
    pub fn open(
        path: &Path,
        facts: &AuditFacts,
    ) -> Result<(AuditJournal, HashMap<Key, Judgement>), JsonLinesError> {
        let mut known = HashMap::new();
        let take = |judgement: Judgement| match known.insert(judgement.key, judgement) {
            None => Ok(()),
            Some(_) => Err("a judgement that is there already".to_owned()),
        };
        let lines =
            JsonLines::open(path, &KIND, facts, |written| facts.differences(written), take)?;
        Ok((AuditJournal(lines), known))
    }

    /// Appends a judgement; when this returns it is on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append(&mut self, judgement: &Judgement) -> Result<(), JsonLinesError> {
        self.0.append(std::iter::once(judgement))
    }
}
