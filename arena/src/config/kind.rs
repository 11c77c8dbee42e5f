//! The kind of file given to `arena run`, told by its keys.

use std::path::Path;

/// A kind of file that `arena run` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A match; also a file that cannot be read, since the reader of match files explains the
    /// error.
    Match,
    /// Searches of test suites: see `lab::suite::file`.
    Experiment,
    /// Several matches: see [`super::series`].
    Series,
}

/// The kind of a file.
#[must_use]
pub fn kind(path: &Path) -> Kind {
    let text = bounded::read_text(path, bounded::SMALL).unwrap_or_default();
    let Ok(file) = text.parse::<toml::Table>() else { return Kind::Match };
    let has = |key: &str| file.contains_key(key);
    match () {
        () if has("contender") => Kind::Match,
        () if ["suite", "block", "vary", "configuration"].into_iter().any(has) => Kind::Experiment,
        () if has("matches") => Kind::Series,
        () => Kind::Match,
    }
}
