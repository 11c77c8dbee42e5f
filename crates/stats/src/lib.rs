//! The statistics of matches between chess engines: from counts to numbers, and from numbers to
//! words. It depends on no match runner: give it the counts, or the pairs of games as they are
//! finished.
//!
//! ```
//! use stats::sprt::{Model, Sprt, State};
//! use stats::{Estimates, Pentanomial, Wdl, words};
//!
//! // Pairs of games, each opening with both colours, by their two results: Ptnml(0-2).
//! let pairs = Pentanomial { ll: 45, ld: 228, dd: 220, wl: 200, wd: 247, ww: 60 };
//! let estimates = Estimates::of(&pairs.into(), pairs.games());
//! let elo = words::elo_with_interval(estimates.elo.0, estimates.likelihood_elo());
//! assert_eq!(elo, "8.5 [-1.7, 18.7]");
//!
//! // The state of a sequential test of 0 against 5 Elo.
//! let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic)?;
//! let llr = test.log_likelihood_ratio(&pairs.into());
//! assert_eq!(test.state(llr), State::Continue);
//!
//! // The papers' interval, from single games.
//! let games = Wdl { wins: 320, draws: 410, losses: 270 };
//! let estimates = Estimates::of(&games.into(), games);
//! assert_eq!(words::plus_minus(estimates.elo.0.unwrap(), estimates.t_elo_pm.0.unwrap()).unwrap(), "17 ± 17");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A match that may be stopped early feeds its pairs, in the order of the schedule, to the evidence of
//! an anytime-valid interval and to a [`stop::SequentialMonitor`]:
//!
//! ```
//! use stats::anytime::{Evidence, Method};
//! use stats::stop::{Decision, SequentialMonitor, StopRule};
//!
//! let rule = StopRule::Confidence { confidence: 0.95, margin: 0.0, no_difference: None };
//! let mut monitor = SequentialMonitor::new(vec![rule]);
//! let mut evidence = Evidence::new(Method::tuned_for(200));
//! for pair in 0..200 {
//!     // The half points of the first engine in the two games: here two wins, then a win and a draw.
//!     let half_points = if pair % 2 == 0 { [2, 2] } else { [2, 1] };
//!     evidence.add(half_points);
//!     if let Some(stopped) = monitor.note(half_points, &evidence) {
//!         assert_eq!(stopped.decision, Decision::Stronger);
//!         break;
//!     }
//! }
//! assert!(monitor.stopped().is_some_and(|stopped| stopped.pairs < 20));
//! ```
//!
//! All numbers are from the first contender's view. Scores live on the scale 0 to 1, Elo differences
//! follow from them by the logistic curve. A number that does not exist is `None`; an end of an interval
//! that no result excludes is infinite. Both are data: [`words`] prints them.
//!
//! - Counts: [`counts`], [`score_counts`].
//! - Descriptions: [`ratios`], [`percentage`], [`moments`], [`elo`].
//! - Intervals for a number of games fixed in advance: [`student_t`] (the papers'),
//!   [`empirical_likelihood`] (the headline), [`mixed`] (single games among pairs), [`clustered`] (repeated openings), [`colours`] (more games as White than as Black), [`normalized_elo`], [`median`] (of any samples).
//! - Intervals and evidence that are safe to check while a match runs: [`anytime`], by [`betting`] on
//!   pairs in their order.
//! - Shares: [`wilson`].
//! - All of these at once: [`Estimates`]; in sentences: [`headline`], [`words`].
//! - Ratings of more than two players: [`ratings`].
//! - The estimate after a sequential test, by the law of its exit: [`exit`].
//! - Tests: [`superiority`], [`sprt`]; rules that end a match: [`stop`]; many tests: [`queue`].
//! - Plans: [`mod@plan`], [`power`], [`operating_characteristics`], and the cost of openings:
//!   [`book_cost`].

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

// The simulated matches of the tests name this crate as other crates do.
#[cfg(test)]
extern crate self as stats;

pub mod anytime;
pub mod betting;
pub mod book_cost;
pub mod clustered;
pub mod colours;
pub mod confidence_sequence;
pub mod counts;
pub mod distributions;
pub mod elo;
pub mod empirical_likelihood;
mod estimates;
pub mod exit;
mod figure;
pub mod headline;
pub mod homogeneity;
mod interval;
pub mod median;
pub mod mixed;
pub mod moments;
mod motion;
pub mod normalized_elo;
pub mod operating_characteristics;
mod out_of_range;
pub mod pair_counts;
pub mod percentage;
pub mod plan;
pub mod power;
pub mod queue;
pub mod ratings;
pub mod ratios;
mod root;
pub mod score_counts;
#[cfg(test)]
#[path = "../tests/simulated/mod.rs"]
mod simulated;
pub mod sprt;
pub mod stop;
pub mod student_t;
pub mod superiority;
pub mod wilson;
pub mod words;

pub use counts::{Pentanomial, Wdl};
pub use estimates::Estimates;
pub use figure::Figure;
pub use interval::{CONFIDENCE, Interval};
pub use out_of_range::OutOfRange;
pub use score_counts::{ScoreCounts, Unit};
