//! A line that declares an option: `option name Hash type spin default 16 min 1 max 1024`.
//!
//! White space between the words may be of any kind and length, and the fields after the type may
//! come in any order.

use std::str::FromStr;

use shakmaty_uci::UciOptionConfig;

use super::DeclaredOption;

/// The option that a line declares.
pub(super) fn read(line: &str) -> DeclaredOption {
    match known(line) {
        Some(option) => DeclaredOption::Known(option),
        None => {
            let words = line.split_ascii_whitespace().skip(2);
            let name: Vec<&str> = words.take_while(|word| *word != "type").collect();
            DeclaredOption::Unreadable { name: name.join(" ") }
        }
    }
}

/// An option with its type and range.
fn known(line: &str) -> Option<UciOptionConfig> {
    let words: Vec<&str> = line.split_ascii_whitespace().skip(2).collect();
    let read =
        |at: usize| option(words[..at].join(" "), words.get(at + 1)?, &words[at + 2..], line);
    (0..words.len()).filter(|at| words[*at] == "type").find_map(read)
}

/// An option of a type of the protocol.
fn option(name: String, kind: &str, rest: &[&str], line: &str) -> Option<UciOptionConfig> {
    Some(match kind {
        "check" => {
            let values = Values::of(rest, &["default"]);
            UciOptionConfig::Check { name, default: values.first("default") }
        }
        "spin" => {
            let values = Values::of(rest, &["default", "min", "max"]);
            let [default, min, max] = ["default", "min", "max"].map(|key| values.first(key));
            UciOptionConfig::Spin { name, default, min, max }
        }
        "combo" => {
            let values = Values::of(rest, &["default", "var"]);
            let default = values.first::<String>("default").map(unquoted);
            UciOptionConfig::Combo { name, default, var: values.all("var").collect() }
        }
        "button" => UciOptionConfig::Button { name },
        "string" => UciOptionConfig::String { name, default: default_text(line).map(unquoted) },
        _ => return None,
    })
}

/// The protocol's word for no text.
fn unquoted(text: String) -> String {
    if text == "<empty>" { String::new() } else { text }
}

/// The default of a text as it is written, blanks within it included.
fn default_text(line: &str) -> Option<String> {
    let words = line.split_inclusive(|c: char| c.is_ascii_whitespace());
    let mut behind = words.skip_while(|word| word.trim_ascii_end() != "string").skip(1);
    let key = behind.find(|word| !word.trim_ascii().is_empty())?;
    let text = behind.collect::<String>().trim_ascii().to_owned();
    (key.trim_ascii_end() == "default").then_some(text)
}

/// Keys, each with the words behind it.
struct Values<'a>(Vec<Vec<&'a str>>);

impl<'a> Values<'a> {
    /// A key that follows a key is its value; text before the first key says nothing.
    fn of(words: &[&'a str], keys: &[&str]) -> Values<'a> {
        let mut groups: Vec<Vec<&'a str>> = Vec::new();
        for &word in words {
            match groups.last_mut() {
                Some(group) if group.len() == 1 || !keys.contains(&word) => group.push(word),
                _ if keys.contains(&word) => groups.push(vec![word]),
                _ => {}
            }
        }
        Values(groups)
    }

    fn all(&self, key: &str) -> impl Iterator<Item = String> {
        self.0.iter().filter(move |group| group[0] == key).map(|group| group[1..].join(" "))
    }

    fn first<T: FromStr>(&self, key: &str) -> Option<T> {
        self.all(key).next()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) {
        let (one, other) = (read(one), read(other));
        assert_eq!(one, other);
        assert!(matches!(one, DeclaredOption::Known(_)), "{one:?}");
    }

    #[test]
    fn words_are_apart_by_any_white_space() {
        let line = "option name Hash Size type spin default 16 min 1 max 1024";
        same(line, &line.replace(' ', "\t"));
        same(line, &line.replace(' ', "  \t "));
    }

    #[test]
    fn what_follows_the_type_has_no_order() {
        same(
            "option name Style type combo default Very Solid var Very Solid var Normal",
            "option name Style type combo var Very Solid var Normal default Very Solid",
        );
        same(
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Hash type spin min 1 max 1024 default 16",
        );
    }

    #[test]
    fn a_choice_may_be_called_as_a_key_is() {
        let option = read("option name Style type combo var default var min default default");
        let DeclaredOption::Known(UciOptionConfig::Combo { default, var, .. }) = option else {
            panic!("{option:?}")
        };
        assert_eq!(
            (default.as_deref(), var),
            (Some("default"), vec!["default".into(), "min".into()])
        );
    }

    #[test]
    fn texts_keep_their_blanks() {
        let option = read("option\tname\tLog File type string default C:\\my  logs\\a.txt \r");
        let DeclaredOption::Known(UciOptionConfig::String { name, default }) = option else {
            panic!("{option:?}")
        };
        assert_eq!(name, "Log File");
        assert_eq!(default.map(|text| text.to_string()).as_deref(), Some("C:\\my  logs\\a.txt"));
        same("option name A type string", "option name A  type\tstring");
    }

    #[test]
    fn what_is_no_option_has_its_name() {
        let name = |line| read(line).name().to_owned();
        assert_eq!(name("option name Odd  One type slider default half"), "Odd One");
        assert_eq!(name("option\tname\tOdd"), "Odd");
        assert_eq!(name("option"), "");
    }
}
