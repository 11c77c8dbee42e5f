//! A finished game as PGN text.

use std::fmt::Write as _;

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use super::{comment, detail, measured, settings, tags};
use crate::chess::limits::PlayLimits;
use crate::chess::notation::san_and_play;
use crate::chess::openings::Opening;
use crate::chess::record::{Contender, GameRecord, MoveRecord, WorkerFacts};
use crate::storage::facts::MatchFacts;

/// Writes the games of one match. The tags that all its games share are put together once.
#[derive(Clone, Debug)]
pub struct GameWriter {
    event: String,
    /// Player names and all settings, indexed by the contender with White.
    players: [String; 2],
    settings: [String; 2],
    /// The reference to the settings in lean games.
    reference: String,
    /// The `TimeControl` tag of lean games, if they have one.
    time_control: Option<String>,
}

/// The text of a finished game, in the two forms that a journal has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The lean form's reference to the settings of the match.
    pub(super) settings: String,
    /// With the settings of the match in its tags, for others to refer to.
    pub(super) full: String,
    /// Without.
    pub(super) lean: String,
}

impl GameText {
    /// The self-contained text.
    #[must_use]
    pub fn full(&self) -> &str {
        &self.full
    }

    /// This text in both forms, for tests.
    #[cfg(test)]
    pub(crate) fn example(text: &str) -> GameText {
        GameText { settings: String::new(), full: text.to_owned(), lean: text.to_owned() }
    }

    /// The text that refers to the settings in another one.
    #[must_use]
    pub fn lean(&self) -> &str {
        &self.lean
    }
}

impl GameWriter {
    /// A writer for the games of this match.
    #[must_use]
    pub fn new(facts: &MatchFacts) -> GameWriter {
        let by_white = |make: fn(&MatchFacts, Contender) -> String| {
            [make(facts, Contender::First), make(facts, Contender::Second)]
        };
        let [first, second] = facts.contenders.each_ref().map(|contender| &contender.time_control);
        let is_shared = first == second && first != PlayLimits::NO_TIME_CONTROL;
        GameWriter {
            event: tags::event(facts),
            players: by_white(tags::players),
            settings: by_white(tags::settings),
            reference: settings::reference(facts),
            time_control: is_shared.then(|| first.clone()),
        }
    }

    /// The text of a finished game with the date (UTC, as PGN writes it), two line breaks at its
    /// end. It has the settings of the match in its tags, like every game of earlier versions.
    #[must_use]
    pub fn write(&self, record: &GameRecord, opening: &Opening, date: &str) -> String {
        let moves = commented_moves(record, opening);
        let tags = self.full_tags(record, opening, date, None);
        assembled(tags, &ended(&moves, record, ""))
    }

    /// The text of a finished game for a journal.
    #[must_use]
    pub fn text(&self, record: &GameRecord, opening: &Opening, date: &str) -> GameText {
        let moves = commented_moves(record, opening);
        let full = self.full_tags(record, opening, date, Some(&self.reference));
        let lean = self.lean_tags(record, opening, date);
        GameText {
            settings: self.reference.clone(),
            full: assembled(full, &ended(&moves, record, "")),
            lean: assembled(lean, &ended(&moves, record, &measured::comment(record))),
        }
    }

    /// All tags but the checksum; with `reference` also how other games refer to the settings.
    fn full_tags(
        &self,
        record: &GameRecord,
        opening: &Opening,
        date: &str,
        reference: Option<&str>,
    ) -> String {
        let mut out = String::with_capacity(2048);
        let spec = &record.spec;
        self.write_roster(&mut out, record, opening, date);
        write_opening(&mut out, opening);
        tags::push(&mut out, "Pair", &(spec.pair() + 1).to_string());
        tags::push(&mut out, "Game", &(spec.game + 1).to_string());
        tags::push(&mut out, "BookOpening", &(spec.opening + 1).to_string());
        out.push_str(&self.settings[spec.white as usize]);
        tags::push_optional(&mut out, tags::SETTINGS, reference);
        tags::push(&mut out, "Termination", detail::pgn_termination(record.termination));
        write_ending(&mut out, record, opening);
        for (name, value) in measured::values(record) {
            tags::push(&mut out, &name, &value);
        }
        out
    }

    /// The tags that differ from game to game, and those with the names of the match and its
    /// players.
    fn lean_tags(&self, record: &GameRecord, opening: &Opening, date: &str) -> String {
        let mut out = String::with_capacity(512);
        self.write_roster(&mut out, record, opening, date);
        write_opening(&mut out, opening);
        tags::push(&mut out, "BookOpening", &(record.spec.opening + 1).to_string());
        tags::push_optional(&mut out, "TimeControl", self.time_control.as_deref());
        tags::push(&mut out, tags::SETTINGS, &self.reference);
        let termination = detail::pgn_termination(record.termination);
        // An absent tag means a normal termination.
        let told = Some(termination).filter(|termination| *termination != detail::NORMAL);
        tags::push_optional(&mut out, "Termination", told);
        write_ending(&mut out, record, opening);
        out
    }

    /// The seven tags of every PGN file, and the start position unless it is that of chess.
    fn write_roster(&self, out: &mut String, record: &GameRecord, opening: &Opening, date: &str) {
        let spec = &record.spec;
        out.push_str(&self.event);
        tags::push(out, "Date", date);
        tags::push(out, "Round", &format!("{}.{}", spec.pair() + 1, spec.game % 2 + 1));
        out.push_str(&self.players[spec.white as usize]);
        tags::push(out, "Result", detail::result(record.outcome));
        if opening.castling_mode().is_chess960() {
            tags::push(out, "Variant", "Chess960");
        }
        if opening.start != Chess::default() {
            tags::push(out, "SetUp", "1");
            let fen = Fen::from_position(&opening.start, EnPassantMode::Legal);
            tags::push(out, "FEN", &fen.to_string());
        }
    }

    /// A finished game in minimal form for other tools: the seven tags of every PGN file, the start
    /// position unless it is that of chess, and the moves.
    #[must_use]
    pub fn bare(&self, record: &GameRecord, opening: &Opening, date: &str) -> String {
        let mut out = String::new();
        self.write_roster(&mut out, record, opening, date);
        write_moves(&mut out, record, opening, |_, _| ());
        out.push_str(detail::result(record.outcome));
        out.push_str("\n\n");
        out
    }
}

/// Its code and its name.
fn write_opening(out: &mut String, opening: &Opening) {
    tags::push_optional(out, "ECO", opening.eco.as_deref());
    tags::push_optional(out, "Opening", opening.name.as_deref());
}

/// The end of a game, and the place where it was played.
fn write_ending(out: &mut String, record: &GameRecord, opening: &Opening) {
    tags::push(out, "TerminationDetail", &detail::termination_detail(record.termination));
    tags::push_optional(out, "Incident", record.incident.as_deref());
    tags::push_optional(out, "Table", record.thread.map(|thread| thread.to_string()).as_deref());
    if let Some(WorkerFacts { name, time_scale }) = &record.worker {
        tags::push(out, "Worker", name);
        let scale = (*time_scale != 1.0).then(|| time_scale.to_string());
        tags::push_optional(out, "TimeScale", scale.as_deref());
    }
    tags::push_filled(out, "Suspect", if record.suspect { "runner" } else { "" });
    let plies = opening.moves.len() + record.moves.len();
    tags::push(out, "PlyCount", &plies.to_string());
}

/// The tags with their checksum, and the movetext.
fn assembled(mut tags: String, movetext: &str) -> String {
    let mut crc = crc32fast::Hasher::new();
    crc.update(tags.as_bytes());
    crc.update(movetext.as_bytes());
    tags.push_str(&tags::checksum(crc.finalize()));
    tags.push_str(movetext);
    tags
}

/// A blank line, and the moves with their comments.
fn commented_moves(record: &GameRecord, opening: &Opening) -> String {
    let mut out = String::with_capacity(56 * record.moves.len());
    write_moves(&mut out, record, opening, |out, record| {
        out.push(' ');
        match record {
            Some(record) => comment::write(out, record),
            None => {
                let _ = write!(out, "{{{}}}", comment::BOOK);
            }
        }
    });
    out
}

/// The moves with a last comment on a line of its own, and the result.
fn ended(moves: &str, record: &GameRecord, comment: &str) -> String {
    format!("{moves}{comment}{}\n\n", detail::result(record.outcome))
}

/// Appends a blank line and the moves; after each of them `remark` may add a comment; moves of the
/// opening have no record.
fn write_moves(
    out: &mut String,
    record: &GameRecord,
    opening: &Opening,
    remark: impl Fn(&mut String, Option<&MoveRecord>),
) {
    out.push('\n');
    let mut position = opening.start.clone();
    let book = opening.moves.iter().map(|&m| (m, None));
    let played = record.moves.iter().map(|record| (record.played, Some(record)));
    let mut line_begun = false;
    for (m, record) in book.chain(played) {
        // One move of both sides a line: short lines, and a journal that a diff can show.
        match position.turn() {
            Color::White if line_begun => out.push('\n'),
            Color::Black if line_begun => out.push(' '),
            _ => {}
        }
        if position.turn().is_white() || !line_begun {
            out.push_str(itoa::Buffer::new().format(position.fullmoves().get()));
            out.push_str(position.turn().fold_wb(". ", "... "));
        }
        line_begun = true;
        san_and_play(&mut position, m).append_to_string(out);
        remark(out, record);
    }
    if line_begun {
        out.push('\n');
    }
}
