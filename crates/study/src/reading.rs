//! The rule for reading a match's result: by the looks, the level and the smallest difference stated in its
//! file, or in the study's plan, before the first game.

use arena::report::pairs;
use stats::anytime::{Anytime, Method};
use stats::empirical_likelihood;

/// The looks at a match's result that its rule allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// After every pair: the anytime-valid interval.
    Every,
    /// Once, after the last game of a fixed length: the empirical-likelihood interval on pairs.
    Once,
}

/// Looks, level and smallest difference of a match's question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The looks at the result.
    pub looks: Looks,
    /// Confidence of the interval.
    pub confidence: f64,
    /// The smallest difference that matters, in Elo.
    pub matters: f64,
}

/// One of the four primary matches: 95 % for all of them together.
const PRIMARY: Reading = Reading { looks: Looks::Every, confidence: 0.9875, matters: 10.0 };
/// One question on its own, on new openings.
const NEW_OPENINGS: Reading = Reading { looks: Looks::Every, confidence: 0.95, matters: 5.0 };
/// One of the three tuned forms of the second edition: 95 % for all of them together.
const TUNED: Reading = Reading { looks: Looks::Every, confidence: 0.9834, matters: 5.0 };
/// One of three matches of a fixed length: 95 % for all of them together.
const FIXED: Reading = Reading { looks: Looks::Once, confidence: 0.9834, matters: 5.0 };
/// One question of a fixed length on its own: the interval that decides is the one of all matches.
pub const BOTH_TUNED: Reading = Reading { looks: Looks::Once, confidence: 0.95, matters: 5.0 };

impl Reading {
    /// The reading of the match with this name; by default that of the primary matches.
    #[must_use]
    pub fn of(name: &str) -> Reading {
        let kinds = [
            ("new-openings-", NEW_OPENINGS),
            ("tuned-", TUNED),
            ("fixed-", FIXED),
            ("retuned-", FIXED),
            ("replicated-", FIXED),
            ("both-tuned-", BOTH_TUNED),
        ];
        let found = kinds.into_iter().find(|(prefix, _)| name.starts_with(prefix));
        found.map_or(PRIMARY, |(_, reading)| reading)
    }

    /// The interval that decides, in Elo, from the pairs in their order.
    #[must_use]
    pub fn interval(self, pairs: &[[u8; 2]], method: Method) -> [f64; 2] {
        let ends = match self.looks {
            Looks::Every => {
                let mut anytime = Anytime::new(method, self.confidence);
                pairs.iter().for_each(|pair| anytime.add(*pair));
                anytime.ends()
            }
            Looks::Once => {
                empirical_likelihood::interval(&pairs::counts(pairs).into(), self.confidence)
            }
        };
        let ends = ends.elo();
        [ends.low, ends.high]
    }

    /// The interval that decides, as the head of a column.
    #[must_use]
    pub fn interval_name(self) -> String {
        let level = stats::words::level(self.confidence);
        match self.looks {
            Looks::Every => format!("anytime-valid {level} CI"),
            Looks::Once => format!("{level} CI"),
        }
    }
}
