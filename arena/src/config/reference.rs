//! The reference: the description of every key of a file. [`crate::file_table`] declares it together with the type that
//! reads the key; from it come `arena help`, `arena new`, the manual's pages and some hints in messages.

mod declare;
#[cfg(any(test, feature = "testing"))]
pub mod held;
mod page;
mod techniques;
mod template;
mod words;

use std::fmt;
use std::ops::RangeInclusive;

pub use page::{markdown, text};
pub use template::template;

/// A table of a file: its keys, in the order of the reference.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading in the file, such as `[limits]`; for a table that is a value, its key.
    pub title: &'static str,
    /// Its purpose, in a sentence or two.
    pub meaning: &'static str,
    /// Its keys.
    pub keys: &'static [Key],
}

/// A key of a file.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: Kind,
    /// The value where the key is absent.
    pub default: Absent,
    /// A value, in TOML.
    pub example: &'static str,
    /// Its meaning, in a sentence or two, units included.
    pub meaning: &'static str,
}

/// The kind of a key's value.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A text in quotes.
    Text,
    /// Seconds in quotes, exact to the microsecond.
    Seconds,
    /// A whole number in this range.
    Whole(RangeInclusive<i64>),
    /// A number, with its range in words.
    Number(&'static str),
    /// `true` or `false`.
    Switch,
    /// One of these names, in quotes.
    OneOf(fn() -> Vec<String>),
    /// Something else, in words.
    Words(&'static str),
    /// A table.
    Table(&'static Section),
    /// One table or more of this form.
    Tables(&'static Section),
    /// `true`, `false` or a table.
    Rule(&'static Section),
}

/// The value of a key that is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The key is required.
    Required,
    /// Nothing: its subject is off, or has no bound.
    Nothing,
    /// This value, in TOML.
    Is(&'static str),
    /// A default described in words.
    Words(&'static str),
}

impl Section {
    /// The names of the keys.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }

    /// This table and all below it, each once, in the order in which they are first named.
    #[must_use]
    pub fn all(&'static self) -> Vec<&'static Section> {
        let mut all = vec![self];
        let mut next = 0;
        while let Some(section) = all.get(next).copied() {
            for below in section.keys.iter().filter_map(|key| key.kind.section()) {
                if !all.iter().any(|known| known.title == below.title) {
                    all.push(below);
                }
            }
            next += 1;
        }
        all
    }
}

impl Key {
    /// An entry.
    pub const fn new(
        name: &'static str,
        kind: Kind,
        default: Absent,
        example: &'static str,
        meaning: &'static str,
    ) -> Key {
        Key { name, kind, default, example, meaning }
    }
}

impl Kind {
    /// The table that the value is or may be.
    #[must_use]
    pub fn section(&self) -> Option<&'static Section> {
        match self {
            Kind::Table(section) | Kind::Tables(section) | Kind::Rule(section) => Some(section),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Text => write!(f, "text"),
            Kind::Seconds => write!(f, "seconds in quotes"),
            Kind::Whole(range) => match (range.start(), *range.end()) {
                (low, i64::MAX) => write!(f, "whole number, {low} or more"),
                (low, high) => write!(f, "whole number, {low} to {high}"),
            },
            Kind::Number(range) => write!(f, "number, {range}"),
            Kind::Switch => write!(f, "true or false"),
            Kind::OneOf(names) => {
                let names: Vec<String> = names().iter().map(|name| format!("\"{name}\"")).collect();
                let separator = if names.len() > 3 { ", " } else { " or " };
                write!(f, "{}", names.join(separator))
            }
            Kind::Words(words) => write!(f, "{words}"),
            Kind::Table(_) => write!(f, "table"),
            Kind::Tables(_) => write!(f, "tables"),
            Kind::Rule(_) => write!(f, "true, false or a table"),
        }
    }
}

/// The end of a line; empty if there is no default.
impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Absent::Required => write!(f, "required"),
            Absent::Nothing => write!(f, "none"),
            Absent::Is(value) => write!(f, "{value}"),
            Absent::Words(words) => write!(f, "{words}"),
        }
    }
}
