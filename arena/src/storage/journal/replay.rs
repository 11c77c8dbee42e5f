//! From the text of one game back to its record.

use std::collections::HashMap;
use std::str::FromStr;

use pgn::{Reader, Token, WrittenMove};
use shakmaty::{ByColor, Chess, Color, Move, Position};

use super::game::{JournalGame, PlayedOpening};
use super::{comment, detail};
use crate::chess::conventions::Conventions;
use crate::chess::fen;
use crate::chess::pairings::{CONTENDERS, Format, place};
use crate::chess::record::{Contender, GameRecord, GameSpec, MoveRecord, WorkerFacts};
use crate::storage::facts::{BookFacts, ContenderFacts, MatchFacts, TournamentFacts};
use stats::anytime::Method;

/// Reads one game.
///
/// # Errors
/// A sentence that says what is wrong, when it is not a game of a journal.
pub(super) fn game(text: &[u8]) -> Result<JournalGame, String> {
    let mut reader = Reader::new(text);
    let mut tags = Tags::default();
    let mut replay = None;
    while let Some((_, token)) = reader.next().map_err(|error| error.to_string())? {
        if let Token::Tag { name, value } = token {
            tags.0.insert(name.into_owned(), value.into_owned());
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
            Token::Fault(fault) => return Err(fault.kind.to_string()),
        }
    }
    replay.ok_or_else(|| "there is no game in it".to_owned())?.finish()
}

/// The tag pairs of one game.
#[derive(Default)]
struct Tags(HashMap<String, String>);

impl Tags {
    fn text(&self, name: &str) -> Result<String, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("the tag {name} is missing"))
    }

    fn number<T: FromStr>(&self, name: &str) -> Result<T, String> {
        let text = self.text(name)?;
        text.parse().map_err(|_| format!("the tag {name} is {text:?}, which is no number"))
    }

    /// A number that counts from 1 in the file and from 0 here.
    fn index(&self, name: &str) -> Result<u32, String> {
        let number: u32 = self.number(name)?;
        number.checked_sub(1).ok_or_else(|| format!("the tag {name} is 0, it counts from 1"))
    }

    /// A tag with its own notation; an absent one is read as an empty text.
    fn read<T>(&self, name: &str, read: fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.0.get(name).map_or("", String::as_str);
        read(text).ok_or_else(|| format!("the tag {name} is {text:?}, which cannot be read"))
    }

    fn of_colors<T>(&self, name: &str, read: fn(&str) -> Option<T>) -> Result<ByColor<T>, String> {
        Ok(ByColor {
            white: self.read(&format!("White{name}"), read)?,
            black: self.read(&format!("Black{name}"), read)?,
        })
    }

    fn spec(&self) -> Result<GameSpec, String> {
        let game = self.index("Game")?;
        Ok(GameSpec::new(game, self.index("BookOpening")? as usize))
    }

    fn contender(&self, color: Color) -> Result<ContenderFacts, String> {
        let prefix = color.fold_wb("White", "Black");
        let of_side = self.text(&format!("{prefix}TimeControl"));
        Ok(ContenderFacts {
            name: self.text(prefix)?,
            configuration: self.text(&format!("{prefix}Configuration"))?,
            limits: self.text(&format!("{prefix}Limits"))?,
            time_control: of_side.or_else(|_| self.text("TimeControl"))?,
            signature: self.number(&format!("{prefix}Signature"))?,
            files: self.0.get(&format!("{prefix}Files")).cloned(),
        })
    }

    fn facts(&self, spec: &GameSpec) -> Result<MatchFacts, String> {
        let first = if spec.white == Contender::First { Color::White } else { Color::Black };
        let plies = self.0.contains_key("BookPlies").then(|| self.number("BookPlies"));
        Ok(MatchFacts {
            name: self.text("Event")?,
            question: self.0.get("Question").cloned(),
            games: self.number("MatchGames")?,
            seed: self.number("MatchSeed")?,
            contenders: [self.contender(first)?, self.contender(!first)?],
            book: BookFacts {
                file: self.text("BookFile")?,
                openings: self.number("BookOpenings")?,
                order: self.text("BookOrder")?,
                plies: plies.transpose()?,
                start: self.number("BookStart")?,
            },
            adjudication: self.text("Adjudication")?,
            conventions: self.conventions()?,
            stop: self.read("StopRules", |text| text.parse().ok())?,
            anytime: match self.0.contains_key("AnytimeInterval") {
                true => self.read("AnytimeInterval", |text| text.parse().ok())?,
                false => Method::Mixture,
            },
            fingerprint: self.text("MatchFingerprint")?,
            tournament: self.tournament(spec)?,
        })
    }

    /// Whose conventions the match is played by.
    fn conventions(&self) -> Result<Conventions, String> {
        match self.0.contains_key("Conventions") {
            true => self.read("Conventions", Conventions::named),
            false => Ok(Conventions::Own),
        }
    }

    /// The worker, where one played the game.
    fn worker(&self) -> Result<Option<WorkerFacts>, String> {
        let Some(name) = self.0.get("Worker").cloned() else { return Ok(None) };
        let time_scale = match self.0.contains_key("TimeScale") {
            true => self.number("TimeScale")?,
            false => 1.0,
        };
        Ok(Some(WorkerFacts { name, time_scale }))
    }

    /// The pairing, where there are more than two contenders.
    fn tournament(&self, spec: &GameSpec) -> Result<Option<TournamentFacts>, String> {
        if !self.0.contains_key("TournamentFormat") {
            return Ok(None);
        }
        let facts = TournamentFacts {
            format: self.read("TournamentFormat", Format::named)?,
            contenders: self.number("TournamentContenders")?,
            pairing: self.index("Pairing")?,
        };
        if !CONTENDERS.contains(&(facts.contenders as usize)) {
            return Err(format!("the tag TournamentContenders is {}", facts.contenders));
        }
        let (pairing, _) = place(spec.pair(), facts.pairings().len());
        if pairing != facts.pairing as usize {
            let (game, there, here) = (spec.game + 1, facts.pairing + 1, pairing + 1);
            return Err(format!("game {game} is of pairing {here}, the tag Pairing says {there}"));
        }
        Ok(Some(facts))
    }
}

/// A game while its moves are read.
struct Replay {
    tags: Tags,
    start: Chess,
    position: Chess,
    /// Who is to move after the moves of the book.
    first_mover: Color,
    book: Vec<Move>,
    moves: Vec<MoveRecord>,
    /// The move whose comment is still to come.
    pending: Option<Move>,
}

impl Replay {
    fn new(tags: Tags) -> Result<Replay, String> {
        let position = match tags.0.get("FEN") {
            None => Chess::default(),
            Some(text) => {
                fen::position(text).map_err(|problem| format!("the tag FEN: {problem}"))?
            }
        };
        let first_mover = position.turn();
        Ok(Replay {
            tags,
            start: position.clone(),
            position,
            first_mover,
            book: Vec::new(),
            moves: Vec::new(),
            pending: None,
        })
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
        let m = self.pending.take().ok_or_else(unknown)?;
        if text == comment::BOOK && self.moves.is_empty() {
            self.book.push(m);
            self.first_mover = !self.first_mover;
        } else {
            self.moves.push(comment::read(text, m).ok_or_else(unknown)?);
        }
        Ok(())
    }

    fn finish(self) -> Result<JournalGame, String> {
        let Replay { tags, start, position, first_mover, book, moves, pending } = self;
        if pending.is_some() {
            return Err("the last move has no comment".to_owned());
        }
        let spec = tags.spec()?;
        let termination = tags.read("TerminationDetail", detail::read_termination)?;
        let outcome = tags.conventions()?.outcome(termination, &position);
        let (expected, result) = (detail::result(outcome), tags.text("Result")?);
        if result != expected {
            return Err(format!("the result is {result}, but the game ends as {expected}"));
        }
        let played = PlayedOpening {
            eco: tags.0.get("ECO").cloned(),
            name: tags.0.get("Opening").cloned(),
            start,
            moves: book,
        };
        Ok(JournalGame {
            facts: tags.facts(&spec)?,
            opening: played,
            record: GameRecord {
                spec,
                first_mover,
                moves,
                termination,
                incident: tags.0.get("Incident").cloned(),
                suspect: tags.0.contains_key("Suspect"),
                outcome,
                counters: tags.of_colors("Counters", detail::read_counters)?,
                overruns: tags.of_colors("Overrun", detail::read_overruns)?,
                late: tags.of_colors("Late", detail::read_lateness)?,
                table: tags.0.contains_key("Table").then(|| tags.number("Table")).transpose()?,
                worker: tags.worker()?,
            },
        })
    }
}
