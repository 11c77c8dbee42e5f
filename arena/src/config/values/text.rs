//! Times and names: texts in quotes that stand for something else.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};
use uci_client::did_you_mean;

use crate::chess::adjudication::TablebaseResults;
use crate::chess::openings::Order;
use crate::chess::pairings::Format;
use crate::chess::time_control::{ParseTimeError, PositiveSeconds, Seconds, TimeControl};
use crate::config::OnSuspect;
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

/// A time that is written in a text, so that decimals stay exact.
pub trait TimeValue: FromStr<Err = ParseTimeError> + Display {
    /// The end of an error, after the list of names.
    const HINT: &'static str = "";
}

impl TimeValue for Seconds {}

impl TimeValue for PositiveSeconds {}

impl TimeValue for TimeControl {
    const HINT: &'static str = "; a time control is written \"40/300\", \"10+0.1\", \"1:30\" or in stages \"40/10+0.1:20+0.2\"";
}

/// A time in quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeText<T>(pub T);

impl<'de, T: TimeValue> Deserialize<'de> for TimeText<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeText<T>, D::Error> {
        deserializer.deserialize_str(TextVisitor {
            expected: "seconds in quotes such as \"10\", \"0.1\" or \"10+0.1\"",
            read: |text| text.parse().map(TimeText).map_err(|error| format!("{error}{}", T::HINT)),
        })
    }
}

impl<T: TimeValue> Serialize for TimeText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
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
    OnSuspect by name of OnSuspect::ALL, "policy", "policies";
    TablebaseResults by name of TablebaseResults::ALL, "kind of result", "kinds";
    Model by key of Model::ALL, "model", "models";
}
