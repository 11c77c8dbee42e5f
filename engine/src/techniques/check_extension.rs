//! Check extension: a move that gives check does not cost depth.
//!
//! The reply to a check is nearly forced, so the line is no more complex for it. Without a bound
//! a series of checks would never end: none is extended beyond `depth_factor` times the
//! nominal depth.

use crate::parameters::parameters;
use crate::techniques::Decision;

parameters! {
    /// A move that gives check costs no depth.
    CheckExtension from "Bjornsson and Marsland, figure 4; today's engines" {
        /// Checks are extended up to this many times the nominal depth, in plies from the root.
        depth_factor: i32 = 2, in 1..=4;
    }
}

impl CheckExtension {
    /// Plies by which a move at this ply is extended. Checks are tried, the extended ones succeed.
    #[inline]
    pub(crate) fn extension(&self, gives_check: bool, ply: usize, iteration: i32) -> Decision<i32> {
        if !gives_check {
            return Decision::NotTried;
        }
        Decision::tried((ply as i32) < self.depth_factor * iteration, 1)
    }
}
