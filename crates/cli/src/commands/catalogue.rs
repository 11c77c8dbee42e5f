//! The topics `presets` and `techniques` of `arena help`.

use engine::{PRESETS, Parameter, SearchConfig, Technique, Value};
use serde::Serialize;

/// A preset, as JSON has it.
#[derive(Serialize)]
struct PresetEntry {
    name: &'static str,
    description: &'static str,
    techniques: Vec<&'static str>,
}

/// A technique, as JSON has it.
#[derive(Serialize)]
struct TechniqueEntry {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    parameters: Vec<ParameterEntry>,
}

#[derive(Serialize)]
struct ParameterEntry {
    name: &'static str,
    default: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(i32, i32)>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    choices: &'static [&'static str],
}

/// The presets with the techniques of each, as JSON.
pub(super) fn presets_as_json() -> serde_json::Result<String> {
    let entry = |preset: &engine::Preset| PresetEntry {
        name: preset.name,
        description: preset.description,
        techniques: techniques_of(&preset.config()),
    };
    serde_json::to_string_pretty(&PRESETS.iter().map(entry).collect::<Vec<PresetEntry>>())
}

/// The techniques with the parameters and the source of each, as JSON.
pub(super) fn techniques_as_json() -> serde_json::Result<String> {
    let entries: Vec<TechniqueEntry> = Technique::ALL.iter().map(technique_entry).collect();
    serde_json::to_string_pretty(&entries)
}

/// The presets, a line each.
pub(super) fn preset_list() -> String {
    list(PRESETS.iter().map(|preset| (preset.name, preset.description)))
}

/// The techniques, a line each.
pub(super) fn technique_list() -> String {
    list(Technique::ALL.iter().map(|technique| (technique.name(), technique.summary())))
}

fn techniques_of(config: &SearchConfig) -> Vec<&'static str> {
    let used = Technique::ALL.iter().filter(|technique| config.values(**technique).is_some());
    used.map(|technique| technique.name()).collect()
}

fn technique_entry(technique: &Technique) -> TechniqueEntry {
    let defaults = SearchConfig::everything().values(*technique).unwrap_or_default();
    let parameter = |(parameter, default): (&Parameter, Value)| ParameterEntry {
        name: parameter.name,
        default: default.to_string(),
        range: parameter.range,
        choices: parameter.choices,
    };
    TechniqueEntry {
        name: technique.name(),
        summary: technique.summary(),
        source: technique.source(),
        parameters: technique.parameters().iter().zip(defaults).map(parameter).collect(),
    }
}

/// Names with their meanings, a line each.
fn list(entries: impl Iterator<Item = (&'static str, &'static str)> + Clone) -> String {
    let width = entries.clone().map(|(name, _)| name.len()).max().unwrap_or(0) + 2;
    entries.map(|(name, meaning)| format!("{name:width$}{meaning}\n")).collect()
}
