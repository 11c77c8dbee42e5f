//! The engine's own description: its identity, its options, and the lines that set them.

mod option_line;
#[cfg(test)]
mod tests;

use std::time::Duration;

use shakmaty_uci::UciOptionConfig;

use crate::lines::printable;
use crate::options::{CHESS960, EngineOption, OptionValue, sets_reserve, sets_threads};
use crate::protocol::keyword;
use crate::suggestion::did_you_mean;

/// The limit of options of an engine. An endless declaration must not fill the memory.
const MOST_OPTIONS: usize = 10_000;

/// An engine's declaration in the handshake: its name, its author, its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineInfo {
    /// Its name; empty if it gives none.
    pub name: String,
    /// Its author; empty if it gives none.
    pub author: String,
    /// Its options, in its order.
    pub options: Vec<DeclaredOption>,
}

/// An option an engine has declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclaredOption {
    /// With its type and range.
    Known(UciOptionConfig),
    /// An option outside the protocol; its values cannot be checked.
    Unreadable {
        /// Its name, as far as there is one.
        name: String,
    },
}

impl DeclaredOption {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            DeclaredOption::Known(option) => option.get_name(),
            DeclaredOption::Unreadable { name } => name,
        }
    }
}

/// An option that an engine does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct OptionError {
    /// Its place among the options to be set.
    pub index: usize,
    /// Why not, in a sentence.
    pub problem: String,
}

impl EngineInfo {
    /// Takes in one line of the handshake.
    pub fn note(&mut self, line: &[u8]) {
        if let Some(rest) = keyword(line, b"id") {
            // By hand: the crate wants a name where some engines give none.
            let rest = rest.trim_ascii();
            if let Some(name) = keyword(rest, b"name") {
                self.name = printable(name.trim_ascii());
            } else if let Some(author) = keyword(rest, b"author") {
                self.author = printable(author.trim_ascii());
            }
        } else if keyword(line, b"option").is_some() && self.options.len() < MOST_OPTIONS {
            self.options.push(option_line::read(&String::from_utf8_lossy(line)));
        }
    }

    /// The threads it searches with by default.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.default_of(sets_threads).and_then(|threads| usize::try_from(threads).ok()).unwrap_or(1)
    }

    /// Its default reserve of time for each move.
    #[must_use]
    pub fn reserve(&self) -> Option<Duration> {
        let millis = self.default_of(sets_reserve)?;
        u64::try_from(millis).ok().map(Duration::from_millis)
    }

    /// The default of the first number that has such a name.
    fn default_of(&self, is_named: fn(&str) -> bool) -> Option<i64> {
        self.options.iter().find_map(|option| match option {
            DeclaredOption::Known(UciOptionConfig::Spin { name, default, .. })
                if is_named(name) =>
            {
                *default
            }
            _ => None,
        })
    }

    /// The values of its options of type string: as these set them, else as it declares them.
    pub(crate) fn texts(&self, set: &[EngineOption]) -> Vec<String> {
        let text = |declared: &DeclaredOption| {
            let set = set.iter().find(|option| option.name.eq_ignore_ascii_case(declared.name()));
            match (set, declared) {
                (Some(set), DeclaredOption::Unreadable { .. })
                | (Some(set), DeclaredOption::Known(UciOptionConfig::String { .. })) => {
                    Some(set.value.to_string())
                }
                (None, DeclaredOption::Known(UciOptionConfig::String { default, .. })) => {
                    default.as_ref().map(ToString::to_string)
                }
                _ => None,
            }
        };
        self.options.iter().filter_map(text).collect()
    }

    /// Whether it can play Chess960.
    #[must_use]
    pub fn plays_chess960(&self) -> bool {
        self.options.iter().any(|option| option.name().eq_ignore_ascii_case(CHESS960))
    }

    /// The lines that set these options.
    ///
    /// # Errors
    /// The first that the engine does not take.
    pub fn set_all(&self, options: &[EngineOption]) -> Result<String, OptionError> {
        let set = |(index, EngineOption { name, value }): (usize, &EngineOption)| {
            self.set(name, value).map_err(|error| OptionError { index, ..error })
        };
        options.iter().enumerate().map(set).collect()
    }

    /// The line that sets an option to a value in words, read as the option's type wants it.
    ///
    /// # Errors
    /// When the engine has no such option or does not take the value.
    pub fn set_in_words(&self, name: &str, value: &str) -> Result<String, OptionError> {
        let declared = self.options.iter().find(|option| option.name().eq_ignore_ascii_case(name));
        let typed = match declared {
            Some(DeclaredOption::Known(UciOptionConfig::Spin { .. })) => {
                value.parse().ok().map(OptionValue::Number)
            }
            Some(DeclaredOption::Known(
                UciOptionConfig::Check { .. } | UciOptionConfig::Button { .. },
            )) => value.parse().ok().map(OptionValue::Flag),
            _ => None,
        };
        let value = typed.unwrap_or_else(|| OptionValue::Text(value.to_owned()));
        self.set(name, &value)
    }

    /// The line that sets an option, with its break; nothing for a button that is not pressed.
    ///
    /// # Errors
    /// When the engine has no such option or does not take the value.
    pub fn set(&self, name: &str, value: &OptionValue) -> Result<String, OptionError> {
        let declared = self.options.iter().find(|option| option.name().eq_ignore_ascii_case(name));
        let line = match declared {
            None => Err(self.unknown(name)),
            Some(DeclaredOption::Unreadable { name }) => Ok(setoption(name, &value.to_string())),
            Some(DeclaredOption::Known(option)) => set_known(option, name, value),
        };
        line.map_err(|problem| OptionError { index: 0, problem })
    }

    fn unknown(&self, name: &str) -> String {
        let names = self.options.iter().map(DeclaredOption::name);
        let nearest = did_you_mean(name, names.clone());
        let names: Vec<&str> = names.collect();
        let list = match (nearest.is_empty(), names.is_empty()) {
            (true, true) => "; it declares none at all".to_owned(),
            (true, false) => format!("; it has {}", names.join(", ")),
            (false, _) => nearest,
        };
        format!("the engine has no option {name:?}{list}")
    }
}

fn setoption(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}\n")
}

/// The line that sets an option of known type and range.
fn set_known(option: &UciOptionConfig, name: &str, value: &OptionValue) -> Result<String, String> {
    let set = |value: &str| Ok(setoption(option.get_name(), value));
    match (option, value) {
        (UciOptionConfig::Spin { min, max, .. }, OptionValue::Number(number)) => {
            if min.is_some_and(|min| *number < min) || max.is_some_and(|max| *number > max) {
                let end = |end: &Option<i64>| end.map_or("any".to_owned(), |end| end.to_string());
                return Err(format!(
                    "option {name:?}: {number} is out of range, the engine takes {} to {}",
                    end(min),
                    end(max)
                ));
            }
            set(&number.to_string())
        }
        (UciOptionConfig::Check { .. }, OptionValue::Flag(flag)) => set(&flag.to_string()),
        (UciOptionConfig::Combo { var, .. }, OptionValue::Text(text)) => {
            match var.iter().find(|choice| choice.eq_ignore_ascii_case(text)) {
                Some(choice) => set(choice),
                None => Err(format!(
                    "option {name:?}: there is no choice {text:?}{}; there are {}",
                    did_you_mean(text, var.iter().map(String::as_str)),
                    var.join(", ")
                )),
            }
        }
        // A text that looks like a number may be written without quotes.
        (UciOptionConfig::String { .. }, OptionValue::Text(_) | OptionValue::Number(_)) => {
            let text = value.to_string();
            set(if text.is_empty() { "<empty>" } else { &text })
        }
        (UciOptionConfig::Button { name }, OptionValue::Flag(true)) => {
            Ok(format!("setoption name {name}\n"))
        }
        (UciOptionConfig::Button { .. }, OptionValue::Flag(false)) => Ok(String::new()),
        (option, _) => Err(format!("option {name:?} takes {}", takes(option))),
    }
}

/// The values that an option takes, and one of them as a match file has it.
fn takes(option: &UciOptionConfig) -> String {
    match option {
        UciOptionConfig::Spin { min, max, default, .. } => {
            let range = min.zip(*max).map(|(min, max)| format!(" from {min} to {max}"));
            let example = default.or(*min).map(|number| format!(", such as {number}"));
            format!(
                "a whole number{}{}, without quotes",
                range.unwrap_or_default(),
                example.unwrap_or_default()
            )
        }
        UciOptionConfig::Check { .. } => "true or false, without quotes".to_owned(),
        UciOptionConfig::Button { .. } => "true, to press it, or false, without quotes".to_owned(),
        UciOptionConfig::Combo { var, .. } => format!("one of {}, in quotes", var.join(", ")),
        UciOptionConfig::String { .. } => "a text in quotes".to_owned(),
    }
}
