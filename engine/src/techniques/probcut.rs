//! ProbCut: a shallower search that exceeds beta by a margin predicts that the deep one exceeds beta.
//!
//! Only captures that could exceed it by static exchange evaluation are tried: first by quiescence,
//! which is cheap, then to a reduced depth with a null window at beta plus the margin. One that holds
//! prunes the node, and what was found is stored as what it is: a bound of the reduced depth.
//!
//! Unsound where the reduced search errs by more than the margin. The table's word against it, from
//! a search at least as deep, is enough not to try.
//!
//! Source: Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm" (1995), in
//! the form of today's engines. Differs from it: he fits the deep score to the shallow one by linear
//! regression, and cuts at either bound where the confidence suffices, for every move; here the
//! margin is a constant, only beta is tried, and only captures.

use shakmaty::Move;

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::move_loop::Best;
use crate::search::node::Node;
use crate::search::ordering::MovePicker;
use crate::search::static_exchange::exchange_gains;
use crate::search::transposition_table::{Bound, Entry};

parameters! {
    /// Parameters of ProbCut.
    Probcut {
        /// The least depth at which it is tried, in plies.
        min_depth: i32 = 5, in 2..=30;
        /// A capture's child is searched to depth - 1 - reduction, in plies.
        reduction: i32 = 3, in 1..=10;
        /// By how much the reduced search has to exceed beta, in centipawns.
        margin: i32 = 180, in 0..=2000;
    }
}

impl Probcut {
    /// The bound to reach, where the technique is worth trying.
    fn bound(&self, node: &Node, entry: Option<Entry>) -> Option<i32> {
        let bound = node.beta + self.margin;
        let denied = entry.is_some_and(|entry| {
            entry.bound != Bound::Lower
                && entry.depth >= node.depth - self.reduction
                && entry.score < bound
        });
        (node.depth >= self.min_depth && bound < Score::MATE_BOUND && !denied).then_some(bound)
    }
}

impl Searcher {
    /// A score of at least beta, if a capture's reduced search exceeds beta by the margin.
    pub(crate) fn probcut(
        &mut self,
        state: &BoardState,
        node: &Node,
        entry: Option<Entry>,
    ) -> Result<Option<i32>, Stopped> {
        let Some(parameters) = self.config.probcut else { return Ok(None) };
        let Some(bound) = parameters.bound(node, entry) else { return Ok(None) };
        let attempt = self.begin_attempt(Technique::Probcut);
        let reduced = Node {
            depth: node.depth - parameters.reduction,
            alpha: bound - 1,
            beta: bound,
            ..*node
        };
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        let static_eval = self.static_eval(state, entry);
        let found = self.first_capture_above(state, &reduced, static_eval, table_move)?;
        self.end_attempt(&attempt, found.is_some());
        let Some(best) = found else { return Ok(None) };
        self.store(state, &reduced, best, static_eval);
        // A mate is proven whatever the depth; anything else may be wrong by the margin.
        let is_mate = best.score >= Score::MATE_BOUND;
        Ok(Some(if is_mate { best.score } else { best.score - parameters.margin }))
    }

    /// The first capture that reaches the window's beta by exchange, by quiescence and by search.
    fn first_capture_above(
        &mut self,
        state: &BoardState,
        window: &Node,
        static_eval: i32,
        table_move: PackedMove,
    ) -> Result<Option<Best>, Stopped> {
        let needed = window.beta - static_eval;
        let mut picker = MovePicker::winning(state, table_move);
        while let Some(m) = picker.next(&self.history) {
            if !exchange_gains(state, m, needed) {
                continue;
            }
            let score = self.search_capture(state, window, m)?;
            if score >= window.beta {
                return Ok(Some(Best { score, m: PackedMove::new(m), is_quiet: false }));
            }
        }
        Ok(None)
    }

    /// The score of a capture at this node's depth, or of quiescence where that falls short.
    fn search_capture(
        &mut self,
        state: &BoardState,
        window: &Node,
        m: Move,
    ) -> Result<i32, Stopped> {
        let child = state.after(m);
        self.enter(window.ply + 1, &child, Some(m), false);
        let score = -self.search(&child, window.first_child(0))?;
        if score < window.beta || window.depth <= 1 {
            return Ok(score);
        }
        Ok(-self.search(&child, window.first_child(window.depth - 1))?)
    }
}
