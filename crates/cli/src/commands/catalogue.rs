//! `arena presets` and `arena techniques`.

use std::process::ExitCode;

use clap::Args;
use engine::{PRESETS, Parameter, SearchConfig, Technique, Value};
use serde::Serialize;

use super::output::{print, print_json};

/// List the presets of the engine in this process, a line each.
#[derive(Debug, Args)]
#[command(after_help = PRESET_EXAMPLES)]
pub(super) struct PresetsArgs {
    /// Print JSON, with the techniques of each
    #[arg(long)]
    json: bool,
}

/// List the techniques of its search, a line each: the keys of `search` in match files.
#[derive(Debug, Args)]
#[command(after_help = TECHNIQUE_EXAMPLES)]
pub(super) struct TechniquesArgs {
    /// Print JSON, with the parameters and the source of each
    #[arg(long)]
    json: bool,
}

const PRESET_EXAMPLES: &str = "\
Examples:
  arena presets                               the presets that a contender may name
  arena run --first modern --second none --nodes 2000 --games 20
                                              two of them in a match";

const TECHNIQUE_EXAMPLES: &str = "\
Examples:
  arena techniques                            every technique and its key
  arena techniques --json                     the same with parameters, defaults and ranges
  arena help match-file                       parameters as a match file has them";

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

pub(super) fn presets(args: &PresetsArgs) -> anyhow::Result<ExitCode> {
    if args.json {
        let entry = |preset: &engine::Preset| PresetEntry {
            name: preset.name,
            description: preset.description,
            techniques: techniques_of(&preset.config()),
        };
        let entries: Vec<PresetEntry> = PRESETS.iter().map(entry).collect();
        print_json(&serde_json::to_string_pretty(&entries)?)?;
    } else {
        print(&preset_list())?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn techniques(args: &TechniquesArgs) -> anyhow::Result<ExitCode> {
    if args.json {
        let entries: Vec<TechniqueEntry> = Technique::ALL.iter().map(technique_entry).collect();
        print_json(&serde_json::to_string_pretty(&entries)?)?;
    } else {
        print(&technique_list())?;
    }
    Ok(ExitCode::SUCCESS)
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
