//! The configurations that are compared: presets and programs, as the command line names them.
//!
//! A configuration is a preset or a program, or one of them with changes in the words of a match file:
//!
//! ```text
//! null-move                                          a preset
//! null-move:{null_move={reduction=3}}                a preset with changes
//! R3=null-move:{null_move={reduction=3}}             the same under a short name
//! none,null-move,R3=null-move:{null_move={reduction=3}}
//! stockfish                                          a program: in PATH, or by its path
//! SF64=stockfish:{options={Hash=64}}                 the same with options
//! HEAD                                               a revision, where a repository is given
//! ```

mod table;

use std::path::Path;

use toml::{Spanned, Value};

use arena::config::error::Source;
use arena::config::resolver::Resolver;
use arena::config::{self, ConfigError, EngineSettings, Repository, Setting, command_of_words};
use arena::player;
use arena::storage::differences::Parts;
use arena::storage::facts::{EngineFacts, ProgramFacts, files_in_words};
use uci_client::Identity;

pub(super) use table::{CONFIGURATION, ConfigurationTable, resolve};

/// A named configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The name in all output: the given one, or else the text of the configuration.
    pub name: String,
    /// The engine: in this process, or a program. Its table is the plan's.
    pub engine: EngineSettings,
}

impl Configuration {
    /// The facts that its results depend on: techniques and evaluation, or a program with its options and files, on one
    /// line; and its signature, which changes when the engine does (see [`player::signature`]).
    #[must_use]
    pub fn facts(&self) -> (String, u64) {
        match &self.engine {
            EngineSettings::InProcess(settings) => {
                let setup = settings.setup();
                (setup.to_string(), player::search_signature(setup))
            }
            EngineSettings::Own(own) => (own.to_string(), 0),
            EngineSettings::Uci(program) => {
                let identity = program.identity.as_ref();
                let files = identity.map(files_in_words);
                let files = files.map_or_else(String::new, |files| format!("; files: {files}"));
                let line = ProgramFacts::of(program);
                (format!("{line}{files}"), identity.map_or(0, Identity::signature))
            }
        }
    }

    /// Techniques and evaluation, or a program and its options, by name.
    #[must_use]
    pub fn parts(&self) -> Parts {
        let mut parts = EngineFacts::of(&self.engine).parts();
        if self.engine.in_process().is_some() {
            parts.remove("hash");
        }
        parts
    }
}

/// Reads lists of configurations; revisions are those of the repository.
///
/// # Errors
/// A list is malformed, has a name that is neither a preset nor a program, an unknown technique,
/// parameter or key, or a duplicate name.
pub fn parse_lists(
    lists: &[String],
    repository: Option<&Repository>,
) -> Result<Vec<Configuration>, ConfigError> {
    let mut configurations: Vec<Configuration> = Vec::new();
    for text in lists.iter().flat_map(|list| split(list)) {
        let option = format!("--config {text}");
        let configuration = parse(text, &option, repository)?;
        if configurations.iter().any(|earlier| earlier.name == configuration.name) {
            let problem = format!(
                "there are two configurations named {:?}; name one of them otherwise: \
                 NAME={text}",
                configuration.name
            );
            return Err(ConfigError::option(&option, problem));
        }
        configurations.push(configuration);
    }
    Ok(configurations)
}

/// The parts of a list: commas between braces, brackets and quotes do not separate.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0_i32, false);
    for (i, c) in list.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(list[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

fn parse(
    text: &str,
    option: &str,
    repository: Option<&Repository>,
) -> Result<Configuration, ConfigError> {
    let error = |problem: &str| ConfigError::option(option, problem);
    let (head, changes) = match text.split_once(':') {
        Some((head, changes)) => (head, Some(changes.trim())),
        None => (text, None),
    };
    if head.contains('{') {
        return Err(error("changes follow a colon: PRESET:{technique={parameter=value}}"));
    }
    let (name, engine) = match head.split_once('=') {
        Some((name, _)) if name.trim().is_empty() => {
            return Err(error("a configuration needs a name"));
        }
        Some((name, engine)) => (Some(name.trim().to_owned()), engine.trim()),
        None => (None, head.trim()),
    };
    if let Some(repository) = repository {
        let revision =
            repository.revision(engine).map_err(|problem| error(&problem.to_string()))?;
        if let Some(revision) = revision {
            let keys = repository.keys(engine).map(|(of, key, value)| {
                Setting::new(of.unwrap_or_else(|| option.to_owned()), &[key], value)
            });
            let name = name.unwrap_or_else(|| revision.name());
            return configuration(name, option, keys.collect(), (&[], changes));
        }
    }
    let (key, value, own_name, place): (_, _, _, &[&str]) = match config::preset(engine) {
        Ok(_) => ("preset", Value::from(engine).to_string(), text.to_owned(), &["search"]),
        Err(no_preset) => {
            let command = command_of_words(engine).map_err(|problem| {
                match engine.contains(std::path::is_separator) {
                    true => error(&problem),
                    false => error(&format!("{no_preset}; and {problem}")),
                }
            })?;
            ("command", command, without_directories(text), &[])
        }
    };
    let engine = Setting::new(option.to_owned(), &[key], value);
    configuration(name.unwrap_or(own_name), option, vec![engine], (place, changes))
}

/// The text of a program without the directories before its name.
fn without_directories(text: &str) -> String {
    let end = text.find([' ', ':']).unwrap_or(text.len());
    let begin = text[..end].rfind('/').map_or(0, |slash| slash + 1);
    text[begin..].to_owned()
}

/// A configuration with the keys of an experiment file: those that name its engine, and changes by this option, whose keys
/// stand at this place.
fn configuration(
    name: String,
    option: &str,
    mut settings: Vec<Setting>,
    (place, changes): (&[&str], Option<&str>),
) -> Result<Configuration, ConfigError> {
    let changes = changes.map_or(Ok(toml::Table::new()), |text| {
        let form = "changes are a table: {null_move={reduction=3}} of a preset, {options={Hash=64}} of a program";
        let table = toml::from_str::<toml::Table>(&format!("changes = {text}"));
        let table = table.ok().and_then(|mut table| table.remove("changes")?.try_into().ok());
        table.ok_or_else(|| ConfigError::option(option, form))
    })?;
    settings.extend(changes.iter().map(|(key, value)| {
        let path: Vec<&str> = place.iter().copied().chain([key.as_str()]).collect();
        Setting::new(option.to_owned(), &path, value.to_string())
    }));
    let (source, table): (Source, ConfigurationTable) =
        Source::of_text(Path::new(""), String::new(), &settings)?;
    let (configuration, _) = resolve(&Resolver { source: &source }, &Spanned::new(0..0, table))?;
    Ok(Configuration { name, ..configuration })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::SearchConfig;

    fn parse_list(list: &str) -> Result<Vec<Configuration>, String> {
        parse_lists(&[list.to_owned()], None).map_err(|error| error.to_string())
    }

    #[test]
    fn presets_changes_and_names_stand_in_one_list() {
        let list = "none, null-move:{null_move={reduction=3},aspiration=false},R4=null-move:{null_move={reduction=4}}";
        let parsed = parse_list(list).unwrap();
        let names: Vec<&str> =
            parsed.iter().map(|configuration| configuration.name.as_str()).collect();
        let changed = "null-move:{null_move={reduction=3},aspiration=false}";
        assert_eq!(names, ["none", changed, "R4"]);
        let search = |index: usize| parsed[index].engine.in_process().unwrap().search;
        assert_eq!(Some(search(0)), SearchConfig::preset("none"));
        assert_eq!(search(1).aspiration, None);
        assert!(search(1).to_string().starts_with("null_move{reduction=3"));
        assert!(search(2).to_string().contains("null_move{reduction=4"));
    }

    #[test]
    fn programs_stand_among_presets() {
        let list = "none, sh, /bin/sh:{options={Hash=64},args=['-c'],env={A='b'}},S=sh -x";
        let parsed = parse_list(list).unwrap();
        let names: Vec<&str> =
            parsed.iter().map(|configuration| configuration.name.as_str()).collect();
        let changed = "sh:{options={Hash=64},args=['-c'],env={A='b'}}";
        assert_eq!(names, ["none", "sh", changed, "S"]);
        let program = |index: usize| parsed[index].engine.program().unwrap();
        assert_eq!(ProgramFacts::of(program(2)).to_string(), "/bin/sh -c A=b; Hash = 64");
        assert_eq!(program(3).program.arguments, ["-x"]);
        let error = |list: &str| parse_list(list).unwrap_err();
        let key = error("sh:{option={Hash=1}}");
        assert!(key.starts_with("--config sh:{option={Hash=1}}: "), "{key}");
        assert!(key.contains("did you mean `options`?"), "{key}");
        let search = error("sh:{search={null_move=true}}");
        assert!(search.contains("`search` goes with a `preset`"), "{search}");
        assert!(error("sh:Hash=1").contains("{options={Hash=64}}"));
        assert!(error("./no-such-program").contains("there is no program"));
        assert!(error("no-such-program").contains("neither"));
    }

    #[test]
    fn mistakes_say_what_would_be_right() {
        let error = |list: &str| parse_list(list).unwrap_err();
        let preset = error("none,nullmove");
        assert!(preset.contains("did you mean `null-move`?") && preset.contains("multi-cut"));
        assert!(error("").contains("there is no preset ``"));
        let technique = error("none:{nullmove=true}");
        assert!(technique.contains("did you mean `null_move`?"), "{technique}");
        let range = error("none:{multi_cut={cutoffs=0}}");
        assert!(range.contains("expected 1 to 64"), "{range}");
        assert!(error("none{multi_cut=true}").contains("follow a colon"));
        assert!(error("none:multi_cut=true").contains("are a table"));
        assert!(error("=none").contains("needs a name"));
        assert!(error("none,none").contains("two configurations named \"none\""));
    }
}
