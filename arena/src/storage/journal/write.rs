//! A finished game as PGN text.

use std::fmt::Write as _;
use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use super::settings::Head;
use super::{comment, detail, measured, tags};
use crate::chess::limits::PlayLimits;
use crate::chess::notation::san_and_play;
use crate::chess::openings::Opening;
use crate::chess::record::{GameRecord, WorkerFacts};
use crate::storage::facts::MatchFacts;

/// Writes the games of one match. The tags that all its games share are put together once.
#[derive(Clone, Debug)]
pub struct GameWriter {
    event: String,
    /// The contenders.
    names: [String; 2],
    head: Arc<Head>,
    /// The `TimeControl` tag, if both sides have the same.
    time_control: Option<String>,
}

/// The text of a finished game for a journal, with or without the settings of its match.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    head: Arc<Head>,
    /// All tags but the settings and the checksum.
    tags: String,
    movetext: String,
}

impl GameText {
    /// A text with these moves, for tests.
    #[cfg(test)]
    pub(crate) fn example(movetext: &str) -> GameText {
        GameText { movetext: movetext.to_owned(), ..GameText::default() }
    }

    /// The self-contained text.
    #[must_use]
    pub fn full(&self) -> String {
        assembled(format!("{}{}", self.tags, self.head.tag), &self.movetext)
    }

    /// The text that refers to the settings in another one.
    #[must_use]
    pub fn lean(&self) -> String {
        assembled(self.tags.clone(), &self.movetext)
    }

    /// Its reference to the settings.
    pub(super) fn settings(&self) -> &str {
        &self.head.reference
    }
}

impl GameWriter {
    /// A writer for the games of this match.
    #[must_use]
    pub fn new(facts: &MatchFacts) -> GameWriter {
        let [first, second] =
            facts.contenders.each_ref().map(|contender| contender.limits.pgn_time_control());
        let is_shared = first == second && first != PlayLimits::NO_TIME_CONTROL;
        GameWriter {
            event: facts.name.clone(),
            names: facts.contenders.each_ref().map(|contender| contender.name.clone()),
            head: Arc::new(Head::of(facts)),
            time_control: is_shared.then_some(first),
        }
    }

    /// The text of a finished game with the date (UTC, as PGN writes it), two line breaks at its
    /// end.
    #[must_use]
    pub fn text(&self, record: &GameRecord, opening: &Opening, date: &str) -> GameText {
        let moves = commented_moves(record, opening);
        GameText {
            head: Arc::clone(&self.head),
            tags: self.tags(record, opening, date),
            movetext: ended(&moves, record, &measured::comment(record)),
        }
    }

    /// All tags but the settings and the checksum.
    fn tags(&self, record: &GameRecord, opening: &Opening, date: &str) -> String {
        let mut out = String::with_capacity(512);
        self.write_roster(&mut out, record, opening, date);
        write_opening(&mut out, opening);
        tags::push(&mut out, "BookOpening", &(record.spec.opening + 1).to_string());
        tags::push_optional(&mut out, "TimeControl", self.time_control.as_deref());
        let termination = detail::pgn_termination(record.termination);
        // An absent tag means a normal termination.
        let told = Some(termination).filter(|termination| *termination != detail::NORMAL);
        tags::push_optional(&mut out, "Termination", told);
        write_ending(&mut out, record, opening);
        tags::push(&mut out, tags::SETTINGS, &self.head.reference);
        out
    }

    fn write_roster(&self, out: &mut String, record: &GameRecord, opening: &Opening, date: &str) {
        let white = record.spec.white;
        let names = [white, white.other()].map(|one| self.names[one as usize].as_str());
        write_roster(out, &self.event, names, record, opening, date);
    }
}

/// The seven tags of every PGN file, and the start position unless it is that of chess; `names` are White's and Black's.
pub(super) fn write_roster(
    out: &mut String,
    event: &str,
    names: [&str; 2],
    record: &GameRecord,
    opening: &Opening,
    date: &str,
) {
    let spec = &record.spec;
    tags::push(out, "Event", event);
    tags::push(out, "Site", tags::SITE);
    tags::push(out, "Date", date);
    tags::push(out, "Round", &format!("{}.{}", spec.pair() + 1, spec.game % 2 + 1));
    tags::push(out, "White", names[0]);
    tags::push(out, "Black", names[1]);
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

/// Its code and its name.
pub(super) fn write_opening(out: &mut String, opening: &Opening) {
    tags::push_optional(out, "ECO", opening.eco.as_deref());
    tags::push_optional(out, "Opening", opening.name.as_deref());
}

/// The end of a game, and the place where it was played.
pub(super) fn write_ending(out: &mut String, record: &GameRecord, opening: &Opening) {
    tags::push(out, "TerminationDetail", &detail::termination_detail(record.termination));
    tags::push_optional(out, "Incident", record.incident.as_deref());
    tags::push_optional(out, "Table", record.thread.map(|thread| thread.to_string()).as_deref());
    if let Some(WorkerFacts { name, time_scale }) = &record.worker {
        tags::push(out, "Worker", name);
        let scale = (*time_scale != 1.0).then(|| time_scale.to_string());
        tags::push_optional(out, "TimeScale", scale.as_deref());
    }
    tags::push_optional(out, "Replays", detail::replays(&record.replays).as_deref());
    let plies = opening.moves.len() + record.moves.len();
    tags::push(out, "PlyCount", &plies.to_string());
}

/// The tags with their checksum, and the movetext.
pub(super) fn assembled(mut tags: String, movetext: &str) -> String {
    let mut crc = crc32fast::Hasher::new();
    crc.update(tags.as_bytes());
    crc.update(movetext.as_bytes());
    tags.push_str(&tags::checksum(crc.finalize()));
    tags.push_str(movetext);
    tags
}

/// A blank line, and the moves with their comments.
pub(super) fn commented_moves(record: &GameRecord, opening: &Opening) -> String {
    let mut out = String::with_capacity(56 * record.moves.len());
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
        san_and_play(&mut position, m).append_to_string(&mut out);
        out.push(' ');
        match record {
            Some(record) => comment::write(&mut out, record),
            None => {
                let _ = write!(out, "{{{}}}", comment::BOOK);
            }
        }
    }
    if line_begun {
        out.push('\n');
    }
    out
}

/// The moves with a last comment on a line of its own, and the result.
pub(super) fn ended(moves: &str, record: &GameRecord, comment: &str) -> String {
    format!("{moves}{comment}{}\n\n", detail::result(record.outcome))
}
