//! Resolves a series file into the match files it names: matches that belong together, such as the
//! rows of one table of a paper, played one after the other and set side by side.
//!
//! A file is a series if it has the key `matches`; see [`kind()`](super::kind()). [`SERIES_FILE`] has its keys.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::ConfigError;
use super::error::Source;
use super::reference::Absent::{Nothing, Required};
use super::reference::Kind;
use super::resolve::one_line;
use super::resolver::Resolver;
use crate::file_table;

/// A series: checked.
#[derive(Clone, Debug)]
pub struct Series {
    /// The file's name without extension.
    pub name: String,
    /// The question that the matches answer together.
    pub question: Option<String>,
    /// The match files, in the order they are played in; one or more.
    pub matches: Vec<PathBuf>,
}

file_table! {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct SeriesFile;

    /// A series file and its keys.
    pub const SERIES_FILE =
        "",
        "A series file, in TOML, names matches that belong together: `arena run FILE.toml` plays them one after the \
         other and sets them side by side. --set changes a key of every match.";

    /// The question that the matches answer together.
    question: Option<Spanned<String>> = Kind::Text, Nothing, "\"Does the gain of multi-cut grow with the time?\"";

    /// The match files, in the order they are played in: beside this file, or else in the current directory.
    matches: Spanned<Vec<Spanned<String>>> =
        Kind::Words("array of file names in quotes"), Required, "[\"5-minutes.toml\", \"15-minutes.toml\"]";
}

/// Reads a series file; the files it names must be there, but are not read.
///
/// # Errors
/// On the first mistake, or when the file cannot be read.
pub fn load(path: &Path) -> Result<Series, ConfigError> {
    let (source, file): (Source, SeriesFile) = Source::read(path, &[])?;
    let resolver = Resolver { source: &source };
    let mut matches: Vec<PathBuf> = Vec::new();
    for named in file.matches.get_ref() {
        let found = resolver.file_named(named, "match file")?;
        if matches.contains(&found) {
            let problem = format!("{} is there twice; leave one out", named.get_ref());
            return Err(resolver.error(named.span(), problem));
        }
        matches.push(found);
    }
    if matches.is_empty() {
        let problem = "a series needs one match file or more, as [\"table-2.toml\"]";
        return Err(resolver.error(file.matches.span(), problem.to_owned()));
    }
    let question = file.question.as_ref().map(|question| one_line(question.get_ref()));
    Ok(Series { name: resolver.name(), question, matches })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::reference::held::hold;

    #[test]
    fn the_examples_of_all_keys_of_a_series_file_are_read() {
        hold::<SeriesFile>(&SERIES_FILE);
    }
}
