//! A parameter that is varied, and its values.

use std::fmt;

use uci_client::OptionValue;

use super::OPTIONS;

/// A parameter that is varied, and its values: `multi_cut.moves=4..16/2`, or `options.Hash=1,16` of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The technique's key in a match file; `options` for a program.
    pub technique: String,
    /// The parameter's key, or the option's name.
    pub parameter: String,
    /// The values, in the order given; those of techniques are numbers.
    pub values: Vec<OptionValue>,
}

/// The reason that there is no grid, with a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--vary {axis}: {problem}")]
pub struct GridError {
    /// The axis, as written.
    pub axis: String,
    /// The problem.
    pub problem: String,
}

/// More combinations than anyone means to search.
pub(super) const MOST_POINTS: usize = 10_000;

impl Axis {
    /// Reads `technique.parameter=values`; values are numbers and ranges with both ends, such as
    /// `2,3` or `4..16/2` (from 4 to 16 by 2), of options also `true,false` and texts.
    ///
    /// # Errors
    /// When the text has another form.
    pub fn parse(text: &str) -> Result<Axis, GridError> {
        let error = |problem: String| GridError { axis: text.to_owned(), problem };
        let form = "written technique.parameter=values, as multi_cut.moves=4..16/2";
        let parts = text.split_once('=').and_then(|(key, values)| {
            let (technique, parameter) = key.split_once('.')?;
            Some((technique.trim().to_owned(), parameter.trim().to_owned(), values))
        });
        let (technique, parameter, list) = parts.ok_or_else(|| error(form.to_owned()))?;
        let values = values(&technique, list).map_err(error)?;
        Ok(Axis { technique, parameter, values })
    }
}

/// Reads the values of an axis of this technique, such as `2,3` or `4..16/2`; of options also `true,false`,
/// `0.5,0.7` and `Solid,Wild`.
///
/// # Errors
/// A sentence with the correct form.
pub fn values(technique: &str, list: &str) -> Result<Vec<OptionValue>, String> {
    let mut values = Vec::new();
    for part in list.split(',').map(str::trim) {
        let of_part = match technique == OPTIONS && !is_numeric(part) {
            true => vec![plain(part)?],
            false => range(part)?.into_iter().map(OptionValue::Number).collect(),
        };
        for value in of_part {
            if values.contains(&value) {
                return Err(format!("the value {value} is there twice"));
            }
            values.push(value);
        }
    }
    // An option that takes a text takes all its values as texts: 1,0.5.
    if values.iter().any(|value| matches!(value, OptionValue::Text(_))) {
        values.iter_mut().for_each(|value| *value = OptionValue::Text(value.to_string()));
    }
    Ok(values)
}

/// Whether this is a whole number, or looks like a range of whole numbers.
fn is_numeric(part: &str) -> bool {
    let begin = part.split_once("..").map_or(part, |(from, _)| from);
    begin.trim().parse::<i64>().is_ok()
}

/// A value of an option that is not a whole number.
fn plain(part: &str) -> Result<OptionValue, String> {
    match part {
        "" => Err("a value is empty: write them as true,false or Solid,Wild".to_owned()),
        "true" => Ok(OptionValue::Flag(true)),
        "false" => Ok(OptionValue::Flag(false)),
        text => Ok(OptionValue::Text(text.to_owned())),
    }
}

/// The values of one part of a list: a number, `A..B` or `A..B/STEP`.
fn range(part: &str) -> Result<Vec<i64>, String> {
    let number = |text: &str| {
        text.trim().parse::<i64>().map_err(|_| {
            format!("{part:?} is not a value such as 3, 2..8 or 4..16/2 (from 4 to 16 by 2)")
        })
    };
    let Some((from, rest)) = part.split_once("..") else { return Ok(vec![number(part)?]) };
    let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let (from, to, step) = (number(from)?, number(to)?, number(step)?);
    if step < 1 || from > to {
        return Err(format!("{part:?} has no value: a range goes up, by a step of 1 or more"));
    }
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    Ok((from..=to).step_by(step).take(MOST_POINTS + 1).collect())
}

impl Axis {
    pub(super) fn error(&self, problem: impl Into<String>) -> GridError {
        GridError { axis: self.to_string(), problem: problem.into() }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.technique, self.parameter)
    }
}
