//! Futility pruning at frontier nodes: at depth 1 a move that does not give check leads to a node
//! where the opponent may stand pat. If the balance after the move, and all that the positional
//! terms can add to it, does not exceed alpha, neither will the move: it is skipped.
//!
//! Captures, promotions and en passant count with their gain. Tried at every node that is not
//! in check, on the principal variation too: a skipped move is known to be at most alpha, and the
//! bound takes the place of its score, so that a node with all moves skipped fails low and
//! is not taken for a stalemate or a mate.
//!
//! With `margin = "sound"` the value of the node, and so of the root, is that of the search without
//! it. A skipped child is neither in check nor drawn, so quiescence begins there by standing pat on
//! its evaluation, and that is bounded: `evaluate/upper_bound.rs` says why. (Only a transposition
//! may bring in a value of more depth than was asked for, as everywhere.) That holds with
//! [correction history](crate::techniques::correction_history) and a [random
//! term](crate::techniques::random_evaluation) too: the bound covers their part in the evaluation of
//! the skipped child. (The corrections that are learned may differ, since a skipped move has a bound for
//! its score.) A mate is never skipped, since it is a check. With `margin = "tuned"` it is unsound where the position is worth more than
//! the margin.
//!
//! Source: Heinz, "Extended Futility Pruning", futility pruning at frontier nodes: material balance
//! plus material gain plus margin against alpha; in practice his margin is two pawns or
//! more (our pawn is worth 44 centipawns in the middlegame and 110 in the endgame).
//! Differs from it: our balance has the piece-square values in it, which come with the material
//! move by move, and the largest positional score is not a constant but that of the pieces on the
//! board, since an evaluation with a term for every piece would need a constant of many pawns that
//! never prunes. The form of today's engines, with a margin on the static evaluation and for quiet
//! moves alone, is [`futility`](super::futility).

use crate::parameters::{choices, parameters};
use crate::techniques::Technique;
use crate::tree::node::NodeContext;

choices! {
    /// The most that the positional terms are trusted to add.
    FutilityMargin {
        /// The most that they can add with the pieces on the board; prunes nothing that matters.
        Sound = "sound",
        /// A number of centipawns.
        Tuned = "tuned",
    }
}

parameters! {
    /// At depth 1, skip moves without check whose balance cannot reach alpha.
    FrontierFutility from "Heinz" {
        /// The most that the positional terms are trusted to add.
        margin: FutilityMargin = FutilityMargin::Sound;
        /// The margin with `tuned`, in centipawns.
        tuned: i32 = 250, in 0..=5000;
    }
}

/// Which moves of a node are futile: those that leave too little, by one of the techniques.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Futile {
    pub(crate) technique: Technique,
    /// Centipawns that are added to the balance after the move; `None` for the sound margin.
    pub(crate) margin: Option<i32>,
}

impl FrontierFutility {
    /// Which moves of this node are futile, if it is a frontier node that is not in check.
    #[inline]
    pub(crate) fn futile(&self, at: &NodeContext<'_>) -> Option<Futile> {
        if at.node.depth != 1 || at.state.in_check() {
            return None;
        }
        let margin = match self.margin {
            FutilityMargin::Sound => None,
            FutilityMargin::Tuned => Some(self.tuned),
        };
        Some(Futile { technique: Technique::FrontierFutility, margin })
    }
}

impl Futile {
    /// The score that a move is trusted not to exceed, if that is not above alpha: by the balance
    /// after it, or by the most that the position can be worth, which takes time to find.
    pub(crate) fn bound(
        &self,
        balance: i32,
        alpha: i32,
        upper_bound: impl FnOnce() -> i32,
    ) -> Option<i32> {
        let bound = match self.margin {
            Some(margin) => balance + margin,
            None if balance > alpha => return None,
            None => upper_bound(),
        };
        (bound <= alpha).then_some(bound)
    }
}
