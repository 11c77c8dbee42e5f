//! The finding of a primary match, and of all of them together.

use super::played::Played;
use super::reading::Reading;
use super::words::{interval, named, technique};

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
    fn statement(self, technique: &str, reading: Reading) -> String {
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
    let ([low, high], Reading { matters, .. }) = (played.anytime, Reading::of(&played.name));
    match () {
        () if low > 0.0 => Finding::Pays,
        () if high < 0.0 => Finding::Harms,
        () if low > -matters && high < matters => Finding::NoDifference,
        () => Finding::NoAnswer,
    }
}

/// The answer of the question that was asked again with new openings, in one sentence; empty while
/// there is none.
fn again(played: &[Played]) -> String {
    let found = named(played, "new-openings-").into_iter().map(|found| {
        let reading = Reading::of(&found.name);
        format!(
            "{}: {:+.1} Elo {} at 20,000 nodes a move, asked again on its own in {} games on new openings ({} \
             anytime-valid interval).\n",
            finding(found).statement(&technique(found), reading),
            found.elo,
            interval(found.anytime),
            document::number::count(found.games),
            stats::words::level(reading.confidence),
        )
    });
    found.collect()
}

/// The answers of the primary matches and of the repeated question, a sentence each.
pub fn answer(played: &[Played]) -> String {
    let primary = named(played, "primary-");
    let parts = Finding::ALL.into_iter().filter_map(|what| {
        let found = primary.iter().filter(|primary_match| finding(primary_match) == what);
        let found = found.map(|primary_match| {
            format!("{} {}", technique(primary_match), interval(primary_match.anytime))
        });
        what.sentence(&found.collect::<Vec<_>>())
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        return "No primary match is finished yet.\n".to_owned();
    }
    let again = again(played);
    let first = if again.is_empty() { "" } else { "The first edition: " };
    let at = if again.is_empty() { "At" } else { "at" };
    format!(
        "{again}{first}{at} 20,000 nodes a move, {}. In brackets: Elo of the search with the technique over the same \
         search without it, 98.75 % anytime-valid interval.\n",
        parts.join("; ")
    )
}
