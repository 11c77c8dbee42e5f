//! What a tuning writes out for match files.

use engine::SearchOverrides;
use serde::Serialize;
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
         # To be put at the end of a [[contender]] with preset = {}.\n\n",
        tuning.base.name,
        outcome.late(),
        tuning.iterations(),
        Value::from(tuned.preset.as_str())
    );
    let preset = config::preset(&tuned.preset).unwrap_or_default();
    let search = tuned.search.changes_from(preset);
    // Every technique has a form in TOML.
    text.push_str(
        &toml::to_string(&Fragment { contender: Changes { search } }).unwrap_or_default(),
    );
    text
}

/// The end of a `[[contender]]` table.
#[derive(Serialize)]
struct Fragment {
    contender: Changes,
}

#[derive(Serialize)]
struct Changes {
    search: SearchOverrides,
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
