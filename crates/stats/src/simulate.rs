//! Thousands of matches without chess, to check what the statistics promise.

mod model;
mod report;
mod settings;
mod trial;
mod wealth;
mod widths;

use std::num::NonZero;
use std::thread;

use document::Document;
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use serde::Serialize;

use crate::sprt::State;
use crate::stop::{Decision, StopRule};

pub use model::{Assumptions, Population};
pub use settings::{Openings, SimulateError, SimulationSettings};
pub use trial::{AtEveryLook, Held, Trial, TrialSettings, play};
pub use widths::Widths;

/// Pairs that are played to find widths, about.
const WIDTH_PAIRS: u32 = 100_000;
/// Matches that are played to find widths, at most.
const MOST_WIDTHS: u32 = 400;

/// What came of all matches.
#[derive(Clone, Debug, Serialize)]
pub struct Simulation {
    /// Matches simulated.
    pub matches: u32,
    /// Pairs of a match, at most.
    pub pairs: u32,
    /// True Elo difference.
    pub elo: f64,
    /// Share of draws between equals.
    pub draw_ratio: f64,
    /// What the openings do, where no correlation was asked for.
    pub book: Option<Openings>,
    /// Correlation of the two games of a pair.
    pub pair_correlation: f64,
    /// Standard deviation of a pair's score.
    pub pair_deviation: f64,
    /// Openings of the book, if they were used again.
    pub openings: Option<u32>,
    /// Rules that may end a match.
    pub rules: Vec<StopRule>,
    /// Share of matches in which an interval held the truth, by interval.
    pub coverage: Vec<Coverage>,
    /// How wide the anytime-valid intervals are; from the first matches, played to their last pair.
    pub widths: Vec<Widths>,
    /// How matches ended.
    pub endings: Endings,
}

/// How often an interval held the truth.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Coverage {
    /// The interval.
    pub interval: &'static str,
    /// Share of matches.
    pub share: f64,
    /// Standard error of that share.
    pub error: f64,
}

/// How matches ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Endings {
    /// Share of matches in which the test accepted H1.
    pub accepted_h1: f64,
    /// Share of matches in which the test accepted H0.
    pub accepted_h0: f64,
    /// Share of matches that showed the first contender to be stronger.
    pub stronger: f64,
    /// Share of matches that showed it to be weaker.
    pub weaker: f64,
    /// Share of matches that no rule ended.
    pub undecided: f64,
    /// Mean number of pairs.
    pub mean_pairs: f64,
    /// Mean estimate of the Elo difference, matches without a finite one left out.
    pub mean_elo: f64,
}

/// Simulates as often as several correlations ask for, else once; `progress` hears of every match,
/// on whichever thread.
///
/// # Errors
///
/// When a number is out of range.
pub fn simulate(
    settings: &SimulationSettings,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Simulation>, SimulateError> {
    let trials = settings::of_trials(settings)?;
    let populations = settings::populations(settings)?;
    Ok(populations.iter().map(|population| of(settings, &trials, population, progress)).collect())
}

fn of(
    settings: &SimulationSettings,
    trials: &TrialSettings,
    population: &Population,
    progress: &(dyn Fn() + Sync),
) -> Simulation {
    let played = play_all(settings, trials, population, progress);
    Simulation {
        matches: settings.matches,
        pairs: trials.pairs,
        elo: settings.elo,
        draw_ratio: settings.draws,
        book: settings.correlation.is_empty().then_some(settings.book),
        pair_correlation: population.pair_correlation(),
        pair_deviation: population.pair_deviation(),
        openings: settings.openings,
        rules: trials.rules.clone(),
        coverage: coverage(settings, &played),
        widths: widths(settings, trials, population),
        endings: endings(&played),
    }
}

fn coverage(settings: &SimulationSettings, trials: &[Trial]) -> Vec<Coverage> {
    let coverage = |interval, held: fn(&Trial) -> bool| {
        let share = share(trials, held);
        let error = (share * (1.0 - share) / trials.len() as f64).sqrt();
        Coverage { interval, share, error }
    };
    let mut intervals = vec![
        coverage("games, Student's t", |trial| trial.held.game_t),
        coverage("pairs, Student's t", |trial| trial.held.pair_t),
        coverage("pairs, Wilson", |trial| trial.held.wilson),
        coverage("pairs, empirical likelihood", |trial| trial.held.likelihood),
        coverage("openings, clustered t", |trial| trial.held.clustered),
        coverage("order-free anytime-valid, at the end", |trial| trial.held.order_free),
        coverage("anytime-valid, after every pair", |trial| trial.at_every_look.anytime),
        coverage("order-free anytime-valid, after every pair", |trial| {
            trial.at_every_look.order_free
        }),
        coverage("order-free for the planned length, after every pair", |trial| {
            trial.at_every_look.order_free_planned
        }),
        coverage("pairs, Student's t, after every pair from the tenth", |trial| {
            trial.at_every_look.pair_t
        }),
    ];
    if settings.openings.is_none() {
        intervals.retain(|coverage| !coverage.interval.starts_with("openings"));
    }
    intervals
}

/// Widths need the ends of the intervals, which take long to find: they are found in a few matches.
fn widths(
    settings: &SimulationSettings,
    trials: &TrialSettings,
    population: &Population,
) -> Vec<Widths> {
    let matches = (WIDTH_PAIRS / trials.pairs).clamp(1, MOST_WIDTHS).min(settings.matches);
    let mut sums = widths::Sums::new(trials);
    for number in 0..matches {
        sums.add(population, trials, &mut stream(settings, number));
    }
    sums.means(matches)
}

/// The random numbers of a match.
fn stream(settings: &SimulationSettings, number: u32) -> ChaCha12Rng {
    let mut random = ChaCha12Rng::seed_from_u64(settings.seed);
    random.set_stream(u64::from(number));
    random
}

/// What was simulated, and tables of what came of it; several simulations stand side by side.
#[must_use]
pub fn document(simulations: &[Simulation]) -> Document {
    report::document(simulations)
}

/// All matches on all cores. A match has a random stream of its own, so the result does not depend
/// on the number of cores.
fn play_all(
    settings: &SimulationSettings,
    trials: &TrialSettings,
    population: &Population,
    progress: &(dyn Fn() + Sync),
) -> Vec<Trial> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = u32::try_from(threads).unwrap_or(1);
    let matches = settings.matches;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || {
                    // Every match whose number is this worker's, in their order.
                    (worker..matches)
                        .step_by(threads as usize)
                        .map(|number| {
                            let trial = play(population, trials, &mut stream(settings, number));
                            progress();
                            trial
                        })
                        .collect::<Vec<Trial>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    })
}

fn endings(trials: &[Trial]) -> Endings {
    let decided = |decision: Decision| {
        trials.iter().filter(|trial| trial.decision == Some(decision)).count() as f64
            / trials.len() as f64
    };
    let finite = || trials.iter().map(|trial| trial.elo).filter(|elo| elo.is_finite());
    Endings {
        accepted_h1: decided(Decision::Sprt(State::H1)),
        accepted_h0: decided(Decision::Sprt(State::H0)),
        stronger: decided(Decision::Stronger),
        weaker: decided(Decision::Weaker),
        undecided: share(trials, |trial| trial.decision.is_none()),
        mean_pairs: trials.iter().map(|trial| f64::from(trial.pairs)).sum::<f64>()
            / trials.len() as f64,
        mean_elo: finite().sum::<f64>() / finite().count().max(1) as f64,
    }
}

fn share(trials: &[Trial], holds: impl Fn(&Trial) -> bool) -> f64 {
    trials.iter().filter(|trial| holds(trial)).count() as f64 / trials.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::{Model, Sprt};

    /// So many matches of so many games.
    fn of(matches: u32, games: u32) -> SimulationSettings {
        SimulationSettings { matches, games, ..Default::default() }
    }

    fn simulated(settings: &SimulationSettings) -> Simulation {
        simulate(settings, &|| {}).unwrap().remove(0)
    }

    fn sprt(elo0: f64, elo1: f64) -> Vec<StopRule> {
        vec![StopRule::Sprt(Sprt::new(elo0, elo1, 0.05, 0.05, Model::Logistic).unwrap())]
    }

    fn coverage(simulation: &Simulation, interval: &str) -> f64 {
        simulation.coverage.iter().find(|of| of.interval == interval).unwrap().share
    }

    #[test]
    fn the_headline_interval_holds_what_it_promises_and_peeking_does_not() {
        let simulation = simulated(&SimulationSettings {
            elo: 20.0,
            book: Openings::Unbalanced,
            ..of(3000, 400)
        });
        let likelihood = coverage(&simulation, "pairs, empirical likelihood");
        assert!((0.935..0.97).contains(&likelihood), "{likelihood}");
        assert!(coverage(&simulation, "games, Student's t") > 0.96);
        assert!(coverage(&simulation, "anytime-valid, after every pair") > 0.95);
        let naive = coverage(&simulation, "pairs, Student's t, after every pair from the tenth");
        assert!(naive < 0.75, "{naive}");
    }

    #[test]
    fn the_anytime_valid_interval_is_as_narrow_as_promised_and_holds_the_truth() {
        let base = SimulationSettings { planned: Some(400), ..of(100, 800) };
        for line in [
            base.clone(),
            SimulationSettings { draws: 0.8, elo: 30.0, ..base.clone() },
            SimulationSettings { draws: 0.6, correlation: vec![-0.556], ..base },
        ] {
            let simulation = simulated(&line);
            let deviation = simulation.pair_deviation;
            assert!((0.15..0.3).contains(&deviation), "{line:?}: {deviation}");
            let looks: Vec<u32> = simulation.widths.iter().map(|of| of.pairs).collect();
            assert_eq!(looks, [20, 50, 100, 200, 400]);
            for (of, most) in simulation.widths.iter().zip([2.2, 1.9, 1.6, 1.45, 1.6]) {
                let widths = [of.anytime, of.this_look].map(|ratio| ratio.0.unwrap());
                assert!(widths[0] <= widths[1] && widths[1] <= most, "{line:?}: {widths:?}");
                // A single look is narrower, or it would be safe itself.
                assert!(widths[1] > 1.3, "{line:?}: {widths:?}");
            }
            let order_free = simulation.widths[3].order_free_planned.0.unwrap();
            assert!(order_free <= 1.5, "{line:?}: {order_free}");
        }
        let simulation =
            simulated(&SimulationSettings { planned: Some(200), draws: 0.7, ..of(4000, 400) });
        for interval in simulation.coverage.iter().filter(|of| of.interval.contains("every pair")) {
            let is_naive = interval.interval.contains("Student");
            assert_eq!(interval.share < 0.943, is_naive, "{interval:?}");
        }
    }

    #[test]
    fn repeated_openings_need_the_clustered_interval() {
        let simulation = simulated(&SimulationSettings {
            openings: Some(25),
            book: Openings::Skill,
            ..of(3000, 200)
        });
        let clustered = coverage(&simulation, "openings, clustered t");
        assert!((0.93..0.97).contains(&clustered), "{clustered}");
        assert!(coverage(&simulation, "pairs, Student's t") < 0.92);
    }

    #[test]
    fn a_sequential_test_keeps_its_error_probabilities() {
        let rules = sprt(0.0, 30.0);
        let at = |elo: f64| {
            simulated(&SimulationSettings { elo, rules: rules.clone(), ..of(1000, 4000) }).endings
        };
        let level = at(0.0);
        assert!(level.accepted_h1 < 0.07);
        assert!(at(30.0).accepted_h0 < 0.07);
        assert_eq!(level.undecided, 0.0);
    }

    #[test]
    fn how_a_rule_ended_matches_is_told_even_where_it_never_did() {
        let text = |rules: Vec<StopRule>| {
            let simulation = simulated(&SimulationSettings { rules, ..of(20, 4) });
            let text = document(&[simulation]).text();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let never = text(sprt(0.0, 5.0));
        let rows = "test accepts H1 0.0 % test accepts H0 0.0 % undecided 100.0 % pairs";
        assert!(never.contains(rows), "{never}");
        let sure = text(vec![StopRule::Confidence { confidence: 0.95, margin: 0.0 }]);
        let rows = "shown to be stronger 0.0 % shown to be weaker 0.0 % undecided 100.0 % pairs";
        assert!(sure.contains(rows) && !sure.contains("H1"), "{sure}");
        assert!(!text(Vec::new()).contains("undecided"));
    }

    #[test]
    fn several_correlations_stand_side_by_side() {
        let settings = SimulationSettings { correlation: vec![0.0, -0.4], ..of(30, 8) };
        let text = document(&simulate(&settings, &|| {}).unwrap()).text();
        let row = text.lines().find(|line| line.contains("pair correlation")).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells, ["pair", "correlation", "0.000", "-0.400"], "{text}");
        assert!(simulate(&SimulationSettings { games: 3, ..settings }, &|| {}).is_err());
    }

    #[test]
    fn the_result_depends_on_the_seed_alone() {
        let with = |seed: u64| {
            let settings = SimulationSettings { seed, ..of(50, 200) };
            serde_json::to_string(&simulated(&settings)).unwrap()
        };
        assert_eq!(with(1), with(1));
        assert_ne!(with(1), with(2));
    }
}
