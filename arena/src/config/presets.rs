//! Presets by name, and changes to them.

use engine::{PRESETS, SearchOverrides, Setup};
use serde::Deserialize;
use uci_client::did_you_mean;

use super::mistakes::with_suggestion;

/// The preset of this name, or a sentence that says which there are.
pub fn preset(name: &str) -> Result<Setup, String> {
    Setup::preset(name).ok_or_else(|| {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        let nearest = did_you_mean(name, names.iter().copied());
        format!("there is no preset `{name}`{nearest}; presets are {}", names.join(", "))
    })
}

/// Changes to a preset in the words of a match file's `search`: `{null_move={reduction=3}}`.
pub fn search_changes(changes: &str) -> Result<SearchOverrides, String> {
    #[derive(Deserialize)]
    struct Changes {
        search: SearchOverrides,
    }
    if !changes.starts_with('{') {
        return Err("changes to a preset are a table: {technique={parameter=value}, \
                    other_technique=false}"
            .to_owned());
    }
    let changes: Changes = toml::from_str(&format!("search = {changes}"))
        .map_err(|error| with_suggestion(error.message()))?;
    Ok(changes.search)
}
