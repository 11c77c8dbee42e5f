//! The finding of a primary match, and of all of them together.

use super::played::Played;
use super::words::{interval, named, technique};

/// The smallest difference that matters, in Elo, as the match files say.
const MATTERS: f64 = 10.0;

/// The finding of a match about a technique.
#[derive(Clone, Copy, PartialEq, Eq)]
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
    const ALL: [Finding; 4] =
        [Finding::Pays, Finding::Harms, Finding::NoDifference, Finding::NoAnswer];

    /// The finding in a word or two.
    pub fn words(self) -> &'static str {
        match self {
            Finding::Pays => "pays",
            Finding::Harms => "harms",
            Finding::NoDifference => "no difference larger than 10 Elo",
            Finding::NoAnswer => "no answer",
        }
    }

    /// The same of these techniques, as part of a sentence; nothing of none.
    fn sentence(self, techniques: &[String]) -> Option<String> {
        let (last, before) = techniques.split_last()?;
        let (names, s) = match before {
            [] => (last.clone(), "s"),
            _ => (format!("{} and {last}", before.join(", ")), ""),
        };
        Some(match self {
            Finding::Pays => format!("{names} pay{s}"),
            Finding::Harms => format!("{names} harm{s}"),
            Finding::NoDifference => format!("{names} make{s} no difference larger than 10 Elo"),
            Finding::NoAnswer => format!("whether {names} pay{s} is left open"),
        })
    }
}

/// By the rule that the match's file had before the first game.
pub fn finding(played: &Played) -> Finding {
    let [low, high] = played.anytime;
    match () {
        () if low > 0.0 => Finding::Pays,
        () if high < 0.0 => Finding::Harms,
        () if low > -MATTERS && high < MATTERS => Finding::NoDifference,
        () => Finding::NoAnswer,
    }
}

/// What the primary matches say, in one sentence.
pub fn answer(played: &[Played]) -> String {
    let primary = named(played, "primary-");
    let parts = Finding::ALL.into_iter().filter_map(|what| {
        let found = primary.iter().filter(|of| finding(of) == what);
        let found = found.map(|of| format!("{} {}", technique(of), interval(of.anytime)));
        what.sentence(&found.collect::<Vec<_>>())
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        return "No primary match is finished yet.\n".to_owned();
    }
    format!(
        "At 20,000 nodes a move, {}. In brackets: Elo of the search with the technique over the same \
         search without it, 98.75 % anytime-valid interval.\n",
        parts.join("; ")
    )
}
