//! Runs the searches of a plan, and brings their results to the journal.

use std::path::Path;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::journal::SuiteJournal;
use super::plan::Plan;
use super::progress::SuiteProgress;
use super::record::{Records, SearchRecord};
use super::searches::{EngineFailure, Finished, Searches, SuiteNews};
use crate::progress::ProgressDisplay;
use arena::player::faults::{Bundles, Evidence};
use arena::runner::Signal;
use arena::storage::json_lines::JsonLinesError;

/// The end of a run without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteEnding {
    /// Every search is finished.
    Complete,
    /// It was stopped before.
    Interrupted,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum SearchesError {
    /// The journal could not be written.
    #[error(transparent)]
    Journal(#[from] JsonLinesError),
    /// The project's engine failed.
    #[error(transparent)]
    Engine(#[from] EngineFailure),
    /// The threads or workers that did the searches have given up.
    #[error("{missing} searches were not done; to go on, give the command again")]
    GivenUp {
        /// Searches that are missing.
        missing: usize,
    },
}

const UPDATE_EVERY: Duration = Duration::from_millis(200);

/// Waits for the searches that are not in `records` yet; each goes to the journal and then to
/// `records`. A signal stops the run at once: only the searches in progress are lost. The display
/// shows the progress and programs' faults; the evidence of those goes to the directory `faults`.
///
/// # Errors
/// The journal cannot be written, the engine fails, or searches are not completed.
pub async fn run(
    plan: &Plan,
    records: &mut Records,
    journal: &mut SuiteJournal,
    mut searches: Searches,
    faults: &Path,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<SuiteEnding, SearchesError> {
    let mut progress = SuiteProgress::new(plan, records);
    let begin = Instant::now();
    let mut bundles = Bundles::new(faults.to_owned());
    let mut ticks = tokio::time::interval(UPDATE_EVERY);
    let mut ending = SuiteEnding::Complete;
    loop {
        tokio::select! {
            news = searches.next() => {
                let Some(news) = news else { break };
                let mut batch = Vec::new();
                for news in news {
                    match news {
                        SuiteNews::Finished(finished) => batch.push(finished),
                        SuiteNews::Failed(failure) => return Err(failure.into()),
                        SuiteNews::Warning(text) => display.say(&format!("warning: {text}")),
                    }
                }
                journal.append(batch.iter().map(|finished| &finished.record))?;
                for finished in batch {
                    let Finished { task, record, evidence, receipt } = *finished;
                    // Now it is on disk.
                    drop(receipt);
                    if let Some(fault) = &record.fault {
                        display.say(&told(&record, fault, evidence.as_ref(), &mut bundles));
                    }
                    progress.finish(plan.weight(task));
                    records.insert(task, record);
                }
            }
            _ = ticks.tick() => {
                progress.elapsed = begin.elapsed();
                display.update(progress.finished, progress.elapsed, &progress.pace());
            }
            Some(_) = signals.recv(), if ending == SuiteEnding::Complete => {
                display.say("stopping: only the searches in progress are given up");
                searches.stop();
                ending = SuiteEnding::Interrupted;
            }
        }
    }
    drop(searches);
    progress.elapsed = begin.elapsed();
    let news = progress.finished > progress.before;
    display.end(progress.finished, news.then(|| progress.pace()));
    // A signal may come when the last search has just been finished.
    match (progress.planned - progress.finished, ending) {
        (0, _) => Ok(SuiteEnding::Complete),
        (_, SuiteEnding::Interrupted) => Ok(SuiteEnding::Interrupted),
        (missing, SuiteEnding::Complete) => Err(SearchesError::GivenUp { missing }),
    }
}

/// A program's fault in words; the evidence is kept.
fn told(
    record: &SearchRecord,
    fault: &str,
    evidence: Option<&Evidence>,
    bundles: &mut Bundles,
) -> String {
    let place = u32::try_from(record.position - 1).unwrap_or(u32::MAX);
    let kept = evidence.map(|evidence| match bundles.keep(place, evidence) {
        Ok(bundle) => format!("; see {}", bundle.display()),
        Err(error) => format!("; the evidence cannot be kept: {error}"),
    });
    let (configuration, position) = (&record.configuration, record.position_in_words());
    format!(
        "{configuration}, {}, position {position}: {fault}{}",
        record.limit,
        kept.unwrap_or_default()
    )
}
