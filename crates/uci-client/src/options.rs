//! Options of an engine as set by a user.

use std::fmt;

use serde::Serialize;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use shakmaty::CastlingMode;

/// The option that tells a program that it may ponder.
pub const PONDER: &str = "Ponder";

/// The option of an engine that can play Chess960.
pub const CHESS960: &str = "UCI_Chess960";

/// An option that is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, in either case.
    pub name: String,
    /// Its value.
    pub value: OptionValue,
}

/// The value of an option. In a file it is a text, a whole number, true or false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// For options of the types `string` and `combo`.
    Text(String),
    /// For options of the type `spin`.
    Number(i64),
    /// For options of the type `check`; `true` presses a `button`.
    Flag(bool),
}

/// The value as `setoption` takes it.
impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Text(text) => f.write_str(text),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Flag(flag) => write!(f, "{flag}"),
        }
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

/// Whether an option of this name is the reserve of time for each move, in milliseconds.
#[must_use]
pub fn sets_reserve(option: &str) -> bool {
    ["move overhead", "moveoverhead", "move_overhead"].contains(&option.to_lowercase().as_str())
}

/// Whether an option of this name is the number of threads.
#[must_use]
pub fn sets_threads(option: &str) -> bool {
    ["threads", "number of threads", "cores"].contains(&option.to_lowercase().as_str())
}

/// The line, without its break, that says whether a game is one of Chess960.
#[must_use]
pub fn chess960(mode: CastlingMode) -> String {
    format!("setoption name {CHESS960} value {}", mode.is_chess960())
}
