//! The grid of a sweep: every combination of values of some techniques' parameters.

mod axis;
#[cfg(test)]
mod tests;

use engine::{SearchConfig, SearchOverrides};
use toml::{Table, Value};
use uci_client::OptionValue;

use super::configuration::Configuration;
use arena::config::{EngineSettings, Origin, numeric_parameter, with_suggestion};

use axis::MOST_POINTS;
pub use axis::{Axis, GridError, values};

/// All combinations of the values of some axes, or several such sets together.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The parameters that are varied, each with all its values.
    pub axes: Vec<Axis>,
    /// The baseline of the comparison: the configuration without the varied techniques, or the
    /// program without changes to the varied options.
    pub baseline: Configuration,
    /// The combinations that are searched; the last axis changes fastest.
    pub points: Vec<Point>,
    /// The combinations that are not.
    pub skipped: Vec<Skipped>,
    /// Configurations without variation, for comparison.
    pub references: Vec<Configuration>,
}

/// One combination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// A value for every axis.
    pub values: Vec<OptionValue>,
    /// The configuration with these values.
    pub configuration: Configuration,
}

/// A combination that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// The key of a program's options.
const OPTIONS: &str = "options";

/// The name of a combination: `multi_cut.cutoffs=2 multi_cut.moves=10`.
fn name(axes: &[Axis], values: &[OptionValue]) -> String {
    let parts = axes.iter().zip(values).map(|(axis, value)| format!("{axis}={value}"));
    parts.collect::<Vec<_>>().join(" ")
}

impl Grid {
    /// The combinations of each set of axes over a configuration; one that occurs in several sets
    /// counts once. Parameters that are not varied keep the configuration's values; a varied
    /// technique that is off in it is turned on with its defaults.
    ///
    /// # Errors
    /// An axis has an unknown technique or parameter, one that is not a number, or a value out of
    /// range; the sets vary different parameters; or there are too many combinations, or none.
    pub fn new(base: &Configuration, sets: &[Vec<Axis>]) -> Result<Grid, GridError> {
        let first = sets.first().map_or(&[][..], Vec::as_slice);
        if first.is_empty() {
            return Err(set_error(first, "nothing is varied"));
        }
        sets.iter().try_for_each(|set| check(&base.engine, set))?;
        let mut grid = Grid {
            axes: first.to_vec(),
            baseline: baseline(base, first)?,
            points: Vec::new(),
            skipped: Vec::new(),
            references: Vec::new(),
        };
        for set in sets {
            grid.join(set)?;
            grid.add_combinations(&base.engine, set)?;
        }
        match grid.points.len() {
            0 => Err(set_error(first, "no combination makes sense: cutoffs are more than moves")),
            _ => Ok(grid),
        }
    }

    /// Adds the values of a further set to those of the axes.
    fn join(&mut self, set: &[Axis]) -> Result<(), GridError> {
        let names = |axes: &[Axis]| axes.iter().map(ToString::to_string).collect::<Vec<_>>();
        if names(&self.axes) != names(set) {
            let (here, there) = (names(set).join(", "), names(&self.axes).join(", "));
            let problem = format!(
                "every set varies the same parameters in the same order; \
                                   here are {here}, in the first set {there}"
            );
            return Err(set_error(set, problem));
        }
        for (axis, added) in self.axes.iter_mut().zip(set) {
            for value in &added.values {
                if !axis.values.contains(value) {
                    axis.values.push(value.clone());
                }
            }
        }
        Ok(())
    }

    fn add_combinations(&mut self, base: &EngineSettings, axes: &[Axis]) -> Result<(), GridError> {
        for values in combinations(axes) {
            let (name, engine) = (name(axes, &values), with_values(base, axes, &values)?);
            let is_there = self.points.iter().any(|point| point.values == values)
                || self.skipped.iter().any(|skipped| skipped.name == name);
            match engine.in_process().and_then(|settings| senseless(&settings.search)) {
                _ if is_there => {}
                Some(reason) => self.skipped.push(Skipped { name, reason }),
                None => {
                    let configuration = Configuration { name, engine };
                    self.points.push(Point { values, configuration });
                }
            }
        }
        Ok(())
    }

    /// The baseline, the points and the references, as a plan takes them.
    #[must_use]
    pub fn configurations(&self) -> Vec<Configuration> {
        let points = self.points.iter().map(|point| &point.configuration);
        let all = std::iter::once(&self.baseline).chain(points).chain(&self.references);
        all.cloned().collect()
    }
}

/// Checks that the axes of one set can be combined.
fn check(base: &EngineSettings, axes: &[Axis]) -> Result<(), GridError> {
    for (i, axis) in axes.iter().enumerate() {
        match base {
            EngineSettings::InProcess(_) | EngineSettings::Own(_) => {
                let named = numeric_parameter(&axis.technique, &axis.parameter);
                named.map_err(|problem| axis.error(problem))?;
            }
            EngineSettings::Uci(_) if axis.technique == OPTIONS => {}
            EngineSettings::Uci(_) => {
                return Err(axis.error("of a program options are varied, as options.Hash=1,16"));
            }
        }
        if axes[..i].iter().any(|earlier| earlier.to_string() == axis.to_string()) {
            return Err(axis.error("it is varied twice"));
        }
    }
    let size = axes.iter().try_fold(1_usize, |size, axis| size.checked_mul(axis.values.len()));
    let too_many = || set_error(axes, format!("these are more than {MOST_POINTS} combinations"));
    size.filter(|&size| size <= MOST_POINTS).map(|_| ()).ok_or_else(too_many)
}

/// An error in a set as a whole; it names the last axis.
fn set_error(axes: &[Axis], problem: impl Into<String>) -> GridError {
    let axis = axes.last().map(ToString::to_string).unwrap_or_default();
    GridError { axis, problem: problem.into() }
}

/// Every choice of one value an axis, the last axis changing fastest.
fn combinations(axes: &[Axis]) -> Vec<Vec<OptionValue>> {
    axes.iter().fold(vec![Vec::new()], |partial, axis| {
        let extended = partial.iter().flat_map(|values| {
            axis.values
                .iter()
                .map(move |value| [values.as_slice(), std::slice::from_ref(value)].concat())
        });
        extended.collect()
    })
}

fn with_values(
    base: &EngineSettings,
    axes: &[Axis],
    values: &[OptionValue],
) -> Result<EngineSettings, GridError> {
    let mut varied = base.clone();
    for (axis, value) in axes.iter().zip(values) {
        match &mut varied {
            EngineSettings::InProcess(settings) => {
                let value =
                    Value::try_from(value).map_err(|error| axis.error(error.to_string()))?;
                let parameter = Value::Table(Table::from_iter([(axis.parameter.clone(), value)]));
                settings.search = changed(settings.search, axis, parameter)?;
            }
            EngineSettings::Uci(program) => {
                let origin = program.option_origins.first().cloned().unwrap_or(Origin::Line(1));
                program.set(&axis.parameter, value.clone(), origin);
            }
            EngineSettings::Own(_) => {}
        }
    }
    Ok(varied)
}

fn baseline(base: &Configuration, axes: &[Axis]) -> Result<Configuration, GridError> {
    let mut baseline = base.clone();
    let EngineSettings::InProcess(settings) = &mut baseline.engine else { return Ok(baseline) };
    let mut techniques: Vec<&str> = axes.iter().map(|axis| axis.technique.as_str()).collect();
    techniques.dedup();
    for axis in axes {
        settings.search = changed(settings.search, axis, Value::Boolean(false))?;
    }
    baseline.name = format!("without {}", techniques.join(" and "));
    Ok(baseline)
}

/// The configuration with the axis's technique set as a match file would.
fn changed(config: SearchConfig, axis: &Axis, setting: Value) -> Result<SearchConfig, GridError> {
    let table = Table::from_iter([(axis.technique.clone(), setting)]);
    let overrides: Result<SearchOverrides, toml::de::Error> = table.try_into();
    let overrides = overrides.map_err(|error| axis.error(with_suggestion(error.message())))?;
    Ok(config.with(&overrides))
}

/// Why a configuration makes no sense: a multi-cut that wants more cutoffs than it searches moves
/// never prunes.
fn senseless(config: &SearchConfig) -> Option<String> {
    let config = Value::try_from(config).ok()?;
    config.as_table()?.iter().find_map(|(technique, parameters)| {
        let cutoffs = parameters.get("cutoffs")?.as_integer()?;
        let moves = parameters.get("moves")?.as_integer()?;
        let reason =
            || format!("{technique} would need {cutoffs} cutoffs among {moves} moves (M < C)");
        (moves < cutoffs).then(reason)
    })
}
