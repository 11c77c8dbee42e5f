//! Tags, and the end of a section of tags.

use std::io::{self, Read};
use std::ops::Range;

use super::{LONGEST_TAG, LONGEST_WORD, Lexed, Place, Reader, is_line_end};
use crate::tag::{self, Close};
use crate::{FaultKind, decode};

/// The tag section under way.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// Digests of the names in it, in their order.
    pub(super) names: Vec<u64>,
    /// Line of the tag that came last.
    last: u64,
}

impl Section {
    /// Whether a tag begins the next game's section: its first name comes again, or after a blank line any that it
    /// has already.
    fn is_ended_by(&self, name: u64, line: u64) -> bool {
        let is_apart = line > self.last + 1;
        self.names.first() == Some(&name) || (is_apart && self.names.contains(&name))
    }
}

impl<R: Read> Reader<R> {
    /// A tag, or a bracket that begins none.
    pub(super) fn bracket(&mut self) -> io::Result<Option<Lexed>> {
        let is_first = self.input.is_at_line_start();
        let Some(head) = self.tag_head()? else {
            return self.no_tag(is_first);
        };
        if self.depth > 0 {
            if !is_first {
                self.input.take_within_line(1);
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
        while self.input.ahead().len() < LONGEST_WORD && self.input.fill()? {}
        let ahead = self.input.ahead();
        Ok(tag::head(&ahead[..ahead.len().min(LONGEST_WORD)]))
    }

    /// A bracket that begins no tag: with its line, where it is the first on it or between games.
    fn no_tag(&mut self, is_first: bool) -> io::Result<Option<Lexed>> {
        if self.depth > 0 || (self.place == Place::Moves && !is_first) {
            self.input.take_within_line(1);
            let fault = FaultKind::Word("[".to_owned());
            return Ok((self.depth == 0).then_some(Lexed::Fault(fault)));
        }
        self.input.skip(is_line_end, |_| {})?;
        Ok(Some(Lexed::Fault(FaultKind::NoTag)))
    }

    /// A tag whose head has been read.
    fn tag(&mut self, head: &tag::Head) -> io::Result<Lexed> {
        let mut is_all = false;
        loop {
            let ahead = self.input.ahead();
            let is_long = ahead.len() > LONGEST_TAG;
            let known = &ahead[..ahead.len().min(LONGEST_TAG)];
            match tag::close(known, head.value, is_all) {
                Close::At(value, length) => {
                    let from = self.input.take_within_line(length);
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
}

/// FNV-1a.
fn digest(name: &[u8]) -> u64 {
    name.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
