//! Check extension: a move that gives check does not cost depth.
//!
//! The reply to a check is nearly forced, so the line is no more complex for it. Without a bound
//! a series of checks would never end: none is extended beyond twice the nominal depth.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::search::Searcher;
use crate::search::node::Node;

parameters! {
    /// Parameters of the check extension.
    CheckExtension {
        /// Checks are extended up to this many times the nominal depth, in plies from the root.
        depth_factor: i32 = 2, in 1..=4;
    }
}

impl Searcher {
    /// Plies by which the move that led to `child` is extended.
    ///
    /// Counts checks as tried, and the extended ones as cut.
    pub(crate) fn check_extension(&mut self, child: &BoardState, node: &Node) -> i32 {
        let Some(parameters) = self.config.check_extension else { return 0 };
        if !child.in_check() {
            return 0;
        }
        let extends = (node.ply as i32) < parameters.depth_factor * self.iteration;
        let count = &mut self.counters[Technique::CheckExtension];
        count.tried += 1;
        count.cut += u64::from(extends);
        i32::from(extends)
    }
}
