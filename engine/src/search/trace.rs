//! A watch over a search, which may also forbid it single prunes. It is a type parameter of the searcher: the usual
//! one, [`Untraced`], does nothing and costs nothing.

pub(crate) mod cutoffs;
pub(crate) mod line_tracer;

use std::fmt::Debug;

use shakmaty::Move;

use crate::position::packed_move::PackedMove;
use crate::prune::Prune;
use crate::tree::node::Node;

/// A watch over a search. Every answer that comes without a search of the moves is told before it takes effect.
pub(crate) trait Trace: Clone + Debug {
    /// A move leads the current line to this ply; none for a null move.
    #[inline(always)]
    fn enter(&mut self, _ply: usize, _m: Option<Move>) {}

    /// A technique begins to search for itself.
    #[inline(always)]
    fn begin_attempt(&mut self) {}

    /// It has come to its end.
    #[inline(always)]
    fn end_attempt(&mut self) {}

    /// A node is visited.
    #[inline(always)]
    fn visit(&mut self, _node: &Node) {}

    /// A node would be answered so. Returns whether it may be.
    #[inline(always)]
    fn prunes_node(&mut self, _node: &Node, _prune: impl FnOnce() -> Prune) -> bool {
        true
    }

    /// A move would be left out so. Returns whether it may be.
    #[inline(always)]
    fn prunes_move(&mut self, _node: &Node, _m: Move, _prune: impl FnOnce() -> Prune) -> bool {
        true
    }

    /// All moves of a node that were not searched yet, or the quiet ones among them, would be left out so. Returns
    /// whether they may be.
    #[inline(always)]
    fn prunes_rest(
        &mut self,
        _node: &Node,
        _only_quiet: bool,
        _prune: impl FnOnce() -> Prune,
    ) -> bool {
        true
    }

    /// Whether a move may be reduced.
    #[inline(always)]
    fn may_reduce(&mut self, _node: &Node, _m: Move) -> bool {
        true
    }

    /// A move is searched.
    #[inline(always)]
    fn searches(&mut self, _node: &Node, _m: Move) {}

    /// A node of quiescence may stand pat on this evaluation.
    #[inline(always)]
    fn stands_pat(&mut self, _node: &Node, _static_eval: i32) {}

    /// A move refutes a node, the first one that was picked or a later one.
    #[inline(always)]
    fn cuts_off(&mut self, _is_first: bool) {}

    /// The moves of a node are searched, and this is the best of them; none where none exceeded alpha.
    #[inline(always)]
    fn concludes(&mut self, _node: &Node, _best: PackedMove) {}

    /// A move of the root has its score.
    #[inline(always)]
    fn finishes_root_move(&mut self, _m: Move) {}
}

/// No watch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Untraced;

impl Trace for Untraced {}
