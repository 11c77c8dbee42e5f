//! One search after the other, on a thread of its own.
//!
//! Every search begins from a fresh engine state, so that with depth and node limits the results
//! do not depend on how many workers there are, nor on which of them does what. A program that fails has
//! not solved the position; for the next one it is started anew.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use engine::{Engine, Position, SearchOptions, Setup, Stop};
use tokio::sync::mpsc::UnboundedSender;
use uci_client::Guard;

use super::configuration::SuiteEngine;
use super::plan::{Plan, SuiteLimit, Task};
use super::record::{Outcome, SearchRecord};
use super::solution::{Solution, SolutionWatch};
use crate::config::{Supervision, UciSettings};
use crate::player::faults::Evidence;
use crate::player::uci::Uci;
use crate::player::{Fault, MoveRequest, Player, PlayerFailure, panic_message};

/// A finished search; with it the evidence of a program's fault.
pub(super) type Finished = Result<(Task, SearchRecord, Option<Evidence>), EngineFailure>;

/// The engine in this process failed; this is a defect of it.
#[derive(Debug, thiserror::Error)]
#[error("the engine failed on position {position} of the suite with {configuration}: {problem}")]
pub struct EngineFailure {
    /// The position's number and name.
    position: String,
    /// The configuration's name.
    configuration: String,
    /// What it said.
    problem: String,
}

pub(super) struct Worker {
    plan: Arc<Plan>,
    guard: Guard,
    stop: Stop,
    /// What searches for the configuration with this index.
    engine: Option<(usize, Running)>,
    results: UnboundedSender<Finished>,
}

/// What searches.
enum Running {
    Engine(Box<Engine>),
    Program(Box<Uci>),
}

impl Worker {
    pub(super) fn new(
        plan: &Arc<Plan>,
        guard: &Guard,
        stop: &Stop,
        results: &UnboundedSender<Finished>,
    ) -> Worker {
        let (guard, stop, results) = (guard.clone(), stop.clone(), results.clone());
        Worker { plan: Arc::clone(plan), guard, stop, engine: None, results }
    }

    /// Does one search and hands its record on. `false` when there is no point in another one.
    pub(super) fn work(&mut self, task: Task) -> bool {
        let finished = match catch_unwind(AssertUnwindSafe(|| self.search(task))) {
            Ok(_) if self.stop.is_raised() => return false,
            Ok((outcome, evidence)) if outcome.best_move.is_some() || outcome.fault.is_some() => {
                Ok((task, SearchRecord::new(&self.plan, task, outcome), evidence))
            }
            Ok(_) => Err(self.failure(task, "it found no move".to_owned())),
            Err(panic) => {
                let text = panic_message(panic.as_ref()).unwrap_or("it panicked");
                Err(self.failure(task, text.to_owned()))
            }
        };
        let goes_on = finished.is_ok();
        self.results.send(finished).is_ok() && goes_on
    }

    fn search(&mut self, task: Task) -> (Outcome, Option<Evidence>) {
        let Worker { plan, guard, stop, engine, .. } = self;
        let configuration = &plan.configurations[task.configuration];
        let limit = plan.limits[task.limit];
        let kept = engine.take().filter(|(of, _)| *of == task.configuration);
        let (_, running) = engine.insert(kept.unwrap_or_else(|| {
            let running = match &configuration.engine {
                SuiteEngine::Preset(setup) => Running::of_preset(setup, plan.hash),
                SuiteEngine::Program(program) => {
                    Running::of_program(program, plan.supervision, limit, guard, stop)
                }
            };
            (task.configuration, running)
        }));
        match running {
            Running::Engine(engine) => (in_process(engine, plan, task, stop), None),
            Running::Program(program) => match ask(program, plan, task) {
                Ok(outcome) => (outcome, None),
                Err(failure) => {
                    let evidence = program.evidence();
                    let player = configuration.name.clone();
                    let evidence = evidence.map(|evidence| Evidence { player, ..evidence });
                    let outcome = Outcome { fault: Some(in_words(&failure)), ..Outcome::default() };
                    (outcome, evidence)
                }
            },
        }
    }

    fn failure(&self, task: Task, problem: String) -> EngineFailure {
        let position = &self.plan.suite.positions[task.position];
        let id = position.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
        EngineFailure {
            position: format!("{}{id}", task.position + 1),
            configuration: self.plan.configurations[task.configuration].name.clone(),
            problem,
        }
    }
}

impl Running {
    fn of_preset(setup: &Setup, hash: usize) -> Running {
        Running::Engine(Box::new(Engine::new(setup.clone(), hash)))
    }

    fn of_program(
        program: &UciSettings,
        mut supervision: Supervision,
        limit: SuiteLimit,
        guard: &Guard,
        stop: &Stop,
    ) -> Running {
        // A program is late when it goes on long after the time that it was given.
        if let SuiteLimit::MoveTime(time) = limit {
            supervision.timeouts.hang += time;
        }
        let uci = Uci::new(program.clone(), supervision, guard.clone(), None, stop.clone());
        Running::Program(Box::new(uci))
    }
}

/// A search of the engine in this process.
fn in_process(engine: &mut Engine, plan: &Plan, task: Task, stop: &Stop) -> Outcome {
    engine.new_game();
    let of = &plan.suite.positions[task.position];
    let (position, limits) = (Position::new(&of.position), plan.limits[task.limit].for_search());
    let mut watch = SolutionWatch::new(of);
    let options = SearchOptions::default();
    let report = engine.analyze(&position, &limits, stop, &options, &mut |progress| {
        if let (1, Some(&best)) = (progress.line, progress.moves.first()) {
            watch.note(best, Solution::new(progress.nodes, progress.elapsed));
        }
    });
    let techniques = report.counters.iter().filter(|(_, count)| count.tried > 0);
    let all = Solution::new(report.nodes, report.elapsed);
    Outcome {
        best_move: report.best_move,
        solution: report.best_move.and_then(|best| watch.end(best, all)),
        score: Some(report.score.centipawns()),
        depth: report.depth,
        nodes: report.nodes,
        time: report.elapsed,
        techniques: techniques
            .map(|(technique, count)| (technique.name().to_owned(), count.into()))
            .collect(),
        fault: None,
    }
}

/// A search of a program.
fn ask(program: &mut Uci, plan: &Plan, task: Task) -> Result<Outcome, PlayerFailure> {
    // What it did after its last answer is no fault of this position's: it is started anew, once.
    if program.new_game(0).is_err() {
        program.new_game(0)?;
    }
    let of = &plan.suite.positions[task.position];
    let request = MoveRequest {
        start: &of.position,
        moves: &[],
        position: &of.position,
        limits: plan.limits[task.limit].for_search(),
        opponent_clock: None,
        flag: None,
    };
    let mut watch = SolutionWatch::new(of);
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let found = program.search(&request, |line| {
        nodes = line.nodes.max(nodes);
        time = line.time.unwrap_or(time);
        let best = line.best_move().filter(|_| line.is_first);
        if let Some(best) = best.and_then(|best| best.to_move(&of.position).ok()) {
            watch.note(best, Solution::new(nodes, time));
        }
    })?;
    let all = Solution::new(found.nodes, found.reported_time.unwrap_or(found.time));
    Ok(Outcome {
        best_move: found.best_move,
        solution: found.best_move.and_then(|best| watch.end(best, all)),
        score: found.score.map(|score| score.centipawns()),
        depth: found.depth,
        nodes: found.nodes,
        time: found.time,
        ..Outcome::default()
    })
}

/// How a program failed.
fn in_words(PlayerFailure { fault, reason }: &PlayerFailure) -> String {
    match fault {
        Fault::IllegalMove if reason.is_empty() => "it names no move".to_owned(),
        Fault::IllegalMove => format!("{reason} is not legal"),
        Fault::Disconnected => format!("it ends: {reason}"),
        Fault::Broken | Fault::Stalled | Fault::Overtime(_) => reason.clone(),
    }
}
