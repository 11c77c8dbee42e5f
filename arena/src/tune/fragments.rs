//! What a tuning writes out for match files.

use std::fmt::Write as _;

use engine::{SearchConfig, Technique};
use toml::Value;

use super::report::Outcome;
use crate::config::{self, ContenderSettings, EngineSettings, Match};

/// The tuned values as what a `[[contender]]` table of a match file may end with.
#[must_use]
pub fn values(outcome: &Outcome<'_>) -> String {
    let tuning = outcome.course.tuning;
    let EngineSettings::InProcess(tuned) = tuning.engine_with(&outcome.tuned()) else {
        return String::new();
    };
    let mut text = format!(
        "# Tuned by {}: the means of iterations {} of {}, rounded.\n\
         # To be put at the end of a [[contender]] with preset = {}.\n",
        tuning.base.name,
        outcome.late(),
        tuning.iterations(),
        Value::from(tuned.preset.as_str())
    );
    let preset = config::preset(&tuned.preset).unwrap_or_default();
    let changed =
        |technique: &&Technique| tuned.search.values(**technique) != preset.values(**technique);
    let changed: Vec<&Technique> = Technique::ALL.iter().filter(changed).collect();
    let off: Vec<&&Technique> =
        changed.iter().filter(|of| tuned.search.values(***of).is_none()).collect();
    if !off.is_empty() {
        text.push_str("\n[contender.search]\n");
    }
    for technique in off {
        let _ = writeln!(text, "{} = false", technique.name());
    }
    for (name, parameters) in tables(tuned.search, &changed) {
        let _ = writeln!(text, "\n[contender.search.{name}]\n{}", parameters.trim_end());
    }
    text
}

/// The techniques that are on, by name, with their parameters a line each, in their own order.
fn tables(search: SearchConfig, of: &[&Technique]) -> Vec<(&'static str, String)> {
    let all = toml::Table::try_from(search).unwrap_or_default();
    let table = |technique: &&Technique| {
        let table = all.get(technique.name())?.as_table()?;
        let lines = technique.parameters().iter().filter_map(|parameter| {
            Some(format!("{} = {}\n", parameter.name, table.get(parameter.name)?))
        });
        Some((technique.name(), lines.collect::<String>()))
    };
    of.iter().filter_map(table).collect()
}

/// The match of the tuned values against the base, as a match file. It begins with the opening after
/// the last one the tuning has used.
#[must_use]
pub fn confirmation(outcome: &Outcome<'_>) -> String {
    let tuning = outcome.course.tuning;
    let crate::tune::file::Confirmation { games, ref stop, limits } = tuning.confirmation;
    let base = &tuning.base;
    let contender =
        |name: &str, engine| ContenderSettings { name: name.to_owned(), engine, limits };
    let mut openings = base.openings.clone();
    openings.start = outcome.course.opening();
    let settings = Match {
        question: Some(format!("Are the values that {} found better than the base?", base.name)),
        games,
        openings,
        stop: stop.clone(),
        contenders: vec![
            contender("tuned", tuning.engine_with(&outcome.tuned())),
            contender("base", tuning.engine().clone()),
        ],
        ..base.clone()
    };
    let changes: String = outcome
        .estimates
        .iter()
        .map(|of| format!("#   {} = {} instead of {}\n", of.name, of.tuned(), of.dimension.start))
        .collect();
    let clock = match limits.is_timed() {
        true => "",
        false => {
            "# Without a clock a pair on an opening that was played before repeats its games move \
             for move:\n# `games` is best left at two for each opening of the book.\n"
        }
    };
    format!(
        "# Question: are the values that {} found, after {} of {} iterations, better than the \
         base?\n{changes}{clock}# Run:  arena run confirm.toml\n\n{}",
        base.name,
        outcome.course.iterations().len(),
        tuning.iterations(),
        settings.to_toml()
    )
}
