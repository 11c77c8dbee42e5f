//! A running engine: this process's own, or a program. Every search begins from a fresh state, so that with depth and node
//! limits its result depends on nothing but the position.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::{Count, Engine, Limits, Position as EnginePosition, SearchOptions, Stop};
use shakmaty::{Chess, Move};
use uci_client::Guard;

use super::solution::Solution;
use arena::config::{EngineSettings, SearchSettings, Supervision};
use arena::player::uci::Uci;
use arena::player::{MoveRequest, Player, PlayerFailure};

/// A running engine.
pub(super) enum Running {
    Engine(Box<Engine>, Stop),
    Program(Box<Uci>),
}

/// The result of a search.
pub(super) struct Found {
    pub(super) best_move: Option<Move>,
    /// In centipawns, from the mover's view; a program may report none.
    pub(super) score: Option<i32>,
    /// Nominal depth, in plies.
    pub(super) depth: u32,
    /// Nodes and time by the engine's own measure.
    pub(super) effort: Solution,
    /// Time as measured here.
    pub(super) time: Duration,
    /// The work of each technique that was tried.
    pub(super) techniques: BTreeMap<String, Count>,
}

impl Running {
    /// The engine; `stop` ends its searches. A transposition table of `hash` MiB is that of one in this process.
    pub(super) fn of(
        engine: &EngineSettings,
        hash: usize,
        supervision: Supervision,
        guard: &Guard,
        stop: &Stop,
    ) -> Running {
        if let EngineSettings::Uci(program) = engine {
            let (program, guard, stop) = (program.clone(), guard.clone(), stop.clone());
            return Running::Program(Box::new(Uci::new(program, supervision, guard, None, stop)));
        }
        // Files and command lines name no engine of the caller's.
        let setup = engine.in_process().map(SearchSettings::setup).unwrap_or_default();
        Running::Engine(Box::new(Engine::new(setup, hash)), stop.clone())
    }

    /// Searches a position; `note` takes the best move and the effort so far.
    ///
    /// # Errors
    /// When a program fails.
    pub(super) fn search(
        &mut self,
        position: &Chess,
        limits: Limits,
        note: impl FnMut(Move, Solution),
    ) -> Result<Found, PlayerFailure> {
        match self {
            Running::Engine(engine, stop) => Ok(in_process(engine, position, &limits, stop, note)),
            Running::Program(program) => by_program(program, position, limits, note),
        }
    }
}

fn in_process(
    engine: &mut Engine,
    position: &Chess,
    limits: &Limits,
    stop: &Stop,
    mut note: impl FnMut(Move, Solution),
) -> Found {
    engine.new_game();
    let position = EnginePosition::new(position);
    let options = SearchOptions::default();
    let report = engine.analyze(&position, limits, stop, &options, &mut |progress| {
        if let (1, Some(&best)) = (progress.line, progress.moves.first()) {
            note(best, Solution::new(progress.nodes, progress.elapsed));
        }
    });
    let techniques = report.counters.iter().filter(|(_, count)| count.tried > 0);
    Found {
        best_move: report.best_move,
        score: Some(report.score.centipawns()),
        depth: report.depth,
        effort: Solution::new(report.nodes, report.elapsed),
        time: report.elapsed,
        techniques: techniques
            .map(|(technique, count)| (technique.name().to_owned(), count))
            .collect(),
    }
}

fn by_program(
    program: &mut Uci,
    position: &Chess,
    limits: Limits,
    mut note: impl FnMut(Move, Solution),
) -> Result<Found, PlayerFailure> {
    // A failure after its last answer is not this position's fault: it is restarted once.
    if program.new_game(0).is_err() {
        program.new_game(0)?;
    }
    let (start, moves, opponent_clock, flag) = (position, &[][..], None, None);
    let request = MoveRequest { start, moves, position, limits, opponent_clock, flag };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let found = program.search(&request, |info| {
        nodes = info.nodes.unwrap_or(0).max(nodes);
        time = info.time().unwrap_or(time);
        let Some(best) = info.best_move().filter(|_| info.is_first()) else { return };
        if let Ok(best) = best.to_move(position) {
            note(best, Solution::new(nodes, time));
        }
    })?;
    let measured = found.time.unwrap_or_default();
    Ok(Found {
        best_move: found.best_move,
        score: found.score.map(|score| score.centipawns()),
        depth: found.depth,
        effort: Solution::new(found.nodes, found.reported_time.unwrap_or(measured)),
        time: measured,
        techniques: BTreeMap::new(),
    })
}
