//! The candidates that were kept or dropped, with reasons.

use serde::Serialize;
use shakmaty::Color;

use super::candidate::Finding;

/// The fate of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is in the book.
    Kept,
    /// The game is over in it, or on the way to it.
    Over,
    /// The side to move is in check.
    Check,
    /// Its value is outside the window.
    Outside,
    /// A capture, a promotion or a check is worth more than every quiet move.
    Unquiet,
    /// The same line, or position, is in the book.
    Double,
    /// Other moves lead from a line of the book to it, or from it to one.
    Transposition,
    /// It differs from a position of the book on too few squares.
    TooNear,
}

impl Fate {
    /// All fates, in the order of the checks.
    pub const ALL: [Fate; 8] = [
        Fate::Kept,
        Fate::Over,
        Fate::Check,
        Fate::Outside,
        Fate::Unquiet,
        Fate::Double,
        Fate::Transposition,
        Fate::TooNear,
    ];

    /// The name in a table.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Fate::Kept => "kept",
            Fate::Over => "game already over",
            Fate::Check => "side to move in check",
            Fate::Outside => "value outside the window",
            Fate::Unquiet => "not quiet",
            Fate::Double => "double",
            Fate::Transposition => "transposition",
            Fate::TooNear => "too near to another one",
        }
    }

    /// Advice for the case that too many are dropped for this reason.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Fate::Kept => "",
            Fate::Over | Fate::Check => "fewer --plies",
            Fate::Outside => "a wider window, or a wider --margin for a window away from 0",
            Fate::Unquiet => "a larger --quiet-margin",
            Fate::Double | Fate::Transposition => {
                "more --plies, a wider --margin or more --choices"
            }
            Fate::TooNear => "a smaller --distance, more --plies or a wider --margin",
        }
    }
}

impl From<&Finding> for Fate {
    /// The fate of a candidate that no other one excludes.
    fn from(finding: &Finding) -> Fate {
        match finding {
            Finding::Over => Fate::Over,
            Finding::Check => Fate::Check,
            Finding::Outside { .. } => Fate::Outside,
            Finding::Unquiet { .. } => Fate::Unquiet,
            Finding::Fit { .. } => Fate::Kept,
        }
    }
}

/// A candidate in the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// Its fate.
    pub fate: Fate,
    /// Its value in centipawns from White's view, if there was a search.
    pub value: Option<i32>,
}

/// The fates of all candidates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The candidates in the order of their numbers.
    pub candidates: Vec<Judged>,
}

/// Candidates with values in one range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The lowest value, in centipawns from White's view; the first bin takes all below it too.
    pub from: i32,
    /// The highest value; the last bin takes all above it too.
    pub to: i32,
    /// Candidates that were kept.
    pub kept: usize,
    /// Candidates that were dropped.
    pub dropped: usize,
}

/// Widths of bins in centipawns.
const WIDTHS: [i32; 5] = [5, 10, 20, 50, 100];
/// Bins of a histogram, about.
const BINS: i32 = 24;
/// Values farther out than this are counted with it.
const LIMIT: i32 = 1000;

impl Summary {
    /// Counts one more candidate.
    pub(super) fn add(&mut self, fate: Fate, value: Option<i32>, mover: Color) {
        let value = value.map(|value| mover.fold_wb(value, -value));
        self.candidates.push(Judged { fate, value });
    }

    /// The number of candidates with this fate.
    #[must_use]
    pub fn count(&self, fate: Fate) -> usize {
        self.candidates.iter().filter(|candidate| candidate.fate == fate).count()
    }

    /// The fate that most of the dropped candidates had.
    #[must_use]
    pub fn main_reason(&self) -> Option<Fate> {
        let dropped = Fate::ALL.into_iter().skip(1).filter(|&fate| self.count(fate) > 0);
        dropped.max_by_key(|&fate| self.count(fate))
    }

    /// The values, in bins of a width that suits the middle nine tenths of them; empty without
    /// values.
    #[must_use]
    pub fn histogram(&self) -> Vec<Bin> {
        let mut values: Vec<i32> =
            self.candidates.iter().filter_map(|candidate| candidate.value).collect();
        values.sort_unstable();
        let Some(last) = values.len().checked_sub(1) else { return Vec::new() };
        let low = values[last / 20].clamp(-LIMIT, LIMIT);
        let high = values[last - last / 20].clamp(-LIMIT, LIMIT);
        let width = WIDTHS.into_iter().find(|width| (high - low) / width < BINS).unwrap_or(100);
        let (first, last) = (low.div_euclid(width), high.div_euclid(width));
        let bin = |at: i32| Bin { from: at * width, to: (at + 1) * width - 1, kept: 0, dropped: 0 };
        let mut bins: Vec<Bin> = (first..=last).map(bin).collect();
        for Judged { fate, value } in &self.candidates {
            let Some(value) = value else { continue };
            let at = value.div_euclid(width).clamp(first, last) - first;
            let bin = &mut bins[at as usize];
            match fate {
                Fate::Kept => bin.kept += 1,
                _ => bin.dropped += 1,
            }
        }
        bins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(values: impl Iterator<Item = i32>) -> Summary {
        let mut summary = Summary::default();
        for value in values {
            let fate = if value.abs() <= 30 { Fate::Kept } else { Fate::Outside };
            summary.add(fate, Some(value), Color::White);
        }
        summary.add(Fate::Over, None, Color::White);
        summary
    }

    #[test]
    fn a_histogram_counts_every_value_once() {
        let summary = summary((-100..100).chain([-32_000, 31_000]));
        let bins = summary.histogram();
        assert!((6..=30).contains(&bins.len()), "{bins:?}");
        assert!(bins.windows(2).all(|pair| pair[1].from == pair[0].to + 1), "{bins:?}");
        assert_eq!(bins.iter().map(|bin| bin.kept).sum::<usize>(), 61);
        assert_eq!(bins.iter().map(|bin| bin.dropped).sum::<usize>(), 141);
        let zero = bins.iter().find(|bin| (bin.from..=bin.to).contains(&0)).unwrap();
        assert_eq!(zero.dropped, 0);
        assert!(Summary::default().histogram().is_empty());
    }

    #[test]
    fn values_are_told_from_whites_view() {
        let mut summary = Summary::default();
        summary.add(Fate::Kept, Some(30), Color::Black);
        assert_eq!(summary.candidates[0].value, Some(-30));
    }

    #[test]
    fn the_main_reason_is_the_most_frequent_one() {
        assert_eq!(summary(-100..100).main_reason(), Some(Fate::Outside));
        assert_eq!(Summary::default().main_reason(), None);
    }
}
