//! A finished game as PGN text.

use std::fmt::Write as _;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use super::{comment, detail, tags};
use crate::chess::openings::Opening;
use crate::chess::record::{Contender, GameRecord, WorkerFacts};
use crate::storage::facts::MatchFacts;

/// Writes the games of one match. The tags that all its games share are put together once.
#[derive(Clone, Debug)]
pub struct GameWriter {
    event: String,
    /// Player names, and all settings, by who is white.
    players: [String; 2],
    settings: [String; 2],
}

impl GameWriter {
    /// A writer for the games of this match.
    #[must_use]
    pub fn new(facts: &MatchFacts) -> GameWriter {
        let by_white = |make: fn(&MatchFacts, Contender) -> String| {
            [make(facts, Contender::First), make(facts, Contender::Second)]
        };
        GameWriter {
            event: tags::event(facts),
            players: by_white(tags::players),
            settings: by_white(tags::settings),
        }
    }

    /// The text of a finished game with the date (UTC, as PGN writes it), two line breaks at its
    /// end.
    #[must_use]
    pub fn write(&self, record: &GameRecord, opening: &Opening, date: &str) -> String {
        let mut out = String::with_capacity(2048 + 56 * record.moves.len());
        self.write_tags(&mut out, record, opening, date);
        let checksum_at = out.len();
        write_movetext(&mut out, record, opening);
        let checksum = tags::checksum(crc32fast::hash(out.as_bytes()));
        out.insert_str(checksum_at, &checksum);
        out
    }

    fn write_tags(&self, out: &mut String, record: &GameRecord, opening: &Opening, date: &str) {
        let spec = &record.spec;
        let white = spec.white as usize;
        let (pair, game) = (spec.pair() + 1, spec.game % 2 + 1);
        out.push_str(&self.event);
        tags::push(out, "Date", date);
        tags::push(out, "Round", &format!("{pair}.{game}"));
        out.push_str(&self.players[white]);
        tags::push(out, "Result", detail::result(record.outcome));
        if opening.castling_mode().is_chess960() {
            tags::push(out, "Variant", "Chess960");
        }
        if opening.start != Chess::default() {
            tags::push(out, "SetUp", "1");
            let fen = Fen::from_position(&opening.start, EnPassantMode::Legal);
            tags::push(out, "FEN", &fen.to_string());
        }
        tags::push_optional(out, "ECO", opening.eco.as_deref());
        tags::push_optional(out, "Opening", opening.name.as_deref());
        tags::push(out, "Pair", &pair.to_string());
        tags::push(out, "Game", &(spec.game + 1).to_string());
        tags::push(out, "BookOpening", &(spec.opening + 1).to_string());
        out.push_str(&self.settings[white]);
        tags::push(out, "Termination", detail::pgn_termination(record.termination));
        tags::push(out, "TerminationDetail", &detail::termination_detail(record.termination));
        tags::push_optional(out, "Incident", record.incident.as_deref());
        tags::push_optional(out, "Table", record.table.map(|table| table.to_string()).as_deref());
        if let Some(WorkerFacts { name, time_scale }) = &record.worker {
            tags::push(out, "Worker", name);
            let scale = (*time_scale != 1.0).then(|| time_scale.to_string());
            tags::push_optional(out, "TimeScale", scale.as_deref());
        }
        tags::push_filled(out, "Suspect", if record.suspect { "runner" } else { "" });
        let plies = opening.moves.len() + record.moves.len();
        tags::push(out, "PlyCount", &plies.to_string());
        for color in Color::ALL {
            let prefix = color.fold_wb("White", "Black");
            let counters = detail::counters(&record.counters[color]);
            tags::push_filled(out, &format!("{prefix}Counters"), &counters);
            let overruns = detail::overruns(&record.overruns[color]);
            tags::push_filled(out, &format!("{prefix}Overrun"), &overruns);
            let late = detail::lateness(&record.late[color]);
            tags::push_filled(out, &format!("{prefix}Late"), &late);
        }
    }
}

fn write_movetext(out: &mut String, record: &GameRecord, opening: &Opening) {
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
        SanPlus::from_move_and_play_unchecked(&mut position, m).append_to_string(out);
        out.push(' ');
        match record {
            Some(record) => comment::write(out, record),
            None => {
                let _ = write!(out, "{{{}}}", comment::BOOK);
            }
        }
    }
    if line_begun {
        out.push('\n');
    }
    out.push_str(detail::result(record.outcome));
    out.push_str("\n\n");
}
