//! Singular extension, and the multi-cut that grew out of it.
//!
//! The table move of a node that is expected to reach beta is left out, and the other moves are
//! searched to half the depth against a bound somewhat below the table's score. If they all fail,
//! the table move is singular and is extended. If one of them even reaches beta, then at least two
//! moves refute, and the node is pruned: the multi-cut of today's engines.
//!
//! Beyond twice the nominal depth it is not tried, so that no series of singular moves goes on for
//! ever.
//!
//! The prune is unsound as [multi-cut](super::multi_cut) is, with C = 2 of which one is the table's.
//!
//! Sources: Anantharaman, Campbell and Hsu (1990) for singular extensions; the form with the
//! transposition table, and the prune, as today's engines use them.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::position::packed_move::PackedMove;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::Node;
use crate::search::transposition_table::{Bound, Entry};

parameters! {
    /// Parameters of singular extension.
    SingularExtension {
        /// The least depth at which it is tried, in plies.
        min_depth: i32 = 7, in 4..=30;
        /// By how many plies the table's search may be shallower.
        table_depth: i32 = 3, in 0..=10;
        /// How far below the table's score the bound lies, in centipawns for each ply of depth.
        margin: i32 = 3, in 0..=50;
        /// Prune where another move reaches beta too.
        multi_cut: bool = true;
    }
}

/// What leaving the table move out shows.
pub(crate) enum Singularity {
    /// Nothing, or it was not tried.
    None,
    /// No other move comes near: extend the table move.
    Singular,
    /// Another move reaches beta too: prune with this score.
    MultiCut(i32),
}

impl SingularExtension {
    fn applies(&self, node: &Node, entry: &Entry, iteration: i32) -> bool {
        (1..2 * iteration).contains(&(node.ply as i32))
            && node.depth >= self.min_depth
            && entry.best != PackedMove::NONE
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - self.table_depth
            && entry.score.abs() < Score::MATE_BOUND
    }
}

impl Searcher {
    /// Searches a node without its table move.
    pub(crate) fn singularity(
        &mut self,
        state: &BoardState,
        node: &Node,
        entry: Option<Entry>,
    ) -> Result<Singularity, Stopped> {
        let Some(parameters) = self.config.singular_extension else { return Ok(Singularity::None) };
        let Some(entry) = entry.filter(|entry| parameters.applies(node, entry, self.iteration))
        else {
            return Ok(Singularity::None);
        };
        let bound = entry.score - parameters.margin * node.depth;
        let attempt = self.begin_attempt(Technique::SingularExtension);
        self.exclude(node.ply, entry.best);
        let without = node.without_table_move((node.depth - 1) / 2, bound);
        let score = self.search(state, without)?;
        self.exclude(node.ply, PackedMove::NONE);
        let found = if score < bound {
            Singularity::Singular
        } else if parameters.multi_cut && !node.is_pv() && bound >= node.beta {
            Singularity::MultiCut(bound)
        } else {
            Singularity::None
        };
        let succeeded = !matches!(found, Singularity::None);
        self.end_attempt(&attempt, succeeded);
        Ok(found)
    }
}
