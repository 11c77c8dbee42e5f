//! The options, and their values.
//!
//! Every technique is a check option under its key in a match file (`multi_cut`), and every
//! parameter an option under the dotted key that sweeps use (`multi_cut.cutoffs`): a spin with its
//! range, a check, or a combo. There are no spaces in these names, which some programs cannot
//! pass on. `Preset` sets all of them, and `Evaluation`; so it comes first. A parameter may be set while
//! its technique is off, and counts when it is switched on; so does the network of `EvalFile`.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use engine::{Evaluation, Network, PRESETS, Parameter, SearchConfig, Setup, Technique, Value};
use shakmaty::CastlingMode;
use shakmaty_uci::UciOptionConfig;

use super::output::excerpt;

/// The options' values.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    preset: &'static str,
    on: [bool; Technique::ALL.len()],
    /// The parameters of every technique, whether it is on or off.
    parameters: SearchConfig,
    /// The name of the evaluation.
    evaluation: &'static str,
    /// The network of a file, with its name; the built-in one if `None`.
    network: Option<(String, Arc<Network>)>,
    /// Size of the transposition table, in mebibytes.
    pub(crate) hash: usize,
    /// Time kept back from every deadline.
    pub(crate) overhead: Duration,
    /// Lines of play to search.
    pub(crate) lines: usize,
    /// The notation of castling.
    pub(crate) castling: CastlingMode,
}

/// The action that setting an option requires, beyond its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    None,
    /// Clear the transposition table and the histories.
    ClearHash,
}

/// One option.
#[derive(Clone, Copy)]
enum Entry {
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    Chess960,
    Preset,
    Evaluation,
    EvalFile,
    Technique(Technique),
    Parameter(Technique, &'static Parameter),
}

/// The greatest size of the transposition table, in mebibytes.
const LARGEST_HASH: i64 = 32_768;
const MOST_LINES: i64 = 256;
const LARGEST_OVERHEAD: i64 = 5000;
/// On a machine with more threads than cores, a thread sometimes waits for 20 ms and more. At 0.2+0.002 and three times as many threads as cores, 60 games had 15 losses on time with
/// 10 ms, one with 20, none with 30.
const DEFAULT_OVERHEAD: Duration = Duration::from_millis(30);

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            preset: "",
            on: [false; Technique::ALL.len()],
            parameters: SearchConfig::everything(),
            evaluation: "",
            network: None,
            hash: 16,
            overhead: DEFAULT_OVERHEAD,
            lines: 1,
            castling: CastlingMode::Standard,
        };
        options.set_preset(&PRESETS[0]);
        options
    }
}

impl Options {
    /// The engine's setup according to the options.
    pub(crate) fn setup(&self) -> Setup {
        let off = Technique::ALL.iter().zip(self.on).filter(|(_, on)| !on);
        let search = off.fold(self.parameters, |config, (technique, _)| config.without(*technique));
        let evaluation = match (Evaluation::named(self.evaluation), &self.network) {
            (Some(Evaluation::Network(_)), Some((_, network))) => {
                Evaluation::Network(Arc::clone(network))
            }
            (named, _) => named.unwrap_or_default(),
        };
        Setup { search, evaluation }
    }

    /// Every option as the protocol declares it, with its present value as the default.
    pub(crate) fn declarations(&self) -> Vec<UciOptionConfig> {
        entries().map(|(entry, name)| self.declaration(entry, name)).collect()
    }

    /// Sets an option; case does not matter in its name.
    ///
    /// # Errors
    /// There is no such option, or the value is invalid for it; then nothing has changed.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let (entry, name) = entries()
            .find(|(_, known)| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("there is no option `{}`; `uci` lists them", excerpt(name)))?;
        let value = value.unwrap_or_default();
        check(&self.declaration(entry, name.clone()), value)?;
        // Values of the remaining types have been checked.
        let on = value == "true";
        let number = value.parse().unwrap_or_default();
        match entry {
            Entry::ClearHash => return Ok(Effect::ClearHash),
            Entry::Hash => self.hash = number,
            Entry::MultiPv => self.lines = number,
            Entry::MoveOverhead => self.overhead = Duration::from_millis(number as u64),
            Entry::Chess960 => self.castling = CastlingMode::from_chess960(on),
            Entry::Threads | Entry::Ponder => {}
            Entry::Preset => {
                PRESETS.iter().filter(|preset| preset.name == value).for_each(|preset| {
                    self.set_preset(preset);
                });
            }
            Entry::Evaluation => {
                let named = Evaluation::NAMES.into_iter().find(|name| *name == value);
                self.evaluation = named.unwrap_or(self.evaluation);
            }
            Entry::EvalFile => self.network = network_in(value)?,
            Entry::Technique(technique) => self.on[technique as usize] = on,
            Entry::Parameter(technique, parameter) => {
                let set = self.parameters.set(technique, parameter.name, value);
                set.map_err(|expected| refusal(&name, value, &expected))?;
            }
        }
        Ok(Effect::None)
    }

    /// Sets every technique and parameter as this preset has it, those off to their defaults, and the
    /// evaluation.
    fn set_preset(&mut self, preset: &engine::Preset) {
        let Setup { search: config, evaluation } = preset.setup();
        self.preset = preset.name;
        self.evaluation = evaluation.name();
        self.parameters = config.or(SearchConfig::everything());
        for &technique in Technique::ALL {
            self.on[technique as usize] = config.values(technique).is_some();
        }
    }

    fn declaration(&self, entry: Entry, name: String) -> UciOptionConfig {
        let check = |name, on| UciOptionConfig::Check { name, default: Some(on) };
        let spin = |name, value: i64, low, high| UciOptionConfig::Spin {
            name,
            default: Some(value),
            min: Some(low),
            max: Some(high),
        };
        let combo = |name, value: &str, choices: &mut dyn Iterator<Item = &str>| {
            let (default, var) = (Some(value.to_owned()), choices.map(str::to_owned).collect());
            UciOptionConfig::Combo { name, default, var }
        };
        match entry {
            Entry::Hash => spin(name, self.hash as i64, 1, LARGEST_HASH),
            Entry::ClearHash => UciOptionConfig::Button { name },
            Entry::Threads => spin(name, 1, 1, 1),
            Entry::MultiPv => spin(name, self.lines as i64, 1, MOST_LINES),
            Entry::Ponder => check(name, false),
            Entry::MoveOverhead => {
                spin(name, self.overhead.as_millis() as i64, 0, LARGEST_OVERHEAD)
            }
            Entry::Chess960 => check(name, self.castling == CastlingMode::Chess960),
            Entry::Preset => {
                combo(name, self.preset, &mut PRESETS.iter().map(|preset| preset.name))
            }
            Entry::Evaluation => combo(name, self.evaluation, &mut Evaluation::NAMES.into_iter()),
            Entry::EvalFile => {
                let file = self.network.as_ref().map_or(NO_FILE, |(file, _)| file);
                UciOptionConfig::String { name, default: Some(file.to_owned()) }
            }
            Entry::Technique(technique) => check(name, self.on[technique as usize]),
            Entry::Parameter(technique, parameter) => match self.value(technique, parameter) {
                Value::Switch(on) => check(name, on),
                Value::Choice(choice) => {
                    combo(name, choice, &mut parameter.choices.iter().copied())
                }
                Value::Integer(value) => {
                    let (low, high) = parameter.range.unwrap_or((i32::MIN, i32::MAX));
                    spin(name, value.into(), low.into(), high.into())
                }
            },
        }
    }

    fn value(&self, technique: Technique, parameter: &Parameter) -> Value {
        let values = self.parameters.values(technique).unwrap_or_default();
        let named = technique.parameters().iter().zip(values);
        let mut found = named.filter(|(other, _)| other.name == parameter.name);
        found.next().map_or(Value::Integer(0), |(_, value)| value)
    }
}

/// Every option, in the order of declaration.
fn entries() -> impl Iterator<Item = (Entry, String)> {
    let common = COMMON.map(|(entry, name)| (entry, name.to_owned()));
    let techniques = Technique::ALL.iter().flat_map(|&technique| {
        let parameters = technique.parameters().iter().map(move |parameter| {
            let name = format!("{}.{}", technique.name(), parameter.name);
            (Entry::Parameter(technique, parameter), name)
        });
        let own = (Entry::Technique(technique), technique.name().to_owned());
        std::iter::once(own).chain(parameters)
    });
    common.into_iter().chain(techniques)
}

/// The options that are not of a technique.
const COMMON: [(Entry, &str); 10] = [
    (Entry::Hash, "Hash"),
    (Entry::ClearHash, "Clear Hash"),
    (Entry::Threads, "Threads"),
    (Entry::MultiPv, "MultiPV"),
    (Entry::Ponder, "Ponder"),
    (Entry::MoveOverhead, "Move Overhead"),
    (Entry::Chess960, "UCI_Chess960"),
    (Entry::Preset, "Preset"),
    (Entry::Evaluation, "Evaluation"),
    (Entry::EvalFile, "EvalFile"),
];

/// The protocol's notation for an empty text.
const NO_FILE: &str = "<empty>";

/// The network in a file of this name; `None` without a name.
fn network_in(file: &str) -> Result<Option<(String, Arc<Network>)>, String> {
    if file.is_empty() || file == NO_FILE {
        return Ok(None);
    }
    let error = |reason: &dyn std::fmt::Display| {
        let file = excerpt(file);
        format!("option EvalFile: `{file}`: {reason}; the last network is kept")
    };
    let bytes = bounded::read(file, bounded::LARGE).map_err(|problem| error(&problem))?;
    let network = Network::read(&bytes).map_err(|problem| error(&problem))?;
    Ok(Some((file.to_owned(), Arc::new(network))))
}

/// Checks a value against its declaration.
fn check(declaration: &UciOptionConfig, value: &str) -> Result<(), String> {
    let expected = match declaration {
        UciOptionConfig::Check { .. } if matches!(value, "true" | "false") => return Ok(()),
        UciOptionConfig::Check { .. } => "true or false".to_owned(),
        UciOptionConfig::Spin { min, max, .. } => {
            let (low, high) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            if value.parse().is_ok_and(|value| (low..=high).contains(&value)) {
                return Ok(());
            }
            format!("a number from {low} to {high}")
        }
        UciOptionConfig::Combo { var, .. } if var.iter().any(|choice| choice == value) => {
            return Ok(());
        }
        UciOptionConfig::Combo { var, .. } => format!("one of {}", var.join(", ")),
        UciOptionConfig::Button { .. } | UciOptionConfig::String { .. } => return Ok(()),
    };
    Err(refusal(declaration.get_name(), value, &expected))
}

fn refusal(name: &str, value: &str, expected: &str) -> String {
    format!("option {name}: `{}` is not {expected}", excerpt(value))
}
