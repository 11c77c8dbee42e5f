//! Differences of two matches over the openings that both have played.

use crate::interaction::{self, Interaction};
use crate::played::{Played, linked};
use crate::table::Table;
use crate::words::{in_words, interval};

/// Each technique with and without the null move.
pub(super) fn factorial(played: &[Played]) -> String {
    let found = interaction::with_null_move(played);
    let picture = match found.is_empty() {
        true => "",
        false => {
            "\n![Elo with and without the null move, and the difference](study/interaction.svg)\n"
        }
    };
    let elo = |played: &Played| {
        let elo = linked(&format!("{:+.1}", played.elo), played);
        format!("{elo} {}", interval(played.once))
    };
    Table::of(found)
        .words("technique", |found| in_words(found.technique))
        .numbers("games", |found| format!("{} + {}", found.with.games, found.without.games))
        .words("with the null move: Elo, 95 % CI", |found| elo(found.with))
        .words("without it: Elo, 95 % CI", |found| elo(found.without))
        .words("difference, 95 % CI", difference)
        .text()
        + picture
}

/// The gain of each technique at 50,000 nodes over that at 5,000.
pub(super) fn more_nodes(played: &[Played]) -> String {
    Table::of(interaction::with_more_nodes(played))
        .words("technique", |found| in_words(found.technique))
        .differences("at 50,000 nodes more than at 5,000: Elo, 95 % CI")
}

/// Table 2's three bounds against each other: each met the null move on the same openings.
pub(super) fn bounds(played: &[Played]) -> String {
    Table::of(interaction::between_bounds(played))
        .words("bounds", |found| found.technique)
        .differences("first over second: Elo, 95 % CI")
}

/// The worth of multi-cut at more nodes, in Table 1's match.
pub(super) fn trend(played: &[Played]) -> String {
    Table::of(interaction::trend(played))
        .words("nodes", |found| found.with.limits[0].clone())
        .differences("more than at 20,000: Elo, 95 % CI")
}

impl Table<Interaction<'_>> {
    /// Differences with their intervals, the number of shared openings, and the smallest detectable difference.
    fn differences(self, head: &str) -> String {
        self.words(head, difference)
            .numbers("openings of both", shared)
            .numbers("detectable", detectable)
            .text()
    }
}

pub(super) fn difference(found: &Interaction<'_>) -> String {
    format!("{:+.1} {}", found.difference, interval(found.interval))
}

pub(super) fn shared(found: &Interaction<'_>) -> String {
    found.shared.to_string()
}

pub(super) fn detectable(found: &Interaction<'_>) -> String {
    format!("{:.0} Elo", found.detectable())
}
