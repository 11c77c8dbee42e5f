//! The games of every two players.

use serde::Serialize;

use crate::report::summary::{Ends, Headline, headline};
use crate::score::pgn_scores::Encounter;
use stats::clustered::{self, Cluster};
use stats::{CONFIDENCE, Estimates, Figure, Interval, Pentanomial, Wdl, ratios};

/// The games of two players, from the first one's view.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterSummary {
    /// Their names.
    pub players: [String; 2],
    /// All games.
    pub all: Wdl,
    /// Points by the opponent's.
    pub winning_ratio: Figure,
    /// Those in which the first one was White.
    pub as_white: Wdl,
    /// Those in which the first one was Black.
    pub as_black: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Games without a partner.
    pub unpaired_games: u64,
    /// Complete pairs beyond the first one of their opening, as far as openings are known.
    pub pairs_reusing_an_opening: u64,
    /// The verdict.
    pub headline: Headline,
    /// Estimates from single games.
    pub on_games: Estimates,
    /// Estimates from complete pairs.
    pub on_pairs: Estimates,
    /// The interval with openings as the unit, where openings were used again.
    pub clustered_by_opening: Option<Ends>,
    /// The anytime-valid interval: of the pairs before the first one missing; or, where the schedule
    /// is not known, order-free, of all pairs.
    pub anytime: Ends,
}

/// The games of two of the players, with their anytime-valid interval of scores.
pub(in crate::report) fn encounter_summary(
    encounter: &Encounter,
    names: &[String],
    anytime: Interval,
) -> EncounterSummary {
    let (games, pairs) = (encounter.games(), encounter.pairs);
    let on_games = Estimates::of(&games.into(), games);
    let on_pairs = Estimates::of(&pairs.into(), pairs.games());
    let reusing = encounter.openings.values().map(|(pairs, _)| u64::from(pairs - 1)).sum();
    // Pairs whose opening the file does not tell cannot be put together by opening.
    let known: u64 = encounter.openings.values().map(|&(pairs, _)| u64::from(pairs)).sum();
    let clustered_by_opening =
        (reusing > 0 && known == pairs.pairs()).then(|| clustered_by_opening(encounter)).flatten();
    EncounterSummary {
        players: encounter.players.map(|player| names[player].clone()),
        all: games,
        winning_ratio: ratios::winning_ratio(games).into(),
        as_white: encounter.as_white,
        as_black: encounter.as_black,
        pairs,
        unpaired_games: encounter.singles().games(),
        pairs_reusing_an_opening: reusing,
        headline: headline(&on_games, &on_pairs, clustered_by_opening),
        on_games,
        on_pairs,
        clustered_by_opening,
        anytime: anytime.elo().into(),
    }
}

fn clustered_by_opening(encounter: &Encounter) -> Option<Ends> {
    let mut openings: Vec<&(u32, u32)> = encounter.openings.values().collect();
    // Sums of numbers that come in another order every time differ in their last digit.
    openings.sort_unstable();
    let clusters: Vec<Cluster> = openings
        .into_iter()
        .map(|&(pairs, half_points)| Cluster {
            pairs: f64::from(pairs),
            total: f64::from(half_points) / 4.0,
        })
        .collect();
    let clustered = clustered::estimate(&clusters, CONFIDENCE)?;
    Some(clustered.interval.elo().into())
}
