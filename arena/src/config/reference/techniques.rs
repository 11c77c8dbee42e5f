//! The techniques of the search and their parameters, from the engine's own tables.

use std::fmt::Write as _;

use engine::{SearchConfig, Technique};

use super::Section;
use super::words::wrapped;

/// Whether a file has a key whose value is a table of techniques.
pub(super) fn are_of(file: &'static Section) -> bool {
    file.all().iter().any(|section| section.names().any(|name| name == "search"))
}

pub(super) fn text() -> String {
    let mut text = format!("\n{INTRODUCTION}\n");
    for technique in Technique::ALL {
        let _ = writeln!(text, "\n  {}", technique.name());
        let lines = parameters(*technique).join(", ");
        if !lines.is_empty() {
            text.push_str(&wrapped(&lines, 6));
        }
    }
    text
}

pub(super) fn markdown() -> String {
    let mut text =
        format!("\n## Techniques\n\n{INTRODUCTION}\n\n| technique | parameters |\n|---|---|\n");
    for technique in Technique::ALL {
        let parameters = parameters(*technique).join(", ").replace('|', "\\|");
        let _ = writeln!(text, "| `{}` | {parameters} |", technique.name());
    }
    text
}

const INTRODUCTION: &str = "Techniques, the keys of `search`; with their parameters, the defaults and the possible values:";

/// `reduction = 2 (1 to 6)`
fn parameters(technique: Technique) -> Vec<String> {
    let defaults = SearchConfig::everything().values(technique).unwrap_or_default();
    let parameters = technique.parameters().iter().zip(defaults);
    parameters
        .map(|(parameter, default)| {
            let values = match parameter.range {
                Some((low, high)) => format!("{low} to {high}"),
                None => parameter.choices.join(", "),
            };
            format!("{} = {default} ({values})", parameter.name)
        })
        .collect()
}
