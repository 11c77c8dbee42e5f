//! Tag pairs: those shared by all games of a match, and the syntax of a tag pair.

use crate::chess::record::Contender;
use crate::storage::facts::MatchFacts;

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

/// The first two tags.
pub(super) fn event(facts: &MatchFacts) -> String {
    let mut out = String::new();
    push(&mut out, "Event", &facts.name);
    push(&mut out, "Site", SITE);
    out
}

/// The tags that name the players.
pub(super) fn players(facts: &MatchFacts, white: Contender) -> String {
    let mut out = String::new();
    push(&mut out, "White", &facts.contender(white).name);
    push(&mut out, "Black", &facts.contender(white.other()).name);
    out
}

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

/// Appends a tag pair if the value is not empty.
pub(super) fn push_filled(out: &mut String, name: &str, value: &str) {
    push_optional(out, name, Some(value).filter(|value| !value.is_empty()));
}
