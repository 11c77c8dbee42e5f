//! Iterative deepening: the root is searched one ply deeper each time, the last result ordering
//! the next.

use std::cmp::Reverse;

use shakmaty::Move;

use crate::limits::Limits;
use crate::options::{Progress, SearchOptions};
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::position::movegen::{MoveList, legal_moves};
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::stability::Stability;
use crate::tree::transposition_table::Bound;

/// A line of play from the root.
pub(crate) struct Line {
    /// The line's moves; empty only when there is no legal move.
    pub(crate) moves: Vec<Move>,
    pub(crate) score: i32,
}

/// The result of the iterations.
pub(crate) struct Deepened {
    /// The best lines, the best first; never empty.
    pub(crate) lines: Vec<Line>,
    /// Depth of the last completed iteration.
    pub(crate) depth: i32,
}

/// A root that is being searched deeper and deeper.
struct Deepening<'a> {
    searcher: &'a mut Searcher,
    root: &'a BoardState,
    /// Root moves that are not to be considered at all.
    forbidden: Vec<PackedMove>,
    lines_wanted: usize,
    lines: Vec<Line>,
    observer: &'a mut dyn FnMut(&Progress<'_>),
}

/// Searches deeper until a limit is reached, and calls the observer with every line and bound.
pub(crate) fn deepen(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
    options: &SearchOptions,
    observer: &mut dyn FnMut(&Progress<'_>),
) -> Deepened {
    let root = &position.state;
    let (moves, forbidden) = root_moves(root, &options.root_moves);
    let evaluation = searcher.evaluator.value(root, 0);
    let Some(&first) = moves.first() else {
        let score = if root.in_check() { -Score::MATE } else { Score::DRAW };
        return Deepened { lines: vec![Line { moves: Vec::new(), score }], depth: 0 };
    };
    let lines_wanted = options.lines.clamp(1, moves.len());
    let lines = vec![Line { moves: vec![first], score: evaluation }];
    let mut deepening = Deepening { searcher, root, forbidden, lines_wanted, lines, observer };
    // With a single move there is nothing to decide; on a clock, one iteration gives a score.
    let forced = moves.len() == 1 && limits.clock.is_some();
    let deepest = match limits.depth {
        _ if forced => 1,
        Some(depth) => depth.clamp(1, Score::MAX_PLY as u32 - 1) as i32,
        None => Score::MAX_PLY - 1,
    };
    let mut completed = 0;
    let mut stability = Stability::default();
    for depth in 1..=deepest {
        let before = deepening.searcher.budget.nodes;
        if deepening.iterate(depth).is_err() {
            break;
        }
        completed = depth;
        deepening.stretch_time(&mut stability, before);
        let enough = deepening.is_decided(limits, depth);
        if enough || !deepening.searcher.budget.allows_iteration() {
            break;
        }
    }
    Deepened { lines: deepening.lines, depth: completed }
}

/// The legal moves to choose from, and the others.
fn root_moves(root: &BoardState, wanted: &[Move]) -> (MoveList, Vec<PackedMove>) {
    let legal = legal_moves(root);
    if wanted.is_empty() {
        return (legal, Vec::new());
    }
    let (chosen, others): (MoveList, MoveList) =
        legal.iter().copied().partition(|m| wanted.contains(m));
    if chosen.is_empty() {
        return (legal, Vec::new());
    }
    (chosen, others.into_iter().map(PackedMove::new).collect())
}

impl Deepening<'_> {
    /// Searches every line to this depth.
    fn iterate(&mut self, depth: i32) -> Result<(), Stopped> {
        self.searcher.iteration = depth;
        self.searcher.root_choice.spent.clear();
        for i in 0..self.lines_wanted {
            let result = self.search_line(i, depth);
            // An unrefuted result of an interrupted iteration for the first line improves on the
            // last one's best move, the first it searched.
            if let Some((best, score)) = self.searcher.root_best
                && (result.is_ok() || i == 0)
            {
                self.record(i, best, score);
            }
            result?;
        }
        self.lines.sort_by_key(|line| Reverse(line.score));
        for (i, line) in self.lines.iter().enumerate() {
            (self.observer)(&Progress {
                moves: &line.moves,
                ..progress(self.searcher, i, depth, line.score, Bound::Exact)
            });
        }
        Ok(())
    }

    /// Gives the search more time or less, by the result of the iteration that began at this node.
    fn stretch_time(&mut self, stability: &mut Stability, began: u64) {
        let line = &self.lines[0];
        let best = line.moves.first().map_or(PackedMove::NONE, |m| PackedMove::new(*m));
        let Searcher { root_choice, budget, .. } = &mut *self.searcher;
        let spent = (budget.nodes - began).max(1);
        let share = root_choice.spent_on(best) as f64 / spent as f64;
        budget.stretch(stability.after(best, line.score, share));
    }

    /// Searches the root without the moves of the lines before this one.
    fn search_line(&mut self, i: usize, depth: i32) -> Result<i32, Stopped> {
        let Deepening { searcher, root, forbidden, lines, observer, .. } = self;
        let before = lines[..i].iter().filter_map(|line| line.moves.first());
        let choice = &mut searcher.root_choice;
        choice.left_out.clone_from(forbidden);
        choice.left_out.extend(before.map(|m| PackedMove::new(*m)));
        let last = lines.get(i);
        choice.first = last
            .and_then(|line| line.moves.first())
            .map_or(PackedMove::NONE, |m| PackedMove::new(*m));
        searcher.root_best = None;
        let previous = last.map_or(lines[0].score, |line| line.score);
        let known = last.map_or([].as_slice(), |line| &line.moves);
        searcher.search_root(root, depth, previous, &mut |searcher, score, bound| {
            let line = searcher.principal_variation(root);
            let moves = if line.is_empty() { known } else { &line };
            observer(&Progress { moves, ..progress(searcher, i, depth, score, bound) });
        })
    }

    /// Records the result of a line's search.
    fn record(&mut self, i: usize, best: Move, score: i32) {
        let mut moves = self.searcher.principal_variation(self.root);
        if moves.is_empty() {
            moves.push(best);
        }
        let line = Line { moves, score };
        if i == self.lines.len() {
            self.lines.push(line);
            return;
        }
        // Another line's move has come up here: that line gets the entry that stood here.
        let same = self.lines[i..].iter().position(|line| line.moves.first() == Some(&best));
        self.lines.swap(i, i + same.unwrap_or(0));
        self.lines[i] = line;
    }

    /// Whether a deeper search would hardly change anything: the mate that was asked for is found,
    /// or all lines end in mates at most half as far as the search went. A pruned search need not
    /// find the shortest first.
    fn is_decided(&self, limits: &Limits, depth: i32) -> bool {
        let is_near = |line: &Line| 2 * (Score::MATE - line.score.abs()) <= depth;
        match limits.mate {
            Some(moves) if self.lines[0].score > 0 => {
                let found = Score(self.lines[0].score).mate_in();
                found.is_some_and(|found| found.unsigned_abs() <= moves)
            }
            _ => self.lines.iter().all(is_near),
        }
    }
}

/// Where the search of a line stands, its moves left open.
fn progress(searcher: &Searcher, i: usize, depth: i32, score: i32, bound: Bound) -> Progress<'_> {
    Progress {
        line: i + 1,
        depth: depth as u32,
        selective_depth: searcher.selective_depth as u32,
        score: Score(score),
        bound,
        nodes: searcher.budget.nodes,
        elapsed: searcher.budget.elapsed(),
        moves: &[],
        table: &searcher.table,
    }
}
