//! The table `[supervision]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::config::OnSuspect;
use crate::config::ranges::FAULTS_IN_A_ROW;
use crate::config::reference::Absent::Is;
use crate::config::reference::{Key, Kind, Section};
use crate::config::values::{TimeText, Whole};

/// `[supervision]` as it is written; the reference describes its keys.
#[expect(missing_docs, reason = "the reference describes every key")]
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SupervisionTable {
    pub startup: Option<Spanned<TimeText>>,
    pub ready: Option<Spanned<TimeText>>,
    pub new_game: Option<Spanned<TimeText>>,
    pub hang: Option<Spanned<TimeText>>,
    pub grace: Option<Spanned<TimeText>>,
    pub on_suspect: Option<Spanned<String>>,
    pub faults_in_a_row: Option<Spanned<Whole>>,
}

/// `[supervision]` and its keys.
pub const SUPERVISION: Section = Section {
    title: "[supervision]",
    meaning: "Timeouts of programs, the treatment of a move that the runner itself may have seen too late, \
              and the number of faults that ends the match.",
    keys: &[
        Key::new(
            "startup",
            Kind::Seconds,
            Is("\"30\""),
            "\"30\"",
            "From the start of the process to `uciok`.",
        ),
        Key::new("ready", Kind::Seconds, Is("\"30\""), "\"30\"", "From `isready` to `readyok`."),
        Key::new(
            "new_game",
            Kind::Seconds,
            Is("\"60\""),
            "\"60\"",
            "From `ucinewgame` to the `readyok` after it.",
        ),
        Key::new("hang", Kind::Seconds, Is("\"60\""), "\"60\"", "For a move that no clock limits."),
        Key::new(
            "grace",
            Kind::Seconds,
            Is("\"1\""),
            "\"1\"",
            "From `stop` to `bestmove`, before the process is killed.",
        ),
        Key::new(
            "on_suspect",
            Kind::OneOf(|| OnSuspect::ALL.map(|policy| policy.name().to_owned()).into()),
            Is("\"forfeit\""),
            "\"replay-pair\"",
            "The treatment of a late move if the runner may be to blame: the game is lost, or both \
             games of the pair are played again.",
        ),
        Key::new(
            "faults_in_a_row",
            Kind::Whole(FAULTS_IN_A_ROW),
            Is("5"),
            "20",
            "The match stops once a contender has lost this many of its games in a row, in the order of \
             the schedule, by a crash, a stall or an illegal move; 0 disables the rule.",
        ),
    ],
};
