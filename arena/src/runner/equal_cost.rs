//! Nodes of equal time: from the journal where the match has begun, else from a measurement.

use std::path::Path;

use anyhow::bail;

use crate::chess::node_cost::NodeCost;
use crate::config::Match;
use crate::player::node_cost::measure;
use crate::storage::journal::JournalReader;

/// A match with the nodes that its contenders play with.
#[derive(Debug)]
pub struct Settled {
    /// The match.
    pub settings: Match,
    /// The origin of its cost.
    pub source: CostSource,
}

/// The origin of the cost of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostSource {
    /// The match has the nodes of its file.
    NotAsked,
    /// It was measured now.
    Measurement,
    /// It was measured before the first game in the journal.
    Journal,
}

/// Gives the contenders nodes of equal time, where the match asks for them and has not got them. A match that has
/// begun keeps those of its journal, so that a resumed match is the same.
///
/// # Errors
/// A part of the match is to be played, and each part would measure another cost; or the measurement fails.
pub fn settle(settings: Match, journal: &Path) -> anyhow::Result<Settled> {
    let Some((searches, nodes)) = settings.cost_to_measure() else {
        return Ok(Settled { settings, source: CostSource::NotAsked });
    };
    if settings.shard.is_some() {
        bail!(
            "every shard would measure a cost of its own: play a game of the whole match, then the shards of the \
             match.toml beside its journal, which has the measured nodes"
        );
    }
    let (cost, source) = match begun(journal) {
        Begun::WithCost(cost) => (cost, CostSource::Journal),
        Begun::Not => (measure(&settings, searches, nodes)?, CostSource::Measurement),
        // The journal is of another match, and is refused when it is opened.
        Begun::Otherwise => return Ok(Settled { settings, source: CostSource::NotAsked }),
    };
    Ok(Settled { settings: settings.at_cost(cost), source })
}

/// How a journal has begun.
enum Begun {
    Not,
    WithCost(NodeCost),
    Otherwise,
}

fn begun(journal: &Path) -> Begun {
    let first = JournalReader::open(journal).ok().map(|mut reader| reader.next_game());
    match first {
        None | Some(Ok(None)) => Begun::Not,
        Some(Ok(Some(game))) => game.facts.equal_cost.map_or(Begun::Otherwise, Begun::WithCost),
        Some(Err(_)) => Begun::Otherwise,
    }
}
