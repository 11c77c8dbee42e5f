//! `arena stats`: everything the statistics say about counts given by hand.

mod counts;
mod explain;

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use serde::Serialize;
use thiserror::Error;

use crate::report::{Estimates, Figure};
use crate::stats::ratios;
use crate::stats::sprt::{DefineSprtError, Model, Sprt, State};
use crate::stats::{CONFIDENCE, Interval, Ledger, Pentanomial, Wdl, anytime};

pub(crate) use counts::hypotheses as parse_hypotheses;
pub use counts::{Counts, PairCounts};

/// How to print the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Sentences.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

/// Compute every statistic of a match from its counts.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("counts").required(true).multiple(true)))]
pub struct StatsArgs {
    /// Pairs by their two results: LL,LD,MID,WD,WW, or with DD and WL apart LL,LD,DD,WL,WD,WW
    #[arg(long, value_name = "COUNTS", group = "counts")]
    pub pentanomial: Option<PairCounts>,
    /// Games: wins, draws, losses
    #[arg(long, value_name = "W,D,L", value_parser = counts::wins_draws_losses, group = "counts")]
    pub wdl: Option<Wdl>,
    /// A file of pairs, as `arena report --format pairs` prints them
    #[arg(long, value_name = "FILE", group = "counts", conflicts_with = "pentanomial")]
    pub pairs: Option<PathBuf>,
    /// Games the match was planned for before its first one: makes the order-free anytime-valid
    /// interval narrower; not to be chosen by the result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub planned: Option<u32>,
    /// The two hypotheses of a sequential test
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = counts::hypotheses,
        allow_hyphen_values = true
    )]
    pub sprt: Option<[f64; 2]>,
    /// Probability that the test accepts ELO1 when ELO0 is true
    #[arg(long, value_name = "A", default_value_t = 0.05, requires = "sprt")]
    pub alpha: f64,
    /// Probability that the test accepts ELO0 when ELO1 is true
    #[arg(long, value_name = "B", default_value_t = 0.05, requires = "sprt")]
    pub beta: f64,
    /// What the hypotheses are given in
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    pub model: Model,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Why the counts cannot be worked on.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CalculateError {
    #[error("--sprt")]
    Sprt(#[from] DefineSprtError),
    #[error("neither --pentanomial nor --wdl is given; one of them is needed")]
    NoCounts,
    #[error(
        "--model bayes needs the number of drawn games: give --wdl W,D,L too, or six counts LL,LD,DD,WL,WD,WW to --pentanomial"
    )]
    UnknownDraws,
}

/// The result. In JSON one flat object.
#[derive(Clone, Debug, Serialize)]
pub struct Calculation {
    /// What was given.
    #[serde(skip)]
    pub counts: Counts,
    /// The estimates, on pairs where there are any.
    #[serde(flatten)]
    pub estimates: Estimates,
    /// The order-free anytime-valid interval.
    #[serde(flatten)]
    pub order_free: OrderFree,
    /// The ratios.
    #[serde(flatten)]
    pub ratios: Ratios,
    /// The test, if one was asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub test: Option<TestResult>,
}

/// The anytime-valid interval of counts whose order is not known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OrderFree {
    /// Games it is tuned for, where the match was planned for so many.
    #[serde(rename = "order_free_planned")]
    pub planned: Option<u32>,
    /// Lower end, on the scale of scores.
    #[serde(rename = "order_free_lo")]
    pub low: f64,
    /// Upper end.
    #[serde(rename = "order_free_hi")]
    pub high: f64,
    /// Lower end in Elo.
    #[serde(rename = "order_free_elo_lo")]
    pub elo_low: Figure,
    /// Upper end in Elo.
    #[serde(rename = "order_free_elo_hi")]
    pub elo_high: Figure,
}

impl OrderFree {
    fn of(ledger: &Ledger, planned: Option<u32>) -> OrderFree {
        let samples = planned.map(|games| games / ledger.unit().games() as u32);
        let Interval { low, high } = anytime::order_free(ledger, samples, CONFIDENCE);
        let elo = Interval { low, high }.elo();
        OrderFree { planned, low, high, elo_low: elo.low.into(), elo_high: elo.high.into() }
    }

    /// The interval in Elo.
    #[must_use]
    pub fn elo(self) -> Interval {
        Interval { low: self.low, high: self.high }.elo()
    }
}

/// Descriptive ratios; none where the counts do not tell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "see stats::ratios")]
pub struct Ratios {
    pub winning_ratio: Figure,
    pub draw_ratio: Figure,
    pub pair_draw_ratio: Figure,
    pub pairs_ratio: Figure,
    pub wl_dd_ratio: Figure,
    pub pair_correlation: Figure,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestResult {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// Wald's lower bound.
    pub lower: f64,
    /// Wald's upper bound.
    pub upper: f64,
    /// Log-likelihood ratio as the well-known frameworks regularize it; for BayesElo of the games.
    pub llr: f64,
    /// Without regularization.
    pub llr_exact: Figure,
    /// For BayesElo, that of the pairs, where they are known: it decides, as it does in a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llr_bayes_penta: Option<f64>,
    /// Where the test stands.
    pub state: State,
}

/// Computes everything.
///
/// # Errors
///
/// When the test is impossible, or the counts do not tell what it needs.
pub fn calculate(args: &StatsArgs) -> Result<Calculation, CalculateError> {
    let counts = Counts { pairs: args.pentanomial, games: args.wdl };
    let ledger = counts.ledger().ok_or(CalculateError::NoCounts)?;
    let test = match args.sprt {
        None => None,
        Some([elo0, elo1]) => {
            let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta, args.model)?;
            Some(test(sprt, &counts, &ledger)?)
        }
    };
    Ok(Calculation {
        estimates: Estimates::of(&ledger, counts.decisive_games()),
        order_free: OrderFree::of(&ledger, args.planned),
        ratios: ratios(&counts),
        counts,
        test,
    })
}

/// The text `arena stats` prints.
///
/// # Errors
///
/// As [`calculate`].
pub fn run(args: &StatsArgs) -> Result<String, CalculateError> {
    let calculation = calculate(args)?;
    Ok(match args.format {
        Format::Text => explain::text(&calculation),
        Format::Json => serde_json::to_string_pretty(&calculation).unwrap_or_default() + "\n",
    })
}

fn test(sprt: Sprt, counts: &Counts, ledger: &Ledger) -> Result<TestResult, CalculateError> {
    let games = counts.all_games();
    let (llr, llr_exact, llr_bayes_penta) = match (sprt.model, games) {
        (Model::Bayes, None) => return Err(CalculateError::UnknownDraws),
        (Model::Bayes, Some(games)) => {
            let on_games = Ledger::from(games);
            let on_pairs =
                counts.pairs.map(|pairs| sprt.log_likelihood_ratio(&pairs.ledger(), games));
            (
                sprt.log_likelihood_ratio(&on_games, games),
                sprt.exact_log_likelihood_ratio(&on_games, games),
                on_pairs,
            )
        }
        (Model::Logistic | Model::Normalized, games) => {
            let games = games.unwrap_or_default();
            (
                sprt.log_likelihood_ratio(ledger, games),
                sprt.exact_log_likelihood_ratio(ledger, games),
                None,
            )
        }
    };
    let state = sprt.state(llr_bayes_penta.unwrap_or(llr));
    let (lower, upper) = (sprt.lower(), sprt.upper());
    Ok(TestResult { sprt, lower, upper, llr, llr_exact: llr_exact.into(), llr_bayes_penta, state })
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
