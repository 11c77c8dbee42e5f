//! The games of a PGN file, as far as results are concerned.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{self, Read};

use pgn::{Comment, Fault, FaultKind, Reader, Token, WrittenMove};
use shakmaty::{Chess, KnownOutcome, Move, Outcome, Position};

use super::faults::{FaultReason, FileFaults};
use crate::chess::fen;
use crate::score::tally::Figures;

/// A game by its tags and the comments of its first moves.
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
    /// The position it begins with.
    pub start: Chess,
    /// Its moves, as far as they can be read.
    pub moves: Vec<PgnMove>,
    /// The first of them that are of the book.
    pub book: usize,
    /// Whether there is a move, or a first position, that cannot be read.
    pub is_cut: bool,
    /// Comments of moves in no form that is read.
    pub unread_comments: u64,
    /// The first of them.
    pub first_unread: String,
    /// Whether the `Result` tag has text that is no result, and the movetext has none either.
    pub has_unreadable_result: bool,
    /// White's half points; `None` for a game without a result.
    pub half_points: Option<u8>,
    fen: String,
    /// The `Variant` tag, if it names other rules than those of chess.
    variant: String,
}

/// The variants of chess that other programs write into files, in small letters, without blanks and hyphens. Other text
/// of the tag is not believed: some programs write the name of the opening there.
const OTHER_VARIANTS: &str = "3check 5check amazon antichess atomic bughouse capablanca chigorin crazyhouse duck \
     extinction giveaway gothic grand horde janus kingofthehill koth losers makruk racingkings seirawan shatranj suicide \
     threecheck xiangqi";

/// A move, and the figures of its comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub played: Move,
    /// The figures of its search, by the comment.
    pub figures: Figures,
}

/// Reads game after game.
pub(super) struct PgnGames<R> {
    reader: Reader<R>,
    reading: Reading,
}

impl<R: Read> PgnGames<R> {
    pub(super) fn new(source: R) -> PgnGames<R> {
        PgnGames { reader: Reader::new(source), reading: Reading::default() }
    }

    /// The next game; an unreadable one goes to the faults.
    pub(super) fn next_game(&mut self, faults: &mut FileFaults) -> io::Result<Option<PgnGame>> {
        let PgnGames { reader, reading } = self;
        loop {
            let Some((line, token)) = reader.next()? else { return Ok(None) };
            match token {
                Token::Begin => *reading = Reading::default(),
                Token::Tag { name, value } => reading.take_tag(&name, &value, line),
                Token::Move(written) => reading.take_move(written, line, faults),
                Token::Comment(comment) => reading.take_comment(comment, line, faults),
                Token::Fault(fault) => reading.take_fault(&fault, faults),
                Token::End(marker) => {
                    reading.end(marker, line, faults);
                    if reading.game.variant.is_empty() {
                        return Ok(Some(std::mem::take(&mut reading.game)));
                    }
                }
            }
        }
    }
}

/// A game while it is read.
#[derive(Default)]
struct Reading {
    game: PgnGame,
    /// The `Result` tag.
    result: Option<String>,
    /// Line of the `FEN` tag.
    fen_line: u64,
    has_moves: bool,
    /// The moves of the book; `None` when they are over.
    book: Option<BookMoves>,
    /// The position after the moves so far, where they can be read.
    position: Option<Chess>,
}

/// The moves of the book.
#[derive(Default)]
struct BookMoves {
    hash: DefaultHasher,
    known: bool,
    /// A move whose comment is still to come.
    pending: Option<WrittenMove>,
}

impl Reading {
    fn take_tag(&mut self, name: &str, value: &str, line: u64) {
        let game = &mut self.game;
        let field = match name {
            "White" => &mut game.white,
            "Black" => &mut game.black,
            "Round" => &mut game.round,
            "FEN" => {
                self.fen_line = line;
                &mut game.fen
            }
            "Termination" => &mut game.termination,
            "TimeControl" => &mut game.time_control,
            "Result" => self.result.insert(String::new()),
            "Variant" if is_other_variant(value) => &mut game.variant,
            _ => return,
        };
        field.clear();
        field.push_str(value);
    }

    /// The tags are over.
    fn begin_moves(&mut self, faults: &mut FileFaults) {
        if std::mem::replace(&mut self.has_moves, true) {
            return;
        }
        let game = &mut self.game;
        game.termination.make_ascii_lowercase();
        if game.termination.is_empty() {
            game.termination.push_str("normal");
        }
        let mut book = BookMoves { known: !game.fen.is_empty(), ..BookMoves::default() };
        // Runners differ in the counters that end a FEN.
        for field in game.fen.split_ascii_whitespace().take(4) {
            field.hash(&mut book.hash);
        }
        self.book = Some(book);
        if game.variant.is_empty() {
            let start =
                if game.fen.is_empty() { Ok(Chess::default()) } else { fen::position(&game.fen) };
            match start {
                Ok(start) => {
                    game.start = start.clone();
                    self.position = Some(start);
                }
                Err(problem) => {
                    game.is_cut = true;
                    faults.add(FaultReason::Start, 1, self.fen_line, || problem);
                }
            }
        }
    }

    fn take_move(&mut self, written: WrittenMove, line: u64, faults: &mut FileFaults) {
        self.begin_moves(faults);
        self.play(written, line, faults);
        if let Some(book) = &mut self.book
            && book.pending.replace(written).is_some()
        {
            // The move before has no comment, so it is none of a book.
            self.end_opening();
        }
    }

    /// Plays a move, as long as moves can be read.
    fn play(&mut self, written: WrittenMove, line: u64, faults: &mut FileFaults) {
        let Some(position) = &mut self.position else { return };
        match written.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                self.game.moves.push(PgnMove { played, figures: Figures::default() });
            }
            Err(problem) => {
                faults.add(FaultReason::IllegalMove, 1, line, || format!("{written} {problem}"));
                self.cut();
            }
        }
    }

    fn take_comment(&mut self, comment: Comment<'_>, line: u64, faults: &mut FileFaults) {
        let sections = comment.tag_sections();
        if sections > 0 {
            faults.add(FaultReason::SwallowedGame, sections, line, || {
                "a comment that is closed in a later game".to_owned()
            });
        }
        // Before its moves a comment is about the game.
        if !self.has_moves {
            return;
        }
        let text = comment.as_bytes().trim_ascii();
        let pending = self.book.as_mut().and_then(|book| book.pending.take());
        match (&mut self.book, pending) {
            (Some(book), Some(written)) if text == b"book" => {
                written.hash(&mut book.hash);
                book.known = true;
                self.game.book = self.game.moves.len();
            }
            _ => self.end_opening(),
        }
        if let Some(position) = &self.position
            && let Some(last) = self.game.moves.last_mut()
            && last.figures == Figures::default()
        {
            let text = pgn::decode(text);
            match Figures::of(&text, !position.turn()) {
                Some(figures) => last.figures = figures,
                None if is_remark(&text) => {}
                None => {
                    self.game.unread_comments += 1;
                    if self.game.first_unread.is_empty() {
                        self.game.first_unread = text.into_owned();
                    }
                }
            }
        }
    }

    fn take_fault(&mut self, fault: &Fault, faults: &mut FileFaults) {
        let is_cut = match &fault.kind {
            FaultKind::Word(_) | FaultKind::OpenVariation => true,
            FaultKind::OpenComment { games } => {
                if *games > 0 {
                    let first = || fault.kind.to_string();
                    faults.add(FaultReason::SwallowedGame, *games, fault.line, first);
                }
                true
            }
            FaultKind::NoTag
            | FaultKind::OpenTag { .. }
            | FaultKind::LongTag { .. }
            | FaultKind::Text
            | FaultKind::StrayResult
            | FaultKind::LongComment => false,
        };
        faults.add((&fault.kind).into(), 1, fault.line, || fault.kind.to_string());
        if is_cut {
            self.cut();
        }
    }

    /// Leaves the moves from here on out.
    fn cut(&mut self) {
        self.game.is_cut = true;
        self.position = None;
        self.end_opening();
    }

    fn end_opening(&mut self) {
        if let Some(book) = self.book.take() {
            self.game.opening = book.known.then(|| book.hash.finish());
        }
    }

    fn end(&mut self, marker: Option<Outcome>, line: u64, faults: &mut FileFaults) {
        self.begin_moves(faults);
        self.end_opening();
        if self.game.book == 0 {
            let is_of_book = |moved: &&PgnMove| moved.figures.is_of_book();
            self.game.book = self.game.moves.iter().take_while(is_of_book).count();
        }
        if !self.game.variant.is_empty() {
            faults.add(FaultReason::Variant, 1, line, || self.game.variant.clone());
            return;
        }
        let settled = pgn::settle(self.result.as_deref(), marker);
        self.game.half_points = match settled.outcome {
            Outcome::Known(KnownOutcome::Decisive { winner }) => Some(winner.fold_wb(2, 0)),
            Outcome::Known(KnownOutcome::Draw) => Some(1),
            Outcome::Unknown => None,
        };
        if let (Outcome::Unknown, Some(tag)) = (settled.outcome, &self.result)
            && !matches!(tag.trim(), "" | "*" | "?")
        {
            self.game.has_unreadable_result = true;
            faults.add(FaultReason::Result, 1, line, || format!("{tag:?}"));
        }
        if settled.is_contradicted {
            faults.add(FaultReason::Contradiction, 1, line, || {
                let tag = self.result.as_deref().unwrap_or_default();
                let marker = marker.map_or_else(String::new, |marker| marker.to_string());
                format!("the tag says {tag}, the movetext {marker}")
            });
        }
    }
}

/// Whether a comment is about something else than a search: empty, or words without a number.
fn is_remark(text: &str) -> bool {
    !text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a `Variant` tag names rules that are not those of chess.
fn is_other_variant(tag: &str) -> bool {
    let letters = tag.chars().filter(|letter| letter.is_alphanumeric());
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    OTHER_VARIANTS.split(' ').any(|variant| variant == name)
}
