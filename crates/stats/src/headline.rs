//! What a match says, in a sentence.

use std::fmt;

use super::words;
use crate::{CONFIDENCE, Interval};

/// The names of the two sides.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Whose view the numbers take.
    pub first: &'a str,
    /// The opponent.
    pub second: &'a str,
}

/// The anytime-valid interval with its level.
#[derive(Clone, Copy, Debug)]
pub struct Anytime {
    /// Its level, 0 to 1.
    pub confidence: f64,
    /// Its ends in Elo.
    pub ends: Interval,
}

impl Anytime {
    /// The interval at the usual level.
    #[must_use]
    pub fn usual(ends: Interval) -> Anytime {
        Anytime { confidence: CONFIDENCE, ends }
    }
}

/// `anytime-valid 95 % CI [-4.1, 21.0]`.
impl fmt::Display for Anytime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = words::level(self.confidence);
        write!(f, "anytime-valid {level} CI {}", words::interval(self.ends))
    }
}

/// Who is stronger, by how much, and how sure that is: "A is stronger than B: A - B = +8.5 Elo, 95 % CI
/// [1.2, 15.9]; anytime-valid 95 % CI [-4.1, 21.0] (safe to check while the match runs)."
///
/// All in Elo: `fixed` is the interval of a match whose length was fixed beforehand, which decides the
/// verdict, `anytime` the one that is valid whenever the match is looked at.
#[must_use]
pub fn sentence(names: Names<'_>, elo: Option<f64>, fixed: Interval, anytime: Anytime) -> String {
    match verdict(names, elo, fixed) {
        verdict if elo.is_some() => format!("{verdict}, {}.", intervals(fixed, anytime)),
        verdict => verdict + ".",
    }
}

/// Who is stronger and by how much, without the intervals and the full stop. `interval`, in Elo, is the
/// one that decides.
#[must_use]
pub fn verdict(names: Names<'_>, elo: Option<f64>, interval: Interval) -> String {
    let Names { first, second } = names;
    let Some(elo) = elo else {
        return format!("No games yet: nothing is known about {first} and {second}");
    };
    let found = match interval {
        _ if interval.low > 0.0 => format!("{first} is stronger than {second}"),
        _ if interval.high < 0.0 => format!("{first} is weaker than {second}"),
        _ => "Inconclusive".to_owned(),
    };
    format!("{found}: {}", measured(names, elo))
}

/// The Elo difference in words.
#[must_use]
pub fn measured(Names { first, second }: Names<'_>, elo: f64) -> String {
    match elo.is_finite() {
        true => format!("{first} - {second} = {} Elo", words::signed(elo, 1)),
        false if elo > 0.0 => format!("{first} won every game"),
        false => format!("{first} lost every game"),
    }
}

/// Both intervals in words, where the verdict rests on the one that is valid at any time.
#[must_use]
pub fn intervals_at_any_time(fixed: Interval, anytime: Anytime) -> String {
    format!(
        "{anytime} (safe to check while the match runs); 95 % CI {} (for a match of fixed length)",
        words::interval(fixed)
    )
}

/// Both intervals in words, where the verdict rests on that of a fixed length.
#[must_use]
pub fn intervals(fixed: Interval, anytime: Anytime) -> String {
    format!("95 % CI {}; {anytime} (safe to check while the match runs)", words::interval(fixed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Estimates;
    use crate::{ScoreCounts, Wdl};

    fn of(counts: [u64; 5]) -> String {
        let estimates = Estimates::of(&ScoreCounts::of_pairs(counts), Wdl::default());
        sentence(
            Names { first: "A", second: "B" },
            estimates.elo.0,
            estimates.likelihood_elo(),
            Anytime::usual(estimates.anytime_elo()),
        )
    }

    #[test]
    fn the_verdict_follows_the_interval() {
        assert_eq!(
            of([45, 228, 420, 247, 60]),
            "Inconclusive: A - B = +8.5 Elo, 95 % CI [-1.7, 18.7]; anytime-valid 95 % CI [-8.6, 25.7] \
             (safe to check while the match runs)."
        );
        assert!(of([20, 100, 420, 247, 60]).starts_with("A is stronger than B: A - B = +"));
        assert!(of([60, 247, 420, 100, 20]).starts_with("A is weaker than B: A - B = -"));
    }

    #[test]
    fn degenerate_matches_have_sentences_too() {
        assert!(of([0; 5]).starts_with("No games yet"));
        assert!(
            of([0, 0, 0, 0, 10])
                .starts_with("A is stronger than B: A won every game, 95 % CI >= 214.1;")
        );
        assert!(
            of([10, 0, 0, 0, 0])
                .starts_with("A is weaker than B: A lost every game, 95 % CI <= -214.1;")
        );
        let one = of([0, 0, 0, 0, 1]);
        assert!(
            one.starts_with("Inconclusive: A won every game") && one.contains("no bound"),
            "{one}"
        );
    }
}
