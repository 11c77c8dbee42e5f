//! Where a sequential test stands and how long it may go on, in words that fit a line.

use serde::Serialize;

use stats::sprt::Sprt;
use stats::stop::Outlook;
use stats::words;
use stats::{Figure, ScoreCounts};

/// A sequential test and where it stands.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TestSummary {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// Lower bound of the log-likelihood ratio.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
    /// The log-likelihood ratio.
    pub llr: f64,
}

/// The prospect of a test under way if the strength is as estimated now.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Prospect {
    /// The estimate that is assumed, in Elo.
    pub elo: Figure,
    /// Games the test is expected to go on for.
    pub games_left: Figure,
    /// Probability that it decides within the games that are still to be played.
    pub chance: Figure,
}

impl Prospect {
    /// The prospect of a test with this number of games to come. The ratio is taken for a Brownian motion.
    pub(super) fn of(outlook: &Outlook, games: f64) -> Prospect {
        let figure = |value: Option<f64>| Figure(value.filter(|value| value.is_finite()));
        Prospect {
            elo: figure(outlook.elo()),
            games_left: figure(outlook.games_left()),
            chance: figure(outlook.chance_within(games)),
        }
    }
}

/// The test of a match under way, in `games` games to come, which `when` names ("in the 1,760 left", "by
/// 07:00"): the same in fewer and fewer words.
#[must_use]
pub fn outlook_lines(outlook: &Outlook, games: f64, when: &str) -> Vec<String> {
    let test = TestSummary::of(outlook);
    let prospect = Prospect::of(outlook, games);
    let estimates = prospect.elo.0.zip(prospect.games_left.0);
    let Some((elo, left)) = estimates.filter(|_| games > 0.0) else { return vec![test.ratio()] };
    let (elo, left) = (words::signed(elo, 1), words::count(left.ceil() as u64));
    let long =
        format!("{}; if the estimate of {elo} Elo holds about {left} more games", test.ratio());
    let middle = format!("{}; at {elo} Elo about {left} more games", test.ratio());
    let short = format!("{}; at {elo} Elo ~{left} more games", test.ratio());
    let chance = prospect.chance.0.map(words::probability);
    let with = |line: &str, words: &str| {
        chance.as_ref().map(|chance| format!("{line}; {chance}{words} {when}"))
    };
    [with(&long, " chance to decide"), with(&middle, " chance to decide"), with(&short, "")]
        .into_iter()
        .flatten()
        .chain([short.clone(), test.ratio()])
        .collect()
}

impl TestSummary {
    pub(super) fn of(&Outlook { sprt, llr, .. }: &Outlook) -> TestSummary {
        TestSummary { test: sprt, lower: sprt.lower(), upper: sprt.upper(), llr }
    }

    /// The test on these samples.
    pub(super) fn on(test: Sprt, counts: &ScoreCounts) -> TestSummary {
        let llr = test.log_likelihood_ratio(counts);
        TestSummary { test, lower: test.lower(), upper: test.upper(), llr }
    }

    /// Where it stands on these counts, which no schedule has tested one by one.
    pub(super) fn state(&self, counts: &str) -> String {
        let found = match self.llr {
            llr if llr >= self.upper => "accepts H1",
            llr if llr <= self.lower => "accepts H0",
            _ => "has not decided",
        };
        format!(
            "An SPRT {} on {counts} {found}: {}. Its error rates hold if the match was tested after every pair and stopped \
             here.",
            self.test.bounds(),
            self.ratio()
        )
    }

    /// `LLR 0.12 [-2.94, 2.94]`
    pub(super) fn ratio(&self) -> String {
        let [llr, lower, upper] =
            [self.llr, self.lower, self.upper].map(|value| words::decimal(value, 2));
        format!("LLR {llr} [{lower}, {upper}]")
    }
}
