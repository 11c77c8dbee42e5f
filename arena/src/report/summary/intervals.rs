//! The intervals that the verdict rests on.

use serde::Serialize;

use crate::report::ends::Ends;
use crate::score::encounter::Encounter;
use stats::anytime::Anytime;
use stats::clustered::{self, Cluster};
use stats::{CONFIDENCE, Estimates, Figure, Wdl};

/// The estimate of a match of fixed length.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Headline {
    /// How it was computed.
    pub method: Method,
    /// Games that it is computed from.
    pub games: u64,
    /// Elo difference.
    pub elo: Figure,
    /// Its 95 % interval, valid at the end of a match that no result has stopped.
    #[serde(flatten)]
    pub ends: Ends,
}

/// Ways to compute the headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Empirical likelihood on pairs: every opening used by one pair.
    Pairs,
    /// Cluster-robust t by opening: openings used by several pairs.
    Openings,
    /// Empirical likelihood on games: there is no complete pair.
    Games,
    /// Empirical likelihood on single games and pairs as clusters of unequal size: all games, where many of
    /// them have no partner.
    Mixed,
    /// Student's t on single games with a term for White: one side was White more often.
    Colours,
}

/// The anytime-valid interval: all that no game so far has excluded.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AnytimeInterval {
    /// Pairs it has seen: those before the first one missing.
    pub pairs: u64,
    /// Its level, 0 to 1.
    pub confidence: f64,
    /// The interval.
    #[serde(flatten)]
    pub ends: Ends,
    /// Whether some pairs excluded everything that others had left; it then stays as it was.
    pub contradictory: bool,
    /// Logarithm of the evidence against "not stronger", of these pairs alone.
    pub log_e_pos: Figure,
    /// Logarithm of the evidence against "not weaker".
    pub log_e_neg: Figure,
}

pub(in crate::report) fn headline(
    on_games: &Estimates,
    on_pairs: &Estimates,
    clustered: Option<Ends>,
) -> Headline {
    let [games, paired] = [on_games.n as u64, 2 * on_pairs.n as u64];
    match clustered {
        Some(ends) => Headline { method: Method::Openings, games: paired, elo: on_pairs.elo, ends },
        None if on_pairs.n > 0.0 => Headline {
            method: Method::Pairs,
            games: paired,
            elo: on_pairs.elo,
            ends: on_pairs.likelihood_elo().into(),
        },
        None => Headline {
            method: Method::Games,
            games,
            elo: on_games.elo,
            ends: on_games.likelihood_elo().into(),
        },
    }
}

/// The interval of the pairs with openings as the unit, where several pairs played one.
pub(in crate::report) fn clustered_by_opening(encounter: &Encounter) -> Option<Ends> {
    // Pairs whose opening the file does not tell cannot be put together by opening.
    let openings = || encounter.openings.values();
    let known: u64 = openings().map(|opening| opening.pairs.pairs()).sum();
    let is_known = known == encounter.pairs.pairs();
    let ends = || clustered(openings().map(|opening| opening.pairs.games()));
    (encounter.pairs_reusing_an_opening() > 0 && is_known).then(ends).flatten()
}

/// Of the games of each opening; two games count as a pair.
pub(in crate::report) fn clustered(openings: impl Iterator<Item = Wdl>) -> Option<Ends> {
    let cluster = |games: Wdl| Cluster {
        pairs: games.games() as f64 / 2.0,
        total: games.half_points() as f64 / 4.0,
    };
    let clustered = clustered::estimate(&openings.map(cluster).collect::<Vec<_>>(), CONFIDENCE)?;
    Some(clustered.interval.elo().into())
}

pub(in crate::report) fn anytime(anytime: &Anytime) -> AnytimeInterval {
    let evidence = anytime.evidence();
    AnytimeInterval {
        pairs: evidence.pairs(),
        confidence: anytime.confidence(),
        ends: anytime.ends().elo().into(),
        contradictory: anytime.is_contradictory(),
        log_e_pos: evidence.log_above(0.5).into(),
        log_e_neg: evidence.log_below(0.5).into(),
    }
}
