//! Values of a match file whose mistakes are better told in the field's words than in Rust's.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

use super::OptionValue;

/// A whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole(pub(crate) i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct WholeVisitor;

        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole(value))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Whole, E> {
                i64::try_from(value).map(Whole).map_err(|_| E::custom("the number is too large"))
            }
        }

        deserializer.deserialize_i64(WholeVisitor)
    }
}

/// A time in seconds, or a time control: a string, so that decimals stay exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TimeText(pub(crate) String);

impl<'de> Deserialize<'de> for TimeText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeText, D::Error> {
        struct TimeVisitor;

        impl Visitor<'_> for TimeVisitor {
            type Value = TimeText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "seconds in quotes such as \"10\", \"0.1\" or \"10+0.1\"")
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<TimeText, E> {
                Ok(TimeText(value.to_owned()))
            }
        }

        deserializer.deserialize_str(TimeVisitor)
    }
}

/// A rule that is off (`false`), on with its defaults (`true`), or on with the values of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule<T>(pub(crate) Option<T>);

/// A table that a [`Rule`] may be.
pub(crate) trait RuleTable: Default {
    /// The table's keys, for messages.
    const KEYS: &'static str;
}

impl<'de, T: Deserialize<'de> + RuleTable> Deserialize<'de> for Rule<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule<T>, D::Error> {
        struct RuleVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + RuleTable> Visitor<'de> for RuleVisitor<T> {
            type Value = Rule<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "true, false or a table of {}", T::KEYS)
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

/// A program, or a program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Command, D::Error> {
        struct CommandVisitor;

        impl<'de> Visitor<'de> for CommandVisitor {
            type Value = Command;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a program such as \"stockfish\", or [\"program\", \"argument\", ...]")
            }

            fn visit_str<E: de::Error>(self, program: &str) -> Result<Command, E> {
                Ok(Command { program: program.to_owned(), arguments: Vec::new() })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut words: A) -> Result<Command, A::Error> {
                let program =
                    words.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
                let mut arguments = Vec::new();
                while let Some(argument) = words.next_element()? {
                    arguments.push(argument);
                }
                Ok(Command { program, arguments })
            }
        }

        deserializer.deserialize_any(CommandVisitor)
    }
}

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionValue, D::Error> {
        struct ValueVisitor;

        impl Visitor<'_> for ValueVisitor {
            type Value = OptionValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a text, a whole number, true or false")
            }

            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<OptionValue, E> {
                Ok(OptionValue::Flag(flag))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<OptionValue, E> {
                Ok(OptionValue::Number(number))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<OptionValue, E> {
                Ok(OptionValue::Text(text.to_owned()))
            }
        }

        deserializer.deserialize_any(ValueVisitor)
    }
}

/// Options of an engine in the order they are written in: to some engines it matters.
#[derive(Clone, Debug, Default)]
pub(crate) struct OptionTable(pub(crate) Vec<(String, Spanned<OptionValue>)>);

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
