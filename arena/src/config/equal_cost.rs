//! Resolves `equal_cost`: nodes of equal time for two searches in this process.

use toml::Spanned;

use super::resolver::Resolver;
use super::values::Rule;
use super::{ConfigError, ContenderSettings, EngineSettings, EqualCost, Match, SearchSettings};
use crate::chess::limits::PlayLimits;
use crate::chess::node_cost::NodeCost;

impl Resolver<'_> {
    /// Whether the contenders get nodes of equal time, checked against them.
    pub(super) fn equal_cost(
        &self,
        written: Option<&Spanned<Rule<EqualCost>>>,
        contenders: &[ContenderSettings],
    ) -> Result<Option<EqualCost>, ConfigError> {
        let Some(written) = written else { return Ok(None) };
        let Some(cost) = written.get_ref().0 else { return Ok(None) };
        let error = |problem: String| self.error(written.span(), problem);
        let nodes = nodes_of_two(contenders).map_err(error)?;
        let EqualCost::Measured(NodeCost { ratio, low, high, turns }) = cost else {
            return match nodes {
                [first, second] if first == second => Ok(Some(EqualCost::Open)),
                [first, second] => Err(error(format!(
                    "nodes of equal time are made from the same nodes for both, here are {first} and {second}: leave \
                     one limit for both, or `equal_cost` out"
                ))),
            };
        };
        let cost = NodeCost::new(ratio, [low, high], turns).ok_or_else(|| {
            error(format!(
                "{ratio} with the interval {low} to {high} is no ratio: 0 < low <= ratio <= high"
            ))
        })?;
        let [first, second] = nodes;
        let due = cost.nodes_of_first(second);
        if first != due {
            return Err(error(format!(
                "at this ratio {second} nodes of the second contender are worth {due} of the first, which has {first}; \
                 `equal_cost = true` measures anew"
            )));
        }
        Ok(Some(EqualCost::Measured(cost)))
    }
}

/// The nodes of two searches in this process that nodes alone limit.
///
/// # Errors
/// Names the condition that does not hold, and the remedy.
fn nodes_of_two(contenders: &[ContenderSettings]) -> Result<[u64; 2], String> {
    let [first, second] = contenders else {
        let count = contenders.len();
        return Err(format!(
            "nodes of equal time are for two contenders, here are {count}: play each pairing as a match of its own"
        ));
    };
    let nodes = |contender: &ContenderSettings| {
        let name = &contender.name;
        if contender.program().is_some() {
            return Err(format!(
                "{name:?} is a program, whose nodes are not comparable with another's: limit both by time instead"
            ));
        }
        let PlayLimits { nodes, soft_nodes, depth, .. } = contender.limits;
        match nodes {
            Some(nodes)
                if soft_nodes.or(depth.map(u64::from)).is_none()
                    && !contender.limits.is_timed() =>
            {
                Ok(nodes)
            }
            _ => Err(format!(
                "nodes of equal time need a limit of nodes and no other, {name:?} has {}",
                contender.limits.summary()
            )),
        }
    };
    Ok([nodes(first)?, nodes(second)?])
}

impl Match {
    /// The searches and the nodes whose cost is still to be measured.
    #[must_use]
    pub fn cost_to_measure(&self) -> Option<([&SearchSettings; 2], u64)> {
        let [first, second] = self.contenders.as_slice() else { return None };
        let is_open = self.equal_cost == Some(EqualCost::Open);
        match (&first.engine, &second.engine) {
            (EngineSettings::InProcess(one), EngineSettings::InProcess(other)) if is_open => {
                Some(([one, other], second.limits.nodes?))
            }
            _ => None,
        }
    }

    /// The match with nodes of equal time by this cost: the second contender keeps its own.
    #[must_use]
    pub fn at_cost(mut self, cost: NodeCost) -> Match {
        if let [first, second] = self.contenders.as_mut_slice() {
            first.limits.nodes = second.limits.nodes.map(|nodes| cost.nodes_of_first(nodes));
            self.equal_cost = Some(EqualCost::Measured(cost));
        }
        self
    }
}
