//! The promises of intervals and stop rules, held on simulated matches.

#![expect(clippy::unwrap_used, reason = "what cannot be simulated fails the test")]

mod simulated;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use simulated::laws::{LAWS, PairLaw};
use simulated::on_all_cores;
use simulated::population::{Assumptions, FAIR, Population};
use stats::anytime::{Anytime, Evidence, Method};
use stats::clustered::{self, Cluster};
use stats::sprt::{Model, Sprt};
use stats::stop::{Decision, SequentialMonitor, StopRule, StopRules};
use stats::{
    CONFIDENCE, Interval, Pentanomial, ScoreCounts, empirical_likelihood, ratios, student_t,
};

fn random(seed: u64, number: u32) -> ChaCha12Rng {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    random.set_stream(u64::from(number));
    random
}

/// The shares of matches in which each of these holds.
fn shares<const N: usize>(matches: u32, play: impl Fn(u32) -> [bool; N] + Sync) -> [f64; N] {
    let mut held = [0_u32; N];
    for played in on_all_cores(matches, play) {
        held.iter_mut().zip(played).for_each(|(held, holds)| *held += u32::from(holds));
    }
    held.map(|held| f64::from(held) / f64::from(matches))
}

/// Shares of matches in which the truth is in the intervals by Student's t on games and on pairs, by empirical
/// likelihood, by Student's t on pairs at every look from the tenth pair on, and in the anytime-valid interval.
fn coverage(population: &Population, pairs: u32, planned: u32, matches: u32) -> [f64; 5] {
    let truth = population.expected_score;
    shares(matches, |number| {
        let mut random = random(1, number);
        let (mut seen, mut naive) = (Pentanomial::default(), true);
        let mut anytime = Anytime::new(Method::tuned_for(planned), CONFIDENCE);
        let holds = |interval: Option<Interval>| interval.is_none_or(|ends| ends.contains(truth));
        for opening in population.book(pairs as usize, &mut random) {
            let [one, other] = population.pair(opening, &mut random);
            seen.add_pair(one, other);
            anytime.add([one, other]);
            let is_looked_at = naive && seen.pairs() >= 10;
            naive &= !is_looked_at || holds(student_t::interval(&seen.into(), CONFIDENCE));
        }
        let counts = ScoreCounts::from(seen);
        [
            holds(student_t::interval(&seen.games().into(), CONFIDENCE)),
            holds(student_t::interval(&counts, CONFIDENCE)),
            holds(Some(empirical_likelihood::interval(&counts, CONFIDENCE))),
            naive,
            holds(Some(anytime.ends())),
        ]
    })
}

const UNBALANCED: Assumptions = Assumptions { opening_bias: 150.0, opening_spread: 60.0, ..FAIR };

#[test]
fn the_simulations_play_the_scores_draws_and_correlations_assumed() {
    let played = |assumptions: Assumptions| {
        let population = Population::new(&assumptions);
        let (mut random, mut pairs) = (random(7, 0), Pentanomial::default());
        for opening in population.book(200_000, &mut random) {
            let [one, other] = population.pair(opening, &mut random);
            pairs.add_pair(one, other);
        }
        let score = ratios::score(pairs.games()).unwrap();
        assert!((score - stats::elo::score(assumptions.elo)).abs() < 0.004, "{assumptions:?}");
        (ratios::draw_ratio(pairs.games()).unwrap(), ratios::pair_correlation(pairs).unwrap())
    };
    let (draws, correlation) = played(FAIR);
    assert!((draws - 0.5).abs() < 0.005 && correlation.abs() < 0.01);
    assert!(played(UNBALANCED).1 < -0.1);
    assert!(played(Assumptions { skill_spread: 200.0, elo: 100.0, ..FAIR }).1 > 0.1);
    for law in LAWS {
        let mean: f64 = (0..5).map(|quarters| quarters as f64 / 4.0 * law.at(30.0)[quarters]).sum();
        assert!((stats::elo::elo(mean) - 30.0).abs() < 1e-6, "{law:?}");
    }
}

#[test]
fn the_headline_interval_holds_what_it_promises_and_one_checked_too_soon_does_not() {
    let population = Population::new(&Assumptions { elo: 20.0, ..UNBALANCED });
    let [games, pairs, likelihood, naive, anytime] = coverage(&population, 200, 200, 2000);
    assert!((0.935..0.97).contains(&likelihood), "{likelihood}");
    assert!((0.93..0.97).contains(&pairs) && games > 0.955, "{pairs} {games}");
    assert!(anytime > 0.945 && naive < 0.75, "{anytime} {naive}");
}

#[test]
fn the_anytime_valid_interval_is_as_narrow_as_promised_and_holds_the_truth() {
    const LOOKS: [u64; 5] = [20, 50, 100, 200, 400];
    for assumptions in [
        FAIR,
        Assumptions { draw_ratio: 0.8, elo: 30.0, ..FAIR },
        Assumptions { draw_ratio: 0.6, opening_bias: 350.0, opening_spread: 140.0, ..FAIR },
    ] {
        let population = Population::new(&assumptions);
        let widths = on_all_cores(100, |number| {
            let mut random = random(2, number);
            let (mut seen, mut widths) = (Pentanomial::default(), Vec::new());
            let mut anytime = Anytime::new(Method::tuned_for(200), CONFIDENCE);
            for opening in population.book(400, &mut random) {
                let [one, other] = population.pair(opening, &mut random);
                seen.add_pair(one, other);
                anytime.add([one, other]);
                if LOOKS.contains(&seen.pairs()) {
                    let single = empirical_likelihood::interval(&seen.into(), CONFIDENCE);
                    let this_look = anytime.evidence().interval(CONFIDENCE);
                    widths
                        .push([single, anytime.ends(), this_look].map(|ends| ends.high - ends.low));
                }
            }
            widths
        });
        for (look, most) in [2.2, 1.9, 1.6, 1.45, 1.6].into_iter().enumerate() {
            let sum = |kind: usize| widths.iter().map(|match_| match_[look][kind]).sum::<f64>();
            let [all_looks, this_look] = [sum(1) / sum(0), sum(2) / sum(0)];
            // A single look is narrower, or it would be safe itself.
            let is_right = all_looks <= this_look && this_look <= most && this_look > 1.3;
            assert!(is_right, "{assumptions:?}, {}: {all_looks} {this_look}", LOOKS[look]);
        }
    }
    let population = Population::new(&Assumptions { draw_ratio: 0.7, ..FAIR });
    let [_, _, _, naive, anytime] = coverage(&population, 200, 100, 2000);
    assert!(anytime > 0.943 && naive < 0.943, "{anytime} {naive}");
}

#[test]
fn repeated_openings_need_the_clustered_interval() {
    let population =
        Population::new(&Assumptions { opening_spread: 50.0, skill_spread: 200.0, ..FAIR });
    let truth = population.expected_score;
    let [clustered, pairs] = shares(2000, |number| {
        let mut random = random(3, number);
        let book = population.book(25, &mut random);
        let mut clusters = vec![Cluster { pairs: 0.0, total: 0.0 }; book.len()];
        let mut seen = Pentanomial::default();
        for (pair, &opening) in book.iter().cycle().take(100).enumerate() {
            let [one, other] = population.pair(opening, &mut random);
            seen.add_pair(one, other);
            clusters[pair % 25].pairs += 1.0;
            clusters[pair % 25].total += f64::from(one + other) / 4.0;
        }
        let by_opening = clustered::estimate(&clusters, CONFIDENCE).unwrap().interval;
        let by_pair = student_t::interval(&seen.into(), CONFIDENCE).unwrap();
        [by_opening.contains(truth), by_pair.contains(truth)]
    });
    assert!((0.93..0.97).contains(&clustered) && pairs < 0.92, "{clustered} {pairs}");
}

/// One match under a rule.
struct Match {
    decision: Option<Decision>,
    games: f64,
    /// Whether the interval beside the decision supports it.
    agrees: bool,
}

/// The results of one rule under one law at one strength.
#[derive(Debug)]
struct Verdicts {
    /// Shares of matches for the upper hypothesis and for the lower one, or for no difference.
    upper: f64,
    lower: f64,
    games: f64,
    /// Share of the verdicts that the interval beside them does not support.
    disagree: f64,
}

fn rules([elo0, elo1]: [f64; 2]) -> [StopRule; 2] {
    let no_difference = Some(elo1 - elo0);
    [
        StopRule::Sprt(Sprt::new(elo0, elo1, 0.05, 0.05, Model::Logistic).unwrap()),
        StopRule::Confidence { confidence: CONFIDENCE, margin: 0.0, no_difference },
    ]
}

/// Whether an interval in Elo supports a verdict on these hypotheses.
fn supports(decision: Decision, [elo0, elo1]: [f64; 2], ends: Interval) -> bool {
    const CLOSE: f64 = 1e-6;
    match decision {
        Decision::H1 => ends.low > elo0 - CLOSE,
        Decision::H0 => ends.high < elo1 + CLOSE,
        Decision::Stronger => ends.low > -CLOSE,
        Decision::Weaker => ends.high < CLOSE,
        Decision::NoDifference => ends.low > elo0 - elo1 - CLOSE && ends.high < elo1 - elo0 + CLOSE,
    }
}

/// The shares of pairs in the course of a match.
struct Course {
    cells: Vec<[f64; 5]>,
    pairs_of_a_step: u32,
}

/// A pair for each number of quarters.
const PAIRS: [[u8; 2]; 5] = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]];

impl Course {
    /// A match planned for this number of pairs.
    fn new(law: &PairLaw, elo: f64, planned: u32) -> Course {
        let at = |step: u32| law.at(elo + law.drift * (f64::from(step) / 20.0 - 0.5));
        let cells = if law.drift > 0.0 { (0..=20).map(at).collect() } else { vec![law.at(elo)] };
        Course { cells, pairs_of_a_step: (planned / 20).max(1) }
    }

    fn draw(&self, pair: u32, random: &mut impl RngExt) -> [u8; 2] {
        let step = ((pair / self.pairs_of_a_step) as usize).min(self.cells.len() - 1);
        let mut left: f64 = random.random();
        let is_drawn = |cell: &f64| {
            left -= cell;
            left < 0.0
        };
        PAIRS[self.cells[step].iter().position(is_drawn).unwrap_or(2)]
    }
}

/// Plays matches of at most `pairs` pairs, planned for a tenth of that.
fn verdicts(
    law: &PairLaw,
    elo: f64,
    hypotheses: [f64; 2],
    rule: StopRule,
    [matches, pairs]: [u32; 2],
) -> Verdicts {
    let course = Course::new(law, elo, pairs / 10);
    let rules = StopRules { sequential: vec![rule], ..StopRules::default() };
    let method = rules.interval_method(pairs / 5);
    let played = on_all_cores(matches, |number| {
        let mut random = random(5, number);
        let mut monitor = SequentialMonitor::new(vec![rule]);
        let mut evidence = Evidence::new(method.clone());
        let mut seen = Vec::new();
        while monitor.stopped().is_none() && (seen.len() as u32) < pairs {
            let pair = course.draw(seen.len() as u32, &mut random);
            evidence.add(pair);
            seen.push(pair);
            monitor.note(pair, &evidence);
        }
        let decision = monitor.stopped().map(|stopped| stopped.decision);
        let ends = monitor.exit().map_or_else(
            || {
                let mut anytime = Anytime::new(method.clone(), CONFIDENCE);
                seen.iter().for_each(|&pair| anytime.add(pair));
                anytime.ends().elo()
            },
            |exit| exit.ends(),
        );
        let agrees = decision.is_none_or(|decision| supports(decision, hypotheses, ends));
        Match { decision, games: 2.0 * seen.len() as f64, agrees }
    });
    let share = |holds: &dyn Fn(&Match) -> bool| {
        played.iter().filter(|end| holds(end)).count() as f64 / f64::from(matches)
    };
    let is_upper = |decision: Option<Decision>| decision.is_some_and(Decision::is_in_favour);
    Verdicts {
        upper: share(&|end| is_upper(end.decision)),
        lower: share(&|end| end.decision.is_some() && !is_upper(end.decision)),
        games: played.iter().map(|end| end.games).sum::<f64>() / f64::from(matches),
        disagree: share(&|end| !end.agrees),
    }
}

#[test]
fn rules_keep_their_errors_and_agree_with_their_intervals() {
    let hypotheses = [0.0, 40.0];
    // Three standard errors above 5 % of 150 matches.
    let most = 0.05 + 3.0 * (0.05 * 0.95 / 150.0_f64).sqrt();
    for law in &LAWS {
        for elo in [0.0, 20.0, 40.0, 80.0] {
            for rule in rules(hypotheses) {
                let found = verdicts(law, elo, hypotheses, rule, [150, 10_000]);
                let is_exempt = law.drift > 0.0;
                let is_test = matches!(rule, StopRule::Sprt(_));
                let about = format!("{}, {elo} Elo, {rule}: {found:?}", law.name);
                assert!(is_exempt || elo != 0.0 || found.upper <= most, "{about}");
                assert!(is_exempt || elo < 40.0 || !is_test || found.lower <= most, "{about}");
                assert_eq!(found.disagree, 0.0, "{about}");
            }
        }
    }
    // The control: a test at a strength below its smaller hypothesis and above its larger one errs on neither side.
    let [sprt, _] = rules(hypotheses);
    let far = |elo: f64| verdicts(&LAWS[0], elo, hypotheses, sprt, [100, 10_000]);
    assert!(far(-60.0).upper == 0.0 && far(100.0).lower == 0.0 && far(100.0).games < 400.0);
}

#[test]
#[ignore = "an hour: cargo test --release -p ziggurat-stats --test simulations games_of_each -- --ignored --nocapture"]
fn games_of_each_rule() {
    let matches = std::env::var("MATCHES").map_or(4_000, |matches| matches.parse().unwrap());
    for law in &LAWS {
        for elo in [0.0, 2.5, 5.0] {
            for rule in rules([0.0, 5.0]) {
                let found = verdicts(law, elo, [0.0, 5.0], rule, [matches, 100_000]);
                println!("{:40} {elo:+4.1} {rule}: {found:?}", law.name);
            }
        }
    }
}
