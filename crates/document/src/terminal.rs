//! Makes foreign text safe for a terminal, and measures its width there.
//!
//! Names, paths and the output of programs may contain escape sequences, which move the cursor,
//! change the title or answer in the user's name, and marks that reverse the direction of text. All
//! terminal output, and all reports written for reading, pass through here.

mod in_place;

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub use in_place::{InPlace, with_bar};
pub use system::terminal::{Stream, columns as reported_columns};

/// A text as one line: line breaks, other control characters and marks of direction are shown as
/// escapes, tabs as blanks.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    shown(text, is_harmful)
}

/// The same for a text of several lines; line breaks stay.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    shown(text, |c| c != '\n' && is_harmful(c))
}

/// The same for a JSON text, without changing its meaning: only its strings can contain such
/// characters, and there they may be written as escapes.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    if !contains(text, |c| c != '\n' && is_harmful(c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => safe.push(c),
            // All such characters have four digits.
            c if is_harmful(c) => safe.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// The columns of the terminal that this stream is: 80 where it is none, or one that does not report them.
#[must_use]
pub fn columns(stream: impl Stream) -> usize {
    reported_columns(stream).unwrap_or(80)
}

/// Columns that a text takes on a terminal: two for a wide character, as those of East Asian
/// scripts, none for a combining mark.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// A text of at most this many columns: a longer one is cut, and ends in an ellipsis.
#[must_use]
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let mut used = 1;
    let end = text.char_indices().find_map(|(at, c)| {
        used += c.width().unwrap_or(1);
        (used > columns).then_some(at)
    });
    Cow::Owned(format!("{}…", &text[..end.unwrap_or(text.len())]))
}

/// A text with blanks behind it, up to this many columns.
#[must_use]
pub fn pad_right(text: &str, columns: usize) -> String {
    text.to_owned() + &blanks(text, columns)
}

/// A text with blanks before it, up to this many columns.
#[must_use]
pub fn pad_left(text: &str, columns: usize) -> String {
    blanks(text, columns) + text
}

/// The blanks that make a text this wide. Not by a format's width, which ends at 65,535.
fn blanks(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}

fn shown(text: &str, is_harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !contains(text, &is_harmful) {
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

/// Whether a text has such a character, which no printable one of ASCII is. Long reports are mostly those, and each is
/// one comparison here.
fn contains(text: &str, is_harmful: impl Fn(char) -> bool) -> bool {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| !(b' '..=b'~').contains(&byte)) {
        let mut characters = rest[at..].chars();
        if characters.next().is_some_and(&is_harmful) {
            return true;
        }
        rest = characters.as_str();
    }
    false
}

/// Control characters of both sets, separators of lines, and marks of direction.
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}')
}

/// The words of a text, broken into lines of at most so many columns; a word that is longer than a line is cut.
#[must_use]
pub fn paragraph(text: &str, columns: usize) -> String {
    broken(text.split_whitespace().map(|word| cut(word, columns)), columns, [0, 0]) + "\n"
}

/// Columns by which the further lines of a wrapped line are indented beyond its first.
const HANGING: usize = 2;

/// Lines that are too long broken between words, each further line indented a little more than the first. A word that
/// is longer than a line, such as a path, stays whole.
#[must_use]
pub fn wrapped(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| wrapped_line(line, columns)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> String {
    if width(line) <= columns {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len();
    broken(line.split_whitespace().map(Cow::Borrowed), columns, [indent, indent + HANGING])
}

/// Breaks words into lines of at most this width, without breaking a word. The first line and the others are indented.
fn broken<'a>(
    words: impl Iterator<Item = Cow<'a, str>>,
    columns: usize,
    [first, further]: [usize; 2],
) -> String {
    let (mut out, mut used) = (" ".repeat(first), first);
    for (number, word) in words.enumerate() {
        let length = width(&word);
        if number > 0 && used + 1 + length > columns {
            out.push('\n');
            out.push_str(&" ".repeat(further));
            used = further;
        } else if number > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(&word);
        used += length;
    }
    out
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

    #[test]
    fn widths_are_those_of_a_terminal() {
        assert_eq!([width("将棋"), width("e\u{301}"), width("♞ x")], [4, 1, 3]);
        assert_eq!((pad_right("将棋", 6), pad_left("将棋", 6)), ("将棋  ".into(), "  将棋".into()));
        assert_eq!(pad_left("long", 2), "long");
        assert_eq!(pad_left("x", 70_000).len(), 70_000);
    }

    #[test]
    fn long_texts_are_cut_with_an_ellipsis() {
        assert_eq!(cut("exactly", 7), "exactly");
        assert_eq!(cut("a bit longer", 7), "a bit …");
        assert_eq!(cut("将棋将棋", 6), "将棋…");
        assert_eq!(cut("e\u{301}e\u{301}e", 2), "e\u{301}…");
        assert_eq!(cut(&"x".repeat(70_000), 100).chars().count(), 100);
    }

    proptest! {
        #[test]
        fn a_cut_text_is_never_wider(text in any::<String>(), columns in 1..50_usize) {
            prop_assert!(width(&cut(&text, columns)) <= columns);
        }

        #[test]
        fn nothing_harmful_is_left_and_json_means_the_same(text in any::<String>()) {
            prop_assert!(!line(&text).contains(is_harmful));
            let json_text = serde_json::to_string_pretty(&[&text]).unwrap();
            let safe = json(&json_text);
            prop_assert!(!safe.contains(|c| c != '\n' && is_harmful(c)));
            prop_assert_eq!(serde_json::from_str::<Vec<String>>(&safe).unwrap(), [text]);
        }
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "warning: the contenders have different numbers of threads\n  short";
        let expected = "warning: the contenders have\n  different numbers of threads\n  short";
        assert_eq!(wrapped(text, 30), expected);
        assert_eq!(
            wrapped("  a /very/long/path/to/somewhere b", 12),
            "  a\n    /very/long/path/to/somewhere\n    b"
        );
        assert_eq!(wrapped("fits  as it is", 60), "fits  as it is");
    }
}
