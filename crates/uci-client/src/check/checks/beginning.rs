//! The engine's identity, its options, and its readiness.

use std::time::Duration;

use shakmaty_uci::UciOptionConfig::{Button, Check, Combo, Spin, String as Text};

use super::super::examinee::{ANSWER, Examinee};
use super::super::place::Place;
use super::super::{Outcome, Problem, either};
use crate::engine_info::DeclaredOption::{self, Known, Unreadable};
use crate::engine_info::OptionError;

pub(super) fn handshake(engine: &mut Examinee) -> Outcome {
    engine.start().map(|took| format!("after {} ms", took.as_millis()))
}

pub(super) fn id(engine: &mut Examinee) -> Outcome {
    let info = engine.engine_info();
    either(!info.name.is_empty(), "", "no `id name`")?;
    either(!info.author.is_empty(), format!("{}, {}", info.name, info.author), "no `id author`")
}

pub(super) fn declarations(engine: &mut Examinee) -> Outcome {
    let options = engine.engine_info().options;
    let problems: Vec<String> = options.iter().filter_map(mistake).collect();
    either(problems.is_empty(), format!("{} options", options.len()), problems.join("; "))
}

/// The mistake in an option's declaration.
fn mistake(option: &DeclaredOption) -> Option<String> {
    let mistake = match option {
        Unreadable { .. } => " cannot be read".to_owned(),
        Known(Spin { default: Some(default), min: Some(min), max: Some(max), .. }) => {
            let is_in_range = (min..=max).contains(&default);
            (!is_in_range).then(|| format!(": {default} is not in {min} to {max}"))?
        }
        Known(Spin { .. }) => " lacks default, min or max".to_owned(),
        Known(Combo { default, var, .. }) => {
            let default = default.as_deref().unwrap_or_default();
            let is_choice = var.iter().any(|choice| choice == default);
            (!is_choice).then(|| format!(": {default:?} is none of its choices"))?
        }
        Known(Check { default: None, .. }) => " lacks a default".to_owned(),
        Known(_) => return None,
    };
    Some(format!("option {:?}{mistake}", option.name()))
}

pub(super) fn asked_for(engine: &mut Examinee) -> Outcome {
    let lines: Result<Vec<String>, OptionError> = engine.options().into_iter().collect();
    let lines = lines.map_err(|error| Problem::Wrong(error.problem))?;
    if lines.is_empty() {
        return Err(Problem::Absent("none is asked for".to_owned()));
    }
    engine.survives(&lines.concat())?;
    Ok(format!("{} set", lines.len()))
}

pub(super) fn ready(engine: &mut Examinee) -> Outcome {
    engine.sync(ANSWER).map(|took| format!("after {} ms", took.as_millis()))
}

pub(super) fn defaults(engine: &mut Examinee) -> Outcome {
    let options = engine.engine_info().options;
    let lines: Vec<String> = options.iter().filter_map(default).collect();
    if lines.is_empty() {
        return Err(Problem::Absent("no option has a default that can be set".to_owned()));
    }
    engine.survives(&lines.concat())?;
    let place = Place::new("startpos", "");
    let search = engine.search(place, "go movetime 50", Duration::from_secs(2));
    // The following sessions must be in the default state.
    engine.quit();
    search.map(|_| format!("{} of {} options set", lines.len(), options.len()))
}

/// The line that sets an option to its default. A button has none; an empty text is left alone,
/// since engines do not agree on its notation, and may create a file of that name.
fn default(option: &DeclaredOption) -> Option<String> {
    let value = match option {
        Known(Spin { default, .. }) => (*default)?.to_string(),
        Known(Check { default, .. }) => (*default)?.to_string(),
        Known(Combo { default, .. } | Text { default, .. }) => {
            default.clone().filter(|text| !text.is_empty())?.to_string()
        }
        Known(Button { .. }) | Unreadable { .. } => return None,
    };
    Some(format!("setoption name {} value {value}\n", option.name()))
}
