//! A configuration in the form of an experiment file.

use std::collections::BTreeMap;
use std::ops::Range;

use engine::SearchOverrides;
use revision::Revision;
use serde::Deserialize;
use toml::Spanned;

use super::{Configuration, SuiteEngine};
use arena::config::evaluation::EvaluationKeys;
use arena::config::file::{ContenderTable, EngineKey, ProgramKey};
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
    revision: Option<Spanned<String>>,
    repo: Option<Spanned<String>>,
    build: Option<Spanned<String>>,
    engine: Option<Spanned<String>>,
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
    let ConfigurationTable { name, search, .. } = table.get_ref();
    let contender = table.get_ref().contender();
    let two = |second| {
        let problem =
            "a configuration is a `preset`, a `command` or a `revision`: only one of them";
        resolver.error(second, problem.to_owned())
    };
    let (engine, own_name, span) = match contender.engine_key().map_err(two)? {
        Some(EngineKey::Preset(preset)) => {
            resolver.refuse_keys_of_programs(&contender)?;
            let evaluation = EvaluationKeys::of(&contender);
            let settings = resolver.search_settings(preset, search.as_ref(), evaluation, None)?;
            (SuiteEngine::Preset(settings.setup()), preset.get_ref().clone(), preset.span())
        }
        Some(EngineKey::Program(key)) => {
            let program = program(resolver, &contender, key)?;
            let file = program.program.path.file_name().unwrap_or_default();
            let file = file.to_string_lossy().into_owned();
            let name = program.revision.as_deref().map_or(file, Revision::name);
            (SuiteEngine::Program(program), name, key.span())
        }
        None => {
            let problem =
                "a configuration has a `preset`, or the `command` or the `revision` of a program";
            return Err(resolver.error(table.span(), problem.to_owned()));
        }
    };
    let (name, span) = match name {
        Some(name) => (one_line(name.get_ref()), name.span()),
        None => (own_name, span),
    };
    Ok((Configuration { name, engine }, span))
}

fn program(
    resolver: &Resolver<'_>,
    contender: &ContenderTable,
    key: ProgramKey<'_>,
) -> Result<UciSettings, ConfigError> {
    resolver.refuse_keys_of_presets(contender)?;
    if let ProgramKey::Command(_) = key {
        resolver.refuse_keys_of_revisions(contender)?;
    }
    resolver.program(contender, key)
}

impl ConfigurationTable {
    /// The program of `command` or `revision`.
    pub(super) fn program(&self, resolver: &Resolver<'_>) -> Result<UciSettings, ConfigError> {
        let contender = self.contender();
        match contender.engine_key() {
            Ok(Some(EngineKey::Program(key))) => program(resolver, &contender, key),
            _ => {
                let problem = "a program has a `command` or a `revision`";
                Err(ConfigError::file(&resolver.source.path, problem))
            }
        }
    }

    /// The keys that a contender of a match has, too.
    fn contender(&self) -> ContenderTable {
        ContenderTable {
            preset: self.preset.clone(),
            command: self.command.clone(),
            revision: self.revision.clone(),
            repo: self.repo.clone(),
            build: self.build.clone(),
            engine: self.engine.clone(),
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
