//! Reads a tuning file into a checked tuning; see [`crate::tune`] for its effect. [`TUNING_FILE`]
//! has its keys.
//!
//! Where `r_end` is absent, a step is 120 by the number of games: 0.002 for 60 000 games, as test
//! servers have it, and the same total movement with fewer.

mod declared;
mod parameters;
mod resolve;
mod subject;
mod tables;

use std::path::Path;

use engine::{Parameter, SearchConfig, Technique};

use crate::tune::spsa::{Dimension, Gains};
use arena::chess::limits::PlayLimits;
use arena::config::error::Source;
use arena::config::{ConfigError, EngineSettings, Match, Overrides};
use stats::stop::StopRules;

pub use subject::{OptionKind, Subject};
pub use tables::TUNING_FILE;

/// The two sides of an iteration's games: all parameters moved by the perturbation, and the other
/// way.
const PLAYERS: [&str; 2] = ["base + step", "base - step"];

/// A tuning: checked, with every default explicit.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The base against itself: the games of an iteration, with everything they depend on except
    /// the values of the parameters.
    pub base: Match,
    /// The parameters, in the order of the file; one or more.
    pub parameters: Vec<TunedParameter>,
    /// The decrease of perturbations and steps.
    pub gains: Gains,
    /// The match that is to confirm the result.
    pub confirmation: Confirmation,
}

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedParameter {
    /// The tuned parameter.
    pub subject: Subject,
    /// Its start, range and speed, in the whole numbers that are played.
    pub dimension: Dimension,
    /// Whether its start is the default of the program's option, which [`Tuning::settle`] learns.
    pub starts_at_default: bool,
}

/// The settings of the confirmation match that differ from the tuning.
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// Games at most.
    pub games: u32,
    /// The rules that may end it early; they include a sequential test.
    pub stop: StopRules,
    /// The limits on both sides' moves.
    pub limits: PlayLimits,
}

/// Reads and checks a tuning file, and the opening book it names. A tuning has
/// no key `games`.
///
/// # Errors
/// On the first mistake, or when a file cannot be read.
pub fn load(path: &Path, overrides: &Overrides) -> Result<Tuning, ConfigError> {
    let (source, file) = Source::read(path, &overrides.settings())?;
    resolve::resolve(&source, &file)
}

impl TunedParameter {
    /// `late_move_reductions.divisor`, or the name of an option.
    #[must_use]
    pub fn name(&self) -> String {
        self.subject.name()
    }

    /// The reason why it cannot be kept at or above its floor; `None` as long as the start of either is not known.
    fn floor_problem(&self, others: &[TunedParameter]) -> Option<String> {
        let (own, floor) = (self.dimension, &others[self.dimension.floor?]);
        let is_known = !self.starts_at_default && !floor.starts_at_default;
        let (name, floor) = (floor.name(), floor.dimension);
        (own.high < floor.high || is_known && own.start < floor.start).then(|| {
            format!(
                "{} starts at {} and ends at {}, {name:?} at {} and {}: it must not start or end below it",
                self.name(), own.start, own.high, floor.start, floor.high
            )
        })
    }
}

impl Tuning {
    /// Iterations in all.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.gains.iterations
    }

    /// Pairs of games of an iteration.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.base.games / 2
    }

    /// The range and the speed of each parameter.
    #[must_use]
    pub fn dimensions(&self) -> Vec<Dimension> {
        self.parameters.iter().map(|parameter| parameter.dimension).collect()
    }

    /// The engine that is tuned, as the file has it.
    #[must_use]
    pub fn engine(&self) -> &EngineSettings {
        &self.base.contenders[0].engine
    }

    /// The base with these values of the parameters, within their ranges.
    #[must_use]
    pub fn engine_with(&self, values: &[i32]) -> EngineSettings {
        let mut engine = self.engine().clone();
        for (parameter, value) in self.parameters.iter().zip(values) {
            parameter.subject.set(&mut engine, *value);
        }
        engine
    }

    /// The warnings to show before the first game.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.base.of_openings();
        warnings.extend(self.base.of_cores());
        if self.base.concurrency > self.base.games as usize {
            warnings.push(format!(
                "concurrency = {} is more than the {} games of an iteration: the other threads have \
                 nothing to do; raise `pairs`",
                self.base.concurrency, self.base.games
            ));
        }
        warnings
    }
}

/// The value of a technique's number in a configuration; `None` if the technique is off.
fn value_in(search: &SearchConfig, technique: Technique, parameter: &Parameter) -> Option<i32> {
    let values = search.values(technique)?;
    let named = technique.parameters().iter().zip(values);
    named.into_iter().find_map(|(known, value)| match value {
        engine::Value::Integer(value) if known.name == parameter.name => Some(value),
        _ => None,
    })
}
