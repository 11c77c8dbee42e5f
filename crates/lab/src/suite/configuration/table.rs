//! A configuration in the form of an experiment file.

use std::collections::BTreeMap;
use std::ops::Range;

use engine::SearchOverrides;
use revision::Revision;
use serde::Deserialize;
use toml::Spanned;

use super::Configuration;
use crate::engine_table;
use arena::config::file::{
    ARGS, BUILD, COMMAND, ContenderTable, DIR, ENGINE, ENV, EVALUATION, NETWORK, OPTIONS, REPO,
    REVISION,
};
use arena::config::reference::Absent::{Nothing, Words};
use arena::config::reference::Kind;
use arena::config::resolve::one_line;
use arena::config::resolver::Resolver;
use arena::config::values::{Command, OptionTable};
use arena::config::{ConfigError, EngineSettings};
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
    let none = || {
        let problem =
            "a configuration has a `preset`, or the `command` or the `revision` of a program";
        resolver.error(table.span(), problem.to_owned())
    };
    let two = "a configuration is a `preset`, a `command` or a `revision`: only one of them";
    let (engine, span) = engine_table::engine(resolver, &table.get_ref().contender(), two, none)?;
    let own_name = match &engine {
        EngineSettings::InProcess(settings) => settings.preset.clone(),
        EngineSettings::Uci(program) => {
            let file = program.program.path.file_name().unwrap_or_default();
            let file = file.to_string_lossy().into_owned();
            program.revision.as_deref().map_or(file, Revision::name)
        }
        EngineSettings::Own(own) => own.to_string(),
    };
    let (name, span) = match &table.get_ref().name {
        Some(name) => (one_line(name.get_ref()), name.span()),
        None => (own_name, span),
    };
    Ok((Configuration { name, engine }, span))
}

impl ConfigurationTable {
    /// The keys that a contender of a match has, too.
    fn contender(&self) -> ContenderTable {
        engine_table::contender!(
            self; preset, command, revision, repo, build, engine, search, evaluation, network, args, dir, env, options,
        )
    }
}
