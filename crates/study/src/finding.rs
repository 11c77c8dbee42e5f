//! The finding of a match, by the rule of its file.

use super::played::Played;
use super::reading::Reading;

/// The finding of a match about a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The technique gains Elo.
    Pays,
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
            Finding::Harms => "harms".to_owned(),
            Finding::NoDifference => format!("no difference larger than {} Elo", reading.matters),
            Finding::NoAnswer => "no answer".to_owned(),
        }
    }

    /// The finding about a technique as the beginning of a sentence.
    pub fn statement(self, technique: &str, reading: Reading) -> String {
        let text = match self {
            Finding::Pays => format!("{technique} pays"),
            Finding::Harms => format!("{technique} harms"),
            Finding::NoDifference => {
                format!("{technique} makes no difference larger than {} Elo", reading.matters)
            }
            Finding::NoAnswer => format!("whether {technique} pays is left open"),
        };
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }
}

/// By the rule that the match's file had before the first game.
pub fn finding(played: &Played) -> Finding {
    let ([low, high], Reading { matters, .. }) = (played.anytime, Reading::of(&played.name));
    match () {
        () if low > 0.0 => Finding::Pays,
        () if high < 0.0 => Finding::Harms,
        () if low > -matters && high < matters => Finding::NoDifference,
        () => Finding::NoAnswer,
    }
}
