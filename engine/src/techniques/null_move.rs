//! Null move: where passing is already good enough, some move will be too.
//!
//! The side to move passes, and the opponent's best answer is searched to less depth with a null
//! window at beta. If passing still reaches beta the node is pruned.
//!
//! Unsound in zugzwang, where every move is worse than passing. It is therefore not tried with
//! king and pawns alone, nor in check, nor twice in a row; and a verified null move does not prune
//! but takes a ply off the search below, which finds the zugzwang out.
//!
//! Sources: Beal (1990), Goetsch and Campbell (1990), as Bjornsson and Marsland's figure 5 and
//! Eiriksson's section 2.4.4 describe it; adaptive: Heinz (1999), also Winands et al. section 5.2,
//! who reduce by R = 3 at expected ALL nodes; verified: David-Tabibi and Netanyahu (2002).
//!
//! Differs from the papers where `above_beta` is on: only tried where the static evaluation already
//! reaches beta, without which passing seldom succeeds; where `depth_divisor` or
//! `evaluation_divisor` is set, as today's engines do, R grows with depth and evaluation; and where
//! `return_beta` is off: figure 5 returns beta, Eiriksson's program the score of passing. Winands et
//! al. count pieces in a game that has no kings or pawns; `adaptive_men` counts every man.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::move_loop::Best;
use crate::search::node::{Node, NodeType};
use crate::search::transposition_table::Entry;

parameters! {
    /// Parameters of the null move.
    NullMove {
        /// R: the opponent's answer is searched to depth - 1 - R, in plies.
        reduction: i32 = 2, in 1..=6;
        /// R at expected ALL nodes; 0 for the same as elsewhere.
        reduction_at_all: i32 = 0, in 0..=6;
        /// One more ply of reduction at depth above 8, and above 6 with enough on the board.
        adaptive: bool = false;
        /// With `adaptive`, what is enough: so many men of the side to move (Winands et al.: 5);
        /// 0 for three pieces a side (Heinz).
        adaptive_men: i32 = 0, in 0..=16;
        /// One more ply of reduction for each of this many plies of depth; 0 for none.
        depth_divisor: i32 = 0, in 0..=20;
        /// One more ply of reduction for each of this many centipawns above beta, up to three;
        /// 0 for none.
        evaluation_divisor: i32 = 0, in 0..=2000;
        /// The least depth at which it is tried, in plies.
        min_depth: i32 = 2, in 1..=20;
        /// Only tried where the static evaluation reaches the bound that passing has to reach.
        above_beta: bool = true;
        /// A success is verified by the search below, one ply less deep.
        verified: bool = false;
        /// A prune returns beta and not the score of passing.
        return_beta: bool = false;
        /// A prune is stored in the transposition table, as a lower bound of the node's depth.
        store: bool = false;
    }
}

/// What passing shows.
pub(crate) enum Passing {
    /// It is not good enough, or was not tried.
    Fails,
    /// It prunes the node with this score.
    Prunes(i32),
    /// It would prune, if a search to one ply less confirms it.
    NeedsVerification,
}

impl NullMove {
    fn applies(&self, state: &BoardState, node: &Node) -> bool {
        node.depth >= self.min_depth && state.has_pieces()
    }

    /// Whether the adaptive null move reduces by one more ply.
    fn is_deep(&self, state: &BoardState, node: &Node) -> bool {
        let has_enough = || match self.adaptive_men {
            0 => state.fewest_pieces() >= 3,
            men => state.men(state.turn) >= men as usize,
        };
        node.depth > 8 || (node.depth > 6 && has_enough())
    }

    pub(crate) fn reduction(&self, state: &BoardState, node: &Node, static_eval: i32) -> i32 {
        if node.kind == NodeType::All && self.reduction_at_all > 0 {
            return self.reduction_at_all;
        }
        let mut reduction = self.reduction;
        reduction += i32::from(self.adaptive && self.is_deep(state, node));
        if self.depth_divisor > 0 {
            reduction += node.depth / self.depth_divisor;
        }
        if self.evaluation_divisor > 0 {
            reduction += ((static_eval - node.beta) / self.evaluation_divisor).clamp(0, 3);
        }
        reduction
    }
}

impl Searcher {
    /// Tries passing at a node off the principal variation that is not in check.
    pub(crate) fn null_move(
        &mut self,
        state: &BoardState,
        node: &Node,
        static_eval: i32,
    ) -> Result<Passing, Stopped> {
        let Some(null_move) = self.config.null_move else { return Ok(Passing::Fails) };
        let after_null_move = self.frames[node.ply].after_null_move;
        if after_null_move || !null_move.applies(state, node) {
            return Ok(Passing::Fails);
        }
        let bound = node.beta - self.null_move_tempo(state.turn, node);
        if null_move.above_beta && static_eval < bound {
            return Ok(Passing::Fails);
        }
        let attempt = self.begin_attempt(Technique::NullMove);
        let score = self.pass(state, node, bound, null_move.reduction(state, node, static_eval))?;
        let prunes = score >= bound;
        self.end_attempt(&attempt, prunes);
        if !prunes {
            Ok(Passing::Fails)
        } else if null_move.verified && !self.verifying {
            Ok(Passing::NeedsVerification)
        } else {
            // A mate found after passing is not proven.
            let proven = (node.beta..Score::MATE_BOUND).contains(&score);
            let returns_score = proven && !null_move.return_beta;
            Ok(Passing::Prunes(if returns_score { score } else { node.beta }))
        }
    }

    /// Stores a prune, where that is asked for. The move is the one that would be tried first.
    pub(crate) fn store_null_move_prune(
        &mut self,
        state: &BoardState,
        node: &Node,
        entry: Option<Entry>,
        score: i32,
    ) {
        if self.config.null_move.is_some_and(|null_move| null_move.store) {
            let m = entry.map_or(PackedMove::NONE, |entry| entry.best);
            let static_eval = self.static_eval(state, entry);
            self.store(state, node, Best { m, ..Best::new(score) }, static_eval);
        }
    }

    /// The score of passing, searched with a null window at `bound`.
    fn pass(
        &mut self,
        state: &BoardState,
        node: &Node,
        bound: i32,
        reduction: i32,
    ) -> Result<i32, Stopped> {
        let child = state.after_null_move();
        self.enter(node.ply + 1, &child, None, false);
        self.frames[node.ply + 1].after_null_move = true;
        self.null_moves_on_path += 1;
        let window = Node { alpha: bound - 1, beta: bound, ..*node };
        let score = -self.search(&child, window.first_child(node.depth - 1 - reduction))?;
        self.null_moves_on_path -= 1;
        Ok(score)
    }
}
