//! Tag pairs: those shared by all games of a match, and the syntax of a tag pair.

use std::fmt::Write as _;

use shakmaty::Color;

use crate::chess::record::Contender;
use crate::storage::facts::{BookFacts, ContenderFacts, MatchFacts, TournamentFacts};
use stats::anytime::Method;

/// The `Site` tag of every journal.
pub(super) const SITE: &str = "Ziggurat arena";
/// The first characters of the text of every game.
pub(super) const GAME_START: &str = "[Event \"";
/// The tag by which games refer to the settings of their match.
pub(super) const SETTINGS: &str = "Settings";
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

/// The tags with the settings of the players and of the match.
pub(super) fn settings(facts: &MatchFacts, white: Contender) -> String {
    let mut out = String::new();
    let sides = [(Color::White, white), (Color::Black, white.other())];
    for (color, contender) in sides {
        let ContenderFacts { engine, limits, signature, files, revision, .. } =
            facts.contender(contender);
        let prefix = color.fold_wb("White", "Black");
        push(&mut out, &format!("{prefix}Configuration"), &engine.to_string());
        let threads = engine.threads_beside_line().map(|threads| threads.to_string());
        push_optional(&mut out, &format!("{prefix}Threads"), threads.as_deref());
        push(&mut out, &format!("{prefix}Limits"), &limits.to_string());
        push(&mut out, &format!("{prefix}Signature"), &signature.to_string());
        push_optional(&mut out, &format!("{prefix}Files"), files.as_deref());
        let revision = revision.as_ref().map(ToString::to_string);
        push_optional(&mut out, &format!("{prefix}Revision"), revision.as_deref());
    }
    let controls = sides.map(|(_, contender)| &facts.contender(contender).time_control);
    if controls[0] == controls[1] {
        push(&mut out, "TimeControl", controls[0]);
    } else {
        push(&mut out, "WhiteTimeControl", controls[0]);
        push(&mut out, "BlackTimeControl", controls[1]);
    }
    let cost = facts.equal_cost.map(|cost| cost.to_string());
    push_optional(&mut out, "EqualCost", cost.as_deref());
    push_optional(&mut out, "Question", facts.question.as_deref());
    push(&mut out, "MatchGames", &facts.games.to_string());
    push(&mut out, "MatchSeed", &facts.seed.to_string());
    push(&mut out, "Adjudication", &facts.adjudication);
    if !facts.runner_rules.are_own() {
        push(&mut out, "Conventions", facts.runner_rules.name());
    }
    push_filled(&mut out, "StopRules", &facts.stop.to_string());
    if facts.anytime != Method::Mixture {
        push(&mut out, "AnytimeInterval", &facts.anytime.to_string());
    }
    let BookFacts { file, openings, order, plies, start } = &facts.book;
    push(&mut out, "BookFile", file);
    push(&mut out, "BookOpenings", &openings.to_string());
    push(&mut out, "BookOrder", order);
    push_optional(&mut out, "BookPlies", plies.map(|plies| plies.to_string()).as_deref());
    push(&mut out, "BookStart", &start.to_string());
    push(&mut out, "MatchFingerprint", &facts.fingerprint);
    if let Some(TournamentFacts { format, contenders, pairing }) = facts.tournament {
        push(&mut out, "TournamentFormat", format.name());
        push(&mut out, "TournamentContenders", &contenders.to_string());
        push(&mut out, "Pairing", &(pairing + 1).to_string());
    }
    out
}

/// The line of the checksum.
pub(super) fn checksum(crc: u32) -> String {
    format!("{CHECKSUM_START}{crc:08x}\"]\n")
}

/// Appends one tag pair. Control characters become blanks: a tag pair is one line.
pub(super) fn push(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "[{name} \"");
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
