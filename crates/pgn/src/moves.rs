//! Moves as written in files.

use std::fmt;

use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, File, Move, Position, Rank, Role, Square};

/// A move as written, without a position to interpret it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrittenMove {
    /// In algebraic notation: `Nf3`, `exd5`, `Ng1-f3`, `O-O`; `--` is a null move.
    San(San),
    /// By its two squares: `g1f3`, `e7-e8q`.
    Uci(UciMove),
}

/// The reason that a written move is not legal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// No piece can move so.
    Illegal,
    /// More than one piece can.
    Ambiguous,
    /// The side to move passes, which no rule of chess allows.
    Null,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveError::Illegal => "is not a legal move",
            MoveError::Ambiguous => "is ambiguous: more than one piece can move so",
            MoveError::Null => "is a null move",
        })
    }
}

impl std::error::Error for MoveError {}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrittenMove::San(san) => san.fmt(f),
            WrittenMove::Uci(uci) => uci.fmt(f),
        }
    }
}

impl WrittenMove {
    /// The move in a position. A capture may lack its `x`, and another move may have one; a pawn that captures
    /// has its file.
    ///
    /// # Errors
    /// When it is not exactly one legal move.
    pub fn to_move<P: Position>(self, position: &P) -> Result<Move, MoveError> {
        match self {
            WrittenMove::San(San::Null) | WrittenMove::Uci(UciMove::Null) => Err(MoveError::Null),
            WrittenMove::San(san) => match san.to_move(position) {
                Err(SanError::IllegalSan) => other_capture(san)
                    .and_then(|san| san.to_move(position).ok())
                    .ok_or(MoveError::Illegal),
                Err(SanError::AmbiguousSan) => Err(MoveError::Ambiguous),
                Ok(m) => Ok(m),
            },
            WrittenMove::Uci(uci) => uci.to_move(position).map_err(|_| MoveError::Illegal),
        }
    }

    /// The move at the beginning of a word, and the length of the rest, which may be a check, an annotation or a
    /// result.
    #[inline]
    pub(crate) fn at_start(word: &[u8]) -> Option<(WrittenMove, usize)> {
        let special = match word.first()? {
            b'O' | b'o' | b'0' | b'-' | b'Z' | b'@' => castling(word).or_else(|| null(word)),
            _ => None,
        };
        special.or_else(|| {
            let mut scan = Scan { rest: word };
            scan.ordinary().map(|written| (written, scan.rest.len()))
        })
    }
}

/// The same move with or without `x`.
fn other_capture(san: San) -> Option<San> {
    match san {
        San::Normal { role, file, rank, capture, to, promotion }
            if role != Role::Pawn || file.is_some() =>
        {
            Some(San::Normal { role, file, rank, capture: !capture, to, promotion })
        }
        _ => None,
    }
}

fn castling(word: &[u8]) -> Option<(WrittenMove, usize)> {
    const LETTERS: [[&[u8]; 2]; 3] = [[b"O-O-O", b"O-O"], [b"0-0-0", b"0-0"], [b"o-o-o", b"o-o"]];
    let [long, short] = LETTERS.iter().find(|[_, short]| word.starts_with(short))?;
    let (side, rest) = match word.strip_prefix(*long) {
        Some(rest) => (CastlingSide::QueenSide, rest),
        None => (CastlingSide::KingSide, word.strip_prefix(*short)?),
    };
    Some((WrittenMove::San(San::Castle(side)), rest.len()))
}

fn null(word: &[u8]) -> Option<(WrittenMove, usize)> {
    let names: [&[u8]; 4] = [b"--", b"Z0", b"0000", b"@@@@"];
    let rest = names.iter().find_map(|name| word.strip_prefix(*name))?;
    Some((WrittenMove::San(San::Null), rest.len()))
}

/// Reads a move from the left.
struct Scan<'a> {
    rest: &'a [u8],
}

impl Scan<'_> {
    /// Takes the next byte if it has a meaning.
    fn take<T>(&mut self, read: impl Fn(char) -> Option<T>) -> Option<T> {
        let (&first, rest) = self.rest.split_first()?;
        let found = read(char::from(first))?;
        self.rest = rest;
        Some(found)
    }

    /// Any move but castling: a piece, its origin as far as given, its target, and a promotion.
    fn ordinary(&mut self) -> Option<WrittenMove> {
        let role = self.take(|c| if c.is_ascii_uppercase() { Role::from_char(c) } else { None });
        let (file, rank) = (self.take(File::from_char), self.take(Rank::from_char));
        let before = self.rest;
        let is_begun = role.is_some() || file.is_some();
        let separator = self.take(|c| (is_begun && matches!(c, 'x' | ':' | '-')).then_some(c));
        let to =
            self.take(File::from_char).and_then(|file| Some((file, self.take(Rank::from_char)?)));
        let capture = matches!(separator, Some('x' | ':'));
        let (file, rank, to, capture) = match to {
            Some((to_file, to_rank)) => {
                (file, rank, Square::from_coords(to_file, to_rank), capture)
            }
            None => {
                self.rest = before;
                (None, None, Square::from_coords(file?, rank?), false)
            }
        };
        let pawn = role.is_none_or(|role| role == Role::Pawn);
        let promotion = if pawn { self.promotion(to) } else { None };
        let from = file.zip(rank).map(|(file, rank)| Square::from_coords(file, rank));
        Some(match (role, from) {
            (None, Some(from)) => WrittenMove::Uci(UciMove::Normal { from, to, promotion }),
            _ => {
                let role = role.unwrap_or(Role::Pawn);
                // `ed5` for `exd5`: a pawn's file before the target means a capture.
                let capture =
                    capture || (role == Role::Pawn && file.is_some_and(|f| f != to.file()));
                WrittenMove::San(San::Normal { role, file, rank, capture, to, promotion })
            }
        })
    }

    /// The promotion of a move to the last rank: `=Q`, `/Q`, `Q` or `q`; no other text there begins
    /// with `n` or `b`.
    fn promotion(&mut self, to: Square) -> Option<Role> {
        if !matches!(to.rank(), Rank::First | Rank::Eighth) {
            return None;
        }
        let before = self.rest;
        self.take(|c| matches!(c, '=' | '/').then_some(()));
        let role = self.take(Role::from_char).filter(|role| !matches!(role, Role::Pawn));
        if role.is_none() {
            self.rest = before;
        }
        role
    }
}

/// Whether the rest of a move's word consists only of checks, annotations and marks of captures en
/// passant.
pub(crate) fn is_suffix(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['+', '#', '!', '?']);
    let rest = ["e.p.", "ep", "ch", "mate"]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark))
        .unwrap_or(rest);
    rest.chars().all(is_glyph)
}

/// Whether a word is an annotation.
pub(crate) fn is_annotation(word: &str) -> bool {
    matches!(word, "e.p." | "ep" | "ch" | "dis" | "mate" | "N" | "D" | "TN" | "RR" | "zz" | "..")
        || (!word.is_empty() && word.chars().all(is_glyph))
}

fn is_glyph(c: char) -> bool {
    matches!(c, '+' | '-' | '=' | '/' | '!' | '?' | '#' | '~' | '^' | ',' | '|' | '\\' | '×')
        || matches!(c, '±' | '∓' | '⩲' | '⩱' | '∞' | '¯' | '□' | '○' | '⊙' | '∆' | 'Δ' | '∇' | '⌓')
        || matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2200}'..='\u{2bff}' | '‼' | '⁇' | '⁈' | '⁉' | '†' | '‡')
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    fn played(fen: &str, word: &str) -> Result<String, MoveError> {
        let position: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let (written, rest) = WrittenMove::at_start(word.as_bytes()).expect(word);
        assert!(is_suffix(&word[word.len() - rest..]), "{word}");
        written.to_move(&position).map(|m| m.to_uci(CastlingMode::Standard).to_string())
    }

    const MIDDLE: &str = "r3k2r/1P3ppp/8/3pPn2/6N1/8/PPP2PPP/R3K2R w KQkq d6 0 1";

    #[test]
    fn one_move_is_written_in_many_ways() {
        let ways = [
            ("e1g1", "O-O 0-0 o-o e1g1 e1h1 O-O+ 0-0!?"),
            ("e1c1", "O-O-O 0-0-0# e1c1"),
            ("e5d6", "exd6 ed6 exd6e.p. e5d6 e5xd6 e:d6 exd6ep Pe5xd6 exd6+!"),
            ("b7b8q", "b8=Q b8Q b8=q b8q b7b8q b7-b8=Q b8=Q+ b8/Q"),
            ("b7a8n", "bxa8=N bxa8N ba8N b7xa8=N b7a8n bxa8=N+!!"),
            ("g4f6", "Nf6 Ng4f6 Ng4-f6 Ngf6 N4f6 g4f6 g4-f6 Nf6+ Nxf6 Nf6+- Nf6± Nf6="),
            ("e5e6", "e6 e5e6 e5-e6 Pe6 e6! e6= e6+/- e6=/+"),
        ];
        for (expected, words) in ways {
            for word in words.split(' ') {
                assert_eq!(played(MIDDLE, word).as_deref(), Ok(expected), "{word}");
            }
        }
    }

    #[test]
    fn what_is_no_move_of_a_position_says_why() {
        assert_eq!(played(MIDDLE, "Qd4"), Err(MoveError::Illegal));
        assert_eq!(played(MIDDLE, "e8"), Err(MoveError::Illegal));
        assert_eq!(played(MIDDLE, "d6"), Err(MoveError::Illegal));
        assert_eq!(played(MIDDLE, "--"), Err(MoveError::Null));
        assert_eq!(played("4k3/8/8/8/8/8/8/R3K1R1 w - - 0 1", "Rd1"), Ok("a1d1".to_owned()));
        assert_eq!(played("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1"), Err(MoveError::Ambiguous));
    }

    #[test]
    fn other_words_are_no_moves() {
        for word in ["", "Zc6", "e", "e9", "1", "xe4", "-e4", "N", "K", "is", "0-1"] {
            assert_eq!(WrittenMove::at_start(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn annotations_are_known() {
        for word in ["!", "!?", "=", "±", "+-", "-+", "+/=", "N", "∞", "e.p.", "⩲"] {
            assert!(is_annotation(word), "{word}");
        }
        assert!(!is_annotation("Zc6") && !is_annotation("=Q"));
    }
}
