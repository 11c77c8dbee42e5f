//! Phrases shared by pages and templates.

use std::fmt::Write as _;

use super::{Absent, Key};

/// Columns of a page in a terminal.
const WIDTH: usize = 96;

/// The default of an absent key, in a few words.
pub(super) fn default_of(key: &Key) -> String {
    match key.default {
        Absent::Required => "required".to_owned(),
        other => format!("default: {other}"),
    }
}

/// The key with its example, as it is written.
pub(super) fn example(key: &Key) -> String {
    format!("{} = {}", key.name, key.example)
}

/// A text in lines that end before the terminal does, indented.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent + line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(lines, "{:indent$}{line}", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(lines, "{:indent$}{line}", "");
    lines
}
