//! Comments.

use std::io::{self, Read};

use memchr::memchr3;

use super::{LONGEST_COMMENT, Lexed, Reader, is_line_end};
use crate::FaultKind;
use crate::token::{EVENT, LineCount};

impl<R: Read> Reader<R> {
    /// A comment in braces, which do not nest.
    pub(super) fn comment(&mut self) -> io::Result<Option<Lexed>> {
        self.input.take_within_line(1);
        // Most comments have one line, and nothing in them is to be counted.
        let end = memchr3(b'}', b'\n', b'\r', self.input.ahead());
        let end = end.filter(|&end| end <= LONGEST_COMMENT && self.input.ahead()[end] == b'}');
        if let Some(end) = end {
            let from = self.input.take_within_line(end + 1);
            let text = from..from + end;
            return Ok((self.depth == 0).then_some(Lexed::Comment { text, is_line: false }));
        }
        let Some(end) = self.input.find(0, LONGEST_COMMENT, |byte| byte == b'}')? else {
            return self.long_comment().map(Some);
        };
        if end == self.input.ahead().len() {
            return self.long_comment().map(Some);
        }
        let text = self.input.take(end);
        self.input.take_within_line(1);
        Ok((self.depth == 0).then_some(Lexed::Comment { text, is_line: false }))
    }

    /// A comment that is too long or never closed.
    fn long_comment(&mut self) -> io::Result<Lexed> {
        let mut sections = LineCount::new(EVENT);
        self.input.skip(|byte| byte == b'}', |piece| sections.pass(piece))?;
        Ok(Lexed::Fault(match self.input.peek()? {
            None => FaultKind::OpenComment { games: sections.count },
            Some(_) => {
                self.input.take_within_line(1);
                FaultKind::LongComment
            }
        }))
    }

    /// A comment to the end of its line.
    pub(super) fn line_comment(&mut self) -> io::Result<Option<Lexed>> {
        self.input.take_within_line(1);
        let Some(end) = self.input.find(0, LONGEST_COMMENT, is_line_end)? else {
            self.input.skip(is_line_end, |_| {})?;
            return Ok(Some(Lexed::Fault(FaultKind::LongComment)));
        };
        let text = self.input.take(end);
        Ok((self.depth == 0).then_some(Lexed::Comment { text, is_line: true }))
    }
}
