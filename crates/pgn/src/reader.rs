//! Splits bytes into tokens.

mod comments;
mod tags;
mod words;

use std::io::{self, Read};
use std::ops::Range;

use shakmaty::Outcome;

use crate::input::Input;
use crate::{Comment, Fault, FaultKind, Token, WrittenMove, decode, tag};
use tags::Section;

/// Bytes of a tag line, at most: a longer one is a [`FaultKind::LongTag`].
pub const LONGEST_TAG: usize = 1 << 20;
/// Bytes of a comment, at most: a longer one is a [`FaultKind::LongComment`].
pub const LONGEST_COMMENT: usize = 1 << 20;
/// Bytes of a word that are looked at; a longer one is no move.
pub const LONGEST_WORD: usize = 255;

/// Reads the games of a source.
///
/// Memory does not grow with the source: a tag line and a comment are held whole, up to [`LONGEST_TAG`] and
/// [`LONGEST_COMMENT`], and nothing else.
#[derive(Debug)]
pub struct Reader<R> {
    input: Input<R>,
    /// The line of the present token.
    line: u64,
    place: Place,
    /// Variations open, and the line of the outermost.
    depth: u64,
    variation: u64,
    section: Section,
    /// The result that ends a game behind the last move, to which it was glued.
    glued: Option<Outcome>,
}

/// The reader's place in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before a game.
    Between,
    /// In its tag section.
    Tags,
    /// Among its moves.
    Moves,
}

/// A token by its places in the buffer.
enum Lexed {
    Begin,
    Tag { name: Range<usize>, value: Range<usize> },
    Move(WrittenMove),
    Comment { text: Range<usize>, is_line: bool },
    End(Option<Outcome>),
    Fault(FaultKind),
}

fn is_space(byte: u8) -> bool {
    // The last is the end of a file to DOS.
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a)
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn ends_word(byte: u8) -> bool {
    ENDS_WORD[usize::from(byte)]
}

/// A table, since every byte of a movetext is looked up.
static ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let bytes = b" \t\n\r\x0b\x0c\x1a{}()[;$*";
    let mut at = 0;
    while at < bytes.len() {
        ends[bytes[at] as usize] = true;
        at += 1;
    }
    ends
};

impl<R: Read> Reader<R> {
    /// A reader of a plain text; UTF-16 and compressed files are not for it.
    pub fn new(source: R) -> Reader<R> {
        Reader {
            input: Input::new(source),
            line: 1,
            place: Place::Between,
            depth: 0,
            variation: 0,
            section: Section::default(),
            glued: None,
        }
    }

    /// The next token with the line on which it begins, from 1; `None` at the end of the source. CR, LF and CR LF
    /// each end a line.
    ///
    /// # Errors
    /// When the source cannot be read.
    // No `Iterator`: a token borrows from the reader.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<(u64, Token<'_>)>> {
        let Some(lexed) = self.lex()? else { return Ok(None) };
        let input = &self.input;
        let mut line = self.line;
        let token = match lexed {
            Lexed::Begin => Token::Begin,
            Lexed::Tag { name, value } => Token::Tag {
                name: decode(input.taken(name)),
                value: tag::unescape(input.taken(value)),
            },
            Lexed::Move(written) => Token::Move(written),
            Lexed::Comment { text, is_line } => {
                Token::Comment(Comment::new(input.taken(text), is_line))
            }
            Lexed::End(outcome) => Token::End(outcome),
            Lexed::Fault(kind) => {
                if kind == FaultKind::OpenVariation {
                    line = self.variation;
                }
                Token::Fault(Fault { line, kind })
            }
        };
        Ok(Some((line, token)))
    }

    /// Bytes of the source before the text that is read next: after [`Token::Begin`] those before the game.
    pub fn offset(&self) -> u64 {
        self.input.offset()
    }

    fn lex(&mut self) -> io::Result<Option<Lexed>> {
        if let Some(outcome) = self.glued.take() {
            return Ok(Some(self.end(Some(outcome))));
        }
        loop {
            let Some(byte) = self.skip_space()? else { return Ok(self.at_end()) };
            self.line = self.input.line();
            let lexed = match byte {
                b'%' if self.input.is_at_line_start() => {
                    self.input.skip(is_line_end, |_| {})?;
                    None
                }
                b'{' => self.comment()?,
                b';' => self.line_comment()?,
                b'[' => self.bracket()?,
                b'(' if self.place != Place::Between => {
                    self.open_variation();
                    None
                }
                b')' if self.depth > 0 => {
                    self.input.take_within_line(1);
                    self.depth -= 1;
                    None
                }
                b'$' => {
                    self.input.take_within_line(1);
                    let end = self.input.find(0, LONGEST_WORD, |byte| !byte.is_ascii_digit())?;
                    self.input.take_within_line(end.unwrap_or(0));
                    None
                }
                _ => self.word()?,
            };
            if lexed.is_some() {
                return Ok(lexed);
            }
        }
    }

    /// Takes white space and byte order marks; the byte that follows, if there is one.
    fn skip_space(&mut self) -> io::Result<Option<u8>> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        loop {
            let ahead = self.input.ahead();
            match ahead.iter().position(|&byte| !is_space(byte)) {
                // Nearly always.
                Some(1) if ahead[0] == b' ' => _ = self.input.take_within_line(1),
                Some(0) => {}
                Some(spaces) => _ = self.input.take(spaces),
                None => {
                    self.input.take(ahead.len());
                    match self.input.fill()? {
                        true => continue,
                        false => return Ok(None),
                    }
                }
            }
            let byte = self.input.ahead()[0];
            if byte != MARK[0] {
                return Ok(Some(byte));
            }
            while self.input.ahead().len() < MARK.len() && self.input.fill()? {}
            if !self.input.ahead().starts_with(MARK) {
                return Ok(Some(byte));
            }
            let at_line_start = self.input.is_at_line_start();
            self.input.take_within_line(MARK.len());
            if at_line_start {
                self.input.begin_line();
            }
        }
    }

    /// The end of the source, after which there is nothing.
    fn at_end(&mut self) -> Option<Lexed> {
        if self.depth > 0 {
            self.depth = 0;
            return Some(Lexed::Fault(FaultKind::OpenVariation));
        }
        (self.place != Place::Between).then(|| self.end(None))
    }

    fn end(&mut self, outcome: Option<Outcome>) -> Lexed {
        self.place = Place::Between;
        self.section.names.clear();
        Lexed::End(outcome)
    }

    fn open_variation(&mut self) {
        self.input.take_within_line(1);
        self.place = Place::Moves;
        if self.depth == 0 {
            self.variation = self.line;
        }
        self.depth += 1;
    }
}
