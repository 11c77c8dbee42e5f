//! The counts: games, pairs and openings.

use serde::Serialize;

use super::LISTED;
use crate::score::encounter::OpeningCount;
use crate::score::tally::{Repetition, Tally, TerminationKind};
use crate::storage::facts::MatchFacts;
use stats::{Figure, Pentanomial, Wdl, ratios};

/// Games and points.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Games {
    /// Games planned: those of the match, or those after which a rule ends it.
    pub planned: u64,
    /// Games finished.
    pub played: u64,
    /// Results.
    pub all: Wdl,
    /// Results with White.
    pub as_white: Wdl,
    /// Results with Black.
    pub as_black: Wdl,
    /// Points of both sides.
    pub points: [f64; 2],
    /// Per cent of the points.
    pub winning_percentage: Figure,
    /// Points by the opponent's.
    pub winning_ratio: Figure,
    /// Share of drawn games.
    pub draw_ratio: Figure,
}

/// Complete pairs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pairs {
    /// Number.
    pub complete: u64,
    /// Games whose partner is missing.
    pub unpaired_games: u64,
    /// Complete pairs beside those, which repeat earlier ones move for move: no evidence.
    pub repeated: u64,
    /// Where engines vary without a clock: the pair that showed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub varying: Option<VaryingPair>,
    /// By their results, without the repeated ones.
    #[serde(flatten)]
    pub counts: Pentanomial,
    /// Pairs won by those lost.
    pub pairs_ratio: Figure,
    /// Share of pairs that ended one all.
    pub pair_draw_ratio: Figure,
    /// Pairs of a win and a loss by those of two draws.
    pub wl_dd_ratio: Figure,
    /// Correlation of the two games of a pair.
    pub pair_correlation: Figure,
    /// Root mean square advantage of a colour, in Elo.
    pub rms_opening_bias: Figure,
}

/// The first pair whose opening was played before, where it has other games than the earlier pair.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct VaryingPair {
    /// Its number in the schedule, from 1.
    pub pair: u64,
    /// The number of the earlier pair.
    pub earlier: u64,
}

/// Games that ended alike.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ended {
    /// How.
    pub termination: TerminationKind,
    /// Their results.
    #[serde(flatten)]
    pub games: Wdl,
}

/// Use of the openings.
#[derive(Clone, Debug, Serialize)]
pub struct Openings {
    /// Different openings played.
    pub distinct: u64,
    /// Least games of a played opening.
    pub fewest_games: u64,
    /// Most games of an opening.
    pub most_games: u64,
    /// Complete pairs beyond the first one of their opening.
    pub pairs_reusing_an_opening: u64,
    /// Openings in which the first contender took more than half the points, and in which the second one did.
    pub scored_more: [u64; 2],
    /// Openings with all games drawn.
    pub all_drawn: u64,
    /// Results of the openings played, of the first ten thousand of them.
    pub list: Vec<OpeningResult>,
}

/// The games of one opening.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OpeningResult {
    /// Its number in the book, from 1.
    pub opening: u64,
    /// Its results.
    #[serde(flatten)]
    pub count: OpeningCount,
}

pub(super) fn games_of(facts: &MatchFacts, tally: &Tally) -> Games {
    let all = tally.games();
    Games {
        planned: u64::from(facts.planned()),
        played: all.games(),
        all,
        as_white: tally.encounter.as_white,
        as_black: tally.encounter.as_black,
        points: [all, all.reversed()].map(|games| games.half_points() as f64 / 2.0),
        winning_percentage: ratios::score(all).map(|score| 100.0 * score).into(),
        winning_ratio: ratios::winning_ratio(all).into(),
        draw_ratio: ratios::draw_ratio(all).into(),
    }
}

pub(super) fn pairs_of(tally: &Tally) -> Pairs {
    let counts = tally.pairs();
    Pairs {
        complete: counts.pairs(),
        unpaired_games: tally.unpaired_games(),
        repeated: tally.repeated_pairs(),
        varying: match tally.ordered_pairs.repetition() {
            Repetition::Varies { pair, earlier } => {
                Some(VaryingPair { pair: u64::from(pair) + 1, earlier: u64::from(earlier) + 1 })
            }
            Repetition::NotSought | Repetition::Unknown | Repetition::Repeats => None,
        },
        counts,
        pairs_ratio: ratios::pairs_ratio(counts).into(),
        pair_draw_ratio: ratios::pair_draw_ratio(counts).into(),
        wl_dd_ratio: ratios::wl_dd_ratio(counts).into(),
        pair_correlation: ratios::pair_correlation(counts).into(),
        rms_opening_bias: ratios::opening_bias(counts).into(),
    }
}

pub(super) fn openings(tally: &Tally) -> Openings {
    let results = || tally.encounter.openings.values().map(|opening| opening.games);
    let games = || results().map(Wdl::games);
    let count = |is: fn(&Wdl) -> bool| results().filter(is).count() as u64;
    Openings {
        distinct: tally.encounter.openings.len() as u64,
        fewest_games: games().min().unwrap_or(0),
        most_games: games().max().unwrap_or(0),
        pairs_reusing_an_opening: tally.encounter.pairs_reusing_an_opening(),
        scored_more: [count(|all| all.wins > all.losses), count(|all| all.wins < all.losses)],
        all_drawn: count(|all| all.wins + all.losses == 0),
        list: tally
            .encounter
            .openings
            .iter()
            .take(LISTED)
            .map(|(&index, &count)| OpeningResult { opening: index + 1, count })
            .collect(),
    }
}
