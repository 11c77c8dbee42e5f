//! How the techniques work in the games: their attempts and nodes.

use crate::played::Played;
use crate::words::{NOTHING, counter, named};

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
    let mut rows = String::new();
    for (found, technique) in matches {
        let Some(mechanism) = found.techniques[0].mechanism(technique) else { continue };
        rows += &format!(
            "| [{}]({}) | {} | {:.1} % | {:.1} % | {:.2} |\n",
            found.name,
            found.report,
            document::number::count(mechanism.attempts),
            mechanism.success,
            mechanism.nodes,
            found.depth[0],
        );
    }
    if rows.is_empty() {
        return NOTHING.to_owned();
    }
    "| match | attempts | of them prune | nodes in their searches, of all | mean depth |\n\
     |---|---:|---:|---:|---:|\n"
        .to_owned()
        + &rows
}
