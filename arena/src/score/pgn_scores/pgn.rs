//! The games of a PGN file, as far as results are concerned.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};

use super::tag_lines::LONGEST;

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
    result: String,
    fen: String,
}

impl PgnGame {
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
        let PgnGame { white, black, round, termination, time_control, opening, result, fen } = self;
        for text in [white, black, round, termination, time_control, result, fen] {
            text.clear();
        }
        *opening = None;
    }
}

/// Reads game after game. Movetext beyond the opening is skipped, not parsed.
pub(super) struct PgnGames<R> {
    reader: Reader<R>,
    game: PgnGame,
}

impl<R: Read> PgnGames<R> {
    pub(super) fn new(source: R) -> PgnGames<R> {
        let reader = Reader::build(source).set_supported_tag_line_length(LONGEST + 1).finish();
        PgnGames { reader, game: PgnGame::default() }
    }

    pub(super) fn next_game(&mut self) -> io::Result<Option<&PgnGame>> {
        let found = self.reader.read_game(&mut Headers(&mut self.game))?;
        Ok(found.map(|()| &self.game))
    }
}

/// Writes what a game says into a [`PgnGame`].
struct Headers<'a>(&'a mut PgnGame);

/// The moves of the book, while they are read.
struct BookMoves {
    hash: DefaultHasher,
    known: bool,
    /// A move whose comment is still to come.
    pending: Option<SanPlus>,
}

impl Headers<'_> {
    fn end_opening(&mut self, book: &BookMoves) {
        self.0.opening = book.known.then(|| book.hash.finish());
    }
}

impl Visitor for Headers<'_> {
    type Tags = ();
    type Movetext = BookMoves;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.0.clear();
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let game = &mut *self.0;
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

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), BookMoves> {
        let game = &mut *self.0;
        game.termination.make_ascii_lowercase();
        if game.termination.is_empty() {
            game.termination.push_str("normal");
        }
        let mut hash = DefaultHasher::new();
        // Runners differ in the counters that end a FEN.
        for field in game.fen.split_ascii_whitespace().take(4) {
            field.hash(&mut hash);
        }
        ControlFlow::Continue(BookMoves { hash, known: !game.fen.is_empty(), pending: None })
    }

    fn san(&mut self, book: &mut BookMoves, san: SanPlus) -> ControlFlow<()> {
        if book.pending.replace(san).is_some() {
            // The move before has no comment, so it is none of a book.
            self.end_opening(book);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, book: &mut BookMoves, comment: RawComment<'_>) -> ControlFlow<()> {
        match book.pending.take() {
            Some(san) if comment.as_bytes().trim_ascii() == b"book" => {
                san.hash(&mut book.hash);
                book.known = true;
                ControlFlow::Continue(())
            }
            _ => {
                self.end_opening(book);
                ControlFlow::Break(())
            }
        }
    }

    fn end_game(&mut self, book: BookMoves) {
        self.end_opening(&book);
    }
}
