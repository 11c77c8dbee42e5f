//! Runs the searches of a plan, and brings their results to the journal.

use std::path::Path;

use anyhow::bail;
use tokio::sync::mpsc;

use super::plan::Plan;
use super::record::{Records, SearchRecord};
use super::searches::{Finished, Searches, SuiteNews};
use crate::progress::ProgressDisplay;
use crate::run_loop::{Run, RunEnding};
use arena::player::faults::{Bundles, Evidence};
use arena::runner::Signal;
use arena::storage::json_lines::JsonLines;

/// Waits for the searches that are not in `records` yet; each goes to the journal and then to
/// `records`. A signal stops the run at once: only the searches in progress are lost. The display
/// shows the progress and programs' faults; the evidence of those goes to the directory `faults`.
///
/// # Errors
/// The journal cannot be written, the engine fails, or searches are not completed.
pub async fn run(
    plan: &Plan,
    records: &mut Records,
    journal: &mut JsonLines,
    mut searches: Searches,
    faults: &Path,
    signals: mpsc::Receiver<Signal>,
    display: ProgressDisplay,
) -> anyhow::Result<RunEnding> {
    let unfinished = plan.tasks().filter(|&task| records.get(task).is_none());
    let weights: Vec<f64> = unfinished.map(|task| plan.weight(task)).collect();
    let finished = records.finished();
    let bundles = Bundles::new(faults.to_owned());
    let (done, left) = (0.0, weights.iter().sum());
    let mut keeper = Keeper { plan, records, journal, bundles, finished, done, left };
    let mut run = Run::begin(signals, display, finished);
    while let Some(news) = run.next(searches.news(), "the searches in progress").await {
        keeper.keep(news, &mut run.display)?;
        run.display.update(keeper.finished, &run.pace.words(keeper.done, keeper.left));
    }
    searches.stop();
    while let Some(news) = searches.news().recv().await {
        keeper.keep(vec![news], &mut run.display)?;
    }
    let pace = run.pace.words(keeper.done, keeper.left);
    let ending = run.end(keeper.finished, pace);
    // A signal may come when the last search has just been finished.
    match (plan.searches() - keeper.finished, ending) {
        (0, _) => Ok(RunEnding::Complete),
        (_, RunEnding::Interrupted) => Ok(RunEnding::Interrupted),
        (missing, RunEnding::Complete) => {
            bail!("{missing} searches were not done; to go on, give the command again")
        }
    }
}

/// Takes finished searches.
struct Keeper<'a> {
    plan: &'a Plan,
    records: &'a mut Records,
    journal: &'a mut JsonLines,
    bundles: Bundles,
    /// Searches that are in the journal.
    finished: usize,
    /// Work that this run has done, and that is left, in one unit.
    done: f64,
    left: f64,
}

impl Keeper<'_> {
    fn keep(&mut self, news: Vec<SuiteNews>, display: &mut ProgressDisplay) -> anyhow::Result<()> {
        let mut batch = Vec::new();
        for news in news {
            match news {
                SuiteNews::Finished(finished) => batch.push(finished),
                SuiteNews::Failed(failure) => bail!(failure),
            }
        }
        self.journal.append(batch.iter().map(|finished| &finished.record))?;
        for finished in batch {
            let Finished { task, record, evidence } = *finished;
            // Now it is on disk.
            if let Some(fault) = &record.fault {
                display.say(&told(&record, fault, evidence.as_ref(), &mut self.bundles));
            }
            let weight = self.plan.weight(task);
            self.finished += 1;
            self.done += weight;
            self.left = match self.finished == self.plan.searches() {
                true => 0.0,
                false => (self.left - weight).max(0.0),
            };
            self.records.insert(task, record);
        }
        Ok(())
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
