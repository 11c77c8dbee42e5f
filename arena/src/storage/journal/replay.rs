//! Reads the text of one game back into its record.

use std::io::{self, BufReader};
use std::path::Path;

use pgn::{Reader, Token, WrittenMove};
use shakmaty::{Chess, Move, Position};

use super::JournalGame;
use super::block::read_block;
use super::flaw::check;
use super::game_tags::{GameError, Tags, game_of_round};
use super::settings::KnownSettings;
use super::{comment, detail, measured, tags};
use crate::chess::fen;
use crate::chess::openings::Opening;
use crate::chess::record::{GameRecord, GameSpec, MoveRecord};

/// A game that was read.
pub(super) struct Replayed {
    pub(super) game: JournalGame,
    /// Its reference to the settings of its match.
    pub(super) settings: String,
}

/// Reads one game, which may refer to settings that are known.
///
/// # Errors
/// When it is not a game of a journal, or refers to other settings.
pub(super) fn game(text: &[u8], known: &KnownSettings) -> Result<Replayed, GameError> {
    let mut reader = Reader::new(text);
    let mut tags = Tags::default();
    let mut replay = None;
    while let Some((_, token)) = reader.next().map_err(|error| error.to_string())? {
        if let Token::Tag { name, value } = token {
            tags.0.push((name.into_owned(), value.into_owned()));
            continue;
        }
        // The tags are over.
        let game = match &mut replay {
            _ if token == Token::Begin => continue,
            Some(game) => game,
            None => replay.insert(Replay::new(std::mem::take(&mut tags))?),
        };
        match token {
            Token::Begin | Token::Tag { .. } => {}
            Token::Move(written) => game.take_move(written)?,
            Token::Comment(comment) if comment.is_line() => {}
            Token::Comment(comment) => game.take_comment(&comment.text())?,
            Token::End(_) => break,
            Token::Fault(fault) => return Err(fault.kind.to_string().into()),
        }
    }
    replay.ok_or_else(|| "there is no game in it".to_owned())?.finish(known)
}

/// A game while its moves are read.
struct Replay {
    tags: Tags,
    opening: Opening,
    position: Chess,
    moves: Vec<MoveRecord>,
    /// The move whose comment is still to come.
    pending: Option<Move>,
}

impl Replay {
    fn new(tags: Tags) -> Result<Replay, String> {
        let position = match tags.get("FEN") {
            None => Chess::default(),
            Some(text) => {
                fen::position(text).map_err(|problem| format!("the tag FEN: {problem}"))?
            }
        };
        let opening = Opening {
            eco: tags.get("ECO").map(str::to_owned),
            name: tags.get("Opening").map(str::to_owned),
            ..Opening::new(position.clone(), 0)
        };
        Ok(Replay { tags, opening, position, moves: Vec::new(), pending: None })
    }

    /// A move as the journal writes it: in short notation, a capture with its `x`.
    fn take_move(&mut self, written: WrittenMove) -> Result<(), String> {
        if self.pending.is_some() {
            return Err(format!("the move before {written} has no comment"));
        }
        let m = match written {
            WrittenMove::San(san) => san.to_move(&self.position).ok(),
            WrittenMove::Uci(_) => None,
        };
        let number = self.position.fullmoves();
        let m = m.ok_or_else(|| format!("move {number}: {written} is not legal"))?;
        self.position.play_unchecked(m);
        self.pending = Some(m);
        Ok(())
    }

    fn take_comment(&mut self, text: &str) -> Result<(), String> {
        let unknown = || format!("the comment {{{text}}} cannot be read");
        if self.pending.is_none()
            && let Some(values) = measured::read_comment(text)
        {
            self.tags.0.extend(values);
            return Ok(());
        }
        let m = self.pending.take().ok_or_else(unknown)?;
        if text == comment::BOOK && self.moves.is_empty() {
            self.opening.push(m);
        } else {
            self.moves.push(comment::read(text, m).ok_or_else(unknown)?);
        }
        Ok(())
    }

    fn finish(self, known: &KnownSettings) -> Result<Replayed, GameError> {
        let Replay { tags, opening, position, moves, pending } = self;
        if pending.is_some() {
            return Err("the last move has no comment".to_owned().into());
        }
        let game = tags.read("Round", game_of_round)?;
        let spec = GameSpec::new(game, tags.index("BookOpening")? as usize);
        let facts = tags.facts(&spec, known)?;
        let termination = tags.read("TerminationDetail", detail::read_termination)?;
        let outcome = facts.runner_rules.outcome(termination, &position);
        let (expected, result) = (detail::result(outcome), tags.text("Result")?);
        if result != expected {
            let problem = format!("the result is {result}, but the game ends as {expected}");
            return Err(problem.into());
        }
        let game = JournalGame {
            facts,
            date: tags.get("Date").unwrap_or("????.??.??").to_owned(),
            record: GameRecord {
                spec,
                first_mover: opening.position.turn(),
                moves,
                termination,
                incident: tags.get("Incident").map(str::to_owned),
                stolen: tags.of_colors("Stolen", detail::read_seconds)?,
                replays: tags.get("Replays").and_then(detail::read_replays).unwrap_or_default(),
                outcome,
                counters: tags.of_colors("Counters", detail::read_counters)?,
                overruns: tags.of_colors("Overrun", detail::read_overruns)?,
                late: tags.of_colors("Late", detail::read_lateness)?,
                thread: tags.get("Table").map(|_| tags.number("Table")).transpose()?,
                worker: tags.worker()?,
            },
            opening,
        };
        Ok(Replayed { game, settings: tags.reference()? })
    }
}

/// Looks through a whole journal for the game that has these settings, which may follow those that refer to them; says
/// whether there is one.
pub(super) fn look_up(wanted: &str, journal: &Path, known: &mut KnownSettings) -> io::Result<bool> {
    let mut source = BufReader::new(bounded::open(journal)?);
    let (mut game, mut next) = (Vec::new(), Vec::new());
    let line = tags::pair(tags::SETTINGS, wanted) + "[" + tags::MATCH;
    while known.get(wanted).is_none() {
        read_block(&mut source, &mut game, &mut next)?;
        if game.is_empty() {
            return Ok(false);
        }
        let names_it = game.windows(line.len()).any(|window| window == line.as_bytes());
        if names_it
            && check(&game).is_ok()
            && let Ok(Replayed { game, settings }) = self::game(&game, known)
        {
            known.take(settings, &game.facts);
        }
    }
    Ok(true)
}
