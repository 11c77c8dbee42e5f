//! From the text of one game back to its record.

use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, Color, Move, Position};

use super::game::{JournalGame, PlayedOpening};
use super::game_tags::{GameError, Tags};
use super::settings::{KnownSettings, SettingsTag};
use super::{comment, detail, measured};
use crate::chess::fen;
use crate::chess::record::{GameRecord, MoveRecord};

/// A game that was read.
pub(super) struct Replayed {
    pub(super) game: JournalGame,
    /// How it stands to the settings of its match.
    pub(super) settings: SettingsTag,
    /// The date (UTC), as PGN writes it.
    pub(super) date: String,
}

/// Reads one game, which may refer to settings that are known.
///
/// # Errors
/// When it is not a game of a journal, or refers to other settings.
pub(super) fn game(text: &[u8], known: &KnownSettings) -> Result<Replayed, GameError> {
    // The reader moves up to as many bytes as this for each tag and each comment; none of either goes
    // beyond its line.
    let longest = text.split(|&byte| byte == b'\n').map(<[u8]>::len).max().unwrap_or_default();
    let mut reader = Reader::build(text)
        .set_supported_tag_line_length(longest + 1)
        .set_supported_comment_length(longest + 1)
        .finish();
    match reader.read_game(&mut GameVisitor { known }) {
        Ok(Some(game)) => game,
        Ok(None) => Err("there is no game in it".to_owned().into()),
        Err(error) => Err(error.to_string().into()),
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

    fn take_move(&mut self, san: &SanPlus) -> Result<(), String> {
        if self.pending.is_some() {
            return Err(format!("the move before {san} has no comment"));
        }
        let m = san
            .san
            .to_move(&self.position)
            .map_err(|_| format!("move {}: {san} is not legal", self.position.fullmoves()))?;
        self.position.play_unchecked(m);
        self.pending = Some(m);
        Ok(())
    }

    fn take_comment(&mut self, text: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(text);
        let unknown = || format!("the comment {{{text}}} cannot be read");
        if self.pending.is_none()
            && let Some(values) = measured::read_comment(&text)
        {
            self.tags.0.extend(values);
            return Ok(());
        }
        let m = self.pending.take().ok_or_else(unknown)?;
        if text == comment::BOOK && self.moves.is_empty() {
            self.book.push(m);
            self.first_mover = !self.first_mover;
        } else {
            self.moves.push(comment::read(&text, m).ok_or_else(unknown)?);
        }
        Ok(())
    }

    fn finish(self, known: &KnownSettings) -> Result<Replayed, GameError> {
        let Replay { tags, start, position, first_mover, book, moves, pending } = self;
        if pending.is_some() {
            return Err("the last move has no comment".to_owned().into());
        }
        let spec = tags.spec()?;
        let facts = tags.known_facts(&spec, known)?;
        let termination = tags.read("TerminationDetail", detail::read_termination)?;
        let outcome = facts.conventions.outcome(termination, &position);
        let (expected, result) = (detail::result(outcome), tags.text("Result")?);
        if result != expected {
            let problem = format!("the result is {result}, but the game ends as {expected}");
            return Err(problem.into());
        }
        let played = PlayedOpening {
            eco: tags.0.get("ECO").cloned(),
            name: tags.0.get("Opening").cloned(),
            start,
            moves: book,
        };
        let game = JournalGame {
            facts,
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
        };
        Ok(Replayed { game, settings: tags.settings(), date: tags.date() })
    }
}

struct GameVisitor<'a> {
    known: &'a KnownSettings,
}

impl Visitor for GameVisitor<'_> {
    type Tags = Tags;
    type Movetext = Replay;
    type Output = Result<Replayed, GameError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.0.insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Replay> {
        match Replay::new(tags) {
            Ok(replay) => ControlFlow::Continue(replay),
            Err(problem) => ControlFlow::Break(Err(problem.into())),
        }
    }

    fn san(&mut self, replay: &mut Replay, san: SanPlus) -> ControlFlow<Self::Output> {
        go_on(replay.take_move(&san))
    }

    fn comment(&mut self, replay: &mut Replay, text: RawComment<'_>) -> ControlFlow<Self::Output> {
        go_on(replay.take_comment(text.as_bytes()))
    }

    fn end_game(&mut self, replay: Replay) -> Self::Output {
        replay.finish(self.known)
    }
}

fn go_on(step: Result<(), String>) -> ControlFlow<Result<Replayed, GameError>> {
    match step {
        Ok(()) => ControlFlow::Continue(()),
        Err(problem) => ControlFlow::Break(Err(problem.into())),
    }
}
