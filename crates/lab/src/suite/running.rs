//! A running engine: this process's own, or a program. Every search begins from a fresh state, so that with depth and node
//! limits its result depends on nothing but the position.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::{Count, Engine, Limits, Position as EnginePosition, SearchOptions, Stop};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};
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
    /// The expected line.
    pub(super) line: Vec<Move>,
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

    /// Searches a position, or the one after a move; `note` takes the best move and the effort so far.
    ///
    /// # Errors
    /// When a program fails.
    pub(super) fn search(
        &mut self,
        (start, m): (&Chess, Option<Move>),
        limits: Limits,
        note: impl FnMut(Move, Solution),
    ) -> Result<Found, PlayerFailure> {
        match self {
            Running::Engine(engine, stop) => {
                Ok(in_process(engine, (start, m), &limits, stop, note))
            }
            Running::Program(program) => by_program(program, (start, m), limits, note),
        }
    }
}

fn in_process(
    engine: &mut Engine,
    (start, m): (&Chess, Option<Move>),
    limits: &Limits,
    stop: &Stop,
    mut note: impl FnMut(Move, Solution),
) -> Found {
    engine.new_game();
    let mut position = EnginePosition::new(start);
    m.into_iter().for_each(|m| position.play(m));
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
        line: report.principal_variation,
    }
}

fn by_program(
    program: &mut Uci,
    (start, m): (&Chess, Option<Move>),
    limits: Limits,
    mut note: impl FnMut(Move, Solution),
) -> Result<Found, PlayerFailure> {
    // A failure after its last answer is not this position's fault: it is restarted once.
    if program.new_game(0).is_err() {
        program.new_game(0)?;
    }
    let mut position = start.clone();
    m.into_iter().for_each(|m| position.play_unchecked(m));
    let moves: Vec<Move> = m.into_iter().collect();
    let (moves, opponent_clock, flag) = (moves.as_slice(), None, None);
    let request = MoveRequest { start, moves, position: &position, limits, opponent_clock, flag };
    let (mut nodes, mut time, mut line) = (0, Duration::ZERO, Vec::new());
    let found = program.search(&request, |info| {
        nodes = info.nodes.unwrap_or(0).max(nodes);
        time = info.time().unwrap_or(time);
        let Some(best) = info.best_move().filter(|_| info.is_first()) else { return };
        line = info.moves().collect();
        if let Ok(best) = best.to_move(&position) {
            note(best, Solution::new(nodes, time));
        }
    })?;
    let measured = found.time.unwrap_or_default();
    let line = legal_line(&position, &line);
    Ok(Found {
        best_move: found.best_move,
        score: found.score.map(|score| score.centipawns()),
        depth: found.depth,
        effort: Solution::new(found.nodes, found.reported_time.unwrap_or(measured)),
        time: measured,
        // The move counts where the line does not begin with it.
        line: match found.best_move {
            Some(best) if line.first() != Some(&best) => vec![best],
            _ => line,
        },
        techniques: BTreeMap::new(),
    })
}

/// The moves of a line as far as they are legal.
fn legal_line(position: &Chess, line: &[UciMove]) -> Vec<Move> {
    let mut position = position.clone();
    let legal = line.iter().map_while(|written| {
        let m = written.to_move(&position).ok()?;
        position.play_unchecked(m);
        Some(m)
    });
    legal.collect()
}
