//! Thousands of simulated matches, to check the promises of the statistics.

mod model;
mod report;
mod settings;
mod trial;
pub mod verdicts;
mod wealth;
mod widths;

use std::num::NonZero;
use std::thread;

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use serde::Serialize;

use crate::stop::{Decision, StopRule};

pub use model::{Assumptions, Population};
pub use report::document;
pub use settings::{OpeningEffect, SimulateError, SimulationSettings};
pub use trial::{Trial, TrialSettings, play};
pub use widths::Widths;

/// Pairs that are played to find widths, about.
const WIDTH_PAIRS: u32 = 100_000;
/// Matches that are played to find widths, at most.
const MOST_WIDTHS: u32 = 400;

/// The results of all matches.
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
    /// The effect of the openings, if no correlation was given.
    pub book: Option<OpeningEffect>,
    /// Correlation of the two games of a pair.
    pub pair_correlation: f64,
    /// Standard deviation of a pair's score.
    pub pair_deviation: f64,
    /// Openings of the book, if they were used again.
    pub openings: Option<u32>,
    /// Rules that may end a match.
    pub rules: Vec<StopRule>,
    /// The coverage of each interval: the share of matches in which it contained the truth.
    pub coverage: Vec<Coverage>,
    /// The widths of the anytime-valid intervals; from the first matches, played to their last
    /// pair.
    pub widths: Vec<Widths>,
    /// The endings of the matches.
    pub endings: Endings,
}

/// The coverage of an interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Coverage {
    /// The interval.
    pub interval: &'static str,
    /// Share of matches.
    pub share: f64,
    /// Standard error of that share.
    pub error: f64,
}

/// The endings of the matches.
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
    /// Share of matches that showed that there is no difference that matters.
    pub no_difference: f64,
    /// Share of matches that no rule ended.
    pub undecided: f64,
    /// Mean number of pairs.
    pub mean_pairs: f64,
    /// Mean estimate of the Elo difference, matches without a finite one left out.
    pub mean_elo: f64,
}

/// Simulates once for each correlation, or once without; `progress` is called after every match, on
/// any thread.
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
    Ok(populations
        .iter()
        .map(|population| simulation(settings, &trials, population, progress))
        .collect())
}

fn simulation(
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
    let coverage = |(number, interval): (usize, &'static str)| {
        let share = share(trials, |trial| trial.held[number]);
        let error = (share * (1.0 - share) / trials.len() as f64).sqrt();
        Coverage { interval, share, error }
    };
    let is_shown = |(_, interval): &(usize, &str)| {
        settings.openings.is_some() || *interval != trial::OF_OPENINGS
    };
    trial::INTERVALS.into_iter().enumerate().filter(is_shown).map(coverage).collect()
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
        sums.add(population, trials, &mut stream(settings.seed, number));
    }
    sums.means(matches)
}

/// The random numbers of a match.
fn stream(seed: u64, number: u32) -> ChaCha12Rng {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    random.set_stream(u64::from(number));
    random
}

fn play_all(
    settings: &SimulationSettings,
    trials: &TrialSettings,
    population: &Population,
    progress: &(dyn Fn() + Sync),
) -> Vec<Trial> {
    on_all_cores(settings.matches, |number| {
        let trial = play(population, trials, &mut stream(settings.seed, number));
        progress();
        trial
    })
}

/// Plays all matches on all cores. A match has a random stream of its own, so the result does not depend on the
/// number of cores; matches come in no order.
pub(crate) fn on_all_cores<T: Send>(matches: u32, play: impl Fn(u32) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = u32::try_from(threads).unwrap_or(1);
    let play = &play;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                scope.spawn(move || {
                    // The matches with numbers of this worker, in their order.
                    (worker..matches).step_by(threads as usize).map(play).collect::<Vec<T>>()
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
        accepted_h1: decided(Decision::H1),
        accepted_h0: decided(Decision::H0),
        stronger: decided(Decision::Stronger),
        weaker: decided(Decision::Weaker),
        no_difference: decided(Decision::NoDifference),
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
mod tests;
