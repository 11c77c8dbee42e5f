//! Differences of two matches over the openings that both have played.

use crate::interaction::{self, Interaction};
use crate::played::Played;
use crate::words::{NOTHING, in_words, interval};

/// Each technique with and without the null move.
pub(super) fn factorial(played: &[Played]) -> String {
    let found = interaction::with_null_move(played);
    if found.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| technique | games | with the null move: Elo, 95 % CI | without it: Elo, 95 % CI | \
                     difference, 95 % CI |\n|---|---:|---|---|---|\n"
            .to_owned();
    let linked = |played: &Played| {
        format!("[{:+.1}]({}) {}", played.elo, played.report, interval(played.once))
    };
    for interaction in &found {
        table += &format!(
            "| {} | {} + {} | {} | {} | {:+.1} {} |\n",
            in_words(interaction.technique),
            interaction.with.games,
            interaction.without.games,
            linked(interaction.with),
            linked(interaction.without),
            interaction.difference,
            interval(interaction.interval)
        );
    }
    table + "\n![Elo with and without the null move, and the difference](study/interaction.svg)\n"
}

/// The gain of each technique at 50,000 nodes over that at 5,000.
pub(super) fn more_nodes(played: &[Played]) -> String {
    let found = interaction::with_more_nodes(played);
    if found.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| technique | at 50,000 nodes more than at 5,000: Elo, 95 % CI | openings of both \
                     | detectable |\n|---|---|---:|---:|\n"
            .to_owned();
    for interaction in &found {
        table += &format!("| {} | {} |\n", in_words(interaction.technique), cells(interaction));
    }
    table
}

/// Table 2's three bounds against each other: each met the null move on the same openings.
pub(super) fn bounds(played: &[Played]) -> String {
    let mut table =
        "| bounds | first over second: Elo, 95 % CI | openings of both | detectable |\n\
                     |---|---|---:|---:|\n"
            .to_owned();
    for found in interaction::between_bounds(played) {
        table += &format!("| {} | {} |\n", found.technique, cells(&found));
    }
    table
}

/// The worth of multi-cut at more nodes, in Table 1's match.
pub(super) fn trend(played: &[Played]) -> String {
    let found = interaction::trend(played);
    if found.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| nodes | more than at 20,000: Elo, 95 % CI | openings of both | detectable |\n\
                     |---|---|---:|---:|\n"
            .to_owned();
    for found in found {
        table += &format!("| {} | {} |\n", found.with.limits[0], cells(&found));
    }
    table
}

/// A difference with its interval, the number of shared openings, and the smallest detectable
/// difference.
pub(super) fn cells(interaction: &Interaction) -> String {
    format!(
        "{:+.1} {} | {} | {:.0} Elo",
        interaction.difference,
        interval(interaction.interval),
        interaction.shared,
        interaction.detectable()
    )
}
