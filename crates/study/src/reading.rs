//! The rule for reading a match's result: by the level and the smallest difference stated in its
//! file before the first game.

/// Level and smallest difference of a match's question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Confidence of the anytime-valid interval.
    pub confidence: f64,
    /// The smallest difference that matters, in Elo.
    pub matters: f64,
}

/// One of the four primary matches: 95 % for all of them together.
const PRIMARY: Reading = Reading { confidence: 0.9875, matters: 10.0 };
/// One question on its own, on new openings.
const NEW_OPENINGS: Reading = Reading { confidence: 0.95, matters: 5.0 };
/// One of the three tuned forms: 95 % for all of them together.
const TUNED: Reading = Reading { confidence: 0.9834, matters: 5.0 };

impl Reading {
    /// The reading of the match with this name; by default that of the primary matches.
    #[must_use]
    pub fn of(name: &str) -> Reading {
        let kinds = [("new-openings-", NEW_OPENINGS), ("tuned-", TUNED)];
        let found = kinds.into_iter().find(|(prefix, _)| name.starts_with(prefix));
        found.map_or(PRIMARY, |(_, reading)| reading)
    }
}
