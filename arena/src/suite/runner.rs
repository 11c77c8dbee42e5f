//! Doing the searches of a plan on worker threads.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::Stop;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use uci_client::Guard;

use super::journal::SuiteJournal;
use super::plan::{Plan, Task};
use super::progress::SuiteProgress;
use super::record::{Records, SearchRecord};
use super::worker::{EngineFailure, Finished, Worker};
use crate::player::faults::{Bundles, Evidence};
use crate::runner::Signal;
use crate::storage::json_lines::JsonLinesError;
use crate::terminal_ui::ProgressDisplay;

/// How a run ended, if not by an error.
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
    /// The engine in this process failed.
    #[error(transparent)]
    Engine(#[from] EngineFailure),
}

/// What the programs of a plan need.
#[derive(Clone, Debug)]
pub struct Programs {
    /// What keeps them from outliving this one.
    pub guard: Guard,
    /// The directory for the evidence of their faults.
    pub faults: PathBuf,
}

const UPDATE_EVERY: Duration = Duration::from_millis(200);

/// Does the searches that are not in `records` yet; each goes to the journal and then to
/// `records`. A signal stops the run at once: only the searches in progress are lost. The display
/// shows how far it has come, and what programs do wrong.
///
/// # Errors
/// When the journal cannot be written, or the engine fails.
pub async fn run(
    plan: &Arc<Plan>,
    records: &mut Records,
    journal: &mut SuiteJournal,
    programs: &Programs,
    concurrency: usize,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<SuiteEnding, SearchesError> {
    let mut progress = SuiteProgress::new(plan, records);
    let begin = Instant::now();
    let (mut workers, mut finished) = Workers::start(plan, records, &programs.guard, concurrency);
    let mut bundles = Bundles::new(programs.faults.clone());
    let mut ticks = tokio::time::interval(UPDATE_EVERY);
    let mut ending = SuiteEnding::Complete;
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            received = finished.recv_many(&mut batch, 256) => {
                if received == 0 {
                    break;
                }
                let batch = batch.drain(..).collect::<Result<Vec<_>, EngineFailure>>()?;
                journal.append(batch.iter().map(|(_, record, _)| record))?;
                for (task, record, evidence) in batch {
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
                workers.stop.raise();
                ending = SuiteEnding::Interrupted;
            }
        }
    }
    workers.join();
    progress.elapsed = begin.elapsed();
    let news = progress.finished > progress.before;
    display.end(progress.finished, news.then(|| progress.pace()));
    // A signal may come when the last search has just been finished.
    Ok(if progress.finished == progress.planned { SuiteEnding::Complete } else { ending })
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

/// The threads that search. Dropping them ends them.
struct Workers {
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    fn start(
        plan: &Arc<Plan>,
        records: &Records,
        guard: &Guard,
        concurrency: usize,
    ) -> (Workers, UnboundedReceiver<Finished>) {
        let tasks: Arc<[Task]> = plan.tasks().filter(|&task| records.get(task).is_none()).collect();
        let (sender, receiver) = mpsc::unbounded_channel();
        let (stop, next) = (Stop::new(), Arc::new(AtomicUsize::new(0)));
        let threads = (0..concurrency.min(tasks.len()))
            .map(|_| {
                let mut worker = Worker::new(plan, guard, &stop, &sender);
                let (tasks, next) = (Arc::clone(&tasks), Arc::clone(&next));
                thread::spawn(move || {
                    while let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if !worker.work(task) {
                            return;
                        }
                    }
                })
            })
            .collect();
        (Workers { stop, threads }, receiver)
    }

    fn join(&mut self) {
        for thread in self.threads.drain(..) {
            // A worker's panic was caught and reported where it happened.
            let _ = thread.join();
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop.raise();
        self.join();
    }
}
