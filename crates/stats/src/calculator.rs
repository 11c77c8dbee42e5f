//! Every statistic of counts given by hand.

mod counts;
mod explain;
mod in_order;

use serde::Serialize;
use thiserror::Error;

use crate::ratios;
use crate::sprt::{Sprt, State};
use crate::{Estimates, Figure, Pentanomial, ScoreCounts};

pub use counts::{Counts, PairCounts, parse_wdl};
pub use in_order::InOrder;

/// There are no counts to work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("neither pairs nor games are given; one of them is needed")]
pub struct NoCounts;

/// The result. In JSON one flat object.
#[derive(Clone, Debug, Serialize)]
pub struct Calculation {
    /// The given counts.
    #[serde(skip)]
    pub counts: Counts,
    /// The names of the two sides, `A` and `B` where they are not known; to be filled in by the caller.
    #[serde(skip)]
    pub names: [String; 2],
    /// The estimates, on pairs if there are any.
    #[serde(flatten)]
    pub estimates: Estimates,
    /// The anytime-valid interval of pairs in known order, to be filled in by the caller, as in the
    /// report of the match.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub in_order: Option<InOrder>,
    /// The ratios.
    #[serde(flatten)]
    pub ratios: Ratios,
    /// The test, if one was asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub test: Option<TestResult>,
}

/// Descriptive ratios; `None` where the counts do not determine them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "see `ratios`")]
pub struct Ratios {
    pub winning_ratio: Figure,
    pub draw_ratio: Figure,
    pub pair_draw_ratio: Figure,
    pub pairs_ratio: Figure,
    pub wl_dd_ratio: Figure,
    pub pair_correlation: Figure,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestResult {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// Wald's lower bound.
    pub lower: f64,
    /// Wald's upper bound.
    pub upper: f64,
    /// Log-likelihood ratio as the well-known frameworks regularize it.
    pub llr: f64,
    /// Without regularization.
    pub llr_exact: f64,
    /// The state of the test.
    pub state: State,
}

/// Computes everything, with a sequential test of the counts if one is given.
///
/// # Errors
///
/// There are no counts.
pub fn calculate(counts: Counts, sprt: Option<Sprt>) -> Result<Calculation, NoCounts> {
    let scores = counts.score_counts().ok_or(NoCounts)?;
    Ok(Calculation {
        estimates: Estimates::of(&scores, counts.decisive_games()),
        names: ["A", "B"].map(str::to_owned),
        in_order: None,
        ratios: ratios(&counts),
        counts,
        test: sprt.map(|sprt| test(sprt, &scores)),
    })
}

fn test(sprt: Sprt, scores: &ScoreCounts) -> TestResult {
    let llr = sprt.log_likelihood_ratio(scores);
    TestResult {
        sprt,
        lower: sprt.lower(),
        upper: sprt.upper(),
        llr,
        llr_exact: sprt.exact_log_likelihood_ratio(scores),
        state: sprt.state(llr),
    }
}

fn ratios(counts: &Counts) -> Ratios {
    let games = counts.all_games();
    // Ratios that do not depend on how the middle pairs came about take them for drawn.
    let pairs = counts.pairs.map(PairCounts::taking_middle_for_drawn);
    let split = counts.pairs.and_then(PairCounts::split);
    let of_pairs = |ratio: fn(Pentanomial) -> Option<f64>, pairs: Option<Pentanomial>| {
        Figure::from(pairs.and_then(ratio))
    };
    Ratios {
        winning_ratio: match (games, pairs) {
            (Some(games), _) => ratios::winning_ratio(games).into(),
            (None, Some(pairs)) => ratios::winning_ratio(pairs.games()).into(),
            (None, None) => Figure(None),
        },
        draw_ratio: games.and_then(ratios::draw_ratio).into(),
        pair_draw_ratio: of_pairs(ratios::pair_draw_ratio, pairs),
        pairs_ratio: of_pairs(ratios::pairs_ratio, pairs),
        wl_dd_ratio: of_pairs(ratios::wl_dd_ratio, split),
        pair_correlation: of_pairs(ratios::pair_correlation, split),
    }
}
