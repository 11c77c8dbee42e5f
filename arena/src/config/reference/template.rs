//! A template file: every key with a description, the required ones filled in.

use std::fmt::Write as _;

use super::words::{default_of, example, wrapped};
use super::{Absent, Key, Kind, Section};

/// The file with the required keys and those named here (as `limits.nodes`) filled in; all others
/// are comments.
#[must_use]
pub fn template(file: &'static Section, filled: &[&str]) -> String {
    let mut text = commented(file.meaning);
    let (tables, values): (Vec<&Key>, Vec<&Key>) =
        file.keys.iter().partition(|key| matches!(key.kind, Kind::Table(_) | Kind::Tables(_)));
    for key in values {
        text.push('\n');
        text.push_str(&value(key, "", filled));
    }
    for key in tables {
        let Some(section) = key.kind.section() else { continue };
        let is_filled = filled.iter().any(|path| path.starts_with(&format!("{}.", key.name)));
        let _ = write!(text, "\n\n{}", commented(section.meaning));
        // A table that would be a mistake without keys is a comment as a whole.
        let head = if is_filled || key.default != Absent::Nothing { "" } else { "# " };
        let _ = writeln!(text, "{head}{}", section.title);
        for below in section.keys {
            text.push_str(&value(below, &format!("{}.", key.name), filled));
        }
    }
    text
}

/// A key with its meaning, and with the keys of the table that it may be.
fn value(key: &Key, path: &str, filled: &[&str]) -> String {
    let default = match key.default {
        Absent::Required | Absent::Nothing => String::new(),
        other => format!(" Default: {other}."),
    };
    let mut text = commented(&format!("{}{default}", key.meaning));
    // A table with a heading of its own is documented under that heading.
    let section = key.kind.section().filter(|section| !section.title.starts_with('['));
    for below in section.iter().flat_map(|section| section.keys) {
        let Key { name, kind, meaning, .. } = below;
        let line = format!("{name}: {kind}; {}. {meaning}", default_of(below));
        text.push_str(
            &wrapped(&line, 2).lines().map(|line| format!("# {line}\n")).collect::<String>(),
        );
    }
    let is_filled = filled.contains(&format!("{path}{}", key.name).as_str());
    let mark = if is_filled { "" } else { "# " };
    let _ = writeln!(text, "{mark}{}", example(key));
    text
}

fn commented(text: &str) -> String {
    wrapped(text, 0).lines().map(|line| format!("# {line}\n")).collect()
}
