//! A configuration in the form of an experiment file.

use std::collections::BTreeMap;
use std::ops::Range;

use engine::SearchOverrides;
use serde::Deserialize;
use toml::Spanned;

use super::{Configuration, SuiteEngine};
use arena::config::evaluation::EvaluationKeys;
use arena::config::file::ContenderTable;
use arena::config::resolve::one_line;
use arena::config::resolver::Resolver;
use arena::config::values::{Command, OptionTable};
use arena::config::{ConfigError, UciSettings};

/// A preset or a program, in the words of a contender.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::suite) struct ConfigurationTable {
    name: Option<Spanned<String>>,
    preset: Option<Spanned<String>>,
    search: Option<Spanned<SearchOverrides>>,
    evaluation: Option<Spanned<String>>,
    network: Option<Spanned<String>>,
    command: Option<Spanned<Command>>,
    args: Option<Spanned<Vec<String>>>,
    dir: Option<Spanned<String>>,
    env: Option<Spanned<BTreeMap<String, String>>>,
    options: Option<Spanned<OptionTable>>,
}

/// A configuration, and the place of its name.
pub(in crate::suite) fn resolve(
    resolver: &Resolver<'_>,
    table: &Spanned<ConfigurationTable>,
) -> Result<(Configuration, Range<usize>), ConfigError> {
    let ConfigurationTable { name, preset, search, command, .. } = table.get_ref();
    let contender = table.get_ref().contender();
    let (engine, own_name, span) = match (preset, command) {
        (Some(preset), None) => {
            resolver.refuse_keys_of_programs(&contender)?;
            let evaluation = EvaluationKeys::of(&contender);
            let settings = resolver.search_settings(preset, search.as_ref(), evaluation, None)?;
            (SuiteEngine::Preset(settings.setup()), preset.get_ref().clone(), preset.span())
        }
        (None, Some(command)) => {
            let program = table.get_ref().program(resolver)?;
            let file = program.program.path.file_name().unwrap_or_default();
            let file = file.to_string_lossy().into_owned();
            (SuiteEngine::Program(program), file, command.span())
        }
        (both, _) => {
            let problem = match both {
                Some(_) => "a configuration is a `preset` or a `command`, not both",
                None => "a configuration has a `preset`, or the `command` of a program",
            };
            return Err(resolver.error(table.span(), problem.to_owned()));
        }
    };
    let (name, span) = match name {
        Some(name) => (one_line(name.get_ref()), name.span()),
        None => (own_name, span),
    };
    Ok((Configuration { name, engine }, span))
}

impl ConfigurationTable {
    /// The program of `command`.
    pub(super) fn program(&self, resolver: &Resolver<'_>) -> Result<UciSettings, ConfigError> {
        let contender = self.contender();
        resolver.refuse_keys_of_presets(&contender)?;
        match &self.command {
            Some(command) => resolver.program(&contender, command),
            None => {
                let problem = "a program has a `command`";
                Err(ConfigError::file(&resolver.source.path, problem))
            }
        }
    }

    /// The keys that a contender of a match has, too.
    fn contender(&self) -> ContenderTable {
        ContenderTable {
            search: self.search.clone(),
            evaluation: self.evaluation.clone(),
            network: self.network.clone(),
            args: self.args.clone(),
            dir: self.dir.clone(),
            env: self.env.clone(),
            options: self.options.clone(),
            ..ContenderTable::default()
        }
    }
}
