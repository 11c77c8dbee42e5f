//! Doing the searches of a plan on worker threads.
//!
//! Every search begins from a fresh engine state, so that with depth and node limits the results
//! do not depend on how many workers there are, nor on which of them does what.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::{Engine, Position, Stop};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::journal::SuiteJournal;
use super::plan::{Plan, Task};
use super::progress::SuiteProgress;
use super::record::{Records, SearchRecord};
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
    /// The engine failed; this is a defect of it.
    #[error(
        "the engine failed on position {position} of the suite with {configuration}: {problem}"
    )]
    Engine {
        /// The position's number and name.
        position: String,
        /// The configuration's name.
        configuration: String,
        /// What it said.
        problem: String,
    },
}

type Finished = Result<(Task, SearchRecord), SearchesError>;

const UPDATE_EVERY: Duration = Duration::from_millis(200);

/// Does the searches that are not in `records` yet; each goes to the journal and then to
/// `records`. A signal stops the run at once: only the searches in progress are lost. The display
/// shows how far it has come.
///
/// # Errors
/// When the journal cannot be written, or the engine fails.
pub async fn run(
    plan: &Arc<Plan>,
    records: &mut Records,
    journal: &mut SuiteJournal,
    concurrency: usize,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<SuiteEnding, SearchesError> {
    let mut progress = SuiteProgress::new(plan, records);
    let begin = Instant::now();
    let (mut workers, mut finished) = Workers::start(plan, records, concurrency);
    let mut ticks = tokio::time::interval(UPDATE_EVERY);
    let mut ending = SuiteEnding::Complete;
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            received = finished.recv_many(&mut batch, 256) => {
                if received == 0 {
                    break;
                }
                let batch = batch.drain(..).collect::<Result<Vec<_>, SearchesError>>()?;
                journal.append(batch.iter().map(|(_, record)| record))?;
                for (task, record) in batch {
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

/// The threads that search. Dropping them ends them.
struct Workers {
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    fn start(
        plan: &Arc<Plan>,
        records: &Records,
        concurrency: usize,
    ) -> (Workers, UnboundedReceiver<Finished>) {
        let tasks: Arc<[Task]> = plan.tasks().filter(|&task| records.get(task).is_none()).collect();
        let (sender, receiver) = mpsc::unbounded_channel();
        let (stop, next) = (Stop::new(), Arc::new(AtomicUsize::new(0)));
        let threads = (0..concurrency.min(tasks.len()))
            .map(|_| {
                let mut worker = Worker {
                    plan: Arc::clone(plan),
                    engine: None,
                    stop: stop.clone(),
                    results: sender.clone(),
                };
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

struct Worker {
    plan: Arc<Plan>,
    /// The engine of the configuration with this index.
    engine: Option<(usize, Engine)>,
    stop: Stop,
    results: UnboundedSender<Finished>,
}

impl Worker {
    /// Does one search and hands its record on. `false` when there is no point in another one.
    fn work(&mut self, task: Task) -> bool {
        let finished = match catch_unwind(AssertUnwindSafe(|| self.search(task))) {
            Ok(Some(record)) => Ok((task, record)),
            Ok(None) if self.stop.is_raised() => return false,
            Ok(None) => Err(self.failure(task, "it found no move".to_owned())),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                Err(self.failure(task, text.unwrap_or_else(|| "it panicked".to_owned())))
            }
        };
        let goes_on = finished.is_ok();
        self.results.send(finished).is_ok() && goes_on
    }

    /// The record of a search; `None` when it was interrupted.
    fn search(&mut self, task: Task) -> Option<SearchRecord> {
        let plan = &self.plan;
        let kept = self.engine.take().filter(|(of, _)| *of == task.configuration);
        let (_, engine) = self.engine.insert(kept.unwrap_or_else(|| {
            let search = plan.configurations[task.configuration].search;
            (task.configuration, Engine::new(search, plan.hash))
        }));
        engine.new_game();
        let position = Position::new(&plan.suite.positions[task.position].position);
        let limits = plan.limits[task.limit].for_search();
        let report = engine.search(&position, &limits, &self.stop);
        if self.stop.is_raised() { None } else { SearchRecord::new(plan, task, &report) }
    }

    fn failure(&self, task: Task, problem: String) -> SearchesError {
        let position = &self.plan.suite.positions[task.position];
        let id = position.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
        SearchesError::Engine {
            position: format!("{}{id}", task.position + 1),
            configuration: self.plan.configurations[task.configuration].name.clone(),
            problem,
        }
    }
}
