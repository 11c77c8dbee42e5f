//! The engine's identity, its options, and its readiness.

use std::time::Duration;

use shakmaty_uci::UciOptionConfig;

use super::super::examinee::Examinee;
use super::super::test_position::TestPosition;
use super::super::{Outcome, Problem};
use crate::engine_info::{DeclaredOption, OptionError};

pub(super) fn handshake(engine: &mut Examinee<'_>) -> Outcome {
    engine.start().map(|took| format!("after {} ms", took.as_millis()))
}

pub(super) fn id(engine: &mut Examinee<'_>) -> Outcome {
    match engine.names() {
        (name, author) if !name.is_empty() && !author.is_empty() => Ok(format!("{name}, {author}")),
        (name, _) if name.is_empty() => Err(Problem::Wrong("no `id name`".to_owned())),
        _ => Err(Problem::Wrong("no `id author`".to_owned())),
    }
}

pub(super) fn declarations(engine: &mut Examinee<'_>) -> Outcome {
    let options = engine.engine_info().options;
    let problems: Vec<String> = options.iter().filter_map(declaration).collect();
    match problems.len() {
        0 => Ok(format!("{} options", options.len())),
        _ => Err(Problem::Wrong(problems.join("; "))),
    }
}

/// The mistake in an option's declaration.
fn declaration(option: &DeclaredOption) -> Option<String> {
    match option {
        DeclaredOption::Unreadable { name } => Some(format!("option {name:?} cannot be read")),
        DeclaredOption::Known(UciOptionConfig::Spin { name, default, min, max }) => {
            let (Some(default), Some(min), Some(max)) = (default, min, max) else {
                return Some(format!("option {name:?} lacks default, min or max"));
            };
            let is_in_range = (min..=max).contains(&default);
            (!is_in_range).then(|| format!("option {name:?}: {default} is not in {min} to {max}"))
        }
        DeclaredOption::Known(UciOptionConfig::Combo { name, default, var }) => {
            let default = default.as_deref().unwrap_or_default();
            let is_choice = var.iter().any(|choice| choice == default);
            (!is_choice).then(|| format!("option {name:?}: {default:?} is none of its choices"))
        }
        DeclaredOption::Known(UciOptionConfig::Check { name, default: None }) => {
            Some(format!("option {name:?} lacks a default"))
        }
        DeclaredOption::Known(_) => None,
    }
}

pub(super) fn asked_for(engine: &mut Examinee<'_>) -> Outcome {
    let lines: Result<Vec<String>, OptionError> = engine.options().collect();
    let lines = lines.map_err(|error| Problem::Wrong(error.problem))?;
    if lines.is_empty() {
        return Err(Problem::Absent("none is asked for".to_owned()));
    }
    engine.survives(&lines.concat())?;
    Ok(format!("{} set", lines.len()))
}

pub(super) fn ready(engine: &mut Examinee<'_>) -> Outcome {
    engine.sync().map(|took| format!("after {} ms", took.as_millis()))
}

pub(super) fn defaults(engine: &mut Examinee<'_>) -> Outcome {
    let options = engine.engine_info().options;
    let lines: Vec<String> = options.iter().filter_map(default).collect();
    if lines.is_empty() {
        return Err(Problem::Absent("no option has a default that can be set".to_owned()));
    }
    engine.survives(&lines.concat())?;
    let answer =
        engine.search(&TestPosition::new("startpos", ""), "go movetime 50", Duration::from_secs(2));
    // The following sessions must be in the default state.
    engine.quit();
    answer.map(|_| format!("{} of {} options set", lines.len(), options.len()))
}

/// The line that sets an option to its default. A button has none; an empty text is left alone,
/// since engines do not agree on its notation, and may create a file of that name.
fn default(option: &DeclaredOption) -> Option<String> {
    let DeclaredOption::Known(option) = option else { return None };
    let value = match option {
        UciOptionConfig::Spin { default, .. } => (*default)?.to_string(),
        UciOptionConfig::Check { default, .. } => (*default)?.to_string(),
        UciOptionConfig::Combo { default, .. } | UciOptionConfig::String { default, .. } => {
            default.clone().filter(|text| !text.is_empty())?
        }
        UciOptionConfig::Button { .. } => return None,
    };
    Some(format!("setoption name {} value {value}\n", option.get_name()))
}
