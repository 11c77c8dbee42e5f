//! One search after the other, on a thread of its own.
//!
//! Every search begins from a fresh engine state, so that with depth and node limits the results do
//! not depend on the number of threads, nor on the distribution of searches among them. A program
//! that fails has not solved the position; it is restarted for the next one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use engine::Stop;
use uci_client::Guard;

use super::SuitePosition;
use super::plan::{Plan, SuiteLimit, Task};
use super::record::SearchRecord;
use super::running::{Found, Running};
use super::solution::{SolutionWatch, microseconds};
use arena::player::faults::Evidence;
use arena::player::{Fault, Player, PlayerFailure, panic_message};

/// A finished search, with the evidence of a program's fault; the error is a failure of the engine
/// in this process, a bug in it.
pub(crate) type SearchedTask = Result<(SearchRecord, Option<Evidence>), String>;

/// Runs searches of a plan. It does not use the plan's own positions.
pub(super) struct Searcher {
    plan: Arc<Plan>,
    guard: Guard,
    stop: Stop,
    /// The engine for the configuration with this index.
    engine: Option<(usize, Running)>,
}

impl Searcher {
    /// A searcher of the tasks of a plan.
    pub(super) fn new(plan: &Arc<Plan>, guard: &Guard, stop: &Stop) -> Searcher {
        let (guard, stop) = (guard.clone(), stop.clone());
        Searcher { plan: Arc::clone(plan), guard, stop, engine: None }
    }

    /// Does one search, of this position; `None` when it was stopped.
    pub(super) fn search(&mut self, task: Task, position: &SuitePosition) -> Option<SearchedTask> {
        let found = catch_unwind(AssertUnwindSafe(|| self.record(task, position)));
        if let Some((_, Running::Program(program))) = &self.engine
            && let Some(obstacle) = program.obstacle()
        {
            return Some(Err(obstacle));
        }
        if self.stop.is_raised() {
            return None;
        }
        Some(match found {
            Ok((record, evidence)) if record.best_move.is_some() || record.fault.is_some() => {
                Ok((record, evidence))
            }
            Ok(_) => Err("it found no move".to_owned()),
            Err(panic) => {
                self.engine = None;
                Err(panic_message(panic.as_ref()).unwrap_or("it panicked").to_owned())
            }
        })
    }

    fn record(&mut self, task: Task, position: &SuitePosition) -> (SearchRecord, Option<Evidence>) {
        let Searcher { plan, guard, stop, engine } = self;
        let configuration = &plan.configurations[task.configuration];
        let limit = plan.limits[task.limit];
        let kept = engine.take().filter(|(configuration, _)| *configuration == task.configuration);
        let (_, running) = engine.insert(kept.unwrap_or_else(|| {
            let mut supervision = plan.supervision;
            // A program is late if it searches long after its time is over.
            if let SuiteLimit::MoveTime(time) = limit {
                supervision.hang += time;
            }
            let engine = &configuration.engine;
            (task.configuration, Running::of(engine, plan.hash, supervision, guard, stop))
        }));
        let mut watch = SolutionWatch::new(position);
        let limits = limit.for_search();
        match running.search(&position.position, limits, |best, so_far| watch.note(best, so_far)) {
            Ok(Found { best_move, score, depth, effort, time, techniques }) => {
                let found = SearchRecord {
                    solution: best_move.and_then(|best| watch.end(best, effort)),
                    score,
                    depth,
                    nodes: effort.nodes,
                    microseconds: microseconds(time),
                    techniques,
                    ..SearchRecord::default()
                };
                (SearchRecord::new(plan, task, position, best_move, found), None)
            }
            Err(failure) => {
                let evidence = match running {
                    Running::Program(program) => program.evidence(),
                    Running::Engine(..) => None,
                };
                let player = configuration.name.clone();
                let evidence = evidence.map(|evidence| Evidence { player, ..evidence });
                let fault = Some(in_words(&failure));
                let found = SearchRecord { fault, ..SearchRecord::default() };
                (SearchRecord::new(plan, task, position, None, found), evidence)
            }
        }
    }
}

/// The failure of a program, in words.
fn in_words(PlayerFailure { fault, reason }: &PlayerFailure) -> String {
    match fault {
        Fault::IllegalMove if reason.is_empty() => "it names no move".to_owned(),
        Fault::IllegalMove => format!("{reason} is not legal"),
        Fault::Disconnected => format!("it ends: {reason}"),
        Fault::Broken | Fault::Stalled | Fault::Overtime(_) => reason.clone(),
    }
}
