//! A judge: an engine of this process or a program, which values a move by a long search of the position after it.

use engine::{Engine, Limits, Score, SearchOptions, Stop};
use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};
use uci_client::Guard;

use arena::config::Supervision;
use arena::player::MoveRequest;
use arena::player::Player;
use arena::player::uci::Uci;

use crate::suite::configuration::{Configuration, SuiteEngine};

/// The transposition table of a judge in this process, in MiB.
pub const HASH: usize = 64;

/// A judge's word on a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedMove {
    /// The move, in UCI notation.
    pub played: String,
    /// The score of the move for the side that plays it, in centipawns; mates lie beyond 31,000.
    pub score: i32,
    /// Depth of the search in plies.
    pub depth: u32,
    /// The expected line after the move, in UCI notation.
    pub line: Vec<String>,
}

/// Why a judge has no word.
#[derive(Debug, thiserror::Error)]
#[error("the judge {judge} failed: {problem}")]
pub struct JudgeError {
    judge: String,
    problem: String,
}

/// A position and the way to it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The position the moves begin from.
    pub start: &'a Chess,
    /// The moves from there.
    pub moves: &'a [Move],
    /// The position that they lead to.
    pub position: &'a Chess,
}

/// A judge at work.
#[derive(Debug)]
pub struct MoveJudge {
    name: String,
    nodes: u64,
    stop: Stop,
    running: Running,
}

#[derive(Debug)]
enum Running {
    Engine(Box<Engine>),
    Program(Box<Uci>),
}

/// The result of a search of a position, for its side to move.
struct Searched {
    score: i32,
    depth: u32,
    line: Vec<Move>,
}

impl MoveJudge {
    /// The judge of this configuration, whose searches have these nodes; one in this process has a transposition table
    /// of `hash` MiB.
    #[must_use]
    pub fn new(
        judge: &Configuration,
        (nodes, hash): (u64, usize),
        guard: &Guard,
        stop: &Stop,
    ) -> MoveJudge {
        let running = match &judge.engine {
            SuiteEngine::Preset(setup) => {
                Running::Engine(Box::new(Engine::new(setup.clone(), hash)))
            }
            SuiteEngine::Program(program) => Running::Program(Box::new(Uci::new(
                program.clone(),
                Supervision::default(),
                guard.clone(),
                None,
                stop.clone(),
            ))),
        };
        MoveJudge { name: judge.name.clone(), nodes, stop: stop.clone(), running }
    }

    /// Whether it was stopped: its last words then count for nothing.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// The move that the judge would play; `None` where the game is over.
    ///
    /// # Errors
    /// When the judge fails.
    pub fn own_move(&mut self, place: Place<'_>) -> Result<Option<Move>, JudgeError> {
        let found = self.search(place.start, place.moves, place.position)?;
        Ok(found.line.first().copied())
    }

    /// The value of a move, by a search of the position after it.
    ///
    /// # Errors
    /// When the judge fails.
    pub fn value(&mut self, place: Place<'_>, m: Move) -> Result<JudgedMove, JudgeError> {
        let mode = place.position.castles().mode();
        let mut position = place.position.clone();
        position.play_unchecked(m);
        let moves: Vec<Move> = place.moves.iter().copied().chain([m]).collect();
        let found = self.search(place.start, &moves, &position)?;
        Ok(JudgedMove {
            played: m.to_uci(mode).to_string(),
            score: -found.score,
            depth: found.depth,
            line: found.line.iter().map(|m| m.to_uci(mode).to_string()).collect(),
        })
    }

    fn search(
        &mut self,
        start: &Chess,
        moves: &[Move],
        position: &Chess,
    ) -> Result<Searched, JudgeError> {
        if position.legal_moves().is_empty() {
            let score = if position.is_check() { -Score::MATE } else { Score::DRAW };
            return Ok(Searched { score, depth: 0, line: Vec::new() });
        }
        match &mut self.running {
            Running::Engine(engine) => Ok(by_engine(engine, self.nodes, start, moves, &self.stop)),
            Running::Program(program) => by_program(program, self.nodes, start, moves, position)
                .map_err(|problem| JudgeError { judge: self.name.clone(), problem }),
        }
    }
}

fn by_engine(
    engine: &mut Engine,
    nodes: u64,
    start: &Chess,
    moves: &[Move],
    stop: &Stop,
) -> Searched {
    engine.new_game();
    let mut position = engine::Position::new(start);
    moves.iter().for_each(|m| position.play(*m));
    let options = SearchOptions::default();
    let report = engine.analyze(&position, &Limits::nodes(nodes), stop, &options, &mut |_| {});
    Searched {
        score: report.score.centipawns(),
        depth: report.depth,
        line: report.principal_variation,
    }
}

fn by_program(
    program: &mut Uci,
    nodes: u64,
    start: &Chess,
    moves: &[Move],
    position: &Chess,
) -> Result<Searched, String> {
    // A program that has ended since its last answer is started anew, once.
    if program.new_game(0).is_err() {
        program.new_game(0).map_err(|failure| failure.to_string())?;
    }
    let request = MoveRequest {
        start,
        moves,
        position,
        limits: Limits::nodes(nodes),
        opponent_clock: None,
        flag: None,
    };
    let mut line: Vec<UciMove> = Vec::new();
    let found = program
        .search(&request, |info| {
            if info.is_first() && info.best_move().is_some() {
                line = info.moves().collect();
            }
        })
        .map_err(|failure| failure.to_string())?;
    let line = legal_line(position, &line);
    let score = found.score.ok_or("it gives no score")?;
    Ok(Searched {
        score: score.centipawns(),
        depth: found.depth,
        // The move counts where the line does not begin with it.
        line: match found.best_move {
            Some(best) if line.first() != Some(&best) => vec![best],
            _ => line,
        },
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
