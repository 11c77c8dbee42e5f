//! The options that an engine declares and the values that they accept, as fastchess reads them.

use std::str::FromStr;

/// An option, with its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Declared {
    name: String,
    kind: Kind,
    /// As it was declared, and then as it was set.
    value: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Check,
    Spin { min: f64, max: f64 },
    Combo(Vec<String>),
    Button,
    Text,
}

/// The result of setting an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// The line to send.
    Send(String),
    /// The engine has no such option.
    Unknown,
    /// The option does not take the value.
    Invalid,
    /// The value is invalid for the option's kind.
    Failed,
}

/// All options of an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Options(Vec<Declared>);

impl Options {
    /// Takes in a line of the handshake.
    pub(super) fn note(&mut self, line: &str) {
        self.0.extend(declared(line));
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Setting {
        let Some(option) = self.0.iter_mut().find(|option| option.name == name) else {
            return Setting::Unknown;
        };
        let setting = option.setting(value);
        if matches!(setting, Setting::Send(_)) {
            option.value = option.as_kept(value);
        }
        setting
    }

    /// The value of an option.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let option = self.0.iter().find(|option| option.name == name)?;
        Some(if option.value.is_empty() { "<empty>" } else { &option.value })
    }
}

impl Declared {
    /// A value as reports have it: a whole number without a plus or a text after it.
    fn as_kept(&self, value: &str) -> String {
        match &self.kind {
            Kind::Spin { .. } => leading::<i32>(value).map(|number| number.to_string()),
            _ => None,
        }
        .unwrap_or_else(|| value.to_owned())
    }

    fn setting(&self, value: &str) -> Setting {
        let name = &self.name;
        let is_valid = match &self.kind {
            Kind::Check => ["true", "false"].contains(&value),
            Kind::Button => value == "true",
            Kind::Combo(choices) => choices.iter().any(|choice| choice == value),
            Kind::Text => true,
            Kind::Spin { min, max } => match leading::<f64>(value) {
                Some(number) => (*min..=*max).contains(&number),
                None => return Setting::Failed,
            },
        };
        match (is_valid, &self.kind) {
            (false, _) => Setting::Invalid,
            (true, Kind::Button) => Setting::Send(format!("setoption name {name}\n")),
            (true, _) => Setting::Send(format!("setoption name {name} value {value}\n")),
        }
    }
}

/// The number that a text begins with.
fn leading<T: FromStr>(text: &str) -> Option<T> {
    let text = text.trim_start();
    let ends = (1..=text.len()).rev().filter(|&end| text.is_char_boundary(end));
    ends.map(|end| &text[..end])
        .filter(|part| part.ends_with(|c: char| c.is_ascii_digit()))
        .find_map(|part| part.parse().ok())
}

/// The option of a line, if it declares a usable one.
fn declared(line: &str) -> Option<Declared> {
    let rest = line.strip_prefix("option")?.trim_start().strip_prefix("name")?;
    let (name, rest) = rest.split_once(" type ")?;
    let (name, rest) = (name.trim().to_owned(), rest.trim());
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let default = || word_after(rest, "default").to_owned();
    let (kind, value) = match kind {
        "check" => (Kind::Check, default()),
        "spin" => {
            let number = |key| leading(word_after(rest, key));
            (Kind::Spin { min: number("min")?, max: number("max")? }, default())
        }
        "combo" => {
            let choices = rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned());
            let value = rest.split(" var ").next().unwrap_or_default();
            let value = value.trim().strip_prefix("default").unwrap_or_default().trim();
            (Kind::Combo(choices.collect()), value.to_owned())
        }
        "button" => (Kind::Button, "false".to_owned()),
        "string" => {
            let value = rest.trim().strip_prefix("default").unwrap_or_default().trim();
            (Kind::Text, value.to_owned())
        }
        _ => return None,
    };
    Some(Declared { name, kind, value })
}

fn word_after<'a>(text: &'a str, key: &str) -> &'a str {
    let mut words = text.split_whitespace().skip_while(|word| *word != key);
    words.nth(1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_by_the_kind_of_the_option() {
        let mut options = Options::default();
        for line in [
            "id name option name",
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Move Overhead type spin default 10 min 0 max 5000",
            "option name Style type combo default Fail High var Always var Fail High",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name SyzygyPath type string default <empty>",
        ] {
            options.note(line);
        }
        let send = |line: &str| Setting::Send(format!("{line}\n"));
        for (name, value, expected) in [
            ("Hash", "8", send("setoption name Hash value 8")),
            ("Hash", "0", Setting::Invalid),
            ("Hash", "many", Setting::Failed),
            ("hash", "8", Setting::Unknown),
            ("Move Overhead", "0", send("setoption name Move Overhead value 0")),
            ("Style", "Fail High", send("setoption name Style value Fail High")),
            ("Style", "Never", Setting::Invalid),
            ("Ponder", "yes", Setting::Invalid),
            ("Clear Hash", "true", send("setoption name Clear Hash")),
            ("SyzygyPath", "/a b", send("setoption name SyzygyPath value /a b")),
        ] {
            assert_eq!(options.set(name, value), expected, "{name}");
        }
        assert_eq!(options.value("Hash"), Some("8"));
        assert_eq!(options.set("Hash", "+16"), send("setoption name Hash value +16"));
        assert_eq!(options.value("Hash"), Some("16"));
        assert_eq!(options.value("Threads"), None);
    }
}
