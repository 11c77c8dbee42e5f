//! A line that declares an option: `option name Hash type spin default 16 min 1 max 1024`.
//!
//! White space between the words is of any kind and length, and what follows the type comes in any order.

use shakmaty_uci::{UciMessage, UciOptionConfig};

use super::DeclaredOption;

/// The types of the protocol.
const TYPES: [&str; 5] = ["check", "spin", "combo", "button", "string"];

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

/// An option with its type and range, read from the same line in the usual order and with single blanks.
fn known(line: &str) -> Option<UciOptionConfig> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let of_type = words.windows(2).position(|pair| pair[0] == "type" && TYPES.contains(&pair[1]))?;
    let (head, rest) = words.split_at(of_type + 2);
    let kind = head[of_type + 1];
    let tail = match kind {
        "string" => default_text(line),
        _ => in_order(rest, if kind == "combo" { &["default", "var"] } else { &["default", "min", "max"] }),
    };
    match format!("{} {tail}", head.join(" ")).trim_end().parse() {
        Ok(UciMessage::Option(option)) => Some(option),
        _ => None,
    }
}

/// The default of a text as it is written, blanks within it included.
fn default_text(line: &str) -> String {
    let words = line.split_inclusive(|c: char| c.is_ascii_whitespace());
    let mut behind = words.skip_while(|word| word.trim_ascii_end() != "string").skip(1);
    match behind.find(|word| !word.trim_ascii().is_empty()) {
        Some(word) if word.trim_ascii_end() == "default" => {
            format!("default {}", behind.collect::<String>().trim_ascii())
        }
        _ => String::new(),
    }
}

/// The values with the keys before them, sorted by the order of the keys. A key that follows a key is its value.
fn in_order(words: &[&str], keys: &[&str]) -> String {
    let mut groups: Vec<(usize, Vec<&str>)> = Vec::new();
    for &word in words {
        let key = keys.iter().position(|key| *key == word);
        match (key, groups.last_mut()) {
            (_, Some((_, group))) if key.is_none() || group.len() == 1 => group.push(word),
            (Some(key), _) => groups.push((key, vec![word])),
            // Text before the first key says nothing.
            (None, _) => {}
        }
    }
    groups.sort_by_key(|(key, _)| *key);
    groups.into_iter().map(|(_, group)| group.join(" ")).collect::<Vec<String>>().join(" ")
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
        assert_eq!((default.as_deref(), var), (Some("default"), vec!["default".into(), "min".into()]));
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
