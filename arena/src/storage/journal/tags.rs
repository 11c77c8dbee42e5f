//! Tag pairs: the names of those that mark a game, and the syntax of one.

/// The `Site` tag of every journal.
pub(super) const SITE: &str = "Ziggurat arena";
/// The first characters of the text of every game.
pub(super) const GAME_START: &str = "[Event \"";
/// The tag by which games refer to the settings of their match.
pub(super) const SETTINGS: &str = "Settings";
/// The tag with the settings themselves.
pub(super) const MATCH: &str = "Match";
/// The first characters of the checksum's line.
pub(super) const CHECKSUM_START: &str = "[Checksum \"";

/// The line of the checksum.
pub(super) fn checksum(crc: u32) -> String {
    format!("{CHECKSUM_START}{crc:08x}\"]\n")
}

/// Appends one tag pair. Control characters become blanks: a tag pair is one line.
pub(super) fn push(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push_str("\"]\n");
}

/// The line of one tag pair.
pub(super) fn pair(name: &str, value: &str) -> String {
    let mut out = String::new();
    push(&mut out, name, value);
    out
}

/// Appends a tag pair if there is a value.
pub(super) fn push_optional(out: &mut String, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        push(out, name, value);
    }
}
