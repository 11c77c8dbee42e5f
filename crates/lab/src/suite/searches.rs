//! Runs the searches of a plan on threads of this process.

use std::sync::Arc;

use engine::Stop;
use tokio::sync::mpsc::UnboundedReceiver;
use uci_client::Guard;

use super::plan::{Plan, Task};
use super::record::{Records, SearchRecord};
use super::searcher::Searcher;
use crate::run_loop::{self, Piece};
use arena::player::faults::Evidence;
use arena::system::threads::Threads;

/// A finished search.
#[derive(Debug)]
pub struct Finished {
    /// The task.
    pub task: Task,
    /// Its result.
    pub record: SearchRecord,
    /// Of a program's fault.
    pub evidence: Option<Evidence>,
}

/// An event while searches run.
#[derive(Debug)]
pub enum SuiteNews {
    /// A search is finished.
    Finished(Box<Finished>),
    /// The project's engine failed, a bug in it, or a program cannot be run at all.
    Failed(String),
}

/// Searches under way. Dropping them gives them up.
#[derive(Debug)]
pub struct Searches {
    // Dropped first: a thread may wait for the reply to its news.
    news: UnboundedReceiver<SuiteNews>,
    threads: Threads,
}

/// The unfinished searches of a plan.
fn missing(plan: &Plan, records: &Records) -> Vec<Task> {
    plan.tasks().filter(|&task| records.get(task).is_none()).collect()
}

impl Searches {
    /// Begins the searches missing from `records`, at most `concurrency` at a time.
    #[must_use]
    pub fn here(
        plan: &Arc<Plan>,
        records: &Records,
        guard: &Guard,
        concurrency: usize,
    ) -> Searches {
        let tasks: Arc<[Task]> = missing(plan, records).into();
        let stop = Stop::new();
        let worker = || {
            let (plan, tasks) = (Arc::clone(plan), Arc::clone(&tasks));
            let mut searcher = Searcher::new(&plan, guard, &stop);
            move |number: u64| {
                let Some(&task) = tasks.get(number as usize) else { return Piece::Over };
                match searcher.search(task, &plan.suite.positions[task.position]) {
                    None => Piece::Over,
                    Some(Ok((record, evidence))) => {
                        let finished = Finished { task, record, evidence };
                        Piece::Done(SuiteNews::Finished(Box::new(finished)))
                    }
                    Some(Err(problem)) => Piece::Failed(failure(&plan, task, &problem)),
                }
            }
        };
        let (of_plan, all) = (Arc::clone(plan), Arc::clone(&tasks));
        let failed =
            move |number: u64, problem: String| failure(&of_plan, all[number as usize], &problem);
        let count = concurrency.min(tasks.len());
        let (threads, news) = run_loop::start(count, &stop, worker, failed);
        Searches { news, threads }
    }

    /// Gives up the searches in progress, and begins no more.
    pub(super) fn stop(&self) {
        self.threads.stop();
    }

    /// The events, until all searches are finished, or given up.
    pub(super) fn news(&mut self) -> &mut UnboundedReceiver<SuiteNews> {
        &mut self.news
    }
}

/// The failure of an engine on a task.
fn failure(plan: &Plan, task: Task, problem: &str) -> SuiteNews {
    let position = &plan.suite.positions[task.position];
    let id = position.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
    let configuration = &plan.configurations[task.configuration].name;
    let number = task.position + 1;
    SuiteNews::Failed(format!(
        "the engine failed on position {number}{id} of the suite with {configuration}: {problem}"
    ))
}
