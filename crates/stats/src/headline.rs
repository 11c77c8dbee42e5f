//! The verdict of a match, in one plain sentence with one interval.

use crate::words;
use crate::{CONFIDENCE, Estimates, Interval, Unit};

/// The names of the two sides.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The contender from whose view the numbers are given.
    pub first: &'a str,
    /// The opponent.
    pub second: &'a str,
}

/// When an interval may be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Once, at the end of a planned length.
    Fixed,
    /// At any time, even if the result has stopped the match.
    Anytime,
}

/// The interval that the verdict rests on.
#[derive(Clone, Copy, Debug)]
pub struct NamedInterval {
    /// When it may be looked at.
    pub kind: Kind,
    /// Its level, 0 to 1.
    pub confidence: f64,
    /// Its ends in Elo.
    pub ends: Interval,
}

/// Why an interval leaves open which side is stronger, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The first side won all games.
    AllWon,
    /// The first side lost all games.
    AllLost,
    /// One sample has no spread.
    One(Unit),
    /// All samples have one score, and so no spread.
    Alike(Unit),
    /// There are some, of different scores.
    Few(Unit),
}

/// Everything that the sentence says.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<'a> {
    /// The two sides.
    pub names: Names<'a>,
    /// The difference in Elo; `None` without games.
    pub elo: Option<f64>,
    /// The interval in force.
    pub interval: NamedInterval,
    /// The reason that there is none, if so.
    pub gap: Gap,
    /// Games played.
    pub games: u64,
    /// A test's verdict, in words; `None` if the interval decides.
    pub tested: Option<&'a str>,
    /// Games behind the interval, if more games would narrow it; `None` to promise nothing.
    pub narrows: Option<u64>,
}

impl NamedInterval {
    /// The 95 % interval for the end of a planned length.
    #[must_use]
    pub fn fixed(ends: Interval) -> NamedInterval {
        NamedInterval { kind: Kind::Fixed, confidence: CONFIDENCE, ends }
    }

    /// `95 % CI`, `anytime-valid 90 % CI`.
    #[must_use]
    pub fn name(&self) -> String {
        let level = words::level(self.confidence);
        match self.kind {
            Kind::Fixed => format!("{level} CI"),
            Kind::Anytime => format!("anytime-valid {level} CI"),
        }
    }
}

impl Gap {
    /// The interval of these estimates.
    #[must_use]
    pub fn of(estimates: &Estimates, unit: Unit) -> Gap {
        match estimates.elo.0 {
            Some(f64::INFINITY) => Gap::AllWon,
            Some(f64::NEG_INFINITY) => Gap::AllLost,
            _ if estimates.n < 2.0 => Gap::One(unit),
            _ if estimates.student_elo().is_none() => Gap::Alike(unit),
            _ => Gap::Few(unit),
        }
    }

    /// The reason in words: `fewer than two pairs`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Gap::AllWon => "all games were won",
            Gap::AllLost => "all games were lost",
            Gap::One(Unit::Pair) => "fewer than two pairs",
            Gap::One(Unit::Game) => "fewer than two games",
            Gap::Alike(Unit::Pair) => "all pairs have the same score",
            Gap::Alike(Unit::Game) => "all games have the same score",
            Gap::Few(Unit::Pair) => "too few pairs",
            Gap::Few(Unit::Game) => "too few games",
        }
    }
}

impl Verdict<'_> {
    /// The whole sentence: "A against B: +0.7 Elo [-11, +12] (95 % CI), inconclusive after 1,000
    /// games; about 4,300 more would tell ±5 Elo."
    #[must_use]
    pub fn sentence(&self) -> String {
        let Names { first, second } = self.names;
        let Some(elo) = self.elo else { return self.no_games() + "." };
        let (found, games) = (self.found(), words::several(self.games, "game"));
        let outlook = self.outlook().map_or(String::new(), |outlook| format!("; {outlook}"));
        let NamedInterval { ends, .. } = self.interval;
        let name = self.interval.name();
        let estimate = estimate(elo);
        let measured = match words::signed_interval(ends) {
            Some(text) if is_two_sided(ends) => format!("{estimate} {text} ({name})"),
            Some(text) => format!("{estimate}, {text} Elo ({name})"),
            None if elo.is_finite() => {
                format!("{estimate}, no interval yet ({})", self.gap.words())
            }
            None => format!("{estimate}, no interval yet"),
        };
        format!("{first} against {second}: {measured}, {found} after {games}{outlook}.")
    }

    /// Its beginning: "A against B: +0.7 Elo, inconclusive".
    #[must_use]
    pub fn short(&self) -> String {
        let Names { first, second } = self.names;
        match self.elo {
            Some(elo) => format!("{first} against {second}: {}, {}", estimate(elo), self.found()),
            None => self.no_games(),
        }
    }

    /// The rest: "95 % CI [-11, +12] after 1,000 games; about 4,300 more would tell ±5 Elo".
    #[must_use]
    pub fn support(&self) -> String {
        let games = words::several(self.games, "game");
        let outlook = self.outlook().map_or(String::new(), |outlook| format!("; {outlook}"));
        match words::signed_interval(self.interval.ends) {
            Some(text) if is_two_sided(self.interval.ends) => {
                format!("{} {text} after {games}{outlook}", self.interval.name())
            }
            Some(text) => format!("{text} Elo ({}) after {games}", self.interval.name()),
            None => format!("No interval yet after {games}: {}", self.gap.words()),
        }
    }

    /// A test's verdict, or the interval's.
    fn found(&self) -> String {
        let first = self.names.first;
        match (self.tested, self.interval.ends) {
            (Some(tested), _) => tested.to_owned(),
            (None, ends) if ends.low > 0.0 => format!("{first} is stronger"),
            (None, ends) if ends.high < 0.0 => format!("{first} is weaker"),
            (None, _) => "inconclusive".to_owned(),
        }
    }

    fn no_games(&self) -> String {
        let Names { first, second } = self.names;
        format!("No games yet: nothing is known about {first} and {second}")
    }

    /// The number of further games that would make the interval clearly narrower.
    fn outlook(&self) -> Option<String> {
        let Interval { low, high } = self.interval.ends;
        let is_open = self.tested.is_none() && low <= 0.0 && high >= 0.0;
        let (games, half) = (self.narrows.filter(|_| is_open)?, self.interval.ends.half_width()?);
        let (more, target) = games_to_narrow(games, half)?;
        Some(format!("about {} more would tell ±{target} Elo", words::count(more)))
    }
}

fn estimate(elo: f64) -> String {
    match elo {
        f64::INFINITY => "all games were won".to_owned(),
        f64::NEG_INFINITY => "all games were lost".to_owned(),
        elo => format!("{} Elo", words::signed(elo, 1)),
    }
}

fn is_two_sided(ends: Interval) -> bool {
    ends.low.is_finite() && ends.high.is_finite()
}

/// The number of games beyond these that makes an interval of this half width in Elo clearly
/// narrower, to two digits, and its half width then. `None` if it is narrow enough for any
/// question.
fn games_to_narrow(games: u64, half: f64) -> Option<(u64, f64)> {
    const TARGETS: [f64; 8] = [100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0, 0.5];
    let target = TARGETS.into_iter().find(|target| *target <= half / 1.5)?;
    let more = games as f64 * ((half / target).powi(2) - 1.0);
    let digit = 10_f64.powi((more.log10().floor() as i32 - 1).max(0));
    Some((((more / digit).ceil() * digit) as u64, target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ScoreCounts, Wdl};

    fn verdict(counts: [u64; 5]) -> String {
        let estimates = Estimates::of(&ScoreCounts::of_pairs(counts), Wdl::default());
        let games = 2 * counts.iter().sum::<u64>();
        Verdict {
            names: Names { first: "A", second: "B" },
            elo: estimates.elo.0,
            interval: NamedInterval::fixed(estimates.likelihood_elo()),
            gap: Gap::of(&estimates, Unit::Pair),
            games,
            tested: None,
            narrows: Some(games),
        }
        .sentence()
    }

    #[test]
    fn the_verdict_follows_the_interval() {
        assert_eq!(
            verdict([45, 228, 420, 247, 60]),
            "A against B: +8.5 Elo [-2, +19] (95 % CI), inconclusive after 2,000 games; about 6,400 more would \
             tell ±5 Elo."
        );
        let stronger = verdict([20, 100, 420, 247, 60]);
        assert!(stronger.ends_with("(95 % CI), A is stronger after 1,694 games."), "{stronger}");
        assert!(verdict([60, 247, 420, 100, 20]).contains("A is weaker after"));
    }

    #[test]
    fn one_sided_and_few_games_have_sentences_too() {
        assert!(verdict([0; 5]).starts_with("No games yet"));
        assert_eq!(
            verdict([0, 0, 0, 0, 10]),
            "A against B: all games were won, at least +214.1 Elo (95 % CI), A is stronger after 20 games."
        );
        assert_eq!(
            verdict([10, 0, 0, 0, 0]),
            "A against B: all games were lost, at most -214.1 Elo (95 % CI), A is weaker after 20 games."
        );
        assert_eq!(
            verdict([0, 0, 0, 0, 1]),
            "A against B: all games were won, no interval yet, inconclusive after 2 games."
        );
        assert_eq!(
            verdict([0, 0, 0, 1, 0]),
            "A against B: +190.8 Elo, no interval yet (fewer than two pairs), inconclusive after 2 games."
        );
    }

    #[test]
    fn a_test_has_the_word_and_the_interval_stands_beside_it() {
        let verdict = Verdict {
            names: Names { first: "A", second: "B" },
            elo: Some(6.04),
            interval: NamedInterval {
                kind: Kind::Anytime,
                confidence: CONFIDENCE,
                ends: Interval { low: -2.0, high: 14.0 },
            },
            gap: Gap::Few(Unit::Pair),
            games: 4000,
            tested: Some("SPRT [0, 5] nElo accepted H1"),
            narrows: Some(4000),
        };
        assert_eq!(
            verdict.sentence(),
            "A against B: +6.0 Elo [-2.0, +14.0] (anytime-valid 95 % CI), SPRT [0, 5] nElo accepted H1 after \
             4,000 games."
        );
        assert_eq!(verdict.short(), "A against B: +6.0 Elo, SPRT [0, 5] nElo accepted H1");
    }

    #[test]
    fn games_to_narrow_an_interval_grow_with_the_square() {
        assert_eq!(games_to_narrow(1000, 11.5), Some((4300, 5.0)));
        assert_eq!(games_to_narrow(1000, 0.6), None);
    }
}
