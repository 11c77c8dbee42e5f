//! Times and names: texts in quotes that stand for something else.

use std::fmt;
use std::time::Duration;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};
use uci_client::did_you_mean;

use super::Form;
use crate::chess::adjudication::TablebaseResults;
use crate::chess::openings::Order;
use crate::chess::pairings::Format;
use crate::chess::time_control::{ParseTimeError, Seconds, TimeControl, parse_seconds};
use stats::sprt::Model;

/// Reads a text in quotes by a function whose error is a sentence: made by the visitor, it has the place of the value.
struct TextVisitor<T> {
    expected: &'static str,
    read: fn(&str) -> Result<T, String>,
}

impl<T> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).map_err(E::custom)
    }
}

/// The form of a time in seconds: a text in quotes, so that decimals stay exact. It may be zero where `ZERO` says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeText<const ZERO: bool>(Duration);

/// The form of a time control.
pub(crate) struct ControlText(TimeControl);

const TIMES: &str = "seconds in quotes such as \"10\", \"0.1\" or \"10+0.1\"";

impl<'de, const ZERO: bool> Deserialize<'de> for TimeText<ZERO> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| match parse_seconds(text) {
            Ok(Duration::ZERO) if !ZERO => Err("a time above zero is needed here".to_owned()),
            time => time.map(TimeText).map_err(|error| error.to_string()),
        };
        deserializer.deserialize_str(TextVisitor { expected: TIMES, read })
    }
}

impl<const ZERO: bool> Serialize for TimeText<ZERO> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Seconds(self.0))
    }
}

impl<const ZERO: bool> Form for TimeText<ZERO> {
    type Value = Duration;

    fn of(time: &Duration) -> Self {
        TimeText(*time)
    }

    fn value(self) -> Duration {
        self.0
    }
}

impl<'de> Deserialize<'de> for ControlText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ControlText, D::Error> {
        let read = |text: &str| {
            text.parse().map(ControlText).map_err(|error: ParseTimeError| {
                format!(
                    "{error}; a time control is written \"40/300\", \"10+0.1\", \"1:30\" or in stages \
                     \"40/10+0.1:20+0.2\""
                )
            })
        };
        deserializer.deserialize_str(TextVisitor { expected: TIMES, read })
    }
}

impl Serialize for ControlText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Form for ControlText {
    type Value = TimeControl;

    fn of(control: &TimeControl) -> ControlText {
        ControlText(*control)
    }

    fn value(self) -> TimeControl {
        self.0
    }
}

/// A closed set of values, each with a name in a file.
pub trait Choice: Copy + 'static {
    /// All values.
    const ALL: &'static [Self];
    /// The noun for one of them, and for several.
    const NOUNS: [&'static str; 2];

    /// The name.
    fn key(self) -> &'static str;
}

/// A value by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named<T>(pub T);

/// The names of a closed set.
pub(crate) fn names<T: Choice>() -> Vec<String> {
    T::ALL.iter().map(|choice| choice.key().to_owned()).collect()
}

impl<'de, T: Choice> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        deserializer.deserialize_str(TextVisitor {
            expected: "a name in quotes",
            read: |name| {
                let named = T::ALL.iter().find(|choice| choice.key() == name);
                named.copied().map(Named).ok_or_else(|| {
                    let nearest = did_you_mean(name, T::ALL.iter().map(|choice| choice.key()));
                    let ([one, several], list) = (T::NOUNS, names::<T>().join(", "));
                    format!("there is no {one} `{name}`{nearest}; {several} are {list}")
                })
            },
        })
    }
}

impl<T: Choice> Form for Named<T> {
    type Value = T;

    fn of(value: &T) -> Named<T> {
        Named(*value)
    }

    fn value(self) -> T {
        self.0
    }
}

impl<T: Choice> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.key())
    }
}

macro_rules! choices {
    ($($Choice:ident by $key:ident of $all:expr, $one:literal, $several:literal;)*) => {
        $(impl Choice for $Choice {
            const ALL: &'static [$Choice] = &$all;
            const NOUNS: [&'static str; 2] = [$one, $several];

            fn key(self) -> &'static str {
                $Choice::$key(self)
            }
        })*
    };
}

choices! {
    Order by name of [Order::Sequential, Order::Shuffled], "order", "orders";
    Format by name of Format::ALL, "format", "formats";
    TablebaseResults by name of TablebaseResults::ALL, "kind of result", "kinds";
    Model by key of Model::ALL, "model", "models";
}
