//! The range of values that a book keeps.

use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::model::Model;

/// The largest value of a window: beyond it games are won.
const LARGEST: i32 = 2000;

/// A range of values from the better side's view, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    /// In centipawns.
    Centipawns(i32, i32),
    /// In the expected score of a model, 0.5 to 1.
    ExpectedScore(f64, f64),
}

/// The side that must have the better position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum BetterSide {
    /// Whichever it is
    #[default]
    Either,
    /// White
    White,
    /// Black
    Black,
}

/// The values that are kept, in centipawns from the mover's view: up to two ranges, one if the
/// mover is the better side and one if its opponent is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// As it was asked for.
    range: Range,
    /// The range of values if the mover may be the better side.
    mover: Option<(i32, i32)>,
    /// Values that are kept where its opponent may be.
    opponent: Option<(i32, i32)>,
    /// The side that may have the better position.
    better: BetterSide,
}

impl Range {
    /// Reads a window in centipawns, such as `0..30`.
    ///
    /// # Errors
    /// The problem, in words.
    pub fn centipawns(text: &str) -> Result<Range, String> {
        let (low, high) = ends::<i32>(text, "0..30")?;
        if low < 0 || high > LARGEST {
            return Err(format!(
                "a window in centipawns is told from the better side's view and lies in \
                 0..{LARGEST}: 0..30 is balanced, 80..130 is not; --better says which side that is"
            ));
        }
        Ok(Range::Centipawns(low, high))
    }

    /// Reads a window in expected score, such as `0.70..0.80`.
    ///
    /// # Errors
    /// The problem, in words.
    pub fn expected_score(text: &str) -> Result<Range, String> {
        let (low, high) = ends::<f64>(text, "0.70..0.80")?;
        if !(0.5..=1.0).contains(&low) || !(0.5..=1.0).contains(&high) {
            return Err("a window in expected score is told from the better side's view and lies \
                        in 0.5..1: 0.50..0.55 is balanced, 0.70..0.80 is not; --better says which \
                        side that is"
                .to_owned());
        }
        Ok(Range::ExpectedScore(low, high))
    }
}

/// The two ends of a range, the smaller one first.
fn ends<T: std::str::FromStr + PartialOrd>(text: &str, example: &str) -> Result<(T, T), String> {
    let ends = text.split_once("..").and_then(|(low, high)| {
        Some((low.trim().parse::<T>().ok()?, high.trim().parse::<T>().ok()?))
    });
    match ends {
        Some((low, high)) if low < high => Ok((low, high)),
        Some(_) => Err(format!("the window is empty: the smaller end is first, as in {example}")),
        None => Err(format!("a window is two numbers, as in {example}")),
    }
}

impl Window {
    /// The values of a range. One in expected score needs a model.
    ///
    /// # Errors
    /// There is no such value; the error gives the reason.
    pub fn new(range: Range, better: BetterSide, model: Option<&Model>) -> Result<Window, String> {
        let (mover, opponent) = match (range, model) {
            (Range::Centipawns(low, high), _) => (Some((low, high)), Some((-high, -low))),
            (Range::ExpectedScore(..), None) => {
                return Err("an expected score needs the model that tells it: --model FILE, made \
                            by `arena book model`; or give --centipawns"
                    .to_owned());
            }
            (Range::ExpectedScore(low, high), Some(model)) => {
                let values = |is_kept: &dyn Fn(f64) -> bool| {
                    let mut kept =
                        (-LARGEST..=LARGEST).filter(|&value| is_kept(model.expected_score(value)));
                    kept.next().map(|first| (first, kept.next_back().unwrap_or(first)))
                };
                (
                    values(&|score| (low..=high).contains(&score)),
                    values(&|score| (low..=high).contains(&(1.0 - score))),
                )
            }
        };
        if mover.is_none() || opponent.is_none() {
            return Err(format!(
                "no value up to {LARGEST} centipawns has {range} in this model; choose another \
                 window, or a wider one"
            ));
        }
        Ok(Window { range, mover, opponent, better })
    }

    /// Whether a value from this mover's view is kept.
    #[must_use]
    pub fn contains(&self, value: i32, mover: Color) -> bool {
        self.is_near(value, mover, 0)
    }

    /// Whether some value at most this far away is kept, in centipawns.
    #[must_use]
    pub fn is_near(&self, value: i32, mover: Color, slack: i32) -> bool {
        let mut ranges = [
            self.mover.filter(|_| self.may_be_better(mover)),
            self.opponent.filter(|_| self.may_be_better(!mover)),
        ]
        .into_iter()
        .flatten();
        ranges.any(|(low, high)| (low - slack..=high + slack).contains(&value))
    }

    fn may_be_better(&self, side: Color) -> bool {
        match self.better {
            BetterSide::Either => true,
            BetterSide::White => side.is_white(),
            BetterSide::Black => side.is_black(),
        }
    }
}

/// `an expected score of 0.7 to 0.8`.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Centipawns(low, high) => write!(f, "an advantage of {low} to {high} centipawns"),
            Range::ExpectedScore(low, high) => write!(f, "an expected score of {low} to {high}"),
        }
    }
}

/// `an expected score of 0.7 to 0.8 for White (+85 to +140 centipawns for the side to move)`.
impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.better {
            BetterSide::Either => "either side",
            BetterSide::White => "White",
            BetterSide::Black => "Black",
        };
        write!(f, "{} for {side}", self.range)?;
        match (self.range, self.mover) {
            (Range::ExpectedScore(..), Some((low, high))) => {
                write!(f, " ({low:+} to {high:+} centipawns for the side to move)")
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: Model = Model { win_at: 100.0, loss_at: -100.0, scale: 60.0 };

    #[test]
    fn centipawns_are_those_of_the_better_side() {
        let range = Range::centipawns("80..130").unwrap();
        let either = Window::new(range, BetterSide::Either, None).unwrap();
        for (value, kept) in [(79, false), (80, true), (130, true), (131, false), (0, false)] {
            assert_eq!(either.contains(value, Color::White), kept, "{value}");
            assert_eq!(either.contains(-value, Color::White), kept, "-{value}");
        }
        let white = Window::new(range, BetterSide::White, None).unwrap();
        assert!(white.contains(100, Color::White) && !white.contains(-100, Color::White));
        assert!(white.contains(-100, Color::Black) && !white.contains(100, Color::Black));
        assert!(white.is_near(70, Color::White, 10) && !white.is_near(69, Color::White, 10));
    }

    #[test]
    fn expected_scores_go_by_the_model() {
        let range = Range::expected_score("0.70..0.80").unwrap();
        let window = Window::new(range, BetterSide::Either, Some(&MODEL)).unwrap();
        for value in -300..=300 {
            let score = MODEL.expected_score(value);
            let score = score.max(1.0 - score);
            let is_kept = (0.70..=0.80).contains(&score);
            assert_eq!(window.contains(value, Color::Black), is_kept, "{value}: {score}");
        }
        assert!(window.to_string().contains("centipawns for the side to move"), "{window}");
        let problem = Window::new(range, BetterSide::Either, None).unwrap_err();
        assert!(problem.contains("--model FILE"), "{problem}");
    }

    #[test]
    fn nonsense_is_an_error_with_what_would_be_right() {
        for (text, expected) in [
            ("30..30", "the window is empty"),
            ("30..10", "the smaller end is first, as in 0..30"),
            ("30", "a window is two numbers, as in 0..30"),
            ("-30..30", "better side's view"),
            ("0..9000", "lies in 0..2000"),
        ] {
            let problem = Range::centipawns(text).unwrap_err();
            assert!(problem.contains(expected), "{text}: {problem}");
        }
        let problem = Range::expected_score("0.2..0.8").unwrap_err();
        assert!(problem.contains("lies in 0.5..1"), "{problem}");
        assert!(Range::expected_score("NaN..0.8").is_err());
        let narrow = Range::expected_score("0.7..0.7000001").unwrap();
        let problem = Window::new(narrow, BetterSide::Either, Some(&MODEL)).unwrap_err();
        assert!(problem.contains("a wider one"), "{problem}");
    }
}
