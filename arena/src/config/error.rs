//! Mistakes in a match file, with file, line, key and remedy.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::mistakes::{Explanation, explained, with_suggestion};
use super::setting::{PlacedSetting, Setting};
use crate::system::input;

/// A mistake in a match file, or in a setting of the command line.
#[derive(Debug)]
pub struct ConfigError {
    place: Place,
    problem: String,
    /// The next mistake of the same file.
    next: Option<Box<ConfigError>>,
}

/// Mistakes of a file that are told at once, at most.
const MOST_MISTAKES: usize = 10;

#[derive(Debug)]
enum Place {
    /// The file as a whole.
    File(PathBuf),
    /// A line of the file.
    Line { path: PathBuf, line: usize, text: String, key: Option<String> },
    /// An option of the command line; and the key within its value, if that is a table.
    Option { option: String, key: Option<String> },
}

/// The place where a value of a match is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A line of the file, from 1.
    Line(usize),
    /// An option of the command line, as it was given.
    Option(String),
}

impl Origin {
    /// `x.toml:3`, or `--option Hash=16`.
    #[must_use]
    pub fn in_words(&self, file: &Path) -> String {
        match self {
            Origin::Line(line) => format!("{}:{line}", file.display()),
            Origin::Option(option) => option.clone(),
        }
    }
}

impl ConfigError {
    /// A problem with the file as a whole.
    pub fn file(path: &Path, problem: impl fmt::Display) -> ConfigError {
        ConfigError::at(Place::File(path.to_owned()), problem.to_string())
    }

    /// A problem with the value of a command-line option.
    pub fn option(option: &str, problem: impl fmt::Display) -> ConfigError {
        let place = Place::Option { option: option.to_owned(), key: None };
        ConfigError::at(place, problem.to_string())
    }

    fn at(place: Place, problem: String) -> ConfigError {
        ConfigError { place, problem, next: None }
    }

    /// Several mistakes as one error; `None` of none.
    fn together(mistakes: Vec<ConfigError>) -> Option<ConfigError> {
        let after = |next: Option<ConfigError>, mistake| {
            Some(ConfigError { next: next.map(Box::new), ..mistake })
        };
        mistakes.into_iter().rev().fold(None, after)
    }

    /// A problem with the value at this place of the source.
    pub(crate) fn value(source: &Source, span: Range<usize>, problem: String) -> ConfigError {
        if let Some(setting) = source.setting_at(span.start) {
            let option = setting.option().to_owned();
            let key = key_before(setting.before(span.start));
            return ConfigError::at(Place::Option { option, key }, problem);
        }
        let start = span.start.min(source.text.len());
        let line = source.line_of(start);
        let place = Place::Line {
            path: source.path.clone(),
            line: source.line_at(start),
            text: source.text[line.clone()].trim_end().to_owned(),
            key: key_before(&source.text[line.start..start]),
        };
        ConfigError::at(place, problem)
    }

    /// The TOML reader's error, with a remedy if it is a common mistake.
    pub(crate) fn syntax(source: &Source, error: &toml::de::Error) -> ConfigError {
        let Some(span) = error.span().filter(|span| !span.is_empty() || span.start > 0) else {
            return ConfigError::file(&source.path, with_suggestion(error.message()));
        };
        let line = source.line_of(span.start);
        match explained(error.message(), &source.text[line.clone()]) {
            Some(Explanation { problem, place: Some(place) }) => {
                ConfigError::value(source, line.start + place..line.end, problem)
            }
            Some(Explanation { problem, place: None }) => ConfigError::value(source, span, problem),
            None => ConfigError::value(source, span, with_suggestion(error.message())),
        }
    }
}

/// A match file's path and text, and the settings of the command line.
#[derive(Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    pub(crate) text: String,
    settings: Vec<PlacedSetting>,
}

impl Source {
    /// Reads a file, with the settings of the command line in place.
    pub fn read<T: DeserializeOwned>(
        path: &Path,
        settings: &[Setting],
    ) -> Result<(Source, T), ConfigError> {
        let text = input::read(path)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .map_err(|error| match path.is_dir() {
                true => ConfigError::file(path, "a directory, not a TOML file"),
                false => ConfigError::file(path, format_args!("cannot read it: {error}")),
            })?;
        Source::of_text(path, text, settings)
    }

    /// Reads this text, with the settings of the command line in place.
    pub fn of_text<T: DeserializeOwned>(
        path: &Path,
        text: String,
        settings: &[Setting],
    ) -> Result<(Source, T), ConfigError> {
        let settings = PlacedSetting::behind(text.len(), settings);
        let mut source = Source { path: path.to_owned(), text, settings };
        let mut refused: Option<(usize, ConfigError)> = None;
        // Mistakes of the file, and their places: each is left out, so that the next one is seen.
        let (mut mistakes, mut left_out): (Vec<ConfigError>, Vec<usize>) = (Vec::new(), Vec::new());
        loop {
            let (error, place) = match source.parse(&left_out)? {
                Ok(file) => match ConfigError::together(mistakes) {
                    None => return Ok((source, file)),
                    Some(mistakes) => return Err(mistakes),
                },
                Err(error) => {
                    let place = error.span().and_then(|span| source.index_of_setting(span.start));
                    (error, place)
                }
            };
            let of_file = error.span().map(|span| span.start).filter(|start| source.has(*start));
            if let (None, None, Some(at)) = (place, &refused, of_file) {
                // Without a mistaken key one may seem to be missing that is only misspelt.
                let is_missing = error.message().starts_with("missing field");
                let is_new = !left_out.contains(&at) && (!is_missing || mistakes.is_empty());
                if is_new {
                    mistakes.push(ConfigError::syntax(&source, &error));
                }
                left_out.push(at);
                if is_new && !is_missing && mistakes.len() < MOST_MISTAKES {
                    continue;
                }
                if let Some(mistakes) = ConfigError::together(std::mem::take(&mut mistakes)) {
                    return Err(mistakes);
                }
            }
            let is_no_text = error.message().starts_with("invalid type: string");
            let error = ConfigError::syntax(&source, &error);
            match (refused, place) {
                // Where the key takes no text the first error has the value that was meant.
                (Some((earlier, first)), Some(place)) if earlier == place => {
                    return Err(if is_no_text { first } else { error });
                }
                // A shell takes the quotes away: 0.1 may be meant as the text "0.1".
                (_, Some(place)) if source.settings[place].becomes_text() => {
                    refused = Some((place, error));
                }
                _ => return Err(error),
            }
        }
    }

    /// Parses the text with the settings in place, without the keys at these places; the inner error concerns types and
    /// keys.
    fn parse<T: DeserializeOwned>(
        &self,
        left_out: &[usize],
    ) -> Result<Result<T, toml::de::Error>, ConfigError> {
        Ok(self.root(left_out)?.and_then(|root| T::deserialize(ValueDeserializer::from(root))))
    }

    /// The file as a tree of values with their places, read as [`Source::parse`] does.
    fn root(&self, left_out: &[usize]) -> Result<Result<Tree<'_>, toml::de::Error>, ConfigError> {
        let root = match DeTable::parse(&self.text) {
            Ok(root) => root,
            Err(error) => return Ok(Err(error)),
        };
        let mut root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        left_out.iter().for_each(|at| {
            leave_out(root.get_mut(), *at);
        });
        for setting in &self.settings {
            let applied = setting.apply(&mut root);
            applied.map_err(|problem| ConfigError::value(self, setting.range(), problem))?;
        }
        Ok(Ok(root))
    }

    /// The place of a key's value in the table at this place; `None` if it is not written there.
    pub fn place(&self, table: &Range<usize>, key: &str) -> Option<Range<usize>> {
        place_below(&self.root(&[]).ok()?.ok()?, table, key)
    }

    fn index_of_setting(&self, place: usize) -> Option<usize> {
        self.settings.iter().position(|setting| setting.range().contains(&place))
    }

    fn setting_at(&self, place: usize) -> Option<&PlacedSetting> {
        self.index_of_setting(place).map(|index| &self.settings[index])
    }

    /// Whether a place lies in the file, not in an option.
    pub(crate) fn has(&self, place: usize) -> bool {
        place <= self.text.len()
    }

    /// The line or the option that a place belongs to.
    pub fn origin(&self, place: usize) -> Origin {
        let option = self.setting_at(place).map(|setting| setting.option().to_owned());
        option.map_or_else(|| Origin::Line(self.line_at(place)), Origin::Option)
    }

    /// The line of a place in the text, from 1; for one of an option the last line.
    fn line_at(&self, place: usize) -> usize {
        self.text[..place.min(self.text.len())].matches('\n').count() + 1
    }

    /// The line of a place in the text; nothing for a place of an option.
    fn line_of(&self, place: usize) -> Range<usize> {
        let Some(before) = self.text.get(..place) else { return 0..0 };
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        start..self.text[start..].find('\n').map_or(self.text.len(), |length| start + length)
    }
}

type Tree<'t> = Spanned<DeValue<'t>>;

fn place_below(value: &Tree<'_>, table: &Range<usize>, key: &str) -> Option<Range<usize>> {
    match value.get_ref() {
        DeValue::Table(entries) => {
            let here = entries.get(key).filter(|_| value.span() == *table).map(Spanned::span);
            here.or_else(|| entries.values().find_map(|below| place_below(below, table, key)))
        }
        DeValue::Array(items) => items.iter().find_map(|item| place_below(item, table, key)),
        _ => None,
    }
}

/// Takes the key at a place, or with its value there, out of a table; whether there is one.
fn leave_out(value: &mut DeValue<'_>, at: usize) -> bool {
    match value {
        DeValue::Table(table) => {
            let below = table.iter_mut().any(|(_, value)| leave_out(value.get_mut(), at));
            let count = table.len();
            if !below {
                let is_kept = |(key, value): &(Spanned<_>, Spanned<DeValue<'_>>)| {
                    !key.span().contains(&at) && !value.span().contains(&at)
                };
                *table = std::mem::take(table).into_iter().filter(is_kept).collect();
            }
            below || table.len() < count
        }
        DeValue::Array(items) => items.iter_mut().any(|item| leave_out(item.get_mut(), at)),
        _ => false,
    }
}

/// The key whose value begins at the end of this part of a line.
fn key_before(line: &str) -> Option<String> {
    let key = line.trim_end().strip_suffix('=')?.trim_end();
    let start = key.rfind([' ', '{', ',', '\t']).map_or(0, |i| i + 1);
    Some(key[start..].to_owned()).filter(|key| !key.is_empty())
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = &self.problem;
        match &self.place {
            Place::File(path) => write!(f, "{}: {problem}", path.display()),
            Place::Option { option, key: None } => write!(f, "{option}: {problem}"),
            Place::Option { option, key: Some(key) } => write!(f, "{option}: `{key}`: {problem}"),
            Place::Line { path, line, text, key } => {
                write!(f, "{}:{line}: ", path.display())?;
                if let Some(key) = key {
                    write!(f, "`{key}`: ")?;
                }
                write!(f, "{problem}\n\n{line:>5} | {text}")
            }
        }?;
        self.next.iter().try_for_each(|mistake| write!(f, "\n\n{mistake}"))
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
}
