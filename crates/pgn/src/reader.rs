//! From bytes to tokens.

use std::io::{self, Read};
use std::ops::Range;

use shakmaty::Outcome;

use crate::input::Input;
use crate::tag::Close;
use crate::token::{EVENT, LineCount};
use crate::{Comment, Fault, FaultKind, Token, WrittenMove, decode, moves, outcome, tag};

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

/// Where in a game the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before a game.
    Between,
    /// In its tag section.
    Tags,
    /// Among its moves.
    Moves,
}

/// The tag section under way.
#[derive(Debug, Default)]
struct Section {
    /// Digests of the names in it, in their order.
    names: Vec<u64>,
    /// Line of the tag that came last.
    last: u64,
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
    is_space(byte) || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b';' | b'$' | b'*')
}

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

    fn lex(&mut self) -> io::Result<Option<Lexed>> {
        if let Some(outcome) = self.glued.take() {
            return Ok(Some(self.end(Some(outcome))));
        }
        loop {
            self.skip_space()?;
            let Some(byte) = self.input.peek()? else { return Ok(self.at_end()) };
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
                    self.input.take(1);
                    self.depth -= 1;
                    None
                }
                b'$' => {
                    self.input.take(1);
                    let end = self.input.find(0, LONGEST_WORD, |byte| !byte.is_ascii_digit())?;
                    self.input.take(end.unwrap_or(0));
                    None
                }
                _ => self.word()?,
            };
            if lexed.is_some() {
                return Ok(lexed);
            }
        }
    }

    /// Takes white space and byte order marks.
    fn skip_space(&mut self) -> io::Result<()> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        loop {
            match self.input.peek()? {
                Some(byte) if is_space(byte) => self.input.skip(|byte| !is_space(byte), |_| {})?,
                Some(byte) if byte == MARK[0] => {
                    while self.input.ahead().len() < MARK.len() && self.input.fill()? {}
                    if !self.input.ahead().starts_with(MARK) {
                        return Ok(());
                    }
                    let at_line_start = self.input.is_at_line_start();
                    self.input.take(MARK.len());
                    if at_line_start {
                        self.input.begin_line();
                    }
                }
                _ => return Ok(()),
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
        self.input.take(1);
        self.place = Place::Moves;
        if self.depth == 0 {
            self.variation = self.line;
        }
        self.depth += 1;
    }

    /// A comment in braces, which do not nest.
    fn comment(&mut self) -> io::Result<Option<Lexed>> {
        self.input.take(1);
        let Some(end) = self.input.find(0, LONGEST_COMMENT, |byte| byte == b'}')? else {
            return self.long_comment().map(Some);
        };
        if end == self.input.ahead().len() {
            return self.long_comment().map(Some);
        }
        let text = self.input.take(end);
        self.input.take(1);
        Ok((self.depth == 0).then_some(Lexed::Comment { text, is_line: false }))
    }

    /// A comment that is too long or never closed.
    fn long_comment(&mut self) -> io::Result<Lexed> {
        let mut sections = LineCount::new(EVENT);
        self.input.skip(|byte| byte == b'}', |piece| sections.pass(piece))?;
        Ok(Lexed::Fault(match self.input.peek()? {
            None => FaultKind::OpenComment { games: sections.count },
            Some(_) => {
                self.input.take(1);
                FaultKind::LongComment
            }
        }))
    }

    /// A comment to the end of its line.
    fn line_comment(&mut self) -> io::Result<Option<Lexed>> {
        self.input.take(1);
        let Some(end) = self.input.find(0, LONGEST_COMMENT, is_line_end)? else {
            self.input.skip(is_line_end, |_| {})?;
            return Ok(Some(Lexed::Fault(FaultKind::LongComment)));
        };
        let text = self.input.take(end);
        Ok((self.depth == 0).then_some(Lexed::Comment { text, is_line: true }))
    }

    /// A tag, or a bracket that begins none.
    fn bracket(&mut self) -> io::Result<Option<Lexed>> {
        let is_first = self.input.is_at_line_start();
        let Some(head) = self.tag_head()? else {
            return self.no_tag(is_first);
        };
        if self.depth > 0 {
            if !is_first {
                self.input.take(1);
                return Ok(None);
            }
            self.depth = 0;
            return Ok(Some(Lexed::Fault(FaultKind::OpenVariation)));
        }
        let digest = digest(&self.input.ahead()[head.name.clone()]);
        match self.place {
            Place::Moves => return Ok(Some(self.end(None))),
            Place::Tags if self.section.is_ended_by(digest, self.line) => {
                return Ok(Some(self.end(None)));
            }
            Place::Tags => {}
            Place::Between => {
                self.place = Place::Tags;
                return Ok(Some(Lexed::Begin));
            }
        }
        self.section.names.push(digest);
        self.section.last = self.line;
        self.tag(&head).map(Some)
    }

    /// The head of a tag that begins here, looked for as far as its name may go.
    fn tag_head(&mut self) -> io::Result<Option<tag::Head>> {
        let in_head = |byte: u8| byte != b'"' && !is_line_end(byte);
        let end = self.input.find(0, LONGEST_WORD, |byte| !in_head(byte))?;
        let quote = end.filter(|&end| self.input.ahead().get(end) == Some(&b'"'));
        Ok(quote.and_then(|quote| tag::head(&self.input.ahead()[..=quote])))
    }

    /// A bracket that begins no tag: with its line, where it is the first on it or between games.
    fn no_tag(&mut self, is_first: bool) -> io::Result<Option<Lexed>> {
        if self.depth > 0 || (self.place == Place::Moves && !is_first) {
            self.input.take(1);
            let fault = FaultKind::Word("[".to_owned());
            return Ok((self.depth == 0).then_some(Lexed::Fault(fault)));
        }
        self.input.skip(is_line_end, |_| {})?;
        Ok(Some(Lexed::Fault(FaultKind::NoTag)))
    }

    /// A tag whose head is known.
    fn tag(&mut self, head: &tag::Head) -> io::Result<Lexed> {
        let mut is_all = false;
        loop {
            let ahead = self.input.ahead();
            let is_long = ahead.len() > LONGEST_TAG;
            let known = &ahead[..ahead.len().min(LONGEST_TAG)];
            match tag::close(known, head.value, is_all) {
                Close::At(value, length) => {
                    let from = self.input.take(length).start;
                    let place = |range: Range<usize>| from + range.start..from + range.end;
                    let (name, value) = (place(head.name.clone()), place(head.value..value));
                    return Ok(Lexed::Tag { name, value });
                }
                Close::More if !is_long => is_all = !self.input.fill()?,
                close => {
                    let name = decode(&known[head.name.clone()]).into_owned();
                    self.input.skip(is_line_end, |_| {})?;
                    return Ok(Lexed::Fault(match close {
                        Close::More => FaultKind::LongTag { name },
                        _ => FaultKind::OpenTag { name },
                    }));
                }
            }
        }
    }

    /// A word of a movetext, or text between games.
    fn word(&mut self) -> io::Result<Option<Lexed>> {
        let found = self.input.find(0, LONGEST_WORD, ends_word)?;
        // A byte that ends words may begin one: it is one by itself.
        let length = found.unwrap_or(LONGEST_WORD).max(1);
        if self.depth > 0 {
            self.input.take(length);
            return Ok(None);
        }
        let bytes = &self.input.ahead()[..length];
        if let Some(number) = move_number(bytes) {
            self.input.take(number);
            return Ok(None);
        }
        let bytes = &bytes[..end_of_token(bytes)];
        let word = decode(bytes);
        let (length, meaning) = (bytes.len(), Meaning::of(bytes, &word));
        match (meaning, self.place) {
            (Meaning::Annotation(length), _) => {
                self.input.take(length);
                Ok(None)
            }
            (Meaning::Move { .. }, Place::Between) => {
                self.place = Place::Moves;
                Ok(Some(Lexed::Begin))
            }
            (Meaning::Move { number, written, result }, _) => {
                self.place = Place::Moves;
                self.input.take(number);
                self.input.take(length - number);
                self.glued = result;
                Ok(Some(Lexed::Move(written)))
            }
            (Meaning::Result(_), Place::Between) => {
                self.input.take(length);
                Ok(Some(Lexed::Fault(FaultKind::StrayResult)))
            }
            (Meaning::Result(outcome), _) => {
                self.input.take(length);
                Ok(Some(self.end(Some(outcome))))
            }
            (Meaning::None, Place::Between) => {
                self.input.skip(is_line_end, |_| {})?;
                Ok(Some(Lexed::Fault(FaultKind::Text)))
            }
            (Meaning::None, _) => {
                let word = word.into_owned();
                self.place = Place::Moves;
                self.input.take(length);
                if found.is_none() {
                    self.input.skip(ends_word, |_| {})?;
                }
                Ok(Some(Lexed::Fault(FaultKind::Word(word))))
            }
        }
    }
}

impl Section {
    /// Whether a tag begins the next game's section: its first name comes again, or after a blank line any that it
    /// has already.
    fn is_ended_by(&self, name: u64, line: u64) -> bool {
        let is_apart = line > self.last + 1;
        self.names.first() == Some(&name) || (is_apart && self.names.contains(&name))
    }
}

/// FNV-1a.
fn digest(name: &[u8]) -> u64 {
    name.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// What a word says.
enum Meaning {
    /// A move, behind the digits of its number, and the result that touches it.
    Move {
        number: usize,
        written: WrittenMove,
        result: Option<Outcome>,
    },
    Result(Outcome),
    /// An annotation of this many bytes, which a result may touch.
    Annotation(usize),
    None,
}

impl Meaning {
    fn of(bytes: &[u8], word: &str) -> Meaning {
        if let Some(found) = written(bytes) {
            return found;
        }
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
        match written(&bytes[digits..]) {
            Some(Meaning::Move { written, result, .. }) if digits > 0 => {
                Meaning::Move { number: digits, written, result }
            }
            _ => Meaning::None,
        }
    }
}

/// A move with what may touch it.
fn written(bytes: &[u8]) -> Option<Meaning> {
    let (written, rest) = WrittenMove::at_start(bytes)?;
    let rest = decode(&bytes[bytes.len() - rest..]);
    if rest.is_empty() || moves::is_suffix(&rest) {
        return Some(Meaning::Move { number: 0, written, result: None });
    }
    let (before, result) = outcome::at_end(&rest)?;
    let found = Meaning::Move { number: 0, written, result: Some(result) };
    moves::is_suffix(&rest[..before]).then_some(found)
}

/// The length of a move number at the beginning of a word, with its dots; of digits alone, where they are all of
/// it.
fn move_number(word: &[u8]) -> Option<usize> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|&&byte| byte == b'.').count();
    let length = digits + dots;
    // `0000` is a null move.
    let is_number = dots > 0 || (length == word.len() && word != b"0000");
    (length > 0 && is_number).then_some(length)
}

/// Where a token ends within a word: at a dot that is not one of `e.p.`, and behind exclamation and question marks.
fn end_of_token(word: &[u8]) -> usize {
    let is_mark = |byte: u8| matches!(byte, b'!' | b'?');
    let ends = |&at: &usize| {
        let (before, byte) = (&word[..at], word[at]);
        let is_dot = byte == b'.' && !before.ends_with(b"e") && !before.ends_with(b"e.p");
        is_dot || (is_mark(before[at - 1]) && !is_mark(byte))
    };
    (1..word.len()).find(ends).unwrap_or(word.len())
}
