//! From a tuning file to a checked tuning; see [`crate::tune`] for what it does.
//!
//! ```toml
//! question = "Which reductions suit 1000 nodes a move?"
//! preset = "default"        # the base that is tuned
//! search = { multi_cut = true }   # changes to the preset, as a contender has them
//! hash = 4                  # MiB; default 16
//! iterations = 500
//! pairs = 8                 # pairs of games an iteration; default 8
//! seed = 1                  # of the perturbations and of a shuffled book; default 1
//! concurrency = 2           # games at a time; default: the physical cores allowed to the process
//!
//! [[parameter]]             # one or more
//! name = "late_move_reductions.divisor"
//! range = [100, 400]        # default: the technique's own
//! start = 230               # default: the base's value
//! c_end = 20                # perturbation in the last iteration; default: a twentieth of the
//!                           # range, but 0.5 at least
//! r_end = 0.01              # how many c_end one game moves the parameter by in the last
//!                           # iteration; default: 120 by the number of games, 0.05 at most
//!
//! [gains]                   # how perturbations and steps shrink; all optional
//! alpha = 0.602             # exponent of the steps
//! gamma = 0.101             # exponent of the perturbations
//! stability = 0.1           # the constant A, as a share of the iterations
//!
//! [confirm]                 # the match of the tuned values against the base that is written out
//! games = 2000              # default: each opening once without a clock, 20000 with one
//! sprt = { elo0 = 0, elo1 = 10 }
//! limits = { time_control = "2+0.02" }   # default: those of the tuning
//! ```
//!
//! The tables `[limits]`, `[openings]` and `[adjudication]` are those of a match file.
//!
//! 120 by the number of games is 0.002 for 60 000 games, as test servers have it, and as much
//! movement altogether with fewer.

mod resolve;

use std::path::Path;

use engine::{Parameter, SearchConfig, Technique};

use crate::chess::limits::PlayLimits;
use crate::config::error::Source;
use crate::config::{ConfigError, EngineSettings, Match, Overrides};
use crate::tune::spsa::{Dimension, Gains};
use stats::stop::StopRules;

/// The two sides of an iteration's games: all parameters moved by the perturbation, and the other
/// way.
const PLAYERS: [&str; 2] = ["plus", "minus"];

/// A tuning: checked, with every default explicit.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The base against itself: as many games as an iteration has, and all that they depend on but
    /// for the values of the parameters.
    pub base: Match,
    /// The parameters, in the order of the file; one or more.
    pub parameters: Vec<TunedParameter>,
    /// How perturbations and steps shrink.
    pub gains: Gains,
    /// The match that is to confirm the result.
    pub confirmation: Confirmation,
}

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedParameter {
    /// The technique it belongs to, which is on in the base.
    pub technique: Technique,
    /// The parameter.
    pub parameter: &'static Parameter,
    /// Where it starts, how far it may go, and how fast.
    pub dimension: Dimension,
}

/// What the match of the tuned values against the base has otherwise than the tuning.
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// Games at most.
    pub games: u32,
    /// What may end it before; has a sequential test.
    pub stop: StopRules,
    /// What both sides may spend on their moves.
    pub limits: PlayLimits,
}

/// Reads and checks a tuning file, and the opening book it names. `games` of the overrides is
/// passed over.
///
/// # Errors
/// On the first mistake, or when a file cannot be read.
pub fn load(path: &Path, overrides: &Overrides) -> Result<Tuning, ConfigError> {
    let (source, file) = Source::read(path)?;
    resolve::resolve(&source, overrides, &file)
}

impl TunedParameter {
    /// `late_move_reductions.divisor`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}.{}", self.technique.name(), self.parameter.name)
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

    /// Where each parameter may go, and how fast.
    #[must_use]
    pub fn dimensions(&self) -> Vec<Dimension> {
        self.parameters.iter().map(|parameter| parameter.dimension).collect()
    }

    /// The engine that is tuned, as the file has it.
    #[must_use]
    pub fn engine(&self) -> &EngineSettings {
        &self.base.contenders[0].engine
    }

    /// The base with these values of the parameters, which are in their ranges.
    #[must_use]
    pub fn engine_with(&self, values: &[i32]) -> EngineSettings {
        let mut engine = self.engine().clone();
        if let EngineSettings::InProcess(settings) = &mut engine {
            for (TunedParameter { technique, parameter, .. }, value) in
                self.parameters.iter().zip(values)
            {
                let set = settings.search.set(*technique, parameter.name, &value.to_string());
                debug_assert!(set.is_ok(), "values are kept in their ranges: {set:?}");
            }
        }
        engine
    }

    /// What the user should know before the first game.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.base.of_openings();
        warnings.extend(self.base.of_cores());
        if self.base.concurrency > self.base.games as usize {
            warnings.push(format!(
                "concurrency = {} is more than the {} games of an iteration: the other tables have \
                 nothing to do; raise `pairs`",
                self.base.concurrency, self.base.games
            ));
        }
        warnings
    }
}

/// The value of a technique's number in a configuration; `None` where the technique is off.
fn value_in(search: &SearchConfig, technique: Technique, parameter: &Parameter) -> Option<i32> {
    let values = search.values(technique)?;
    let named = technique.parameters().iter().zip(values);
    named.into_iter().find_map(|(of, value)| match value {
        engine::Value::Integer(value) if of.name == parameter.name => Some(value),
        _ => None,
    })
}
