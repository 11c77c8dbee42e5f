//! Match statistics: pure functions from counts to numbers, one estimator a file.
//!
//! All numbers are told from the first contender's view. Scores live on the scale 0 to 1, Elo
//! differences follow from them by the logistic curve. A number that does not exist is `None`; an
//! end of an interval that no result excludes is infinite. Both are data: whoever prints them
//! finds words for them (see [`crate::report`]).
//!
//! - What was counted: [`counts`], [`ledger`].
//! - Descriptions: [`ratios`], [`percentage`], [`moments`], [`elo`].
//! - Intervals for a number of games fixed in advance: [`student_t`] (the papers'),
//!   [`empirical_likelihood`] (the headline), [`wilson`], [`clustered`] (repeated openings),
//!   [`normalized_elo`].
//! - Intervals and evidence that are safe to check while a match runs: [`anytime`], by
//!   [`betting`] on pairs in their order or by [`confidence_sequence`] on counts without order.
//! - Ratings of more than two players: [`ratings`].
//! - Tests: [`superiority`], [`sprt`].
//! - Plans: [`power`], [`operating_characteristics`], and what openings cost: [`book_cost`].

pub mod anytime;
pub mod betting;
pub mod book_cost;
pub mod clustered;
pub mod confidence_sequence;
pub mod counts;
pub mod distributions;
pub mod elo;
pub mod empirical_likelihood;
pub mod interval;
pub mod ledger;
pub mod moments;
pub mod normalized_elo;
pub mod operating_characteristics;
pub mod percentage;
pub mod power;
pub mod ratings;
pub mod ratios;
mod root;
pub mod sprt;
pub mod student_t;
pub mod superiority;
pub mod wilson;

pub use counts::{Pentanomial, Wdl};
pub use interval::{CONFIDENCE, Interval};
pub use ledger::{Ledger, Unit};
