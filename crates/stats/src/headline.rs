//! What a match says, in a sentence.

use super::words;
use crate::Interval;

/// The names of the two sides.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Whose view the numbers take.
    pub first: &'a str,
    /// The opponent.
    pub second: &'a str,
}

/// Who is stronger, by how much, and how sure that is: "A is stronger than B by 8.5 Elo; 95 %
/// interval 1.2 to 15.9 if you looked once, -4.1 to 21.0 however often you looked."
///
/// All in Elo: `once` is the interval for a single look at the end, which decides the verdict,
/// `always` the one for any number of looks.
#[must_use]
pub fn sentence(names: Names<'_>, elo: Option<f64>, once: Interval, always: Interval) -> String {
    match verdict(names, elo, once) {
        verdict if elo.is_some() => format!("{verdict}; {}.", intervals(once, always)),
        verdict => verdict + ".",
    }
}

/// Who is stronger and by how much, without the intervals and the full stop.
#[must_use]
pub fn verdict(names: Names<'_>, elo: Option<f64>, once: Interval) -> String {
    let Names { first, second } = names;
    let Some(elo) = elo else {
        return format!("No games yet: nothing is known about {first} and {second}");
    };
    let amount = |elo: f64, bound: f64| match elo.is_finite() {
        true => format!("by {} Elo", words::decimal(elo.abs(), 1)),
        false => format!("by at least {} Elo", words::decimal(bound.abs(), 1)),
    };
    if once.low > 0.0 {
        format!("{first} is stronger than {second} {}", amount(elo, once.low))
    } else if once.high < 0.0 {
        format!("{first} is weaker than {second} {}", amount(elo, once.high))
    } else {
        let measured = match elo.is_finite() {
            true => format!("Elo difference {}", words::decimal(elo, 1)),
            false if elo > 0.0 => "every game won".to_owned(),
            false => "every game lost".to_owned(),
        };
        format!("Neither {first} nor {second} is shown to be stronger: {measured}")
    }
}

/// Both intervals in words.
#[must_use]
pub fn intervals(once: Interval, always: Interval) -> String {
    format!(
        "95 % interval {} if you looked once, {} however often you looked",
        words::range(once),
        words::range(always)
    )
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
            estimates.sequence_elo(),
        )
    }

    #[test]
    fn the_verdict_follows_the_interval() {
        assert_eq!(
            of([45, 228, 420, 247, 60]),
            "Neither A nor B is shown to be stronger: Elo difference 8.5; 95 % interval -1.7 to \
             18.7 if you looked once, -8.6 to 25.7 however often you looked."
        );
        assert!(of([20, 100, 420, 247, 60]).starts_with("A is stronger than B by "));
        assert!(of([60, 247, 420, 100, 20]).starts_with("A is weaker than B by "));
    }

    #[test]
    fn degenerate_matches_have_sentences_too() {
        assert!(of([0; 5]).starts_with("No games yet"));
        assert!(of([0, 0, 0, 0, 10]).starts_with("A is stronger than B by at least 214.1 Elo"));
        assert!(of([10, 0, 0, 0, 0]).starts_with("A is weaker than B by at least 214.1 Elo"));
        let one = of([0, 0, 0, 0, 1]);
        assert!(one.contains("every game won") && one.contains("no bound"), "{one}");
    }
}
