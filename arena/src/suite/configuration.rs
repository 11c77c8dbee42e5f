//! The configurations that are compared, as the command line names them.
//!
//! A configuration is a preset, or a preset with changes in the words of a match file:
//!
//! ```text
//! null-move                                          a preset
//! null-move:{null_move={reduction=3}}                a preset with changes
//! R3=null-move:{null_move={reduction=3}}             the same under a short name
//! none,null-move,R3=null-move:{null_move={reduction=3}}
//! ```

use engine::{SearchConfig, SearchOverrides};
use serde::Deserialize;

use crate::config;

/// A named configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The name in all output: the one given, or else the text of the configuration.
    pub name: String,
    /// What it stands for.
    pub search: SearchConfig,
}

/// Why a text names no configurations; it says what would.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--config {text}: {problem}")]
pub struct ConfigurationError {
    text: String,
    problem: String,
}

/// Reads lists of configurations.
///
/// # Errors
/// When a list is not well formed, names an unknown preset, technique or parameter, or a name is
/// there twice.
pub fn parse_lists(lists: &[String]) -> Result<Vec<Configuration>, ConfigurationError> {
    let mut configurations: Vec<Configuration> = Vec::new();
    for text in lists.iter().flat_map(|list| split(list)) {
        let error = |problem| ConfigurationError { text: text.to_owned(), problem };
        let configuration = parse(text).map_err(error)?;
        if configurations.iter().any(|earlier| earlier.name == configuration.name) {
            let problem = format!(
                "there are two configurations named {:?}; name one of them otherwise: \
                 NAME={text}",
                configuration.name
            );
            return Err(error(problem));
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

fn parse(text: &str) -> Result<Configuration, String> {
    let (head, changes) = match text.split_once(':') {
        Some((head, changes)) => (head, Some(changes.trim())),
        None => (text, None),
    };
    if head.contains('{') {
        let form = "changes to a preset follow a colon: PRESET:{technique={parameter=value}}";
        return Err(form.to_owned());
    }
    let (name, preset) = match head.split_once('=') {
        Some((name, _)) if name.trim().is_empty() => {
            return Err("a configuration needs a name".to_owned());
        }
        Some((name, preset)) => (name.trim(), preset.trim()),
        None => (text, head.trim()),
    };
    let mut search = config::preset(preset)?;
    if let Some(changes) = changes {
        search = search.with(&parse_changes(changes)?);
    }
    Ok(Configuration { name: name.to_owned(), search })
}

fn parse_changes(changes: &str) -> Result<SearchOverrides, String> {
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
        .map_err(|error| config::with_suggestion(error.message()))?;
    Ok(changes.search)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_list(list: &str) -> Result<Vec<Configuration>, String> {
        parse_lists(&[list.to_owned()]).map_err(|error| error.to_string())
    }

    #[test]
    fn presets_changes_and_names_stand_in_one_list() {
        let list = "none, null-move:{null_move={reduction=3},aspiration=false},R4=null-move:{null_move={reduction=4}}";
        let parsed = parse_list(list).unwrap();
        let names: Vec<&str> = parsed.iter().map(|of| of.name.as_str()).collect();
        let changed = "null-move:{null_move={reduction=3},aspiration=false}";
        assert_eq!(names, ["none", changed, "R4"]);
        assert_eq!(parsed[0].search, SearchConfig::preset("none").unwrap());
        assert_eq!(parsed[1].search.aspiration, None);
        assert!(parsed[1].search.to_string().starts_with("null_move{reduction=3"));
        assert!(parsed[2].search.to_string().contains("null_move{reduction=4"));
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
