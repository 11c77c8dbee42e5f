//! Words of a movetext.

use std::io::{self, Read};

use shakmaty::Outcome;

use super::{LONGEST_WORD, Lexed, Place, Reader, ends_word, is_line_end, is_space};
use crate::{FaultKind, WrittenMove, decode, moves, outcome};

impl<R: Read> Reader<R> {
    /// A word of a movetext, or text between games.
    pub(super) fn word(&mut self) -> io::Result<Option<Lexed>> {
        if self.depth == 0
            && self.place != Place::Between
            && let Some((length, plain)) = plain(self.input.ahead())
        {
            self.input.take_within_line(length);
            return Ok(match plain {
                Plain::Number => None,
                Plain::Move(written) => {
                    self.place = Place::Moves;
                    Some(Lexed::Move(written))
                }
                Plain::Result(outcome) => Some(self.end(Some(outcome))),
            });
        }
        let found = self.input.find(0, LONGEST_WORD, ends_word)?;
        // A byte that ends words may begin one: it is one by itself.
        let length = found.unwrap_or(LONGEST_WORD).max(1);
        if self.depth > 0 {
            self.input.take_within_line(length);
            return Ok(None);
        }
        let mut bytes = &self.input.ahead()[..length];
        // A draw that is written `0.5-0.5` begins as a number does.
        if outcome(&decode(bytes)).is_none() {
            if let Some(number) = move_number(bytes) {
                self.input.take_within_line(number);
                return Ok(None);
            }
            bytes = &bytes[..end_of_token(bytes)];
        }
        let (length, meaning) = (bytes.len(), Meaning::of(bytes));
        match (meaning, self.place) {
            (Meaning::Annotation(length), _) => {
                self.input.take_within_line(length);
                Ok(None)
            }
            (Meaning::Move { .. }, Place::Between) => {
                self.place = Place::Moves;
                Ok(Some(Lexed::Begin))
            }
            (Meaning::Move { written, result }, _) => {
                self.place = Place::Moves;
                self.input.take_within_line(length);
                self.glued = result;
                Ok(Some(Lexed::Move(written)))
            }
            (Meaning::Result(_), Place::Between) => {
                self.input.take_within_line(length);
                Ok(Some(Lexed::Fault(FaultKind::StrayResult)))
            }
            (Meaning::Result(outcome), _) => {
                self.input.take_within_line(length);
                Ok(Some(self.end(Some(outcome))))
            }
            (Meaning::None, Place::Between) => {
                self.input.skip(is_line_end, |_| {})?;
                Ok(Some(Lexed::Fault(FaultKind::Text)))
            }
            (Meaning::None, _) => {
                let word = decode(bytes).into_owned();
                self.place = Place::Moves;
                self.input.take_within_line(length);
                if found.is_none() {
                    self.input.skip(ends_word, |_| {})?;
                }
                Ok(Some(Lexed::Fault(FaultKind::Word(word))))
            }
        }
    }
}

/// The meaning of a word.
enum Meaning {
    /// A move, and the result that touches it.
    Move {
        written: WrittenMove,
        result: Option<Outcome>,
    },
    Result(Outcome),
    /// An annotation of this many bytes, which a result may touch.
    Annotation(usize),
    None,
}

impl Meaning {
    fn of(bytes: &[u8]) -> Meaning {
        if let Some(found) = written(bytes) {
            return found;
        }
        let word = &*decode(bytes);
        if let Some(outcome) = outcome(word) {
            return Meaning::Result(outcome);
        }
        let before = outcome::at_end(word).map_or(word, |(before, _)| &word[..before]);
        if moves::is_annotation(before) {
            // In Windows-1252 a character is a byte.
            let is_utf_8 = bytes.len() == word.len();
            let length = if is_utf_8 { before.len() } else { before.chars().count() };
            return Meaning::Annotation(length);
        }
        // A number that lacks its dot.
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        written(&bytes[digits..]).unwrap_or(Meaning::None)
    }
}

/// A word that needs no closer look.
enum Plain {
    Number,
    Move(WrittenMove),
    Result(Outcome),
}

/// A number with its dots, a move before a blank, or a result before one, and the length of either: most words by far
/// are one of these.
fn plain(ahead: &[u8]) -> Option<(usize, Plain)> {
    const LONGEST: usize = 16;
    let ahead = ahead.get(..LONGEST)?;
    if ahead[0].is_ascii_digit() {
        if let Some((length, outcome)) = outcome::at_start(ahead) {
            return is_space(ahead[length]).then_some((length, Plain::Result(outcome)));
        }
        let is_dot = |byte: &u8| *byte == b'.';
        let digits = ahead.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = ahead[digits..].iter().take_while(|byte| is_dot(byte)).count();
        return (dots > 0 && digits + dots < LONGEST).then_some((digits + dots, Plain::Number));
    }
    let (written, rest) = WrittenMove::at_start(ahead)?;
    let length = LONGEST - rest;
    let is_whole = ahead.get(length).is_some_and(|&byte| is_space(byte));
    is_whole.then_some((length, Plain::Move(written)))
}

/// A move with any marks attached to it.
fn written(bytes: &[u8]) -> Option<Meaning> {
    let (written, rest) = WrittenMove::at_start(bytes)?;
    if rest == 0 {
        return Some(Meaning::Move { written, result: None });
    }
    let rest = decode(&bytes[bytes.len() - rest..]);
    if moves::is_suffix(&rest) {
        return Some(Meaning::Move { written, result: None });
    }
    let (before, result) = outcome::at_end(&rest)?;
    let found = Meaning::Move { written, result: Some(result) };
    moves::is_suffix(&rest[..before]).then_some(found)
}

/// The length of a move number at the beginning of a word, with its dots; without dots only if it
/// is the whole word.
fn move_number(word: &[u8]) -> Option<usize> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|&&byte| byte == b'.').count();
    let length = digits + dots;
    // `0000` is a null move.
    let is_number = dots > 0 || (length == word.len() && word != b"0000");
    (length > 0 && is_number).then_some(length)
}

/// The end of a token within a word: at a dot that is not one of `e.p.`, after these dots, and
/// after exclamation and question marks.
fn end_of_token(word: &[u8]) -> usize {
    let is_mark = |byte: u8| matches!(byte, b'!' | b'?');
    let ends = |&at: &usize| {
        let (before, byte) = (&word[..at], word[at]);
        let is_dot = byte == b'.' && !before.ends_with(b"e") && !before.ends_with(b"e.p");
        is_dot || before.ends_with(b"e.p.") || (is_mark(before[at - 1]) && !is_mark(byte))
    };
    (1..word.len()).find(ends).unwrap_or(word.len())
}
