//! Mistakes in a match file, told so that they can be mended.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::system::input;

/// A mistake in a match file or in what the command line changes in it.
#[derive(Debug)]
pub struct ConfigError {
    place: Place,
    problem: String,
}

#[derive(Debug)]
enum Place {
    /// The file as a whole.
    File(PathBuf),
    /// A line of the file.
    Line { path: PathBuf, line: usize, text: String, key: Option<String> },
    /// An option of the command line.
    Option(&'static str),
}

impl ConfigError {
    /// A problem with the file as a whole.
    pub(crate) fn file(path: &Path, problem: impl fmt::Display) -> ConfigError {
        ConfigError { place: Place::File(path.to_owned()), problem: problem.to_string() }
    }

    /// A problem with the value of a command-line option.
    pub(crate) fn option(option: &'static str, problem: impl fmt::Display) -> ConfigError {
        ConfigError { place: Place::Option(option), problem: problem.to_string() }
    }

    /// A problem with the value at this place of the source.
    pub(crate) fn value(source: &Source, span: Range<usize>, problem: String) -> ConfigError {
        let start = span.start.min(source.text.len());
        let line_start = source.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = source.line_at(start);
        let text = source.text[line_start..].lines().next().unwrap_or_default();
        let place = Place::Line {
            path: source.path.clone(),
            line,
            text: text.trim_end().to_owned(),
            key: key_before(&source.text[line_start..start]),
        };
        ConfigError { place, problem }
    }

    /// What the TOML reader says.
    pub(crate) fn syntax(source: &Source, error: &toml::de::Error) -> ConfigError {
        let problem = with_suggestion(error.message());
        match error.span() {
            Some(span) if !span.is_empty() || span.start > 0 => {
                ConfigError::value(source, span, problem)
            }
            _ => ConfigError::file(&source.path, problem),
        }
    }
}

/// A match file's path and text.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Source {
    /// Reads a file, and what is written in it.
    pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<(Source, T), ConfigError> {
        let text = input::read(path)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .map_err(|error| ConfigError::file(path, format_args!("cannot read it: {error}")))?;
        let source = Source { path: path.to_owned(), text };
        let file =
            toml::from_str(&source.text).map_err(|error| ConfigError::syntax(&source, &error))?;
        Ok((source, file))
    }

    /// The line of a place in the text, from 1.
    pub(crate) fn line_at(&self, place: usize) -> usize {
        self.text[..place].matches('\n').count() + 1
    }
}

/// The key whose value begins where this beginning of a line ends.
fn key_before(line: &str) -> Option<String> {
    let key = line.trim_end().strip_suffix('=')?.trim_end();
    let start = key.rfind([' ', '{', ',', '\t']).map_or(0, |i| i + 1);
    Some(key[start..].to_owned()).filter(|key| !key.is_empty())
}

/// Adds the nearest of the names a message offers for the one it refuses.
pub(crate) fn with_suggestion(message: &str) -> String {
    let message = message.trim_end();
    if let Some(names) = message.strip_prefix("unknown field ") {
        let names: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
        if let Some((unknown, known)) = names.split_first() {
            let list = known.join(", ");
            let nearest = did_you_mean(unknown, known.iter().copied());
            return format!("unknown key `{unknown}`{nearest}; the keys here are {list}");
        }
    }
    message.replace("missing field", "missing key")
}

/// `, did you mean X?` where a known name is near the unknown one.
pub(crate) fn did_you_mean<'a>(unknown: &str, known: impl Iterator<Item = &'a str>) -> String {
    let unknown = unknown.to_lowercase();
    let length = unknown.chars().count();
    let near = |name: &str| 1 + name.len() / 4;
    known
        // The distance, which costs the product of the lengths, is no less than their difference.
        .filter(|name| length.abs_diff(name.chars().count()) <= near(name))
        .map(|name| (strsim::damerau_levenshtein(&unknown, name), name))
        .filter(|(distance, name)| *distance <= near(name))
        .min()
        .map_or(String::new(), |(_, name)| format!(", did you mean `{name}`?"))
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &self.problem;
        match &self.place {
            Place::File(path) => write!(f, "{}: {problem}", path.display()),
            Place::Option(option) => write!(f, "{option}: {problem}"),
            Place::Line { path, line, text, key } => {
                write!(f, "{}:{line}: ", path.display())?;
                if let Some(key) = key {
                    write!(f, "`{key}`: ")?;
                }
                write!(f, "{problem}\n\n{line:>5} | {text}")
            }
        }
    }
}

impl std::error::Error for ConfigError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_found_in_plain_and_inline_tables() {
        assert_eq!(key_before("games = "), Some("games".to_owned()));
        assert_eq!(key_before("draw = { score ="), Some("score".to_owned()));
        assert_eq!(key_before("draw = { moves = 3, score = "), Some("score".to_owned()));
        assert_eq!(key_before(""), None);
        assert_eq!(key_before("[openings"), None);
    }

    #[test]
    fn near_names_are_suggested() {
        let presets = ["none", "null-move", "multi-cut"];
        assert_eq!(did_you_mean("nullmove", presets.into_iter()), ", did you mean `null-move`?");
        assert_eq!(did_you_mean("Multi-Cut", presets.into_iter()), ", did you mean `multi-cut`?");
        assert_eq!(did_you_mean("razoring", presets.into_iter()), "");
    }

    #[test]
    fn a_name_of_megabytes_costs_neither_time_nor_memory() {
        let begun = std::time::Instant::now();
        assert_eq!(did_you_mean(&"x".repeat(20_000_000), ["null-move"; 10].into_iter()), "");
        assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    }
}
