//! The verdict of a match: yes, no or not yet, in one plain sentence with one interval.

use serde::{Deserialize, Serialize};

use crate::exit::ExitEstimate;
use crate::stop::{Decision, StopRule};
use crate::words;
use crate::{CONFIDENCE, Estimates, Interval, Unit};

/// The answer to the question whether the first side is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It is.
    Yes,
    /// It is not: it is weaker, or a test has rejected that it is stronger, or no difference matters.
    No,
    /// The games leave it open.
    NotYet,
    /// Faults, and not chess, could have decided the games.
    Void,
}

impl Answer {
    /// The first word of the sentence.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Answer::Yes => "Yes",
            Answer::No => "No",
            Answer::NotYet => "Not yet",
            Answer::Void => "Void",
        }
    }
}

/// The decision of a rule that ended a match.
#[derive(Clone, Copy, Debug)]
pub struct Tested<'a> {
    /// The decision.
    pub decision: Decision,
    /// The rule.
    pub rule: &'a StopRule,
}

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
    /// Once a test has ended the match: it follows from the law of the test's exit.
    Exit,
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
    /// Fewer than two games with a colour: White's advantage is not known.
    OneColour,
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
    /// The decision of a rule; `None` if the interval decides.
    pub tested: Option<Tested<'a>>,
    /// The answer that further games would give; `None` to promise nothing.
    pub prospect: Option<Prospect>,
    /// The time that they take, where it is known.
    pub pace: Option<Pace>,
}

/// The answer that further games would give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prospect {
    /// More than these games behind the interval would narrow it.
    Narrows(u64),
    /// A test under way is expected to go on for these games, if the strength is as estimated now.
    Decides(u64),
}

/// The time of a match's games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds of thought of both sides in a game.
    pub seconds_a_game: f64,
    /// Games at a time, where they are known.
    pub at_a_time: Option<u32>,
}

impl Pace {
    /// Further games with the time that they take: `3 hours more (1,600 games)`.
    fn of_games(pace: Option<Pace>, games: u64) -> String {
        let number = words::several(games, "game");
        let more = || number.replacen(' ', " more ", 1);
        let Some(Pace { seconds_a_game, at_a_time }) = pace else { return more() };
        let time = |threads: u32| {
            words::rough_time(seconds_a_game * games as f64 / f64::from(threads.max(1)))
        };
        match at_a_time {
            Some(threads) => format!("{} more ({number})", time(threads)),
            None => format!("{} ({} of one core)", more(), time(1)),
        }
    }
}

impl NamedInterval {
    /// The 95 % interval for the end of a planned length.
    #[must_use]
    pub fn fixed(ends: Interval) -> NamedInterval {
        NamedInterval { kind: Kind::Fixed, confidence: CONFIDENCE, ends }
    }

    /// The one that is safe to check while the match runs.
    #[must_use]
    pub fn anytime(confidence: f64, ends: Interval) -> NamedInterval {
        NamedInterval { kind: Kind::Anytime, confidence, ends }
    }

    /// That of a test's exit.
    #[must_use]
    pub fn exit(exit: &ExitEstimate) -> NamedInterval {
        NamedInterval { kind: Kind::Exit, confidence: exit.confidence, ends: exit.ends() }
    }

    /// `95 % CI`, `anytime-valid 90 % CI`, `stop-adjusted 90 % CI`.
    #[must_use]
    pub fn name(&self) -> String {
        let level = words::level(self.confidence);
        match self.kind {
            Kind::Fixed => format!("{level} CI"),
            Kind::Anytime => format!("anytime-valid {level} CI"),
            Kind::Exit => format!("stop-adjusted {level} CI"),
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
            Gap::OneColour => "fewer than two games with one of the colours",
        }
    }
}

impl<'a> Tested<'a> {
    /// A decision that needs the word of its rule; `None` where the interval alone says it.
    #[must_use]
    pub fn of(decision: Decision, rule: &'a StopRule) -> Option<Tested<'a>> {
        match decision {
            Decision::Stronger | Decision::Weaker => None,
            Decision::H0 | Decision::H1 | Decision::NoDifference => Some(Tested { decision, rule }),
        }
    }

    /// The first side's relation to the second, by this decision: H1 rejects the smaller strength of the test, which may
    /// be a loss, and H0 the larger one, which may be no gain.
    fn relation(&self) -> &'static str {
        let hypotheses = self.rule.hypotheses();
        match self.decision {
            Decision::H1 if hypotheses.is_some_and(|[smaller, _]| smaller < 0.0) => {
                "is not weaker than"
            }
            Decision::H0 if hypotheses.is_some_and(|[_, larger]| larger <= 0.0) => "is weaker than",
            Decision::H0 => "is not stronger than",
            Decision::H1 | Decision::Stronger => "is stronger than",
            Decision::Weaker => "is weaker than",
            Decision::NoDifference => "is as strong, but for differences that do not matter, as",
        }
    }
}

impl Verdict<'_> {
    /// The answer: that of the rule which ended the match, or else of the interval.
    #[must_use]
    pub fn answer(&self) -> Answer {
        match (self.tested, self.interval.ends) {
            (Some(tested), _) if tested.decision.is_in_favour() => Answer::Yes,
            (Some(_), _) => Answer::No,
            (None, ends) if ends.low > 0.0 => Answer::Yes,
            (None, ends) if ends.high < 0.0 => Answer::No,
            (None, _) => Answer::NotYet,
        }
    }

    /// The whole sentence: "Yes: 'A' is stronger than 'B', +28 Elo [+16, +40] (95 % CI) after 1,000 games."
    #[must_use]
    pub fn sentence(&self) -> String {
        let Some(elo) = self.elo else { return self.no_games() + "." };
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
        format!("{}, {measured} {}{}.", self.found(), self.after(), self.more())
    }

    /// The games and the rule that ended them.
    fn after(&self) -> String {
        let rule = self.tested.map(|tested| format!(", by the {}", tested.rule.name()));
        format!("after {}{}", words::several(self.games, "game"), rule.unwrap_or_default())
    }

    /// The outlook, as the end of a sentence.
    fn more(&self) -> String {
        self.outlook().map_or(String::new(), |outlook| format!("; {outlook}"))
    }

    /// Its beginning: "Yes: 'A' is stronger than 'B', +28 Elo".
    #[must_use]
    pub fn short(&self) -> String {
        match self.elo {
            Some(elo) => format!("{}, {}", self.found(), estimate(elo)),
            None => self.no_games(),
        }
    }

    /// The rest: "95 % CI [-11, +12] after 1,000 games; about 3 hours more (4,300 games) would tell a difference of 5 Elo".
    #[must_use]
    pub fn support(&self) -> String {
        let (after, more) = (self.after(), self.more());
        match words::signed_interval(self.interval.ends) {
            Some(text) if is_two_sided(self.interval.ends) => {
                format!("{} {text} {after}{more}", self.interval.name())
            }
            Some(text) => format!("{text} Elo ({}) {after}", self.interval.name()),
            None => format!("No interval yet {after}: {}", self.gap.words()),
        }
    }

    /// The answer with its meaning: `Yes: 'A' is stronger than 'B'`.
    fn found(&self) -> String {
        let answer = self.answer();
        let relation = match (answer, self.tested) {
            (Answer::NotYet | Answer::Void, _) => "against",
            (_, Some(tested)) => tested.relation(),
            (Answer::Yes, None) => "is stronger than",
            (Answer::No, None) => "is weaker than",
        };
        let [first, second] = [self.names.first, self.names.second].map(words::name);
        format!("{}: {first} {relation} {second}", answer.word())
    }

    fn no_games(&self) -> String {
        let [first, second] = [self.names.first, self.names.second].map(words::name);
        format!("No games yet: nothing is known about {first} and {second}")
    }

    /// The further games that would decide a test, or make the interval clearly narrower.
    fn outlook(&self) -> Option<String> {
        if self.answer() != Answer::NotYet {
            return None;
        }
        let (more, result) = match self.prospect? {
            Prospect::Narrows(games) => {
                let (more, target) = games_to_narrow(games, self.interval.ends.half_width()?)?;
                (more, format!("would tell a difference of {target} Elo"))
            }
            Prospect::Decides(games) => {
                (to_two_digits(games as f64), "would decide the test, if it stays so".to_owned())
            }
        };
        Some(format!("about {} {result}", Pace::of_games(self.pace, more)))
    }
}

fn estimate(elo: f64) -> String {
    match elo {
        f64::INFINITY => "all games were won".to_owned(),
        f64::NEG_INFINITY => "all games were lost".to_owned(),
        elo => format!("{} Elo", words::signed_elo(elo)),
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
    Some((to_two_digits(games as f64 * ((half / target).powi(2) - 1.0)), target))
}

/// A number rounded up to two digits.
fn to_two_digits(number: f64) -> u64 {
    let digit = 10_f64.powi((number.log10().floor() as i32 - 1).max(0));
    ((number / digit).ceil() * digit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::{Model, Sprt};
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
            prospect: Some(Prospect::Narrows(games)),
            pace: None,
        }
        .sentence()
    }

    #[test]
    fn the_verdict_follows_the_interval() {
        assert_eq!(
            verdict([45, 228, 420, 247, 60]),
            "Not yet: 'A' against 'B', +8.5 Elo [-2, +19] (95 % CI) after 2,000 games; about 6,400 more games would \
             tell a difference of 5 Elo."
        );
        // Of very many games, estimate and interval have the decimals that tell them from 0.
        let (cell, more) = (10_000_000_000, 20_001_000_000);
        assert_eq!(
            verdict([cell, 2 * cell, 3 * cell, more, cell]),
            "Yes: 'A' is stronger than 'B', +0.002 Elo [+0.001, +0.003] (95 % CI) after 180,002,000,000 games."
        );
        let stronger = verdict([20, 100, 420, 247, 60]);
        assert!(stronger.starts_with("Yes: 'A' is stronger than 'B', +"), "{stronger}");
        assert!(stronger.ends_with("(95 % CI) after 1,694 games."), "{stronger}");
        assert!(verdict([60, 247, 420, 100, 20]).starts_with("No: 'A' is weaker than 'B', -"));
    }

    #[test]
    fn one_sided_and_few_games_have_sentences_too() {
        assert!(verdict([0; 5]).starts_with("No games yet"));
        assert_eq!(
            verdict([0, 0, 0, 0, 10]),
            "Yes: 'A' is stronger than 'B', all games were won, at least +214.1 Elo (95 % CI) after 20 games."
        );
        assert_eq!(
            verdict([10, 0, 0, 0, 0]),
            "No: 'A' is weaker than 'B', all games were lost, at most -214.1 Elo (95 % CI) after 20 games."
        );
        assert_eq!(
            verdict([0, 0, 0, 0, 1]),
            "Not yet: 'A' against 'B', all games were won, no interval yet after 2 games."
        );
        assert_eq!(
            verdict([0, 0, 0, 1, 0]),
            "Not yet: 'A' against 'B', +190.8 Elo, no interval yet (fewer than two pairs) after 2 games."
        );
    }

    #[test]
    fn a_test_has_the_word_and_the_interval_stands_beside_it() {
        let verdict = |decision, rule| Verdict {
            names: Names { first: "A", second: "B" },
            elo: Some(6.04),
            interval: NamedInterval {
                kind: Kind::Anytime,
                confidence: CONFIDENCE,
                ends: Interval { low: -2.0, high: 14.0 },
            },
            gap: Gap::Few(Unit::Pair),
            games: 4000,
            tested: Some(Tested { decision, rule }),
            prospect: Some(Prospect::Narrows(4000)),
            pace: None,
        };
        let sprt = |elo0, elo1| {
            let (alpha, beta, model) = (0.05, 0.05, Model::Normalized);
            StopRule::Sprt(Sprt { elo0, elo1, alpha, beta, model })
        };
        let gain = &sprt(0.0, 5.0);
        assert_eq!(
            verdict(Decision::H1, gain).sentence(),
            "Yes: 'A' is stronger than 'B', +6.0 Elo [-2.0, +14.0] (anytime-valid 95 % CI) after 4,000 games, by \
             the SPRT [0, 5] nElo."
        );
        let short = |decision, rule| verdict(decision, rule).short();
        assert_eq!(short(Decision::H0, gain), "No: 'A' is not stronger than 'B', +6.0 Elo");
        let no_loss = &sprt(-5.0, 0.0);
        assert_eq!(short(Decision::H1, no_loss), "Yes: 'A' is not weaker than 'B', +6.0 Elo");
        assert_eq!(short(Decision::H0, no_loss), "No: 'A' is weaker than 'B', +6.0 Elo");
        let either = &sprt(-3.0, 1.0);
        assert_eq!(short(Decision::H1, either), "Yes: 'A' is not weaker than 'B', +6.0 Elo");
        assert_eq!(short(Decision::H0, either), "No: 'A' is not stronger than 'B', +6.0 Elo");
        let interval =
            &StopRule::Confidence { confidence: CONFIDENCE, margin: 0.0, no_difference: Some(2.0) };
        assert!(short(Decision::Weaker, interval).starts_with("No: 'A' is weaker than 'B'"));
        assert!(short(Decision::Stronger, interval).starts_with("Yes: 'A' is stronger than 'B'"));
        assert!(short(Decision::NoDifference, interval).starts_with("No: 'A' is as strong"));
    }

    #[test]
    fn further_games_have_their_time_where_it_is_known() {
        let estimates =
            Estimates::of(&ScoreCounts::of_pairs([45, 228, 420, 247, 60]), Wdl::default());
        let support = |prospect, at_a_time| {
            let verdict = Verdict {
                names: Names { first: "A", second: "B" },
                elo: estimates.elo.0,
                interval: NamedInterval::fixed(estimates.likelihood_elo()),
                gap: Gap::of(&estimates, Unit::Pair),
                games: 2000,
                tested: None,
                prospect: Some(prospect),
                pace: Some(Pace { seconds_a_game: 9.0, at_a_time }),
            };
            verdict.support().split_once("; ").unwrap().1.to_owned()
        };
        let told = "would tell a difference of 5 Elo";
        let narrows = Prospect::Narrows(2000);
        assert_eq!(support(narrows, Some(4)), format!("about 4 hours more (6,400 games) {told}"));
        assert_eq!(
            support(narrows, None),
            format!("about 6,400 more games (16 hours of one core) {told}")
        );
        let decides = support(Prospect::Decides(1234), Some(1));
        assert_eq!(
            decides,
            "about 3 hours more (1,300 games) would decide the test, if it stays so"
        );
    }

    #[test]
    fn games_to_narrow_an_interval_grow_with_the_square() {
        assert_eq!(games_to_narrow(1000, 11.5), Some((4300, 5.0)));
        assert_eq!(games_to_narrow(1000, 0.6), None);
    }
}
