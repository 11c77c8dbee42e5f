//! A configuration in the form of an experiment file.

use std::collections::BTreeMap;
use std::ops::Range;

use engine::SearchOverrides;
use revision::Revision;
use serde::Deserialize;
use toml::Spanned;

use super::{Configuration, SuiteEngine};
use arena::config::evaluation::EvaluationKeys;
use arena::config::file::{
    ARGS, BUILD, COMMAND, ContenderTable, DIR, ENGINE, ENV, EVALUATION, EngineKey, NETWORK,
    OPTIONS, ProgramKey, REPO, REVISION,
};
use arena::config::reference::Absent::{Nothing, Words};
use arena::config::reference::Kind;
use arena::config::resolve::one_line;
use arena::config::resolver::Resolver;
use arena::config::values::{Command, OptionTable};
use arena::config::{ConfigError, UciSettings};
use arena::file_table;

file_table! {
    /// A preset or a program, in the words of a contender.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(in crate::suite) struct ConfigurationTable;

    /// `[[configuration]]` and its keys.
    pub(in crate::suite) const CONFIGURATION =
        "[[configuration]]",
        "A `preset` of the engine in this process, the `command` of a program that speaks UCI, or the `revision` of a \
         repository from which one is built.";

    /// Its name in the tables.
    name: Option<Spanned<String>> = Kind::Text, Words("the preset's or the program's name"), "\"MC-A, C = 3\"";

    /// A configuration of the engine in this process.
    preset: Option<Spanned<String>> = Kind::Words("name in quotes"), Nothing, "\"null-move\"";

    /// With `preset`: changes to it, as a contender has them.
    search: Option<Spanned<SearchOverrides>> =
        Kind::Words("table of techniques"), Nothing, "{ null_move = { reduction = 3 } }";

    evaluation: Option<Spanned<String>> = EVALUATION;
    network: Option<Spanned<String>> = NETWORK;
    command: Option<Spanned<Command>> = COMMAND;
    revision: Option<Spanned<String>> = REVISION;
    repo: Option<Spanned<String>> = REPO;
    build: Option<Spanned<String>> = BUILD;
    engine: Option<Spanned<String>> = ENGINE;
    args: Option<Spanned<Vec<String>>> = ARGS;
    dir: Option<Spanned<String>> = DIR;
    env: Option<Spanned<BTreeMap<String, String>>> = ENV;
    options: Option<Spanned<OptionTable>> = OPTIONS;
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
        // A configuration has no key `own`.
        Some(EngineKey::Own(_)) | None => {
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
