//! Nodes of equal time for a match that asks for them.

use std::path::Path;

use crate::commands::output::say;
use arena::config::Match;
use arena::runner::equal_cost::{self, CostSource, Settled};
use arena::storage::facts::MatchFacts;
use arena::storage::results::Results;

/// The match with the nodes that it plays with, and its facts; the cost of a node is measured now, or taken from the
/// journal in this directory.
///
/// # Errors
/// The cost cannot be measured, or the match is a shard.
pub(super) fn settled(
    settings: Match,
    facts: Vec<MatchFacts>,
    directory: &Path,
    signatures: &[u64],
) -> anyhow::Result<(Match, Vec<MatchFacts>)> {
    let Settled { settings, source } =
        equal_cost::settle(settings, &Results::journal_in(directory))?;
    if source == CostSource::NotAsked {
        return Ok((settings, facts));
    }
    let facts = MatchFacts::of(&settings, signatures);
    for sentence in facts.iter().filter_map(MatchFacts::equal_cost_in_words) {
        say(&sentence);
    }
    if source == CostSource::Journal {
        say("the match was begun with this cost, which is not measured again");
    }
    Ok((settings, facts))
}
