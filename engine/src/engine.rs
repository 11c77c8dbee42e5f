//! One engine: its configuration and all its state.

use shakmaty::Move;

use crate::deepening::deepen;
use crate::limits::Limits;
use crate::options::{Progress, SearchOptions};
use crate::position::Position;
use crate::position::movegen::MoveGenerator;
use crate::report::SearchReport;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Budget;
use crate::setup::Setup;
use crate::stop::Stop;
use crate::techniques::SearchConfig;

/// A chess engine: a search configuration with the tables it works on.
///
/// Nothing is shared between engines, and nothing is global. With a node or depth limit the
/// result depends only on the configuration, the limit, and the positions searched since
/// [`Engine::new_game`].
#[derive(Debug)]
pub struct Engine {
    pub(crate) searcher: Searcher,
}

impl Engine {
    /// An engine with a transposition table of this many mebibytes (at least 1).
    #[must_use]
    pub fn new(setup: impl Into<Setup>, hash_mebibytes: usize) -> Engine {
        Engine { searcher: Searcher::new(setup, hash_mebibytes) }
    }

    /// The techniques it searches with.
    #[must_use]
    pub fn config(&self) -> &SearchConfig {
        &self.searcher.config
    }

    /// The configuration and evaluation that this engine plays by.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let evaluation = self.searcher.evaluator.evaluation();
        Setup { search: self.searcher.config, evaluation }
    }

    /// Forgets everything learned in earlier searches.
    pub fn new_game(&mut self) {
        self.new_seeded_game(0);
    }

    /// As [`Engine::new_game`], and seeds the random terms of the evaluation, if the configuration
    /// has any (see [`crate::techniques::random_evaluation`]): games of different seeds differ.
    pub fn new_seeded_game(&mut self, seed: u64) {
        self.searcher.new_game(seed);
    }

    /// Searches the position until a limit is reached or `stop` is raised.
    pub fn search(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> SearchReport {
        self.analyze(position, limits, stop, &SearchOptions::default(), &mut |_| {})
    }

    /// Searches as [`Engine::search`] does, with options, and calls the observer with every line as it
    /// is found: after iterations, and after windows that failed.
    pub fn analyze(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        options: &SearchOptions,
        observer: &mut dyn FnMut(&Progress<'_>),
    ) -> SearchReport {
        search(&mut self.searcher, position, limits, stop, options, observer)
    }

    /// The best move of this position by earlier searches, if the transposition table has it.
    #[must_use]
    pub fn remembered_move(&self, position: &Position) -> Option<Move> {
        let entry = self.searcher.table.probe(position.state.key, 0)?;
        MoveGenerator::new(&position.state).unpack(entry.best)
    }
}

/// Searches a position by iterative deepening.
pub(crate) fn search(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
    stop: &Stop,
    options: &SearchOptions,
    observer: &mut dyn FnMut(&Progress<'_>),
) -> SearchReport {
    searcher.begin(position, Budget::new(limits, stop, options));
    let mut found = deepen(searcher, position, limits, options, observer);
    let best = found.lines.swap_remove(0);
    SearchReport {
        best_move: best.moves.first().copied(),
        score: Score(best.score),
        depth: found.depth as u32,
        selective_depth: searcher.selective_depth as u32,
        nodes: searcher.budget.nodes,
        elapsed: searcher.budget.elapsed(),
        deadlines: searcher.budget.deadlines,
        principal_variation: best.moves,
        counters: searcher.counters,
        cutoffs: searcher.cutoffs,
    }
}
