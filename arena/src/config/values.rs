//! Values of a match file whose errors are clearer in the field's words than in Rust's. Each is
//! written in the form in which it is read.

mod text;
mod whole;

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use toml::Spanned;
use uci_client::OptionValue;

use super::reference::Section;

pub(crate) use text::ControlText;
pub(crate) use text::names;
pub use text::{Choice, Named, TimeText};
pub(crate) use whole::in_range;
pub use whole::{Games, Whole};

/// A rule that is off (`false`), on with its defaults (`true`), or on with the values of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule<T>(pub(crate) Option<T>);

impl<T> Default for Rule<T> {
    fn default() -> Rule<T> {
        Rule(None)
    }
}

/// A table that a [`Rule`] may be.
pub(crate) trait RuleTable: Default {
    /// The table's keys.
    const SECTION: &'static Section;
}

impl<'de, T: Deserialize<'de> + RuleTable> Deserialize<'de> for Rule<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule<T>, D::Error> {
        struct RuleVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + RuleTable> Visitor<'de> for RuleVisitor<T> {
            type Value = Rule<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let names: Vec<&str> = T::SECTION.names().collect();
                write!(f, "true, false or a table of {}", names.join(", "))
            }

            fn visit_bool<E: de::Error>(self, on: bool) -> Result<Rule<T>, E> {
                Ok(Rule(on.then(T::default)))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Rule<T>, A::Error> {
                T::deserialize(de::value::MapAccessDeserializer::new(map)).map(Some).map(Rule)
            }
        }

        deserializer.deserialize_any(RuleVisitor(PhantomData))
    }
}

impl<T: Serialize> Serialize for Rule<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            None => serializer.serialize_bool(false),
            Some(table) => table.serialize(serializer),
        }
    }
}

/// The form in which a value is read and written.
pub trait Form {
    /// The value.
    type Value;

    /// The form of a value.
    fn of(value: &Self::Value) -> Self;

    /// The value of a form.
    fn value(self) -> Self::Value;
}

impl<F: Form> Form for Option<F> {
    type Value = Option<F::Value>;

    fn of(value: &Option<F::Value>) -> Option<F> {
        value.as_ref().map(F::of)
    }

    fn value(self) -> Option<F::Value> {
        self.map(F::value)
    }
}

/// A value in its form: `#[serde(with = "As::<Option<Nodes>>")]`.
pub struct As<F>(PhantomData<F>);

impl<F: Form> As<F> {
    /// Writes a value in its form.
    pub fn serialize<S>(value: &F::Value, serializer: S) -> Result<S::Ok, S::Error>
    where
        F: Serialize,
        S: Serializer,
    {
        F::of(value).serialize(serializer)
    }

    /// Reads a value from its form.
    pub fn deserialize<'de, D>(deserializer: D) -> Result<F::Value, D::Error>
    where
        F: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        F::deserialize(deserializer).map(F::value)
    }
}

/// A program, or a program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
}

const COMMAND: &str = "a program such as \"stockfish\", or [\"program\", \"argument\", ...]";

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Command, D::Error> {
        let mut words = deserializer.deserialize_any(WordsVisitor(COMMAND))?.into_iter();
        let program = words.next().ok_or_else(|| de::Error::invalid_length(0, &COMMAND))?;
        Ok(Command { program, arguments: words.collect() })
    }
}

/// Reads one text, or an array of them; has the words for the expected value.
struct WordsVisitor(&'static str);

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Vec<String>, E> {
        Ok(vec![text.to_owned()])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, texts: A) -> Result<Vec<String>, A::Error> {
        Vec::deserialize(de::value::SeqAccessDeserializer::new(texts))
    }
}

impl Serialize for Command {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.arguments.as_slice() {
            [] => serializer.serialize_str(&self.program),
            arguments => serializer.collect_seq(std::iter::once(&self.program).chain(arguments)),
        }
    }
}

/// One path or several.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Paths(pub(crate) Vec<String>);

impl<'de> Deserialize<'de> for Paths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Paths, D::Error> {
        let expected = "a directory or an array of them, in quotes";
        deserializer.deserialize_any(WordsVisitor(expected)).map(Paths)
    }
}

/// Options of an engine in the order they are written in: to some engines it matters.
#[derive(Clone, Debug, Default)]
pub struct OptionTable(pub(crate) Vec<(String, Spanned<OptionValue>)>);

impl<'de> Deserialize<'de> for OptionTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionTable, D::Error> {
        struct TableVisitor;

        impl<'de> Visitor<'de> for TableVisitor {
            type Value = OptionTable;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a table such as {{ Hash = 16, Ponder = false }}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OptionTable, A::Error> {
                let mut options: Vec<(String, Spanned<OptionValue>)> = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    options.push(entry);
                }
                options.sort_by_key(|(_, value)| value.span().start);
                Ok(OptionTable(options))
            }
        }

        deserializer.deserialize_map(TableVisitor)
    }
}

impl OptionTable {
    /// The options of another table that are not in this one, and these after them. Names are the same
    /// in either case.
    pub(crate) fn or(self, other: &OptionTable) -> OptionTable {
        let is_own = |name: &str| self.0.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let mut options: Vec<_> =
            other.0.iter().filter(|(name, _)| !is_own(name)).cloned().collect();
        options.extend(self.0);
        OptionTable(options)
    }
}

impl Serialize for OptionTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
