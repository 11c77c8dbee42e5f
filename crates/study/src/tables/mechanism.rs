//! How the techniques work in the games: their attempts and nodes.

use crate::played::{Played, linked};
use crate::table::Table;
use crate::words::{counter, named};
use document::number::count;

/// The share of each technique's attempts that prune, and its share of the nodes.
pub(super) fn mechanism(played: &[Played], prefix: &str) -> String {
    mechanisms(named(played, prefix).into_iter().map(|found| (found, counter(&found.name))))
}

/// The same of multi-cut in the games that repeat a paper's section 5.3.
pub(super) fn shares_of_games(played: &[Played]) -> String {
    let names = ["printed-bjornsson-marsland-1-", "equal-nodes-bjornsson-marsland-1", "trend-"];
    mechanisms(names.iter().flat_map(|name| named(played, name)).map(|found| (found, "multi_cut")))
}

/// The same of MC-A in the games that repeat a paper's Table 3.
pub(super) fn shares_of_mc_a(played: &[Played]) -> String {
    let names = ["printed-winands-3", "equal-nodes-winands-3", "deep-winands-3"];
    let matches = names.iter().flat_map(|name| named(played, name));
    mechanisms(matches.map(|found| (found, "multi_cut_all")))
}

/// A row for each match whose first side tried the technique.
fn mechanisms<'a>(matches: impl Iterator<Item = (&'a Played, &'static str)>) -> String {
    let tried =
        |(found, technique): (&'a Played, &str)| Some((found, found.first.mechanism(technique)?));
    Table::of(matches.filter_map(tried))
        .words("match", |(found, _)| linked(&found.name, found))
        .numbers("attempts", |(_, mechanism)| count(mechanism.attempts))
        .numbers("of them prune", |(_, mechanism)| format!("{:.1} %", mechanism.success))
        .numbers("nodes in their searches, of all", |(_, mechanism)| {
            format!("{:.1} %", mechanism.nodes)
        })
        .numbers("mean depth", |(found, _)| format!("{:.2}", found.depth[0]))
        .text()
}
