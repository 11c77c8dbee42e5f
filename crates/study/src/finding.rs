//! The finding of a match, by the rule of its file.

use super::played::Played;
use super::reading::Reading;

/// The finding of a match about a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The technique gains at least the smallest difference that matters.
    Pays,
    /// The technique gains Elo, and perhaps less than the smallest difference.
    Gains,
    /// The technique loses Elo.
    Harms,
    /// The interval lies within the smallest difference.
    NoDifference,
    /// The interval decides nothing.
    NoAnswer,
}

impl Finding {
    /// The finding of a match that is read so, in a word or two.
    pub fn words(self, reading: Reading) -> String {
        match self {
            Finding::Pays => "pays".to_owned(),
            Finding::Gains => "gains something".to_owned(),
            Finding::Harms => "harms".to_owned(),
            Finding::NoDifference => format!("no difference larger than {} Elo", reading.matters),
            Finding::NoAnswer => "no answer".to_owned(),
        }
    }

    /// The answer to "does it pay?".
    pub fn answer(self) -> &'static str {
        match self {
            Finding::Pays => "yes",
            Finding::Gains => "yes, a little",
            Finding::Harms => "no (costs strength)",
            Finding::NoDifference => "no (no difference that matters)",
            Finding::NoAnswer => "not decided",
        }
    }
}

/// By the rule that the match's file had before the first game.
pub fn finding(played: &Played) -> Finding {
    let ([low, high], Reading { matters, .. }) = (played.deciding, Reading::of(&played.name));
    match () {
        () if low > matters => Finding::Pays,
        () if low > 0.0 => Finding::Gains,
        () if high < 0.0 => Finding::Harms,
        () if low > -matters && high < matters => Finding::NoDifference,
        () => Finding::NoAnswer,
    }
}
