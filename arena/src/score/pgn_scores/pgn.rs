//! The games of a PGN file, as far as results are concerned.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, Move, Position};

use super::comment::Figures;
use super::tag_lines::LONGEST;
use crate::chess::fen;

/// What the tags of a game, and the comments of its first moves, say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Name of the player with White.
    pub white: String,
    /// Name of the player with Black.
    pub black: String,
    /// The `Round` tag.
    pub round: String,
    /// The `Termination` tag in small letters; "normal" where there is none.
    pub termination: String,
    /// The `TimeControl` tag.
    pub time_control: String,
    /// Tells this opening from others: the position of the `FEN` tag and the moves whose comment
    /// is `book`. `None` where the game begins in the initial position without such moves.
    pub opening: Option<u64>,
    /// The position it begins with; like the moves only where they were asked for.
    pub start: Chess,
    /// Its moves, as far as they can be read.
    pub moves: Vec<PgnMove>,
    /// The first of them that are of the book.
    pub book: usize,
    /// Whether there is a move, or a first position, that cannot be read.
    pub is_cut: bool,
    result: String,
    fen: String,
}

/// A move, and what its comment says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub played: Move,
    /// What the comment says of its search.
    pub figures: Figures,
}

impl PgnGame {
    /// The position at its end, as far as its moves can be read.
    #[must_use]
    pub fn last_position(&self) -> Chess {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|of| position.play_unchecked(of.played));
        position
    }

    /// White's half points; `None` for a game without a result.
    #[must_use]
    pub fn half_points(&self) -> Option<u8> {
        match self.result.as_str() {
            "1-0" => Some(2),
            "0-1" => Some(0),
            "1/2-1/2" => Some(1),
            _ => None,
        }
    }

    fn clear(&mut self) {
        let PgnGame { white, black, round, termination, time_control, result, fen, .. } = self;
        for text in [white, black, round, termination, time_control, result, fen] {
            text.clear();
        }
        self.moves.clear();
        (self.opening, self.book, self.is_cut) = (None, 0, false);
    }
}

/// Reads game after game. Movetext beyond the opening is skipped, not parsed, unless moves are wanted.
pub(super) struct PgnGames<R> {
    reader: Reader<R>,
    game: PgnGame,
    with_moves: bool,
}

impl<R: Read> PgnGames<R> {
    pub(super) fn new(source: R, with_moves: bool) -> PgnGames<R> {
        let reader = Reader::build(source).set_supported_tag_line_length(LONGEST + 1).finish();
        PgnGames { reader, game: PgnGame::default(), with_moves }
    }

    pub(super) fn next_game(&mut self) -> io::Result<Option<&PgnGame>> {
        let PgnGames { reader, game, with_moves } = self;
        let found = reader.read_game(&mut GameVisitor { game, with_moves: *with_moves })?;
        Ok(found.map(|()| &self.game))
    }
}

/// Writes what a game says into a [`PgnGame`].
struct GameVisitor<'a> {
    game: &'a mut PgnGame,
    with_moves: bool,
}

/// What is known while the moves are read.
struct Movetext {
    /// The moves of the book; `None` when they are over.
    book: Option<BookMoves>,
    /// The position after the moves so far, where they are wanted and can be read.
    position: Option<Chess>,
}

/// The moves of the book.
struct BookMoves {
    hash: DefaultHasher,
    known: bool,
    /// A move whose comment is still to come.
    pending: Option<SanPlus>,
}

impl Movetext {
    /// Whether there is anything to be read.
    fn goes_on(&self) -> ControlFlow<()> {
        match (&self.book, &self.position) {
            (None, None) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

impl GameVisitor<'_> {
    fn end_opening(&mut self, movetext: &mut Movetext) {
        if let Some(book) = movetext.book.take() {
            self.game.opening = book.known.then(|| book.hash.finish());
        }
    }

    /// Plays a move that is wanted.
    fn play(&mut self, movetext: &mut Movetext, san: &SanPlus) {
        let Some(position) = &mut movetext.position else { return };
        match san.san.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                self.game.moves.push(PgnMove { played, figures: Figures::default() });
            }
            Err(_) => {
                self.game.is_cut = true;
                movetext.position = None;
            }
        }
    }
}

impl Visitor for GameVisitor<'_> {
    type Tags = ();
    type Movetext = Movetext;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.game.clear();
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let game = &mut *self.game;
        let field = match name {
            b"White" => &mut game.white,
            b"Black" => &mut game.black,
            b"Round" => &mut game.round,
            b"Result" => &mut game.result,
            b"FEN" => &mut game.fen,
            b"Termination" => &mut game.termination,
            b"TimeControl" => &mut game.time_control,
            _ => return ControlFlow::Continue(()),
        };
        field.clear();
        field.push_str(&value.decode_utf8_lossy());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Movetext> {
        let game = &mut *self.game;
        game.termination.make_ascii_lowercase();
        if game.termination.is_empty() {
            game.termination.push_str("normal");
        }
        let mut hash = DefaultHasher::new();
        // Runners differ in the counters that end a FEN.
        for field in game.fen.split_ascii_whitespace().take(4) {
            field.hash(&mut hash);
        }
        let book = BookMoves { hash, known: !game.fen.is_empty(), pending: None };
        let mut position = None;
        if self.with_moves {
            let start =
                if game.fen.is_empty() { Ok(Chess::default()) } else { fen::position(&game.fen) };
            game.is_cut = start.is_err();
            game.start = start.clone().unwrap_or_default();
            position = start.ok();
        }
        ControlFlow::Continue(Movetext { book: Some(book), position })
    }

    fn san(&mut self, movetext: &mut Movetext, san: SanPlus) -> ControlFlow<()> {
        self.play(movetext, &san);
        if let Some(book) = &mut movetext.book
            && book.pending.replace(san).is_some()
        {
            // The move before has no comment, so it is none of a book.
            self.end_opening(movetext);
        }
        movetext.goes_on()
    }

    fn comment(&mut self, movetext: &mut Movetext, comment: RawComment<'_>) -> ControlFlow<()> {
        let text = comment.as_bytes().trim_ascii();
        let pending = movetext.book.as_mut().and_then(|book| book.pending.take());
        match (&mut movetext.book, pending) {
            (Some(book), Some(san)) if text == b"book" => {
                san.hash(&mut book.hash);
                book.known = true;
                self.game.book = self.game.moves.len();
            }
            _ => self.end_opening(movetext),
        }
        if movetext.position.is_some()
            && let Some(last) = self.game.moves.last_mut()
            && last.figures == Figures::default()
        {
            last.figures = Figures::of(&String::from_utf8_lossy(text));
        }
        movetext.goes_on()
    }

    fn end_game(&mut self, mut movetext: Movetext) {
        self.end_opening(&mut movetext);
    }
}
