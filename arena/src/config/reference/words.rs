//! Phrases shared by pages and templates.

use document::terminal::paragraph;

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
    let lines = paragraph(text, WIDTH - indent);
    lines.lines().map(|line| format!("{:indent$}{line}\n", "")).collect()
}
