//! Presets by name.

use engine::{PRESETS, Setup};
use uci_client::did_you_mean;

/// The preset of this name, or a sentence that says which there are.
pub fn preset(name: &str) -> Result<Setup, String> {
    Setup::preset(name).ok_or_else(|| {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        let nearest = did_you_mean(name, names.iter().copied());
        format!("there is no preset `{name}`{nearest}; presets are {}", names.join(", "))
    })
}
