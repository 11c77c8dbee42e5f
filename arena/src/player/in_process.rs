//! The project's own engine, searching on the game thread.

use std::time::{Duration, Instant};

use engine::{Engine, Limits, Position, Setup, Stop};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use system::clock::thread_time;

use super::{MoveRequest, Player, PlayerFailure, SearchResult};
use crate::config::SearchSettings;

/// The most that a move is credited with.
const MOST_STOLEN: Duration = Duration::from_secs(60);

/// An engine in this process.
#[derive(Debug)]
pub struct InProcess {
    engine: Engine,
    stop: Stop,
    /// The game so far, and how many of its moves the position has seen.
    game: Option<(Position, usize)>,
}

impl InProcess {
    /// An engine with this configuration, whose searches end early when `stop` is raised.
    #[must_use]
    pub fn new(settings: &SearchSettings, stop: Stop) -> InProcess {
        InProcess { engine: Engine::new(settings.setup(), settings.hash), stop, game: None }
    }
}

impl Player for InProcess {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        self.engine.new_seeded_game(seed);
        self.game = None;
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let (position, seen) = self.game.get_or_insert_with(|| (Position::new(request.start), 0));
        for &m in &request.moves[*seen..] {
            position.play(m);
        }
        *seen = request.moves.len();
        // Asking the system for the processor's time is an occasion for it to run others, so the
        // move's own time is taken between the two.
        let spent = request.flag.map(|_| thread_time());
        let begun = Instant::now();
        let report = self.engine.search(position, &request.limits, &self.stop);
        let time = begun.elapsed();
        // A search never sleeps: it was ready for all of its time.
        let stolen = spent.map_or(Duration::ZERO, |spent| {
            time.saturating_sub(thread_time().saturating_sub(spent)).min(MOST_STOLEN)
        });
        Ok(SearchResult {
            best_move: report.best_move,
            score: Some(report.score),
            depth: report.depth,
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            deadlines: report.deadlines,
            counters: report.counters,
            time: Some(time),
            stolen,
            ..SearchResult::default()
        })
    }
}

/// Positions of an opening, a middlegame full of tactics, and two endgames.
const SIGNATURE_POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/3R4/8/8/r4PPP/6K1 b - - 0 1",
];
const SIGNATURE_DEPTH: u32 = 5;

/// The nodes a configuration visits in a fixed set of short searches. It takes a fraction of a
/// second, and changes with nearly every change to the search.
#[must_use]
pub fn search_signature(setup: impl Into<Setup>) -> u64 {
    let mut engine = Engine::new(setup, 1);
    let positions = SIGNATURE_POSITIONS.iter().filter_map(|fen| {
        let fen: Fen = fen.parse().ok()?;
        fen.into_position::<Chess>(CastlingMode::Standard).ok()
    });
    positions
        .map(|chess| {
            engine.new_game();
            let limits = Limits::depth(SIGNATURE_DEPTH);
            engine.search(&Position::new(&chess), &limits, &Stop::new()).nodes
        })
        .sum()
}
