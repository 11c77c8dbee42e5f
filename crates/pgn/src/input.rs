//! A source of bytes with look-ahead and line numbers.

use std::io::{self, Read};
use std::ops::Range;

/// Bytes asked for at once.
const CHUNK: usize = 64 * 1024;

/// Buffered bytes of a source.
#[derive(Debug)]
pub(crate) struct Input<R> {
    source: R,
    buffer: Vec<u8>,
    /// The bytes not yet taken.
    ahead: Range<usize>,
    is_over: bool,
    /// Bytes taken that are no longer in the buffer.
    passed: u64,
    /// The line of the next byte, from 1. CR, LF and CR LF each end a line.
    line: u64,
    /// The byte taken last; a line break before the first.
    last: u8,
}

impl<R: Read> Input<R> {
    pub(crate) fn new(source: R) -> Input<R> {
        let buffer = vec![0; CHUNK];
        Input { source, buffer, ahead: 0..0, is_over: false, passed: 0, line: 1, last: b'\n' }
    }

    /// The bytes read and not yet taken.
    pub(crate) fn ahead(&self) -> &[u8] {
        &self.buffer[self.ahead.clone()]
    }

    /// Bytes by their place in the buffer, as [`Input::take`] returned it; valid until the next
    /// [`Input::fill`].
    pub(crate) fn taken(&self, place: Range<usize>) -> &[u8] {
        &self.buffer[place]
    }

    /// Bytes before the next one.
    pub(crate) fn offset(&self) -> u64 {
        self.passed + self.ahead.start as u64
    }

    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    pub(crate) fn is_at_line_start(&self) -> bool {
        matches!(self.last, b'\n' | b'\r')
    }

    /// Marks the next byte as the first of its line.
    pub(crate) fn begin_line(&mut self) {
        self.last = b'\n';
    }

    /// Reads more bytes; false if there are none.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.is_over {
            return Ok(false);
        }
        if self.ahead.start > 0 {
            self.passed += self.ahead.start as u64;
            self.buffer.copy_within(self.ahead.clone(), 0);
            self.ahead = 0..self.ahead.len();
        }
        if self.ahead.end == self.buffer.len() {
            self.buffer.resize(2 * self.buffer.len(), 0);
        }
        let read = loop {
            match self.source.read(&mut self.buffer[self.ahead.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.ahead.end += read;
        self.is_over = read == 0;
        Ok(read > 0)
    }

    /// The next byte, if there is one.
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.ahead.is_empty() && !self.fill()? {
            return Ok(None);
        }
        Ok(self.ahead().first().copied())
    }

    /// Takes bytes that are ahead; returns their place.
    pub(crate) fn take(&mut self, count: usize) -> Range<usize> {
        let place = self.ahead.start..self.ahead.start + count;
        self.ahead.start = place.end;
        let taken = &self.buffer[place.clone()];
        let Some(&last) = taken.last() else { return place };
        let count = |wanted: u8| taken.iter().filter(|&&byte| byte == wanted).count();
        let mut breaks = count(b'\n') + count(b'\r');
        if self.last == b'\r' || last == b'\r' || breaks > 0 {
            // CR LF is one.
            breaks -= usize::from(self.last == b'\r' && taken[0] == b'\n');
            breaks -= taken.windows(2).filter(|pair| pair == b"\r\n").count();
        }
        self.line += breaks as u64;
        self.last = last;
        place
    }

    /// Takes bytes ahead that end no line; returns their start.
    pub(crate) fn take_within_line(&mut self, count: usize) -> usize {
        let from = self.ahead.start;
        self.ahead.start += count;
        self.last = b' ';
        from
    }

    /// The number of bytes before the first for which `ends` holds, or before the end of the
    /// source; `None` if there are more than `most`.
    pub(crate) fn find(
        &mut self,
        from: usize,
        most: usize,
        ends: impl Fn(u8) -> bool,
    ) -> io::Result<Option<usize>> {
        let mut searched = from;
        loop {
            let ahead = self.ahead();
            let found = ahead.get(searched..).and_then(|rest| position(rest, &ends));
            if let Some(found) = found.map(|found| searched + found) {
                return Ok((found <= most).then_some(found));
            }
            searched = ahead.len().max(from);
            if searched > most {
                return Ok(None);
            }
            if !self.fill()? {
                return Ok(Some(self.ahead.len()));
            }
        }
    }

    /// Takes all bytes before the first for which `ends` holds; passes each piece to `pass`.
    pub(crate) fn skip(
        &mut self,
        ends: impl Fn(u8) -> bool,
        mut pass: impl FnMut(&[u8]),
    ) -> io::Result<()> {
        loop {
            let found = position(self.ahead(), &ends);
            let place = self.take(found.unwrap_or(self.ahead.len()));
            pass(&self.buffer[place]);
            if found.is_some() || !self.fill()? {
                return Ok(());
            }
        }
    }
}

/// The place of the first byte for which `ends` holds. Sixteen bytes are compared at once if the
/// condition is simple enough.
fn position(bytes: &[u8], ends: impl Fn(u8) -> bool) -> Option<usize> {
    let is_free = |chunk: &&[u8]| !chunk.iter().fold(false, |any, &byte| any | ends(byte));
    let free = 16 * bytes.chunks_exact(16).take_while(is_free).count();
    let rest = bytes[free..].iter().position(|&byte| ends(byte));
    rest.map(|rest| free + rest)
}
