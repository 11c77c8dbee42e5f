//! An explanation from its subjects to its files.

use std::path::PathBuf;

use uci_client::Guard;

use arena::report::RenderError;
use arena::storage::json_lines::JsonLinesError;
use arena::storage::results::{OpenResultsError, Results, ResultsError};
use engine::Stop;
use lab::progress::ProgressDisplay;
use lab::suite::judging::work::Means;

use crate::audit::{self, AuditError};
use crate::explanation::Explanation;
use crate::journal::AuditJournal;
use crate::report;
use crate::settings::Settings;
use crate::subjects::Subjects;
use crate::verdict::Audited;

/// The journal of an explanation.
const JOURNAL: &str = "judged.jsonl";

/// Why a match is not explained; the judgements so far are kept.
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// The directory cannot be used.
    #[error(transparent)]
    Directory(#[from] OpenResultsError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] ResultsError),
    /// The journal of the judgements cannot be used.
    #[error(transparent)]
    Judgements(#[from] JsonLinesError),
    /// The audit has come to no end.
    #[error(transparent)]
    Audit(#[from] AuditError),
    /// The explanation has no form; a bug.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// The place and the means of an explanation.
#[derive(Debug)]
pub struct Course {
    /// The directory of the explanation.
    pub directory: PathBuf,
    /// Positions that are judged at a time.
    pub concurrency: usize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

impl Course {
    /// Judges what is not judged yet, and writes the explanation in every form.
    ///
    /// # Errors
    /// When a file cannot be read or written, or a judge fails.
    pub fn run(
        &self,
        settings: &Settings,
        subjects: &Subjects,
        guard: &Guard,
    ) -> Result<Explanation, ExplainError> {
        let fingerprint = subjects.pairings.first().map_or("", |facts| &facts.fingerprint);
        let facts = settings.facts(fingerprint);
        let results = Results::with_journal(self.directory.clone(), JOURNAL)?;
        let path = results.directory().join(JOURNAL);
        let (mut journal, mut known) = AuditJournal::open(&path, &facts)?;
        let display = ProgressDisplay::new(subjects.list.len(), "positions", self.quiet);
        let stop = Stop::new();
        let before = known.len();
        let means = Means { concurrency: self.concurrency, stop: &stop, display, before };
        audit::run(settings, &subjects.list, &mut journal, &mut known, guard, means)?;
        let curve = subjects.curve;
        let audited: Vec<Audited<'_>> = subjects
            .list
            .iter()
            .filter_map(|subject| {
                let judgement = known.get(&subject.key)?;
                Some(Audited::new(subject, judgement, &curve.model))
            })
            .collect();
        let explanation = Explanation::new(facts, curve, subjects, &audited);
        for (extension, text) in report::files(&explanation)? {
            results.write(&format!("explain.{extension}"), &text)?;
        }
        results.write("positions.epd", &explanation.positions())?;
        Ok(explanation)
    }
}
