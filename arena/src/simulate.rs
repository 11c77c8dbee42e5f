//! `arena simulate`: thousands of matches without chess, to check what the statistics promise.

mod args;
mod model;
mod plot;
mod report;
mod trial;
mod wealth;
mod widths;

use std::num::NonZero;
use std::thread;

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use serde::Serialize;

use crate::calculator::Format;
use crate::stats::sprt::State;
use crate::stop::{Decision, StopRule};

pub use args::{Book, SimulateArgs, SimulateError};
pub use model::{Assumptions, Population};
pub use trial::{Plan, Trial, play};
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
    pub book: Option<Book>,
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
    args: &SimulateArgs,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Simulation>, SimulateError> {
    let plan = args::plan(args)?;
    let populations = args::populations(args)?;
    Ok(populations.iter().map(|population| of(args, &plan, population, progress)).collect())
}

fn of(
    args: &SimulateArgs,
    plan: &Plan,
    population: &Population,
    progress: &(dyn Fn() + Sync),
) -> Simulation {
    let trials = play_all(args, plan, population, progress);
    Simulation {
        matches: args.matches,
        pairs: plan.pairs,
        elo: args.elo,
        draw_ratio: args.draws,
        book: args.correlation.is_empty().then_some(args.book),
        pair_correlation: population.pair_correlation(),
        pair_deviation: population.pair_deviation(),
        openings: args.openings,
        rules: plan.rules.clone(),
        coverage: coverage(args, &trials),
        widths: widths(args, plan, population),
        endings: endings(&trials),
    }
}

fn coverage(args: &SimulateArgs, trials: &[Trial]) -> Vec<Coverage> {
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
        coverage("anytime-valid, after every pair", |trial| trial.always.anytime),
        coverage("order-free anytime-valid, after every pair", |trial| trial.always.order_free),
        coverage("order-free for the planned length, after every pair", |trial| {
            trial.always.order_free_planned
        }),
        coverage("pairs, Student's t, after every pair from the tenth", |trial| {
            trial.always.pair_t
        }),
    ];
    if args.openings.is_none() {
        intervals.retain(|coverage| !coverage.interval.starts_with("openings"));
    }
    intervals
}

/// Widths need the ends of the intervals, which take long to find: they are found in a few matches.
fn widths(args: &SimulateArgs, plan: &Plan, population: &Population) -> Vec<Widths> {
    let matches = (WIDTH_PAIRS / plan.pairs).clamp(1, MOST_WIDTHS).min(args.matches);
    let mut sums = widths::Sums::new(plan);
    for number in 0..matches {
        sums.add(population, plan, &mut stream(args, number));
    }
    sums.means(matches)
}

/// The random numbers of a match.
fn stream(args: &SimulateArgs, number: u32) -> ChaCha12Rng {
    let mut random = ChaCha12Rng::seed_from_u64(args.seed);
    random.set_stream(u64::from(number));
    random
}

/// The text `arena simulate` prints.
///
/// # Errors
///
/// As [`simulate`].
pub fn run(args: &SimulateArgs, progress: &(dyn Fn() + Sync)) -> Result<String, SimulateError> {
    let simulations = simulate(args, progress)?;
    if let (Some(path), [simulation]) = (&args.plot, simulations.as_slice()) {
        let drawn = plot::svg(simulation).and_then(|svg| Ok(std::fs::write(path, svg)?));
        drawn.map_err(|error| SimulateError::Plot {
            path: path.clone(),
            problem: error.to_string(),
        })?;
    }
    let json = match simulations.as_slice() {
        [simulation] => serde_json::to_string_pretty(simulation),
        several => serde_json::to_string_pretty(several),
    };
    Ok(match args.format {
        Format::Text => report::text(&simulations),
        Format::Json => json.unwrap_or_default() + "\n",
    })
}

/// All matches on all cores. A match has a random stream of its own, so the result does not depend
/// on the number of cores.
fn play_all(
    args: &SimulateArgs,
    plan: &Plan,
    population: &Population,
    progress: &(dyn Fn() + Sync),
) -> Vec<Trial> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = u32::try_from(threads).unwrap_or(1);
    let matches = args.matches;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || {
                    // Every so-manieth, in their order.
                    (worker..matches)
                        .step_by(threads as usize)
                        .map(|number| {
                            let trial = play(population, plan, &mut stream(args, number));
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
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: SimulateArgs,
    }

    fn simulated(line: &str) -> Simulation {
        let words = std::iter::once("simulate").chain(line.split_whitespace());
        simulate(&Command::parse_from(words).args, &|| {}).unwrap().remove(0)
    }

    fn coverage(simulation: &Simulation, interval: &str) -> f64 {
        simulation.coverage.iter().find(|of| of.interval == interval).unwrap().share
    }

    #[test]
    fn the_headline_interval_holds_what_it_promises_and_peeking_does_not() {
        let simulation = simulated("--matches 3000 --games 400 --elo 20 --book unbalanced");
        let likelihood = coverage(&simulation, "pairs, empirical likelihood");
        assert!((0.935..0.97).contains(&likelihood), "{likelihood}");
        assert!(coverage(&simulation, "games, Student's t") > 0.96);
        assert!(coverage(&simulation, "anytime-valid, after every pair") > 0.95);
        let naive = coverage(&simulation, "pairs, Student's t, after every pair from the tenth");
        assert!(naive < 0.75, "{naive}");
    }

    #[test]
    fn the_anytime_valid_interval_is_as_narrow_as_promised_and_holds_the_truth() {
        for line in ["--draws 0.5", "--draws 0.8 --elo 30", "--draws 0.6 --correlation -0.556"] {
            let line = format!("--matches 100 --games 800 --planned 400 {line}");
            let simulation = simulated(&line);
            let deviation = simulation.pair_deviation;
            assert!((0.15..0.3).contains(&deviation), "{line}: {deviation}");
            let looks: Vec<u32> = simulation.widths.iter().map(|of| of.pairs).collect();
            assert_eq!(looks, [20, 50, 100, 200, 400]);
            for (of, most) in simulation.widths.iter().zip([2.2, 1.9, 1.6, 1.45, 1.6]) {
                let widths = [of.anytime, of.this_look].map(|ratio| ratio.0.unwrap());
                assert!(widths[0] <= widths[1] && widths[1] <= most, "{line}: {widths:?}");
                // A single look is narrower, or it would be safe itself.
                assert!(widths[1] > 1.3, "{line}: {widths:?}");
            }
            let order_free = simulation.widths[3].order_free_planned.0.unwrap();
            assert!(order_free <= 1.5, "{line}: {order_free}");
        }
        let simulation = simulated("--matches 4000 --games 400 --planned 200 --draws 0.7");
        for interval in simulation.coverage.iter().filter(|of| of.interval.contains("every pair")) {
            let is_naive = interval.interval.contains("Student");
            assert_eq!(interval.share < 0.943, is_naive, "{interval:?}");
        }
    }

    #[test]
    fn repeated_openings_need_the_clustered_interval() {
        let simulation = simulated("--matches 3000 --games 200 --openings 25 --book skill");
        let clustered = coverage(&simulation, "openings, clustered t");
        assert!((0.93..0.97).contains(&clustered), "{clustered}");
        assert!(coverage(&simulation, "pairs, Student's t") < 0.92);
    }

    #[test]
    fn a_sequential_test_keeps_its_error_probabilities() {
        let at = |elo: &str| {
            simulated(&format!("--matches 1000 --games 4000 --sprt 0,30 --elo {elo}")).endings
        };
        let level = at("0");
        assert!(level.accepted_h1 < 0.07);
        assert!(at("30").accepted_h0 < 0.07);
        assert_eq!(level.undecided, 0.0);
    }

    #[test]
    fn how_a_rule_ended_matches_is_told_even_where_it_never_did() {
        let text = |line: &str| {
            let text = report::text(&[simulated(line)]);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let never = text("--matches 20 --games 4 --sprt 0,5");
        let rows = "test accepts H1 0.0 % test accepts H0 0.0 % undecided 100.0 % pairs";
        assert!(never.contains(rows), "{never}");
        let sure = text("--matches 20 --games 4 --stop-when-sure");
        let rows = "shown to be stronger 0.0 % shown to be weaker 0.0 % undecided 100.0 % pairs";
        assert!(sure.contains(rows) && !sure.contains("H1"), "{sure}");
        assert!(!text("--matches 20 --games 4").contains("undecided"));
    }

    #[test]
    fn the_picture_names_every_interval_and_has_no_number_that_is_none() {
        for line in ["--matches 40 --games 20", "--matches 1 --games 2 --elo 900"] {
            let simulation = simulated(line);
            let svg = plot::svg(&simulation).unwrap();
            assert!(svg.starts_with("<svg"), "{svg}");
            assert!(
                simulation
                    .coverage
                    .iter()
                    .all(|of| svg.contains(of.interval.split('\'').next().unwrap()))
            );
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn the_result_depends_on_the_seed_alone() {
        let of = |seed: u64| {
            serde_json::to_string(&simulated(&format!("--matches 50 --seed {seed}"))).unwrap()
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
    }
}
