//! The output of a tuning for match files and other tools.

use std::collections::BTreeMap;

use engine::SearchOverrides;
use serde::Serialize;
use serde_json::json;
use toml::Value;
use uci_client::OptionValue;

use super::report::{Estimate, Outcome};
use super::spsa::Dimension;
use arena::config::{self, ContenderSettings, EngineSettings, Match};

/// The tuned values as the last lines of a `[[contender]]` table.
#[must_use]
pub fn values(outcome: &Outcome<'_>) -> String {
    let tuning = outcome.state.tuning;
    let (whose, changes) = match tuning.engine_with(&outcome.tuned()) {
        EngineSettings::InProcess(tuned) => {
            let preset = config::preset(&tuned.preset).unwrap_or_default();
            let search = Some(tuned.search.changes_from(preset.search));
            let mut whose = format!("preset = {}", Value::from(tuned.preset.as_str()));
            if let Some(file) = &tuned.network {
                whose += &format!(", network = {}", Value::from(&*file.to_string_lossy()));
            } else if tuned.evaluation != preset.evaluation {
                whose += &format!(", evaluation = {}", Value::from(tuned.evaluation.name()));
            }
            (whose, Changes { search, options: None })
        }
        EngineSettings::Own(own) => {
            (format!("own = {own}"), Changes { search: None, options: None })
        }
        EngineSettings::Uci(tuned) => {
            let options =
                tuned.options.iter().map(|option| (option.name.clone(), option.value.clone()));
            let command = tuned.program.path.to_string_lossy();
            let whose = format!("command = {}", Value::from(&*command));
            (whose, Changes { search: None, options: Some(options.collect()) })
        }
    };
    // Every technique and every option has a form in TOML.
    format!(
        "# Tuned by {}: the means of iterations {} of {}, rounded.\n\
         # Add this to the end of a [[contender]] with {whose}.\n\n{}",
        tuning.base.name,
        outcome.late(),
        tuning.iterations(),
        toml::to_string(&Fragment { contender: changes }).unwrap_or_default()
    )
}

/// The parameters from their tuned values on, a line each, as OpenBench takes them: name, type, start, least,
/// greatest, c_end, r_end.
#[must_use]
pub fn open_bench(outcome: &Outcome<'_>) -> String {
    let line = |estimate: &Estimate| {
        let Dimension { low, high, c_end, r_end, .. } = estimate.dimension;
        let kind = if estimate.scale > 1.0 { "float" } else { "int" };
        let [low, high] = [low, high].map(|end| f64::from(end) / estimate.scale);
        let (name, tuned, c_end) =
            (&estimate.name, estimate.tuned_in_words(), c_end / estimate.scale);
        format!("{name}, {kind}, {tuned}, {low}, {high}, {c_end}, {r_end}\n")
    };
    outcome.estimates.iter().map(line).collect()
}

/// The same as weather-factory reads them: a JSON object with value, ends and step of each parameter.
///
/// # Errors
/// Only on a bug.
pub fn weather_factory(outcome: &Outcome<'_>) -> serde_json::Result<String> {
    let entry = |estimate: &Estimate| {
        let Dimension { low, high, c_end, .. } = estimate.dimension;
        let value = json!({
            "value": f64::from(estimate.tuned()) / estimate.scale,
            "min_value": f64::from(low) / estimate.scale,
            "max_value": f64::from(high) / estimate.scale,
            "step": c_end / estimate.scale,
        });
        (estimate.name.clone(), value)
    };
    let all: serde_json::Map<String, serde_json::Value> =
        outcome.estimates.iter().map(entry).collect();
    Ok(serde_json::to_string_pretty(&all)? + "\n")
}

/// The end of a `[[contender]]` table.
#[derive(Serialize)]
struct Fragment {
    contender: Changes,
}

#[derive(Serialize)]
struct Changes {
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchOverrides>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<BTreeMap<String, OptionValue>>,
}

/// The match of the tuned values against the base, as a match file. It begins with the opening after
/// the last one the tuning has used.
#[must_use]
pub fn confirmation(outcome: &Outcome<'_>) -> String {
    let tuning = outcome.state.tuning;
    let crate::tune::file::Confirmation { games, ref stop, limits } = tuning.confirmation;
    let base = &tuning.base;
    let contender =
        |name: &str, engine| ContenderSettings { name: name.to_owned(), engine, limits };
    let mut openings = base.openings.clone();
    openings.start = outcome.state.opening();
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
        .map(|estimate| {
            format!(
                "#   {} = {} instead of {}\n",
                estimate.name,
                estimate.tuned_in_words(),
                estimate.dimension.start / estimate.scale
            )
        })
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
        outcome.state.iterations().len(),
        tuning.iterations(),
        settings.to_toml()
    )
}
