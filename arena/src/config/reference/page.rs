//! The reference as a page: plain for a terminal, or Markdown.

use std::fmt::Write as _;

use super::words::{default_of, example, wrapped};
use super::{Absent, Section, techniques};

/// The tables of a file and their keys, for a terminal.
#[must_use]
pub fn text(file: &'static Section) -> String {
    let mut page = String::new();
    for (i, section) in file.all().into_iter().enumerate() {
        if i > 0 {
            let _ = write!(page, "\n{}\n\n", section.title);
        }
        page.push_str(&wrapped(section.meaning, 0));
        for key in section.keys {
            let _ = write!(page, "\n  {}: {}; {}\n", key.name, key.kind, default_of(key));
            page.push_str(&wrapped(key.meaning, 6));
            let _ = writeln!(page, "      {}", example(key));
        }
    }
    if techniques::are_of(file) {
        page.push_str(&techniques::text());
    }
    page
}

/// The same as Markdown, a chapter of this title.
#[must_use]
pub fn markdown(title: &str, file: &'static Section) -> String {
    let mut page = format!("# {title}\n");
    for (i, section) in file.all().into_iter().enumerate() {
        if i > 0 {
            let _ = write!(page, "\n## `{}`\n", section.title);
        }
        let _ = writeln!(page, "\n{}", section.meaning);
        if section.keys.is_empty() {
            continue;
        }
        page.push_str("\n| key | value | default | meaning | example |\n|---|---|---|---|---|\n");
        for key in section.keys {
            let cells = [
                format!("`{}`", key.name),
                key.kind.to_string(),
                match key.default {
                    Absent::Is(value) => format!("`{value}`"),
                    other => other.to_string(),
                },
                key.meaning.to_owned(),
                format!("`{}`", example(key)),
            ];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(page, "| {} |", cells.join(" | "));
        }
    }
    if techniques::are_of(file) {
        page.push_str(&techniques::markdown());
    }
    page
}
