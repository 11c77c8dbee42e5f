//! A book as a whole: read and checked before the first game.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Outcome, Position};

use super::builtin::{self, BuiltIn};
use super::format::Format;
use super::line_error::LineError;
use super::{Opening, epd, pgn};
use crate::system::input;

impl Format {
    /// The format of a built-in book, or the one that the file's extension tells: `.pgn`, or `.epd`
    /// and `.fen`; that of a compression after it tells nothing.
    #[must_use]
    pub fn of(path: &Path) -> Option<Format> {
        if let Some(book) = builtin::book(path).ok()? {
            return Some(book.format);
        }
        match input::uncompressed_name(path).extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pgn" => Some(Format::Pgn),
            "epd" | "fen" => Some(Format::Epd),
            _ => None,
        }
    }
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    /// Where it was read from: a file, or `builtin:` and the name of a book of the program's own.
    pub path: PathBuf,
    /// The openings, in the file's order, each position once; never empty.
    pub openings: Vec<Opening>,
    /// The openings that were left out.
    pub duplicates: Vec<Duplicate>,
    /// SHA-256 of its text.
    pub digest: [u8; 32],
}

/// An opening that leads to the same position as an earlier one. It would be the same opening once
/// more, and its games no new evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Line of the opening.
    pub line: usize,
    /// Line of the earlier one.
    pub earlier: usize,
}

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the opening book {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The extension tells no format.
    #[error("{}: an opening book ends in .pgn, .epd or .fen, before .gz, .zst or .bz2 where it is compressed", .0.display())]
    UnknownFormat(PathBuf),
    /// No built-in book has this name.
    #[error("{0}")]
    NotBuiltIn(String),
    /// A line is not what it should be.
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no opening in it.
    #[error("{}: the opening book has no opening in it", .0.display())]
    Empty(PathBuf),
    /// A number of plies was asked of a book of positions.
    #[error("{}: `plies` cuts the move sequences of a PGN book; this is a book of positions", .0.display())]
    PliesOfPositions(PathBuf),
}

impl Book {
    /// Reads a book, each opening cut to this many plies, and checks all of it.
    ///
    /// # Errors
    /// When the file cannot be read or has no opening, or on the first opening that has an illegal
    /// move, an impossible position, or a position in which the game is already over.
    pub fn read(path: &Path, plies: Option<usize>) -> Result<Book, BookError> {
        let (mut openings, digest) = Book::openings_of(path, plies)?;
        let over = openings.iter().find_map(|opening| Some((opening.line, is_over(opening)?)));
        if let Some((line, how)) = over {
            let problem = format!("the game is already over {how}");
            return Err(BookError::Line { path: path.to_owned(), line, problem });
        }
        let duplicates = without_duplicates(&mut openings);
        Ok(Book { path: path.to_owned(), openings, duplicates, digest })
    }

    /// The openings of a book as they are, doubles and games that are over among them, and the
    /// SHA-256 of its file.
    ///
    /// # Errors
    /// When the file cannot be read or has no opening, or on the first opening that has an illegal
    /// move or an impossible position.
    pub fn openings_of(
        path: &Path,
        plies: Option<usize>,
    ) -> Result<(Vec<Opening>, [u8; 32]), BookError> {
        let built_in = builtin::book(path).map_err(BookError::NotBuiltIn)?;
        let format = Format::of(path).ok_or_else(|| BookError::UnknownFormat(path.to_owned()))?;
        if plies.is_some() && format == Format::Epd {
            return Err(BookError::PliesOfPositions(path.to_owned()));
        }
        let read_error = |source| BookError::Read { path: path.to_owned(), source };
        let bytes =
            built_in.map_or_else(|| input::read(path), BuiltIn::text).map_err(read_error)?;
        let openings = match format {
            Format::Epd => epd::parse(&bytes),
            Format::Pgn => pgn::parse(&bytes, plies),
        };
        let openings = openings.map_err(|LineError { line, problem }| BookError::Line {
            path: path.to_owned(),
            line,
            problem,
        })?;
        if openings.is_empty() {
            return Err(BookError::Empty(path.to_owned()));
        }
        Ok((openings, Sha256::digest(&bytes).into()))
    }

    /// The openings that are played as Chess960: their castling rights need it.
    pub fn chess960(&self) -> impl Iterator<Item = &Opening> {
        self.openings.iter().filter(|opening| opening.castling_mode().is_chess960())
    }
}

/// Takes out the openings that lead to the position of an earlier one, and returns them.
fn without_duplicates(openings: &mut Vec<Opening>) -> Vec<Duplicate> {
    let mut first = HashMap::new();
    let mut duplicates = Vec::new();
    openings.retain(|opening| {
        let key: Zobrist64 = opening.position.zobrist_hash(EnPassantMode::Legal);
        let earlier = *first.entry(key).or_insert(opening.line);
        if earlier != opening.line {
            duplicates.push(Duplicate { line: opening.line, earlier });
        }
        earlier == opening.line
    });
    duplicates
}

/// How the game is over where an opening ends; `None` where there is one to play.
fn is_over(opening: &Opening) -> Option<&'static str> {
    match opening.position.outcome() {
        Outcome::Unknown if opening.position.halfmoves() >= 100 => Some("by the fifty-move rule"),
        Outcome::Unknown => None,
        Outcome::Known(_) if opening.position.is_checkmate() => Some("by checkmate"),
        Outcome::Known(_) if opening.position.is_stalemate() => Some("by stalemate"),
        Outcome::Known(_) => Some("by insufficient material"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error;

    fn book(name: &str, text: &str, plies: Option<usize>) -> Result<Book, String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        let prefix = format!("{}/", directory.path().display());
        Book::read(&path, plies).map_err(|error| error.to_string().replace(&prefix, ""))
    }

    const PGN: &str = "[Event \"1\"]\n[ECO \"C50\"]\n[Opening \"Italian Game\"]\n\n\
        1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n\n[Event \"2\"]\n\n1. d4 {a comment} d5\n2. c4 (2. Nf3) e6 *\n";

    #[test]
    fn a_pgn_book_names_its_openings() {
        let book = book("a.pgn", PGN, None).unwrap();
        assert_eq!(book.openings.len(), 2);
        assert_eq!(book.openings[0].moves.len(), 5);
        assert_eq!(book.openings[0].eco.as_deref(), Some("C50"));
        assert_eq!(book.openings[0].name.as_deref(), Some("Italian Game"));
        assert_eq!(book.openings[1].moves.len(), 4);
        assert_eq!(book.openings[1].line, 7);
        assert_eq!(book.openings[1].name, None);
    }

    #[test]
    fn plies_cut_the_openings() {
        let book = book("a.pgn", PGN, Some(2)).unwrap();
        assert!(book.openings.iter().all(|opening| opening.moves.len() == 2));
    }

    #[test]
    fn an_illegal_move_in_a_pgn_book_names_its_line() {
        let text = PGN.replace("2. c4", "2. c5");
        assert_eq!(
            book("a.pgn", &text, None).unwrap_err(),
            "a.pgn:10: game 2: 2. c5 is not a legal move"
        );
        // The fault lies behind the cut, but the book is checked as a whole.
        assert!(book("a.pgn", &text, Some(2)).is_err());
    }

    #[test]
    fn junk_in_a_pgn_book_is_an_error() {
        let error = book("a.pgn", &PGN.replace("Nf3 Nc6", "Nf3 Zc6"), None).unwrap_err();
        assert_eq!(error, "a.pgn:5: game 1: \"Zc6\" is no move");
        let error = book("a.pgn", &PGN.replace("{a comment}", "{a comment"), None).unwrap_err();
        assert!(error.starts_with("a.pgn:9: game 2: "), "{error}");
    }

    #[test]
    fn a_pgn_book_may_begin_anywhere() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
        let book = book("a.pgn", text, None).unwrap();
        assert_eq!(book.openings[0].start.board().occupied().count(), 3);
        assert_eq!(book.openings[0].moves.len(), 1);
    }

    #[test]
    fn an_epd_book_is_read_with_and_without_counters() {
        let text = "# a comment\n\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"King's Pawn\"; eco \"B00\";\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - 3 17\n\
            4k3/8/8/8/8/8/3P4/4K3 w - - hmvc 5; fmvn 20;\n";
        let book = book("a.epd", text, None).unwrap();
        let openings = &book.openings;
        assert_eq!(openings.len(), 3);
        assert_eq!(openings[0].name.as_deref(), Some("King's Pawn"));
        assert_eq!(openings[0].eco.as_deref(), Some("B00"));
        assert_eq!(openings[1].position.halfmoves(), 3);
        assert_eq!(openings[1].position.fullmoves().get(), 17);
        assert_eq!(openings[2].position.halfmoves(), 5);
        assert_eq!(openings[2].position.fullmoves().get(), 20);
        assert_eq!(openings[2].line, 5);
    }

    #[test]
    fn a_bad_line_of_an_epd_book_is_named() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
        let with = |line: &str| book("a.epd", &format!("{good}{line}\n"), None).unwrap_err();
        assert_eq!(with("4k3/8/8/8 w - -"), "a.epd:2: invalid board part in fen");
        assert_eq!(with("4k3/8/8/8/8/8/8/8 w - -"), "a.epd:2: illegal position: missing king");
        assert_eq!(with("4k3/8/8/8/8/8/8/4K3 w - -"), {
            "a.epd:2: the game is already over by insufficient material"
        });
        assert_eq!(with("R5k1/5ppp/8/8/8/8/8/4K3 b - -"), {
            "a.epd:2: the game is already over by checkmate"
        });
        assert_eq!(with("7k/5Q2/8/8/8/8/8/4K3 b - -"), {
            "a.epd:2: the game is already over by stalemate"
        });
        assert_eq!(with("4k3/8/8/8/8/8/4P3/4K3 w"), {
            "a.epd:2: a position needs four fields: board, side to move, castling, en passant"
        });
    }

    #[test]
    fn a_book_needs_openings_and_a_format() {
        assert_eq!(book("a.epd", "\n# none\n", None).unwrap_err(), {
            "a.epd: the opening book has no opening in it"
        });
        assert_eq!(book("a.txt", "", None).unwrap_err(), {
            "a.txt: an opening book ends in .pgn, .epd or .fen, before .gz, .zst or .bz2 where it is \
             compressed"
        });
        let plies = book("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n", Some(4)).unwrap_err();
        assert!(plies.contains("`plies` cuts the move sequences"), "{plies}");
        let missing = Book::read(Path::new("no/such.pgn"), None).unwrap_err();
        assert_eq!(missing.to_string(), "cannot read the opening book no/such.pgn");
        assert!(missing.source().is_some(), "{missing}");
    }

    #[test]
    fn a_compressed_book_is_the_same_book() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.pgn.gz");
        let mut packed = Vec::new();
        let level = flate2::Compression::default();
        let mut encoder = flate2::read::GzEncoder::new(PGN.as_bytes(), level);
        std::io::copy(&mut encoder, &mut packed).unwrap();
        std::fs::write(&path, packed).unwrap();
        let (plain, packed) = (book("a.pgn", PGN, None).unwrap(), Book::read(&path, None).unwrap());
        assert_eq!(packed.openings.len(), 2);
        assert_eq!(packed.digest, plain.digest);
    }

    #[test]
    fn transpositions_are_left_out() {
        let text = "1. e4 e5 2. Nf3 Nc6 *\n\n1. Nf3 Nc6 2. e4 e5 *\n\n1. d4 d5 *\n";
        let book = book("a.pgn", text, None).unwrap();
        assert_eq!(book.duplicates, [Duplicate { line: 3, earlier: 1 }]);
        let lines: Vec<usize> = book.openings.iter().map(|opening| opening.line).collect();
        assert_eq!(lines, [1, 5]);
    }
}
