//! Checks the promises of stop rules: errors, expected length, and whether verdict and interval
//! agree, for realistic distributions of pairs.

mod played;

use document::{Document, Table};
use rand::RngExt;
use serde::Serialize;

use super::on_all_cores;
use crate::e_sprt::ESprt;
use crate::elo::score;
use crate::root::bisect;
use crate::sprt::{DefineSprtError, Model, Sprt};
use crate::stop::{Decision, StopRule};
use crate::{CONFIDENCE, words};
use played::{Played, play};

/// The distribution of pairs: shares of 0 to 4 half points, before they are tilted to a strength.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairLaw {
    /// Its name in a table.
    pub name: &'static str,
    /// Shares, up to a factor.
    pub cells: [f64; 5],
    /// By how many Elo the strength rises over the length of the match, from half below to half above.
    pub drift: f64,
}

/// The pairs of `docs/study/primary-singular-multi-cut`.
const STUDY: [f64; 5] = [339.0, 1190.0, 1833.0, 1258.0, 380.0];

/// The laws that every rule is held to.
pub const LAWS: [PairLaw; 5] = [
    PairLaw { name: "45 % draws, correlation -0.04", cells: STUDY, drift: 0.0 },
    PairLaw {
        name: "unbalanced openings, correlation -0.56",
        cells: [5.0, 165.0, 660.0, 165.0, 5.0],
        drift: 0.0,
    },
    PairLaw { name: "85 % draws", cells: [5.6, 127.5, 733.8, 127.5, 5.6], drift: 0.0 },
    PairLaw {
        name: "10 % of the pairs at 2 : 0, 10 % at 0 : 2",
        cells: [100.0, 100.0, 600.0, 100.0, 100.0],
        drift: 0.0,
    },
    PairLaw { name: "strength rising by 10 Elo", cells: STUDY, drift: 10.0 },
];

/// Rows of the table: laws, strengths and rules.
pub const ROWS: u64 = LAWS.len() as u64 * 4 * 3;

/// The settings of the simulation.
#[derive(Clone, Copy, Debug)]
pub struct VerdictSettings {
    /// Matches of each law at each strength.
    pub matches: u32,
    /// The hypotheses, in logistic Elo.
    pub elo: [f64; 2],
    /// Both errors, 0 to 1.
    pub error: f64,
    /// The largest number of pairs of a match. A tenth of them is the planned length: intervals are
    /// tuned for it, and a rising strength rises over it.
    pub pairs: u32,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// The results of one rule under one law at one strength.
#[derive(Clone, Debug, Serialize)]
pub struct VerdictRow {
    /// The law.
    pub law: &'static str,
    /// The true strength, in Elo; if it rises, in the middle of the match.
    pub elo: f64,
    /// The rule.
    pub rule: StopRule,
    /// Share of matches for the upper hypothesis: H1, or "stronger".
    pub upper: f64,
    /// Share of matches for the lower hypothesis: H0, or "weaker" or "no difference".
    pub lower: f64,
    /// Share of matches that ended at the last pair without a verdict.
    pub undecided: f64,
    /// Games on average.
    pub games: f64,
    /// Share of the verdicts that the interval beside them does not bear out.
    pub disagree: f64,
}

/// The rows as a table.
#[must_use]
pub fn document(settings: &VerdictSettings, rows: &[VerdictRow]) -> Document {
    let mut table =
        Table::new(["pairs", "Elo", "rule", "upper", "lower", "undecided", "games", "disagree"]);
    for row in rows {
        let percent = |share: f64| format!("{} %", words::decimal(100.0 * share, 1));
        table.row([
            row.law.to_owned(),
            words::signed(row.elo, 1),
            row.rule.to_string(),
            percent(row.upper),
            percent(row.lower),
            percent(row.undecided),
            words::count(row.games.round() as u64),
            percent(row.disagree),
        ]);
    }
    let legend = format!(
        "{} matches of each row, at most {} pairs. \"Upper\": H1, or the first contender is stronger. \"Lower\": H0, \
         or it is weaker, or no difference that matters. \"Disagree\": the interval beside the verdict does not bear it \
         out.",
        words::count(u64::from(settings.matches)),
        words::count(u64::from(settings.pairs)),
    );
    Document::titled("Rules held to their promises").paragraph(legend).table(table)
}

impl VerdictSettings {
    fn planned(&self) -> u32 {
        self.pairs / 10
    }
}

impl PairLaw {
    /// The shares at a strength: the law tilted exponentially until its mean is the expected score.
    pub(crate) fn at(&self, elo: f64) -> [f64; 5] {
        let tilted = |slope: f64| {
            let mut cells = [0.0; 5];
            for (quarters, cell) in cells.iter_mut().enumerate() {
                *cell = self.cells[quarters] * (slope * quarters as f64).exp();
            }
            let total: f64 = cells.iter().sum();
            cells.map(|cell| cell / total)
        };
        let mean = |cells: [f64; 5]| {
            cells.iter().enumerate().map(|(quarters, cell)| quarters as f64 * cell).sum::<f64>()
                / 4.0
        };
        tilted(bisect(-10.0, 10.0, |slope| mean(tilted(slope)) < score(elo)))
    }
}

/// Simulates every law of [`LAWS`] at `elo0`, midway, at `elo1` and as far beyond, each under three
/// rules; `progress` is called after every finished row, of [`ROWS`].
///
/// # Errors
/// The hypotheses make no test.
pub fn verdicts(
    settings: &VerdictSettings,
    progress: &dyn Fn(),
) -> Result<Vec<VerdictRow>, DefineSprtError> {
    let [elo0, elo1] = settings.elo;
    let rules = rules(settings)?;
    let mut rows = Vec::new();
    for law in &LAWS {
        for elo in [elo0, f64::midpoint(elo0, elo1), elo1, 2.0 * elo1 - elo0] {
            for rule in rules {
                rows.push(row(settings, law, elo, rule));
                progress();
            }
        }
    }
    Ok(rows)
}

/// The rules that are held to their promises.
fn rules(settings: &VerdictSettings) -> Result<[StopRule; 3], DefineSprtError> {
    let VerdictSettings { elo: [elo0, elo1], error, .. } = *settings;
    let sprt = Sprt::new(elo0, elo1, error, error, Model::Logistic)?;
    let no_difference = Some(elo1 - elo0);
    Ok([
        StopRule::Sprt(sprt),
        StopRule::ESprt(ESprt::new(elo0, elo1, error, error)?),
        StopRule::Confidence { confidence: CONFIDENCE, margin: 0.0, no_difference },
    ])
}

fn row(settings: &VerdictSettings, law: &PairLaw, elo: f64, rule: StopRule) -> VerdictRow {
    let steps = Steps::new(settings, law, elo);
    let played = on_all_cores(settings.matches, |number| play(settings, &steps, rule, number));
    let all = f64::from(settings.matches);
    let share = |holds: &dyn Fn(&Played) -> bool| {
        played.iter().filter(|end| holds(end)).count() as f64 / all
    };
    let is_upper = |end: &Played| end.decision.is_some_and(Decision::is_in_favour);
    VerdictRow {
        law: law.name,
        elo,
        rule,
        upper: share(&is_upper),
        lower: share(&|end| end.decision.is_some() && !is_upper(end)),
        undecided: share(&|end| end.decision.is_none()),
        games: played.iter().map(|end| 2.0 * f64::from(end.pairs)).sum::<f64>() / all,
        disagree: share(&|end| !end.agrees),
    }
}

/// The shares of pairs in the course of a match.
struct Steps {
    cells: Vec<[f64; 5]>,
    pairs_of_a_step: u32,
}

impl Steps {
    fn new(settings: &VerdictSettings, law: &PairLaw, elo: f64) -> Steps {
        let count = if law.drift > 0.0 { 20 } else { 1 };
        let at = |step: u32| law.at(elo + law.drift * (f64::from(step) / 20.0 - 0.5));
        let cells = if count == 1 { vec![law.at(elo)] } else { (0..=count).map(at).collect() };
        Steps { cells, pairs_of_a_step: (settings.planned() / count).max(1) }
    }

    fn draw(&self, pair: u32, random: &mut impl RngExt) -> [u8; 2] {
        let step = ((pair / self.pairs_of_a_step) as usize).min(self.cells.len() - 1);
        let mut left: f64 = random.random();
        for (pair, cell) in PAIRS.iter().zip(&self.cells[step]) {
            left -= cell;
            if left < 0.0 {
                return *pair;
            }
        }
        PAIRS[2]
    }
}

/// A pair for each number of quarters.
const PAIRS: [[u8; 2]; 5] = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]];

#[cfg(test)]
mod tests {
    use super::super::stream;
    use super::played::{CLOSE, method};
    use super::*;
    use crate::Interval;
    use crate::anytime::{Anytime, Evidence};
    use crate::stop::{Bounds, SequentialMonitor};

    /// Whether an interval in Elo agrees with a verdict.
    fn bears_out(rule: StopRule, decision: Decision, ends: Interval) -> bool {
        let Bounds { lower, upper, small } = rule.bounds();
        match decision {
            Decision::H1 => ends.low > lower - CLOSE,
            Decision::H0 => ends.high < upper + CLOSE,
            Decision::Stronger => ends.low > upper - CLOSE,
            Decision::Weaker => ends.high < lower + CLOSE,
            Decision::NoDifference => {
                small.is_some_and(|elo| ends.low > -elo - CLOSE && ends.high < elo + CLOSE)
            }
        }
    }

    /// By the monitor and the interval of a real match.
    fn monitored(settings: &VerdictSettings, steps: &Steps, rule: StopRule, number: u32) -> Played {
        let mut random = stream(settings.seed, number);
        let method = method(settings, rule);
        let mut monitor = SequentialMonitor::new(vec![rule]);
        let mut evidence = Evidence::new(method.clone());
        let mut seen = Vec::new();
        for pair in 0..settings.pairs {
            let result = steps.draw(pair, &mut random);
            evidence.add(result);
            seen.push(result);
            if monitor.note(result, &evidence).is_some() {
                break;
            }
        }
        let decision = monitor.stopped().map(|stopped| stopped.decision);
        let ends = monitor.exit().map_or_else(
            || {
                let mut anytime = Anytime::new(method, CONFIDENCE);
                seen.iter().for_each(|&pair| anytime.add(pair));
                anytime.ends().elo()
            },
            |exit| exit.ends(),
        );
        let agrees = decision.is_none_or(|decision| bears_out(rule, decision, ends));
        Played { decision, pairs: seen.len() as u32, agrees }
    }

    #[test]
    fn a_rule_by_bets_that_are_kept_up_decides_as_the_monitor_of_a_match_does() {
        let settings =
            VerdictSettings { matches: 25, elo: [0.0, 40.0], error: 0.05, pairs: 4_000, seed: 7 };
        for rule in rules(&settings).unwrap() {
            for elo in [-20.0, 0.0, 20.0, 40.0] {
                let steps = Steps::new(&settings, &LAWS[0], elo);
                for number in 0..settings.matches {
                    let quick = play(&settings, &steps, rule, number);
                    let monitored = monitored(&settings, &steps, rule, number);
                    assert_eq!(quick, monitored, "{rule}, {elo} Elo, match {number}");
                }
            }
        }
    }

    #[test]
    #[ignore = "minutes: cargo test --release -p ziggurat-stats games_of_both_tests -- --ignored --nocapture"]
    fn games_of_both_tests_on_the_same_random_pairs() {
        let matches = std::env::var("MATCHES").map_or(4_000, |matches| matches.parse().unwrap());
        // 3.75 Elo are 5 nElo of these pairs.
        let elo = [0.0, 3.75];
        let settings = VerdictSettings { matches, elo, error: 0.05, pairs: 300_000, seed: 1 };
        let [sprt, bets, _] = rules(&settings).unwrap();
        let even = PairLaw {
            name: "38 % draws",
            cells: [420.0, 1190.0, 1650.0, 1190.0, 420.0],
            drift: 0.0,
        };
        for law in [even].iter().chain(&LAWS[..4]) {
            for elo in [0.0, 1.875, 3.75, 20.0, -20.0, 50.0, 168.0] {
                let [one, other] = [sprt, bets].map(|rule| row(&settings, law, elo, rule));
                println!(
                    "{:40} {elo:+6.1}: SPRT {:.0} games, H1 {:.1} %; e-SPRT {:.0}, H1 {:.1} %, undecided {:.2} %; {:.3}",
                    law.name,
                    one.games,
                    100.0 * one.upper,
                    other.games,
                    100.0 * other.upper,
                    100.0 * other.undecided,
                    other.games / one.games
                );
            }
            // Strengths of a normal distribution of 15 Elo, by its quantiles.
            let few = VerdictSettings { matches: matches / 40, ..settings };
            let strengths = (0..40)
                .map(|i| 15.0 * crate::distributions::normal_quantile((f64::from(i) + 0.5) / 40.0));
            let [one, other] = strengths.fold([0.0, 0.0], |[one, other], elo| {
                let games = [sprt, bets].map(|rule| row(&few, law, elo, rule).games);
                [one + games[0] / 40.0, other + games[1] / 40.0]
            });
            println!("{:40} N(0, 15): {one:.0} and {other:.0} games, {:.3}", law.name, other / one);
        }
    }

    #[test]
    fn rules_keep_their_errors_and_agree_with_their_intervals() {
        let settings =
            VerdictSettings { matches: 200, elo: [0.0, 40.0], error: 0.05, pairs: 10_000, seed: 5 };
        let rows = verdicts(&settings, &|| {}).unwrap();
        assert_eq!(rows.len() as u64, ROWS);
        assert!(document(&settings, &rows).text().contains("e-SPRT"));
        for row in rows {
            // Three standard errors above 5 % of 200 matches.
            let most = 0.05 + 3.0 * (0.05 * 0.95 / 200.0_f64).sqrt();
            if row.law.contains("rising") {
                continue;
            }
            match row.rule {
                StopRule::Sprt(_) | StopRule::ESprt(_) if row.elo == 0.0 => {
                    assert!(row.upper <= most, "{row:?}");
                }
                StopRule::Sprt(_) | StopRule::ESprt(_) if row.elo >= 40.0 => {
                    assert!(row.lower <= most, "{row:?}");
                }
                StopRule::Confidence { .. } if row.elo == 0.0 => {
                    assert!(row.upper <= most, "{row:?}");
                }
                _ => {}
            }
            assert_eq!(row.disagree, 0.0, "{row:?}");
        }
    }
}
