//! Quiescence entries: which nodes of the quiescence search the transposition table stores and
//! answers. Without this technique it is all of them.
//!
//! With fewer, the table knows less, and what it knows of depth 0 was found by a search that began
//! there. It matters to [enhanced multi-cut](crate::techniques::enhanced_multi_cut), which asks the
//! table whether a shallower search reached beta.
//!
//! Sound.
//!
//! Source: the program behind Eiriksson (2011), Ziggy, keeps the nodes at the horizon; the paper does
//! not mention it.

use crate::config::Technique;
use crate::parameters::{choices, parameters};
use crate::search::Searcher;

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
    /// Parameters of quiescence entries.
    QuiescenceEntries {
        /// The nodes that are stored and looked up.
        keep: QuiescenceNodes = QuiescenceNodes::Horizon;
    }
}

impl Searcher {
    /// Whether a node of the quiescence search is stored and looked up.
    ///
    /// Counts nodes as tried, and those that are not as cut.
    pub(crate) fn quiescence_uses_table(&mut self, is_horizon: bool) -> bool {
        let Some(parameters) = self.config.quiescence_entries else { return true };
        let uses = is_horizon && parameters.keep == QuiescenceNodes::Horizon;
        self.counters[Technique::QuiescenceEntries].note(!uses);
        uses
    }
}
