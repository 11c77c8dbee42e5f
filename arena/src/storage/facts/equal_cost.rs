//! Nodes of equal time, as facts of a match.

use super::MatchFacts;
use crate::chess::node_cost::NodeCost;
use crate::config::{EqualCost, Match};

/// The measured cost that a match's nodes are made of.
pub(super) fn measured(settings: &Match) -> Option<NodeCost> {
    match settings.equal_cost {
        Some(EqualCost::Measured(cost)) => Some(cost),
        Some(EqualCost::Open) | None => None,
    }
}

impl MatchFacts {
    /// The measured cost of a node and the nodes given for it, in a sentence; `None` where the match has the nodes of
    /// its file.
    #[must_use]
    pub fn equal_cost_in_words(&self) -> Option<String> {
        let [first, second] =
            self.contenders.each_ref().map(|contender| contender.limits.nodes_a_move());
        let names = self.contenders.each_ref().map(|contender| contender.name.as_str());
        Some(self.equal_cost?.sentence(names, [first?, second?]))
    }
}
