//! The numbers of a report.

use serde::Serialize;

use super::effort::Effort;
use super::stopped::{self, StopSummary};
use crate::score::tally::{ByContender, Lengths, OpeningCount, Tally, TerminationKind};
use crate::storage::facts::MatchFacts;
use stats::Estimates;
use stats::Figure;
use stats::anytime::Anytime;
use stats::book_cost::BookCost;
use stats::clustered::{self, Cluster};
use stats::stop::RuleChange;
use stats::{CONFIDENCE, Interval, Pentanomial, Wdl, ratios};

/// Version of the layout of report.json. It grows when a key changes its meaning or goes away.
pub const SCHEMA: u32 = 2;

/// Everything a report says, as numbers. From the first contender's view; no number here is
/// rounded.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Version of this layout.
    pub schema: u32,
    /// What was played.
    #[serde(rename = "match")]
    pub facts: MatchFacts,
    /// Games and points.
    pub games: Games,
    /// The verdict.
    pub headline: Headline,
    /// Complete pairs.
    pub pairs: Pairs,
    /// What the openings cost, by a model of the games; `null` where there are fewer than 50 pairs, or
    /// the model cannot give such results.
    pub book_cost: Option<BookCost>,
    /// Estimates from single games: the papers' method.
    pub on_games: Estimates,
    /// Estimates from complete pairs.
    pub on_pairs: Estimates,
    /// The interval with openings as the unit, where openings were used again.
    pub clustered_by_opening: Option<Ends>,
    /// The anytime-valid interval, by the method that `match.anytime` names, from the contiguous
    /// pairs in schedule order.
    pub anytime: AnytimeInterval,
    /// What the rules that look at the results say; `null` for a match without.
    pub stop: Option<StopSummary>,
    /// Changes of those rules after games were played, in order.
    pub rule_changes: Vec<RuleChange>,
    /// Results by the way the game ended.
    pub terminations: Vec<Ended>,
    /// Lengths of the games, without the opening.
    pub plies: Lengths,
    /// Use of the openings.
    pub openings: Openings,
    /// What each contender did.
    pub contenders: ByContender<Effort>,
}

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

/// The interval the verdict rests on.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Headline {
    /// How it was computed.
    pub method: Method,
    /// Elo difference.
    pub elo: Figure,
    /// Its 95 % interval, valid at the end of the match.
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
}

/// The ends of an interval in Elo.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ends {
    /// Lower end.
    pub elo_lo: Figure,
    /// Upper end.
    pub elo_hi: Figure,
}

impl Ends {
    /// As an interval in Elo.
    #[must_use]
    pub fn interval(self) -> Interval {
        Interval {
            low: self.elo_lo.0.unwrap_or(f64::NEG_INFINITY),
            high: self.elo_hi.0.unwrap_or(f64::INFINITY),
        }
    }
}

impl From<Interval> for Ends {
    /// From an interval in Elo.
    fn from(elo: Interval) -> Ends {
        Ends { elo_lo: elo.low.into(), elo_hi: elo.high.into() }
    }
}

/// The anytime-valid interval: what nothing so far has excluded.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AnytimeInterval {
    /// Pairs it has seen: those before the first one missing.
    pub pairs: u64,
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

/// Complete pairs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pairs {
    /// Number.
    pub complete: u64,
    /// Games whose partner is missing.
    pub unpaired_games: u64,
    /// By their results.
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
    /// Results of every opening played.
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

impl Summary {
    /// The summary of what was counted.
    #[must_use]
    pub fn of(facts: &MatchFacts, tally: &Tally) -> Summary {
        let (games, pairs) = (tally.games(), tally.pairs());
        let on_games = Estimates::of(&games.into(), games);
        let on_pairs = Estimates::of(&pairs.into(), pairs.games());
        let clustered_by_opening = clustered_by_opening(tally);
        Summary {
            schema: SCHEMA,
            // A match keeps the method that its first game has.
            facts: MatchFacts {
                anytime: tally.anytime.evidence().method().clone(),
                ..facts.clone()
            },
            games: games_of(facts, tally),
            headline: headline(&on_games, &on_pairs, clustered_by_opening),
            pairs: pairs_of(tally),
            book_cost: book_cost(tally.pairs()),
            on_games,
            on_pairs,
            clustered_by_opening,
            anytime: anytime(&tally.anytime),
            stop: stopped::of(facts, tally),
            rule_changes: Vec::new(),
            terminations: tally
                .terminations
                .iter()
                .map(|(&termination, &games)| Ended { termination, games })
                .collect(),
            plies: tally.lengths,
            openings: openings(tally),
            contenders: tally.contenders.map(Effort::of),
        }
    }

    /// Whether a rule has found the result clear.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.outcome.is_decision())
    }

    /// Whether the match has come to its end: all games are played, or a rule has decided it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_decided() || self.games.played >= self.games.planned
    }

    /// The 95 % interval in Elo that the verdict rests on: that of a fixed length once the match is
    /// over, and until then the anytime-valid one.
    #[must_use]
    pub fn valid_interval(&self) -> Interval {
        if self.is_over() { self.headline.ends } else { self.anytime.ends }.interval()
    }
}

fn games_of(facts: &MatchFacts, tally: &Tally) -> Games {
    let all = tally.games();
    Games {
        planned: u64::from(facts.planned()),
        played: all.games(),
        all,
        as_white: tally.as_white,
        as_black: tally.as_black,
        points: [all, all.reversed()].map(|games| games.half_points() as f64 / 2.0),
        winning_percentage: ratios::score(all).map(|score| 100.0 * score).into(),
        winning_ratio: ratios::winning_ratio(all).into(),
        draw_ratio: ratios::draw_ratio(all).into(),
    }
}

pub(super) fn headline(
    on_games: &Estimates,
    on_pairs: &Estimates,
    clustered: Option<Ends>,
) -> Headline {
    match clustered {
        Some(ends) => Headline { method: Method::Openings, elo: on_pairs.elo, ends },
        None if on_pairs.n > 0.0 => Headline {
            method: Method::Pairs,
            elo: on_pairs.elo,
            ends: on_pairs.likelihood_elo().into(),
        },
        None => Headline {
            method: Method::Games,
            elo: on_games.elo,
            ends: on_games.likelihood_elo().into(),
        },
    }
}

fn clustered_by_opening(tally: &Tally) -> Option<Ends> {
    if tally.pairs_reusing_an_opening() == 0 {
        return None;
    }
    let clusters: Vec<Cluster> = tally
        .openings
        .values()
        .map(|opening| Cluster {
            pairs: opening.pairs.pairs() as f64,
            total: opening.pairs.games().half_points() as f64 / 4.0,
        })
        .collect();
    let clustered = clustered::estimate(&clusters, CONFIDENCE)?;
    Some(clustered.interval.elo().into())
}

fn anytime(anytime: &Anytime) -> AnytimeInterval {
    let evidence = anytime.evidence();
    AnytimeInterval {
        pairs: evidence.pairs(),
        ends: anytime.ends().elo().into(),
        contradictory: anytime.is_contradictory(),
        log_e_pos: evidence.log_above(0.5).into(),
        log_e_neg: evidence.log_below(0.5).into(),
    }
}

fn pairs_of(tally: &Tally) -> Pairs {
    let counts = tally.pairs();
    Pairs {
        complete: counts.pairs(),
        unpaired_games: tally.unpaired_games(),
        counts,
        pairs_ratio: ratios::pairs_ratio(counts).into(),
        pair_draw_ratio: ratios::pair_draw_ratio(counts).into(),
        wl_dd_ratio: ratios::wl_dd_ratio(counts).into(),
        pair_correlation: ratios::pair_correlation(counts).into(),
        rms_opening_bias: ratios::opening_bias(counts).into(),
    }
}

/// With fewer pairs than these, their correlation is known to no better than 0.14.
const PAIRS_TO_JUDGE_A_BOOK: u64 = 50;

fn book_cost(pairs: Pentanomial) -> Option<BookCost> {
    if pairs.pairs() < PAIRS_TO_JUDGE_A_BOOK {
        return None;
    }
    let games = pairs.games();
    BookCost::of(
        ratios::score(games)?,
        ratios::draw_ratio(games)?,
        ratios::pair_correlation(pairs)?,
    )
}

fn openings(tally: &Tally) -> Openings {
    let games = || tally.openings.values().map(|opening| opening.games.games());
    Openings {
        distinct: tally.openings.len() as u64,
        fewest_games: games().min().unwrap_or(0),
        most_games: games().max().unwrap_or(0),
        pairs_reusing_an_opening: tally.pairs_reusing_an_opening(),
        list: tally
            .openings
            .iter()
            .map(|(&index, &count)| OpeningResult { opening: index as u64 + 1, count })
            .collect(),
    }
}
