//! `arena simulate`: thousands of matches without chess, to check what the statistics promise.

mod model;
mod plot;
mod report;
mod trial;

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use serde::Serialize;
use thiserror::Error;

use crate::calculator::{Format, parse_hypotheses};
use crate::stats::distributions::critical_value;
use crate::stats::sprt::{DefineSprtError, Model, Sprt, State};
use crate::stop::{Decision, StopRule};

pub use model::{Assumptions, Population};
pub use trial::{Plan, Trial, play};

/// What the openings do to the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Book {
    /// Nothing
    #[default]
    Balanced,
    /// White is better, by 150 Elo on average
    Unbalanced,
    /// Openings suit one engine better than the other
    Skill,
}

/// Simulate matches and check the intervals and tests on them.
#[derive(Clone, Debug, Args)]
pub struct SimulateArgs {
    /// Matches to simulate
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub matches: u32,
    /// Games of a match, at most
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub games: u32,
    /// True Elo difference
    #[arg(long, value_name = "E", default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo: f64,
    /// Share of drawn games between equals
    #[arg(long, value_name = "D", default_value_t = 0.5)]
    pub draws: f64,
    /// What the openings do to the results
    #[arg(long, value_enum, default_value_t)]
    pub book: Book,
    /// Openings of the book, used again in a longer match [default: as many as pairs]
    #[arg(long, value_name = "N")]
    pub openings: Option<u32>,
    /// Stop by a sequential test of these hypotheses
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        value_parser = parse_hypotheses,
        allow_hyphen_values = true
    )]
    pub sprt: Option<[f64; 2]>,
    /// Probability that the test accepts ELO1 when ELO0 is true
    #[arg(long, value_name = "A", default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability that the test accepts ELO0 when ELO1 is true
    #[arg(long, value_name = "B", default_value_t = 0.05)]
    pub beta: f64,
    /// What the hypotheses are given in
    #[arg(long, value_enum, default_value_t)]
    pub model: Model,
    /// Stop when the interval that holds at any look excludes a difference of 0
    #[arg(long)]
    pub stop_when_sure: bool,
    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Draw how often the intervals held the truth into this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Why nothing can be simulated.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SimulateError {
    #[error("--{name} is {value}; {right}")]
    Range { name: &'static str, value: f64, right: &'static str },
    #[error("--sprt")]
    Sprt(#[from] DefineSprtError),
    #[error("--plot: cannot write {}: {problem}", path.display())]
    Plot { path: PathBuf, problem: String },
}

/// Confidence of the intervals that are checked.
const CONFIDENCE: f64 = 0.95;
/// Pairs from which on the naive interval is looked at after every pair.
const FIRST_LOOK: u32 = 10;

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
    /// What the openings do.
    pub book: Book,
    /// Openings of the book, if they were used again.
    pub openings: Option<u32>,
    /// Rules that may end a match.
    pub rules: Vec<StopRule>,
    /// Share of matches in which an interval held the truth, by interval.
    pub coverage: Vec<Coverage>,
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

/// Simulates; `progress` hears of every match, on whichever thread.
///
/// # Errors
///
/// When a number is out of range.
pub fn simulate(
    args: &SimulateArgs,
    progress: &(dyn Fn() + Sync),
) -> Result<Simulation, SimulateError> {
    let plan = plan(args)?;
    let population = Population::new(&assumptions(args));
    let trials = play_all(args, &plan, &population, progress);
    let coverage = |interval, held: fn(&Trial) -> bool| {
        let share = share(&trials, held);
        let error = (share * (1.0 - share) / trials.len() as f64).sqrt();
        Coverage { interval, share, error }
    };
    let mut intervals = vec![
        coverage("games, Student's t", |trial| trial.held.game_t),
        coverage("pairs, Student's t", |trial| trial.held.pair_t),
        coverage("pairs, Wilson", |trial| trial.held.wilson),
        coverage("pairs, empirical likelihood", |trial| trial.held.likelihood),
        coverage("openings, clustered t", |trial| trial.held.clustered),
        coverage("at any look, seen at the end", |trial| trial.held.sequence),
        coverage("at any look, after every pair", |trial| trial.always.sequence),
        coverage("pairs, Student's t, after every pair from the tenth", |trial| {
            trial.always.pair_t
        }),
    ];
    if args.openings.is_none() {
        intervals.retain(|coverage| !coverage.interval.starts_with("openings"));
    }
    Ok(Simulation {
        matches: args.matches,
        pairs: plan.pairs,
        elo: args.elo,
        draw_ratio: args.draws,
        book: args.book,
        openings: args.openings,
        rules: plan.rules,
        coverage: intervals,
        endings: endings(&trials),
    })
}

/// The text `arena simulate` prints.
///
/// # Errors
///
/// As [`simulate`].
pub fn run(args: &SimulateArgs, progress: &(dyn Fn() + Sync)) -> Result<String, SimulateError> {
    let simulation = simulate(args, progress)?;
    if let Some(path) = &args.plot {
        let drawn = plot::svg(&simulation).and_then(|svg| Ok(std::fs::write(path, svg)?));
        drawn.map_err(|error| SimulateError::Plot {
            path: path.clone(),
            problem: error.to_string(),
        })?;
    }
    Ok(match args.format {
        Format::Text => report::text(&simulation),
        Format::Json => serde_json::to_string_pretty(&simulation).unwrap_or_default() + "\n",
    })
}

fn plan(args: &SimulateArgs) -> Result<Plan, SimulateError> {
    let range = |fits: bool, name, value, right| match fits {
        true => Ok(()),
        false => Err(SimulateError::Range { name, value, right }),
    };
    let games = f64::from(args.games);
    range(args.matches > 0, "matches", 0.0, "it is at least 1")?;
    range(args.games >= 2 && args.games.is_multiple_of(2), "games", games, "it is even")?;
    range(args.elo.abs() <= 1000.0, "elo", args.elo, "it is at most 1000 either way")?;
    let right = "it is a share, more than 0 and less than 1";
    range(args.draws > 0.0 && args.draws < 1.0, "draws", args.draws, right)?;
    range(args.openings != Some(0), "openings", 0.0, "it is at least 1")?;
    let mut rules = Vec::new();
    if let Some([elo0, elo1]) = args.sprt {
        let sprt = Sprt::new(elo0, elo1, args.alpha, args.beta, args.model)?;
        rules.push(StopRule::Sprt(sprt));
    }
    if args.stop_when_sure {
        rules.push(StopRule::Confidence { confidence: CONFIDENCE, margin: 0.0 });
    }
    let pairs = args.games / 2;
    let critical_value = |pairs| critical_value(CONFIDENCE, f64::from(pairs));
    Ok(Plan {
        pairs,
        // A single pair has no interval; whatever it is, it is not looked at.
        critical_values: (1..=pairs).map(|pairs| critical_value(pairs.max(2))).collect(),
        book: args.openings.map(|openings| openings as usize),
        rules,
        confidence: CONFIDENCE,
        first_look: FIRST_LOOK,
    })
}

fn assumptions(args: &SimulateArgs) -> Assumptions {
    let (opening_bias, opening_spread, skill_spread) = match args.book {
        Book::Balanced => (0.0, 0.0, 0.0),
        Book::Unbalanced => (150.0, 60.0, 0.0),
        Book::Skill => (0.0, 50.0, 200.0),
    };
    let (elo, draw_ratio) = (args.elo, args.draws);
    Assumptions { elo, draw_ratio, opening_bias, opening_spread, skill_spread }
}

/// All matches on all cores. A match has a random stream of its own, so the result does not depend
/// on the number of cores.
fn play_all(
    args: &SimulateArgs,
    plan: &Plan,
    population: &Population,
    progress: &(dyn Fn() + Sync),
) -> Vec<Trial> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let matches = u64::from(args.matches);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || {
                    let range = matches * worker / threads..matches * (worker + 1) / threads;
                    range
                        .map(|number| {
                            let mut random = ChaCha12Rng::seed_from_u64(args.seed);
                            random.set_stream(number);
                            let trial = play(population, plan, &mut random);
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
        simulate(&Command::parse_from(words).args, &|| {}).unwrap()
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
        assert!(coverage(&simulation, "at any look, after every pair") > 0.95);
        let naive = coverage(&simulation, "pairs, Student's t, after every pair from the tenth");
        assert!(naive < 0.75, "{naive}");
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
        assert!(at("0").accepted_h1 < 0.07);
        assert!(at("30").accepted_h0 < 0.07);
        assert_eq!(at("0").undecided, 0.0);
    }

    #[test]
    fn how_a_rule_ended_matches_is_told_even_where_it_never_did() {
        let text = |line: &str| {
            let text = report::text(&simulated(line));
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
