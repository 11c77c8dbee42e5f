//! Quiescence entries: which nodes of the quiescence search the transposition table stores and
//! answers. Without this technique it is all of them.
//!
//! With fewer, the table knows less, and its entries of depth 0 are of searches that began
//! there. It matters to [enhanced multi-cut](crate::techniques::enhanced_multi_cut), which asks the
//! table whether a shallower search reached beta.
//!
//! Sound.
//!
//! Source: the program behind Eiriksson (2011), Ziggy, keeps the nodes at the horizon; the paper does
//! not mention it.

use crate::parameters::{choices, parameters};
use crate::techniques::Decision;

choices! {
    /// Nodes of the quiescence search.
    QuiescenceNodes {
        /// Those at which it begins.
        Horizon = "horizon",
        /// None of them.
        Nothing = "none",
    }
}

parameters! {
    /// Keep only the horizon nodes of quiescence in the transposition table, or none.
    QuiescenceEntries from "Eiriksson's program" {
        /// The nodes that are stored and looked up.
        keep: QuiescenceNodes = QuiescenceNodes::Horizon;
    }
}

impl QuiescenceEntries {
    /// Whether a node of the quiescence search is neither stored nor looked up.
    pub(crate) fn leaves_out(&self, is_horizon: bool) -> Decision {
        Decision::tried(!is_horizon || self.keep == QuiescenceNodes::Nothing, ())
    }
}
