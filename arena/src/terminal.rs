//! Text of others, made safe for a terminal.
//!
//! Names, paths and whatever a program or a file says may hold escape sequences, which move the
//! cursor, change the title or answer in the user's name, and marks that turn the direction of what
//! follows. All that is printed, and the reports that are written for reading, pass through here.

use std::borrow::Cow;

/// A text as one line: line breaks, other control characters and marks of direction are shown as
/// escapes, tabs as blanks.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    shown(text, is_harmful)
}

/// The same of a text of several lines, whose breaks stay.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    shown(text, |c| c != '\n' && is_harmful(c))
}

/// The same of a JSON text, which means what it meant: only its strings can hold such characters,
/// and there they may be written as escapes.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| c != '\n' && is_harmful(c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => safe.push(c),
            // All of them have four digits.
            c if is_harmful(c) => safe.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

fn shown(text: &str, is_harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\0' => safe.push_str("\\0"),
            '\t' => safe.push(' '),
            c if is_harmful(c) => safe.extend(c.escape_default()),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// Control characters of both sets, separators of lines, and marks of direction.
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escape_sequences_are_shown_and_not_sent() {
        assert_eq!(line("\x1b[2J\x07 \u{9b}31m"), "\\u{1b}[2J\\u{7} \\u{9b}31m");
        assert_eq!(line("a\tb\r\nc\0"), "a b\\r\\nc\\0");
        assert_eq!(lines("a\tb\r\nc"), "a b\\r\nc");
        assert_eq!(line("gpj.\u{202e}exe"), "gpj.\\u{202e}exe");
    }

    #[test]
    fn other_text_is_left_as_it_is() {
        for text in ["", "Žluťoučký kůň", "将棋 ♞ \u{1f600}", "<script>"] {
            assert!(matches!(line(text), Cow::Borrowed(same) if same == text));
        }
    }

    proptest! {
        #[test]
        fn nothing_harmful_is_left_and_json_means_the_same(text in any::<String>()) {
            prop_assert!(!line(&text).contains(is_harmful));
            let json_text = serde_json::to_string_pretty(&[&text]).unwrap();
            let safe = json(&json_text);
            prop_assert!(!safe.contains(|c| c != '\n' && is_harmful(c)));
            prop_assert_eq!(serde_json::from_str::<Vec<String>>(&safe).unwrap(), [text]);
        }
    }
}
