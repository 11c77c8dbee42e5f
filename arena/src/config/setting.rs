//! Changes that the command line makes to a file: `--set KEY=VALUE`.

use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// A change of one key of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The option as it was given, for messages.
    option: String,
    /// The key, from the top of the file down.
    path: Vec<String>,
    /// The value, in TOML or as a plain text.
    value: String,
}

impl Setting {
    /// A setting made by an option: the key's path from the top of the file, and its value, in TOML
    /// or as plain text.
    pub fn new(option: String, path: &[&str], value: String) -> Setting {
        Setting { option, path: path.iter().map(|&name| name.to_owned()).collect(), value }
    }

    /// A setting of a key at the top of the file by a dedicated option, such as `--games`.
    pub(crate) fn of_option(option: &str, key: &str, number: Option<i64>) -> Option<Setting> {
        Some(Setting::new(option.to_owned(), &[key], number?.to_string()))
    }
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (key, value) = split(text).ok_or("it is KEY=VALUE, such as limits.nodes=2000")?;
        let path = path(key).ok_or_else(|| {
            format!(
                "{key:?} is not a key such as games, limits.nodes or contender.1.preset; a name with \
                 blanks goes in quotes, as contender.1.options.\"Move Overhead\""
            )
        })?;
        Ok(Setting { option: format!("--set {text}"), path, value: value.to_owned() })
    }
}

/// The text before the first `=` outside quotes, and the text after it.
fn split(text: &str) -> Option<(&str, &str)> {
    let mut open: Option<char> = None;
    let equals = text.char_indices().find(|&(_, c)| {
        match open {
            Some(quote) if quote == c => open = None,
            None if matches!(c, '"' | '\'') => open = Some(c),
            _ => {}
        }
        open.is_none() && c == '='
    });
    let (at, _) = equals?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}

/// The names of a key, by TOML's own rules.
fn path(key: &str) -> Option<Vec<String>> {
    let text = format!("{key}=0");
    let parsed = DeTable::parse(&text).ok()?.into_inner();
    let mut names = Vec::new();
    let mut at = DeValue::Table(parsed);
    while let DeValue::Table(table) = at {
        let mut entries = table.into_iter();
        let (name, value) = entries.next()?;
        names.push(name.into_inner().into_owned());
        at = value.into_inner();
        if entries.next().is_some() {
            return None;
        }
    }
    Some(names)
}

/// A setting placed behind the text of the file, so that the position of a value tells its origin.
#[derive(Debug)]
pub(crate) struct PlacedSetting {
    setting: Setting,
    start: usize,
    /// The value as a key's value, at its place.
    text: String,
    /// Whether the value is a text although it parses as something else.
    is_text: bool,
}

/// The key of [`PlacedSetting::text`].
const HEAD: &str = "v=";

impl PlacedSetting {
    /// The settings one after the other behind a text of this length.
    pub(crate) fn behind(length: usize, settings: &[Setting]) -> Vec<PlacedSetting> {
        let mut start = length + 1;
        let place = |setting: &Setting| {
            let text = format!("{:start$}{HEAD}{}", "", setting.value);
            let placed = PlacedSetting { setting: setting.clone(), start, text, is_text: false };
            start = placed.range().end + 1;
            placed
        };
        settings.iter().map(place).collect()
    }

    /// The places that are its own.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.text.len() + 1
    }

    /// The option as it was given.
    pub(crate) fn option(&self) -> &str {
        &self.setting.option
    }

    /// The part of the value before a position in it.
    pub(crate) fn before(&self, place: usize) -> &str {
        self.text.get(self.start + HEAD.len()..place).unwrap_or_default()
    }

    /// Makes the value a text; false if it is a text already, or not a single word.
    pub(crate) fn becomes_text(&mut self) -> bool {
        !std::mem::replace(&mut self.is_text, true) && is_word(&self.setting.value)
    }

    /// Changes the file.
    ///
    /// # Errors
    /// The value is invalid, or the key does not exist; the error is a sentence.
    pub(crate) fn apply<'t>(&'t self, file: &mut Spanned<DeValue<'t>>) -> Result<(), String> {
        put(file, &self.setting.path, self.value()?)
    }

    fn value(&self) -> Result<Spanned<DeValue<'_>>, String> {
        let value = &self.setting.value;
        let text = || Spanned::new(self.range(), DeValue::String(Cow::Borrowed(value.as_str())));
        if self.is_text {
            return Ok(text());
        }
        let mut values = match DeTable::parse(&self.text) {
            Ok(table) => table.into_inner().into_iter(),
            Err(_) if is_word(value) => return Ok(text()),
            Err(error) => {
                return Err(format!("{value} is not a value in TOML: {}", error.message()));
            }
        };
        match (values.next(), values.next()) {
            (Some((_, value)), None) => Ok(value),
            _ => Ok(text()),
        }
    }
}

/// Whether a value that is not TOML is taken as a text: it does not begin as a quoted text, an
/// array or a table.
fn is_word(value: &str) -> bool {
    !value.starts_with(['"', '\'', '[', '{'])
}

/// Puts a value at a path below another one.
fn put<'t>(
    at: &mut Spanned<DeValue<'t>>,
    path: &'t [String],
    value: Spanned<DeValue<'t>>,
) -> Result<(), String> {
    let Some((name, rest)) = path.split_first() else {
        *at = value;
        return Ok(());
    };
    // `draw = true` is a table with its defaults.
    if matches!(at.get_ref(), DeValue::Boolean(_)) {
        *at = Spanned::new(value.span(), DeValue::Table(DeTable::new()));
    }
    if SPRT_KEYS.contains(&name.as_str()) {
        write_hypotheses_out(at);
    }
    let below = match at.get_mut() {
        DeValue::Table(table) => table
            .entry(Spanned::new(value.span(), Cow::Borrowed(name.as_str())))
            .or_insert_with(|| Spanned::new(value.span(), DeValue::Table(DeTable::new()))),
        DeValue::Array(items) => element(items, name)?,
        _ => return Err(format!("`{name}` cannot be set: its parent is a value, not a table")),
    };
    put(below, rest, value)
}

/// The keys of a sequential test, which may be written short as `[elo0, elo1]`.
const SPRT_KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// Makes a table of two numbers, the short form of a sequential test.
fn write_hypotheses_out<'t>(at: &mut Spanned<DeValue<'t>>) {
    let is_number = |item: &Spanned<DeValue<'_>>| {
        matches!(item.get_ref(), DeValue::Integer(_) | DeValue::Float(_))
    };
    let DeValue::Array(items) = at.get_ref() else { return };
    if items.len() != 2 || !items.iter().all(is_number) {
        return;
    }
    let span = at.span();
    let value = std::mem::replace(at.get_mut(), DeValue::Table(DeTable::new()));
    let (DeValue::Array(items), DeValue::Table(table)) = (value, at.get_mut()) else { return };
    for (name, value) in ["elo0", "elo1"].into_iter().zip(items) {
        table.insert(Spanned::new(span.clone(), Cow::Borrowed(name)), value);
    }
}

/// One of several tables, by its name or its number.
fn element<'a, 't>(
    items: &'a mut DeArray<'t>,
    key: &str,
) -> Result<&'a mut Spanned<DeValue<'t>>, String> {
    let is_named = |item: &Spanned<DeValue<'_>>| {
        item.get_ref().get("name").and_then(|name| name.get_ref().as_str()) == Some(key)
    };
    let count = items.len();
    let number = key.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let index = items.iter().position(is_named).or(number).filter(|index| *index < count);
    index.and_then(|index| items.get_mut(index)).ok_or_else(|| {
        format!("there is no {key:?}: say a number from 1 to {count}, or the `name` of the table")
    })
}

/// A text as TOML has it.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_of(text: &str) -> Vec<String> {
        text.parse::<Setting>().unwrap().path
    }

    /// A file with these settings, as TOML.
    fn set(file: &str, settings: &[&str]) -> Result<toml::Table, String> {
        use serde::Deserialize as _;
        let settings: Vec<Setting> = settings.iter().map(|text| text.parse().unwrap()).collect();
        let placed = PlacedSetting::behind(file.len(), &settings);
        let root = DeTable::parse(file).unwrap();
        let mut root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
        placed.iter().try_for_each(|setting| setting.apply(&mut root))?;
        Ok(toml::Table::deserialize(toml::de::ValueDeserializer::from(root)).unwrap())
    }

    #[test]
    fn keys_are_toml_keys() {
        assert_eq!(path_of("games=400"), ["games"]);
        assert_eq!(path_of("contender.1.preset = modern"), ["contender", "1", "preset"]);
        assert_eq!(path_of("a.\"Move = Overhead\"=5"), ["a", "Move = Overhead"]);
        for wrong in ["games", "=5", "a b=5", "a..b=5", "a\nb=1", "[a]=1"] {
            assert!(wrong.parse::<Setting>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_are_put_where_their_keys_lead() {
        let file =
            "games = 2\ndraw = true\n[[contender]]\nname = \"a\"\n[[contender]]\nname = \"b\"\n";
        let settings = [
            "games=4",
            "limits.nodes=9",
            "draw.score=5",
            "contender.2.preset=modern",
            "contender.a.hash=8",
        ];
        let expected = "games = 4\ndraw = { score = 5 }\nlimits = { nodes = 9 }\n\
            [[contender]]\nname = \"a\"\nhash = 8\n[[contender]]\nname = \"b\"\npreset = \"modern\"\n";
        assert_eq!(set(file, &settings).unwrap(), expected.parse().unwrap());
        let short = "[stop]\nsprt = [0, 5]\n";
        let written_out = "[stop]\nsprt = { elo0 = 0, elo1 = 5, model = \"logistic\" }\n";
        assert_eq!(
            set(short, &["stop.sprt.model=logistic"]).unwrap(),
            written_out.parse().unwrap()
        );
        assert!(set(file, &["contender.3.hash=8"]).unwrap_err().contains("a number from 1 to 2"));
        assert!(set(file, &["games.more=8"]).unwrap_err().contains("its parent is a value"));
    }

    #[test]
    fn what_is_no_toml_is_a_text() {
        for (value, expected) in [
            ("10+0.1", "\"10+0.1\""),
            ("two words", "\"two words\""),
            ("\"quoted\"", "\"quoted\""),
            ("[1, 2]", "[1, 2]"),
            ("true", "true"),
            ("", "\"\""),
        ] {
            let table = set("", &[&format!("key={value}")]).unwrap();
            assert_eq!(table["key"].to_string(), expected);
        }
        assert!(set("", &["key={ a = 1"]).unwrap_err().contains("is not a value in TOML"));
    }
}
