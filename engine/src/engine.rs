//! One engine: its configuration and all its state.

use shakmaty::Move;

use crate::config::SearchConfig;
use crate::evaluate::evaluate;
use crate::limits::Limits;
use crate::position::Position;
use crate::position::movegen::{MoveGenerator, legal_moves};
use crate::report::SearchReport;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Budget;
use crate::stop::Stop;

/// A chess engine: a search configuration with the tables it works on.
///
/// Nothing is shared between engines, and nothing is global. With a node or depth limit the
/// result depends only on the configuration, the limit, and the positions searched since
/// [`Engine::new_game`].
#[derive(Debug)]
pub struct Engine {
    searcher: Searcher,
}

/// What the completed iterations found.
struct Found {
    best: Option<Move>,
    score: i32,
    depth: i32,
    line: Vec<Move>,
}

impl Engine {
    /// An engine with a transposition table of this many mebibytes (at least 1).
    #[must_use]
    pub fn new(config: SearchConfig, hash_mebibytes: usize) -> Engine {
        Engine { searcher: Searcher::new(config, hash_mebibytes) }
    }

    /// The configuration this engine was made with.
    #[must_use]
    pub fn config(&self) -> &SearchConfig {
        &self.searcher.config
    }

    /// Forgets everything learned in earlier searches.
    pub fn new_game(&mut self) {
        self.searcher.new_game();
    }

    /// Searches the position until a limit is reached or `stop` is raised.
    pub fn search(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> SearchReport {
        self.searcher.begin(position, Budget::new(limits, stop));
        let found = self.deepen(position, limits);
        let searcher = &self.searcher;
        SearchReport {
            best_move: found.best,
            score: Score(found.score),
            depth: found.depth as u32,
            selective_depth: searcher.selective_depth as u32,
            nodes: searcher.budget.nodes,
            elapsed: searcher.budget.elapsed(),
            deadlines: searcher.budget.deadlines,
            principal_variation: found.line,
            counters: searcher.counters,
        }
    }

    /// Iterative deepening: searches one ply deeper each time, the last result ordering the next.
    fn deepen(&mut self, position: &Position, limits: &Limits) -> Found {
        let root = &position.state;
        let moves = legal_moves(root);
        let mut found = Found {
            best: moves.first().copied(),
            score: evaluate(root, &mut self.searcher.pawn_table),
            depth: 0,
            line: moves.first().copied().into_iter().collect(),
        };
        if moves.is_empty() {
            found.score = if root.in_check() { -Score::MATE } else { Score::DRAW };
            return found;
        }
        // With a single move there is nothing to decide; on a clock, one iteration gives a score.
        let forced = moves.len() == 1 && limits.clock.is_some();
        let deepest = match limits.depth {
            _ if forced => 1,
            Some(depth) => depth.clamp(1, Score::MAX_PLY as u32 - 1) as i32,
            None => Score::MAX_PLY - 1,
        };
        for depth in 1..=deepest {
            self.searcher.iteration = depth;
            self.searcher.root_best = None;
            let result = self.searcher.search_root(root, depth, found.score);
            if let Some((best, score)) = self.searcher.root_best {
                // The first root move is the last iteration's best, so that whatever an
                // interrupted iteration found is an improvement on it.
                found.best = Some(best);
                found.score = score;
                found.line = self.line(position);
            }
            if result.is_err() {
                break;
            }
            found.depth = depth;
            if !self.searcher.budget.allows_iteration() || is_decided(found.score, depth) {
                break;
            }
        }
        found
    }

    fn line(&self, position: &Position) -> Vec<Move> {
        let mut state = position.state.clone();
        let mut line = Vec::new();
        for packed in self.searcher.line.line() {
            let Some(m) = MoveGenerator::new(&state).unpack(*packed) else { break };
            line.push(m);
            state = state.after(m);
        }
        line
    }
}

/// Whether a mate was found that is at most half as far as the search went: a pruned search need
/// not find the shortest first.
fn is_decided(score: i32, depth: i32) -> bool {
    2 * (Score::MATE - score.abs()) <= depth
}
