//! Any bytes as PGN and as EPD.

#![no_main]

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;
use pgn::{Reader, Token};

/// Hands a text out in pieces of one size.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.1.min(buffer.len());
        (&mut self.0).take(piece as u64).read(buffer)
    }
}

/// All tokens as text, each game with one beginning and one end.
fn tokens(source: impl Read) -> Vec<String> {
    let mut reader = Reader::new(source);
    let (mut tokens, mut is_open) = (Vec::new(), false);
    while let Some((line, token)) = reader.next().expect("memory can be read") {
        match token {
            Token::Begin => assert!(!std::mem::replace(&mut is_open, true)),
            Token::End(_) => assert!(std::mem::take(&mut is_open)),
            Token::Tag { .. } | Token::Move(_) => assert!(is_open),
            Token::Comment(_) | Token::Fault(_) => {}
        }
        tokens.push(format!("{line} {token:?}"));
    }
    assert!(!is_open);
    tokens
}

fuzz_target!(|text: &[u8]| {
    let whole = tokens(text);
    assert_eq!(tokens(Pieces(text, 7)), whole);
    // Every token but a beginning and an end takes a byte.
    assert!(whole.len() <= 3 * text.len());
    for (_, line) in pgn::epd::lines(text) {
        let _ = pgn::epd::parse(&line);
    }
});
