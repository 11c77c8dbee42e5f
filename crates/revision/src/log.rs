//! The log of a build.

use std::fs;
use std::path::Path;

/// Lines of a log that an error shows.
const LINES: usize = 15;
/// Characters of a line that an error shows.
const WIDTH: usize = 200;

/// The last lines of a log that are not blank, indented.
pub(crate) fn last_lines(log: &Path) -> String {
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = text.unwrap_or_default();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    let shown =
        last.iter().map(|line| format!("  {}", line.chars().take(WIDTH).collect::<String>()));
    let shown = shown.collect::<Vec<String>>().join("\n");
    if shown.is_empty() { "  (it printed nothing)".to_owned() } else { shown }
}
