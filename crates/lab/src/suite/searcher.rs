//! One search after the other, on a thread of its own.
//!
//! Every search begins from a fresh engine state, so that with depth and node limits the results do
//! not depend on the number of threads, nor on the distribution of searches among them. A program
//! that fails has not solved the position; it is restarted for the next one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use engine::{Engine, Position, SearchOptions, Setup, Stop};
use uci_client::Guard;

use super::SuitePosition;
use super::configuration::SuiteEngine;
use super::plan::{Plan, SuiteLimit, Task};
use super::record::{Outcome, SearchRecord};
use super::solution::{Solution, SolutionWatch};
use arena::config::{Supervision, UciSettings};
use arena::player::faults::Evidence;
use arena::player::uci::Uci;
use arena::player::{Fault, MoveRequest, Player, PlayerFailure, panic_message};

/// A finished search, with the evidence of a program's fault; the error is a failure of the engine
/// in this process, a bug in it.
pub(crate) type Found = Result<(SearchRecord, Option<Evidence>), String>;

/// Runs searches of a plan. It does not use the plan's own positions.
pub struct Searcher {
    plan: Arc<Plan>,
    guard: Guard,
    stop: Stop,
    /// The engine for the configuration with this index.
    engine: Option<(usize, Running)>,
}

/// A running engine.
enum Running {
    Engine(Box<Engine>),
    Program(Box<Uci>),
}

impl Searcher {
    /// A searcher of the tasks of a plan.
    pub fn new(plan: &Arc<Plan>, guard: &Guard, stop: &Stop) -> Searcher {
        let (guard, stop) = (guard.clone(), stop.clone());
        Searcher { plan: Arc::clone(plan), guard, stop, engine: None }
    }

    /// Does one search, of this position; `None` when it was stopped.
    pub fn search(&mut self, task: Task, position: &SuitePosition) -> Option<Found> {
        let found = catch_unwind(AssertUnwindSafe(|| self.outcome(task, position)));
        if let Some((_, Running::Program(program))) = &self.engine
            && let Some(obstacle) = program.obstacle()
        {
            return Some(Err(obstacle));
        }
        if self.stop.is_raised() {
            return None;
        }
        Some(match found {
            Ok((outcome, evidence)) if outcome.best_move.is_some() || outcome.fault.is_some() => {
                Ok((SearchRecord::new(&self.plan, task, position, outcome), evidence))
            }
            Ok(_) => Err("it found no move".to_owned()),
            Err(panic) => {
                self.engine = None;
                Err(panic_message(panic.as_ref()).unwrap_or("it panicked").to_owned())
            }
        })
    }

    fn outcome(&mut self, task: Task, position: &SuitePosition) -> (Outcome, Option<Evidence>) {
        let Searcher { plan, guard, stop, engine } = self;
        let configuration = &plan.configurations[task.configuration];
        let limit = plan.limits[task.limit];
        let kept = engine.take().filter(|(configuration, _)| *configuration == task.configuration);
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
            Running::Engine(engine) => (in_process(engine, limit, position, stop), None),
            Running::Program(program) => match ask(program, limit, position) {
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
        // A program is late if it searches long after its time is over.
        if let SuiteLimit::MoveTime(time) = limit {
            supervision.timeouts.hang += time;
        }
        let uci = Uci::new(program.clone(), supervision, guard.clone(), None, stop.clone());
        Running::Program(Box::new(uci))
    }
}

/// A search of the engine in this process.
fn in_process(
    engine: &mut Engine,
    limit: SuiteLimit,
    suite_position: &SuitePosition,
    stop: &Stop,
) -> Outcome {
    engine.new_game();
    let (position, limits) = (Position::new(&suite_position.position), limit.for_search());
    let mut watch = SolutionWatch::new(suite_position);
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
fn ask(
    program: &mut Uci,
    limit: SuiteLimit,
    suite_position: &SuitePosition,
) -> Result<Outcome, PlayerFailure> {
    // A failure after its last answer is not this position's fault: it is restarted once.
    if program.new_game(0).is_err() {
        program.new_game(0)?;
    }
    let request = MoveRequest {
        start: &suite_position.position,
        moves: &[],
        position: &suite_position.position,
        limits: limit.for_search(),
        opponent_clock: None,
        flag: None,
    };
    let mut watch = SolutionWatch::new(suite_position);
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let found = program.search(&request, |line| {
        nodes = line.nodes.unwrap_or(0).max(nodes);
        time = line.time().unwrap_or(time);
        let best = line.best_move().filter(|_| line.is_first());
        if let Some(best) = best.and_then(|best| best.to_move(&suite_position.position).ok()) {
            watch.note(best, Solution::new(nodes, time));
        }
    })?;
    let measured = found.time.unwrap_or_default();
    let all = Solution::new(found.nodes, found.reported_time.unwrap_or(measured));
    Ok(Outcome {
        best_move: found.best_move,
        solution: found.best_move.and_then(|best| watch.end(best, all)),
        score: found.score.map(|score| score.centipawns()),
        depth: found.depth,
        nodes: found.nodes,
        time: measured,
        ..Outcome::default()
    })
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
