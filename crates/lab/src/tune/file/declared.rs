//! Parameters that are options, beside the program's own declaration of them.

use uci_client::{DeclaredOption, EngineInfo, UciOptionConfig};

use super::subject::{OptionKind, Subject};
use super::{TunedParameter, Tuning};

impl Tuning {
    /// Checks the parameters against the options that the program declares. One without a start of its own begins at the
    /// option's default.
    ///
    /// # Errors
    /// The first parameter that the program does not take, or whose default is out of its range, in a sentence.
    pub fn settle(&mut self, declared: &EngineInfo) -> Result<(), String> {
        for parameter in &mut self.parameters {
            if let Subject::Option { origin, .. } = &parameter.subject {
                let place = origin.in_words(&self.base.path);
                settle(parameter, declared).map_err(|problem| format!("{place}: {problem}"))?;
            }
        }
        let floors = self
            .parameters
            .iter()
            .filter_map(|parameter| parameter.floor_problem(&self.parameters));
        floors
            .into_iter()
            .next()
            .map_or(Ok(()), |problem| Err(format!("{}: {problem}", self.base.path.display())))
    }
}

fn settle(parameter: &mut TunedParameter, declared: &EngineInfo) -> Result<(), String> {
    let Subject::Option { name, kind, .. } = &parameter.subject else { return Ok(()) };
    let option = declared.options.iter().find(|option| option.name().eq_ignore_ascii_case(name));
    if let Some(DeclaredOption::Known(option)) = option {
        if let Some(remedy) = remedy(*kind, option) {
            return Err(format!("option {name:?} is {remedy}"));
        }
        if let Some(default) = default(option).filter(|_| parameter.starts_at_default) {
            parameter.dimension.start = default * parameter.subject.scale();
        }
    }
    let dimension = parameter.dimension;
    for end in [dimension.low, dimension.high] {
        declared.set(name, &kind.value(end)).map_err(|error| error.to_string())?;
    }
    let [start, low, high] = [dimension.start, f64::from(dimension.low), f64::from(dimension.high)];
    match (low..=high).contains(&start) {
        true => Ok(()),
        false => {
            let [start, low, high] =
                [start, low, high].map(|value| value / parameter.subject.scale());
            Err(format!(
                "option {name:?} is {start} by default, out of the range {low} to {high}: write a `start` or another `range`"
            ))
        }
    }
}

/// The kind of the option, and the keys that it needs, where the file has it as another kind.
fn remedy(kind: OptionKind, option: &UciOptionConfig) -> Option<String> {
    Some(match (kind, option) {
        (OptionKind::Spin, UciOptionConfig::Spin { .. })
        | (OptionKind::Check, UciOptionConfig::Check { .. })
        | (OptionKind::Fraction(_), UciOptionConfig::String { .. }) => return None,
        (OptionKind::Check, UciOptionConfig::Spin { min, max, .. }) => {
            let end = |end: &Option<i64>| end.map_or("..".to_owned(), |end| end.to_string());
            let (min, max) = (end(min), end(max));
            format!(
                "a whole number: write range = [{min}, {max}], the program's own, or a part of it"
            )
        }
        (OptionKind::Fraction(_), UciOptionConfig::Spin { .. }) => {
            "a whole number: leave out `scale`".to_owned()
        }
        (_, UciOptionConfig::Check { .. }) => "true or false: leave out `range`".to_owned(),
        (OptionKind::Spin, UciOptionConfig::String { .. }) => {
            "a text: if that is a fraction, write scale = 100 beside `range`".to_owned()
        }
        (OptionKind::Check, UciOptionConfig::String { .. }) => {
            "a text: if that is a fraction, write range = [0.5, 2.0] and scale = 100".to_owned()
        }
        (_, UciOptionConfig::Combo { .. }) => "a list of choices, which cannot be tuned".to_owned(),
        (_, UciOptionConfig::Button { .. }) => "a button, which cannot be tuned".to_owned(),
    })
}

/// The default of an option as a number, in the unit of the program.
fn default(option: &UciOptionConfig) -> Option<f64> {
    match option {
        UciOptionConfig::Spin { default, .. } => default.map(|default| default as f64),
        UciOptionConfig::Check { default, .. } => {
            default.map(|default| f64::from(u8::from(default)))
        }
        UciOptionConfig::String { default, .. } => default.as_ref()?.parse().ok(),
        UciOptionConfig::Combo { .. } | UciOptionConfig::Button { .. } => None,
    }
}
