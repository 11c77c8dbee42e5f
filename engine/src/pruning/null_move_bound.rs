//! Variable null-move bound: passing may also prune a little below beta, by the worth of a tempo.
//!
//! Having the move is worth something, so a null move that fails by less than that is good enough.
//! How much is risked depends on the scheme: a fixed tempo; one that grows with the number of
//! potentially good alternative moves on the path, which make an error less likely to reach the
//! root; or a fixed one at expected ALL nodes alone.
//!
//! Unsound where the tempo is worth less than assumed.
//!
//! Sources: Goetsch and Campbell (1990) for the idea; Bjornsson and Marsland, section 6 and figure
//! 5, for `alternatives` and its numbers; Winands et al., figure 6, for `all-nodes`. Differs from
//! figure 5: it counts the alternatives of both players on the path, as its one variable does.

use crate::config::Technique;
use crate::parameters::{choices, parameters};
use crate::search::Searcher;
use crate::search::node::{Node, NodeType};

choices! {
    /// How the tempo is found.
    TempoScheme {
        /// The same everywhere, but not below another null move.
        Fixed = "fixed",
        /// By the number of good alternatives on the path, and not below another null move.
        Alternatives = "alternatives",
        /// The same at all expected ALL nodes.
        AllNodes = "all-nodes",
    }
}

parameters! {
    /// Parameters of the variable null-move bound.
    NullMoveBound {
        /// How the tempo is found.
        scheme: TempoScheme = TempoScheme::Alternatives;
        /// t: the worth of a tempo, in centipawns; with `alternatives`, where there are any.
        tempo: i32 = 10, in 0..=500;
        /// t where there are many alternatives, in centipawns.
        tempo_of_many: i32 = 20, in 0..=500;
        /// Alternatives above which there are many.
        many: i32 = 15, in 1..=1000;
    }
}

impl Searcher {
    /// By how much a null move may miss beta and still prune; none without this technique.
    ///
    /// Counts null moves as tried, and those with a lower bound as cut.
    pub(crate) fn null_move_tempo(&mut self, node: &Node) -> i32 {
        let Some(parameters) = self.config.null_move_bound else { return 0 };
        let below_null_move = self.null_moves_on_path > 0;
        let alternatives: i32 = self.alternatives.iter().sum();
        let tempo = match parameters.scheme {
            TempoScheme::AllNodes if node.kind == NodeType::All => parameters.tempo,
            TempoScheme::Fixed if !below_null_move => parameters.tempo,
            TempoScheme::Alternatives if !below_null_move => match alternatives {
                0 => 0,
                few if few <= parameters.many => parameters.tempo,
                _ => parameters.tempo_of_many,
            },
            _ => 0,
        };
        self.counters[Technique::NullMoveBound].note(tempo > 0);
        tempo
    }
}
