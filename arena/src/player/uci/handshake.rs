//! `uci` to `uciok`: who an engine is, which options it has, and setting them.

use std::time::{Duration, Instant};

use shakmaty::CastlingMode;
use shakmaty_uci::{UciMessage, UciOptionConfig};

use super::CHESS960;
use super::lines::printable;
use super::protocol::keyword;
use super::supervisor::{Session, WaitError};
use crate::config::{EngineOption, OptionValue, Supervision, sets_reserve, sets_threads};

/// Options an engine may declare. One that never comes to an end must not fill the memory.
const MOST_OPTIONS: usize = 10_000;

/// What an engine declares in the handshake: its name, its author, its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EngineInfo {
    pub(crate) name: String,
    pub(crate) author: String,
    pub(crate) options: Vec<Declared>,
}

/// An option an engine has declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    /// With its type and range.
    Known(UciOptionConfig),
    /// In words that are no option by the protocol; its values cannot be checked.
    Unreadable { name: String },
}

impl Declared {
    fn name(&self) -> &str {
        match self {
            Declared::Known(option) => option.get_name(),
            Declared::Unreadable { name } => name,
        }
    }
}

impl EngineInfo {
    /// Takes in one line of the handshake.
    pub(super) fn note(&mut self, line: &[u8]) {
        if let Some(rest) = keyword(line, b"id") {
            // By hand: the crate wants a name where some engines give none.
            let rest = rest.trim_ascii();
            if let Some(name) = keyword(rest, b"name") {
                self.name = printable(name.trim_ascii());
            } else if let Some(author) = keyword(rest, b"author") {
                self.author = printable(author.trim_ascii());
            }
        } else if keyword(line, b"option").is_some() && self.options.len() < MOST_OPTIONS {
            let text = String::from_utf8_lossy(line);
            self.options.push(match text.parse() {
                Ok(UciMessage::Option(option)) => Declared::Known(option),
                _ => Declared::Unreadable { name: name_of(&text) },
            });
        }
    }

    /// The threads it searches with by default.
    pub(super) fn threads(&self) -> usize {
        self.default_of(sets_threads).and_then(|threads| usize::try_from(threads).ok()).unwrap_or(1)
    }

    /// What it keeps back of the time for each move by default.
    pub(super) fn reserve(&self) -> Option<Duration> {
        let millis = self.default_of(sets_reserve)?;
        u64::try_from(millis).ok().map(Duration::from_millis)
    }

    /// The default of the first number that has such a name.
    fn default_of(&self, is_named: fn(&str) -> bool) -> Option<i64> {
        self.options.iter().find_map(|option| match option {
            Declared::Known(UciOptionConfig::Spin { name, default, .. }) if is_named(name) => {
                *default
            }
            _ => None,
        })
    }

    /// The values of its options of type string: as these set them, else as it declares them.
    pub(super) fn texts(&self, set: &[EngineOption]) -> Vec<String> {
        let text = |declared: &Declared| {
            let set = set.iter().find(|of| of.name.eq_ignore_ascii_case(declared.name()));
            match (set, declared) {
                (Some(set), Declared::Unreadable { .. })
                | (Some(set), Declared::Known(UciOptionConfig::String { .. })) => {
                    Some(set.value.to_string())
                }
                (None, Declared::Known(UciOptionConfig::String { default, .. })) => {
                    default.as_ref().map(ToString::to_string)
                }
                _ => None,
            }
        };
        self.options.iter().filter_map(text).collect()
    }

    /// Whether it can play Chess960.
    pub(crate) fn plays_chess960(&self) -> bool {
        self.options.iter().any(|option| option.name().eq_ignore_ascii_case(CHESS960))
    }

    /// The lines that set these options.
    ///
    /// # Errors
    /// The first that the engine does not take, and a sentence that says why.
    pub(super) fn options(&self, options: &[EngineOption]) -> Result<String, (usize, String)> {
        let mut lines = String::new();
        for EngineOption { name, value, line } in options {
            lines.extend(self.set(name, value).map_err(|problem| (*line, problem))?);
        }
        Ok(lines)
    }

    /// The line that sets an option to a value in words, read as the option's type wants it.
    ///
    /// # Errors
    /// A sentence, when the engine has no such option or does not take the value.
    pub(crate) fn set_in_words(&self, name: &str, value: &str) -> Result<String, String> {
        let declared = self.options.iter().find(|of| of.name().eq_ignore_ascii_case(name));
        let typed = match declared {
            Some(Declared::Known(UciOptionConfig::Spin { .. })) => {
                value.parse().ok().map(OptionValue::Number)
            }
            Some(Declared::Known(
                UciOptionConfig::Check { .. } | UciOptionConfig::Button { .. },
            )) => value.parse().ok().map(OptionValue::Flag),
            _ => None,
        };
        let value = typed.unwrap_or_else(|| OptionValue::Text(value.to_owned()));
        self.set(name, &value).map(Option::unwrap_or_default)
    }

    /// The line that sets an option.
    ///
    /// # Errors
    /// A sentence, when the engine has no such option or does not take the value.
    fn set(&self, name: &str, value: &OptionValue) -> Result<Option<String>, String> {
        let Some(option) = self.options.iter().find(|of| of.name().eq_ignore_ascii_case(name))
        else {
            let names = self.options.iter().map(Declared::name);
            let nearest = crate::config::did_you_mean(name, names.clone());
            let names: Vec<&str> = names.collect();
            return Err(match names.is_empty() {
                true => format!("the engine has no option {name:?}; it declares none at all"),
                false => format!(
                    "the engine has no option {name:?}{nearest}; it has {}",
                    names.join(", ")
                ),
            });
        };
        let setoption =
            |value: &str| Ok(Some(format!("setoption name {} value {value}\n", option.name())));
        let Declared::Known(option) = option else { return setoption(&value.to_string()) };
        match (option, value) {
            (UciOptionConfig::Spin { min, max, .. }, OptionValue::Number(number)) => {
                if min.is_some_and(|min| *number < min) || max.is_some_and(|max| *number > max) {
                    let end =
                        |end: &Option<i64>| end.map_or("any".to_owned(), |end| end.to_string());
                    return Err(format!(
                        "option {name:?}: {number} is out of range, the engine takes {} to {}",
                        end(min),
                        end(max)
                    ));
                }
                setoption(&number.to_string())
            }
            (UciOptionConfig::Check { .. }, OptionValue::Flag(flag)) => {
                setoption(&flag.to_string())
            }
            (UciOptionConfig::Combo { var, .. }, OptionValue::Text(text)) => {
                match var.iter().find(|choice| choice.eq_ignore_ascii_case(text)) {
                    Some(choice) => setoption(choice),
                    None => Err(format!(
                        "option {name:?}: there is no choice {text:?}{}; there are {}",
                        crate::config::did_you_mean(text, var.iter().map(String::as_str)),
                        var.join(", ")
                    )),
                }
            }
            // A text that looks like a number may be written without quotes.
            (UciOptionConfig::String { .. }, OptionValue::Text(_) | OptionValue::Number(_)) => {
                let text = value.to_string();
                setoption(if text.is_empty() { "<empty>" } else { &text })
            }
            (UciOptionConfig::Button { .. }, OptionValue::Flag(true)) => {
                Ok(Some(format!("setoption name {}\n", option.get_name())))
            }
            (UciOptionConfig::Button { .. }, OptionValue::Flag(false)) => Ok(None),
            (option, _) => Err(format!("option {name:?} takes {}", takes(option))),
        }
    }
}

/// Asks an engine that was just started who it is.
pub(crate) fn handshake(
    session: &mut Session,
    supervision: &Supervision,
) -> Result<EngineInfo, WaitError> {
    let deadline = Instant::now() + supervision.startup;
    session.send(b"uci\n", deadline)?;
    let mut engine_info = EngineInfo::default();
    session.wait_for(deadline, |line| {
        engine_info.note(line);
        keyword(line, b"uciok").map(|_| ())
    })?;
    Ok(engine_info)
}

/// Sets options, and waits until the engine is ready.
pub(super) fn configure(
    session: &mut Session,
    options: &str,
    supervision: &Supervision,
) -> Result<(), WaitError> {
    let deadline = Instant::now() + supervision.ready;
    session.sync(format!("{options}isready\n").as_bytes(), deadline)
}

/// The line that says whether a game is one of Chess960.
pub(super) fn chess960(mode: CastlingMode) -> String {
    format!("setoption name {CHESS960} value {}", mode.is_chess960())
}

fn takes(option: &UciOptionConfig) -> &'static str {
    match option {
        UciOptionConfig::Spin { .. } => "a whole number",
        UciOptionConfig::Check { .. } => "true or false",
        UciOptionConfig::Button { .. } => "true, to press it, or false",
        UciOptionConfig::Combo { .. } => "one of its choices, a text",
        UciOptionConfig::String { .. } => "a text",
    }
}

/// The name in an `option` line that cannot be read.
fn name_of(line: &str) -> String {
    let name = line.split_once("name ").map_or("", |(_, rest)| rest);
    name.split(" type").next().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of real engines, awkward ones among them.
    const LINES: [&str; 10] = [
        "id name Toga II 3.0",
        "id author Thomas Gaksch and Fabien Letouzey",
        "option name Hash type spin default 128 min 4 max 1024",
        "option name NullMove Pruning type combo default Fail High var Always var Fail High var Never",
        "option name Debug Log File type string default",
        "option name SyzygyPath type string default <empty>",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name ContemptDrawPenalty type spin default 12 min -300 max 300",
        "option name Odd type slider default half",
    ];

    fn engine_info() -> EngineInfo {
        let mut engine_info = EngineInfo::default();
        LINES.iter().for_each(|line| engine_info.note(line.as_bytes()));
        engine_info
    }

    fn set(name: &str, value: OptionValue) -> String {
        match engine_info().set(name, &value) {
            Ok(line) => line.unwrap_or_default().trim_end().to_owned(),
            Err(problem) => problem,
        }
    }

    #[test]
    fn an_engine_introduces_itself() {
        let engine_info = engine_info();
        assert_eq!(engine_info.name, "Toga II 3.0");
        assert_eq!(engine_info.author, "Thomas Gaksch and Fabien Letouzey");
        assert_eq!(engine_info.options.len(), 8);
        assert_eq!(engine_info.threads(), 1);
        assert!(!engine_info.plays_chess960());
        let mut parallel = EngineInfo::default();
        parallel.note(b"option name Maximum Number of Threads per Split Point type spin default 5 min 4 max 8");
        parallel.note(b"option name Threads type spin default 2 min 1 max 8");
        assert_eq!(parallel.threads(), 2);
        assert_eq!(parallel.reserve(), None);
        parallel.note(b"option name Move Overhead type spin default 30 min 0 max 5000");
        assert_eq!(parallel.reserve(), Some(Duration::from_millis(30)));
        parallel.note(b"option name UCI_Chess960 type check default false");
        assert!(parallel.plays_chess960());
    }

    #[test]
    fn values_are_set_as_the_engine_spells_them() {
        let text = |text: &str| OptionValue::Text(text.to_owned());
        assert_eq!(set("hash", OptionValue::Number(16)), "setoption name Hash value 16");
        assert_eq!(
            set("NullMove Pruning", text("fail high")),
            "setoption name NullMove Pruning value Fail High"
        );
        assert_eq!(set("Clear Hash", OptionValue::Flag(true)), "setoption name Clear Hash");
        assert_eq!(set("Clear Hash", OptionValue::Flag(false)), "");
        assert_eq!(set("Ponder", OptionValue::Flag(true)), "setoption name Ponder value true");
        assert_eq!(set("SyzygyPath", text("")), "setoption name SyzygyPath value <empty>");
        assert_eq!(set("Odd", text("full")), "setoption name Odd value full");
        assert_eq!(
            set("ContemptDrawPenalty", OptionValue::Number(-300)),
            "setoption name ContemptDrawPenalty value -300"
        );
    }

    #[test]
    fn what_the_engine_does_not_take_is_refused() {
        let text = |text: &str| OptionValue::Text(text.to_owned());
        assert!(
            set("Hesh", OptionValue::Number(1))
                .contains("no option \"Hesh\", did you mean `Hash`?")
        );
        assert_eq!(
            set("Hash", OptionValue::Number(2)),
            "option \"Hash\": 2 is out of range, the engine takes 4 to 1024"
        );
        assert_eq!(set("Hash", text("16")), "option \"Hash\" takes a whole number");
        assert_eq!(set("Ponder", OptionValue::Number(1)), "option \"Ponder\" takes true or false");
        assert_eq!(
            set("NullMove Pruning", text("Sometimes")),
            "option \"NullMove Pruning\": there is no choice \"Sometimes\"; there are Always, Fail \
             High, Never"
        );
    }
}
