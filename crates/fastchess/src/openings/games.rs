//! Books of games.

use std::fs;
use std::io;
use std::path::Path;

use pgn::{Fault, FaultKind, Reader, Token, WrittenMove};

use super::{Console, Dialect, Reading, escaped, none_found, position, start_position};
use arena::chess::openings::Opening;
use arena::chess::referee::Referee;
use arena::system::input;

/// The games of a book that are openings, by their places in its text: there may be millions.
pub(super) struct Games {
    text: Vec<u8>,
    /// The first byte of each. No text that is read has more bytes than these numbers count.
    places: Vec<u32>,
}

impl Games {
    /// Reads a book. Its unreadable parts are told, except for words that are not moves: the reference ignores those.
    pub(super) fn read(path: &Path, dialect: Dialect, console: &Console) -> Result<Games, String> {
        let failed = || format!("Failed to open file: {}", path.display());
        if !fs::metadata(path).is_ok_and(|file| file.is_file()) {
            return Err(failed());
        }
        let text = input::read(path).map_err(|_| failed())?;
        let (places, faults) = places(&text, dialect).map_err(|_| failed())?;
        for fault in faults {
            console.warn(&format!("Warning; {}: {fault}", path.display()));
        }
        if places.is_empty() { Err(none_found(path)) } else { Ok(Games { text, places }) }
    }

    pub(super) fn count(&self) -> usize {
        self.places.len()
    }

    /// A game as an opening, or its invalid first position. Moves from the first that cannot be read, or that ends the
    /// game, are left out.
    pub(super) fn opening(
        &self,
        at: usize,
        plies: i32,
        reading: Reading,
    ) -> Result<Opening, String> {
        let plies = usize::try_from(plies).unwrap_or(usize::MAX);
        let is_fastchess = reading.dialect == Dialect::Fastchess;
        let mut reader = Reader::new(&self.text[self.places[at] as usize..]);
        let mut game = GameOfBook::new(reading, at + 1);
        while let Ok(Some((_, token))) = reader.next() {
            match token {
                Token::Tag { name, value } => game.take_tag(&name, &value),
                Token::Move(written) => game.take_move(written, plies),
                // For the reference a semicolon is not a comment but a move, which it cannot read.
                Token::Comment(comment) if is_fastchess && comment.is_line() => game.is_over = true,
                Token::Fault(fault) if is_word(&fault) => game.is_over = true,
                Token::Begin | Token::Comment(_) | Token::Fault(_) => {}
                Token::End(_) => break,
            }
        }
        game.bad.map_or(Ok(game.opening), Err)
    }
}

/// The places of the games, and the faults that are told.
fn places(text: &[u8], dialect: Dialect) -> io::Result<(Vec<u32>, Vec<Fault>)> {
    let mut reader = Reader::new(text);
    let (mut places, mut faults) = (Vec::new(), Vec::new());
    let (mut place, mut has_tags) = (0, false);
    while let Some((_, token)) = reader.next()? {
        match token {
            Token::Begin => (place, has_tags) = (reader.offset() as u32, false),
            Token::Tag { .. } => has_tags = true,
            // To the reference a game begins with a tag.
            Token::End(_) => {
                places.extend((has_tags || dialect != Dialect::Fastchess).then_some(place));
            }
            Token::Fault(fault) if !is_word(&fault) => faults.push(fault),
            Token::Move(_) | Token::Comment(_) | Token::Fault(_) => {}
        }
    }
    Ok((places, faults))
}

fn is_word(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::Word(_))
}

/// A game that is read as an opening.
struct GameOfBook {
    reading: Reading,
    opening: Opening,
    /// The text of an invalid first position.
    bad: Option<String>,
    seen: usize,
    is_over: bool,
}

impl GameOfBook {
    fn new(reading: Reading, line: usize) -> GameOfBook {
        GameOfBook {
            reading,
            opening: start_position(reading.mode, line),
            bad: None,
            seen: 0,
            is_over: false,
        }
    }

    fn take_tag(&mut self, name: &str, value: &str) {
        if name == "FEN" {
            // Tags have counters.
            let reading = Reading { dialect: Dialect::Fastchess, ..self.reading };
            match position(value, reading) {
                Some(start) => self.opening = Opening::new(start, self.opening.line),
                None => self.bad = Some(escaped(value)),
            }
        }
    }

    fn take_move(&mut self, written: WrittenMove, plies: usize) {
        self.seen += 1;
        if self.is_over || self.seen > plies {
            return;
        }
        let Ok(m) = written.to_move(&self.opening.position) else {
            self.is_over = true;
            return;
        };
        let mut further = self.opening.clone();
        further.push(m);
        match Referee::new(&further).under(self.reading.dialect.rules()).verdict() {
            Some(_) => self.is_over = true,
            None => self.opening = further,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    /// The plies of the openings of a book, or the invalid position.
    fn plies(text: &[u8], most: usize) -> Vec<Result<usize, String>> {
        plies_under(Dialect::Fastchess, text, most)
    }

    fn plies_under(dialect: Dialect, text: &[u8], most: usize) -> Vec<Result<usize, String>> {
        let reading = super::Reading { mode: CastlingMode::Standard, dialect };
        let (places, _) = places(text, dialect).unwrap();
        let games = Games { text: text.to_vec(), places };
        let opening = |at| games.opening(at, i32::try_from(most).unwrap_or(-1), reading);
        (0..games.count()).map(|at| opening(at).map(|opening| opening.moves.len())).collect()
    }

    #[test]
    fn a_game_is_cut_where_it_cannot_be_read() {
        let text = b"[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 Qa1 2. c4 *\n\n";
        assert_eq!(plies(text, usize::MAX), [Ok(3), Ok(1)]);
        assert_eq!(plies(text, 2), [Ok(2), Ok(1)]);
    }

    #[test]
    fn games_are_read_in_all_the_ways_in_which_files_have_them() {
        let directory =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../arena/tests/data/import"));
        for file in fs::read_dir(directory).unwrap() {
            let path = file.unwrap().path();
            let expected = [Ok(5), Ok(3)];
            assert_eq!(
                plies(&fs::read(&path).unwrap(), usize::MAX),
                expected,
                "{}",
                path.display()
            );
        }
    }

    #[test]
    fn what_the_reference_reads_otherwise_is_read_as_it_does() {
        assert_eq!(plies(b"[Event \"a\"]\n\n1. e4 e5 ; open\n2. Nf3 Nc6 *\n", 9), [Ok(2)]);
        assert_eq!(plies(b"1. e4 e5 *\n\n[Event \"a\"]\n\n1. d4 *\n", 9), [Ok(1)]);
        let text = b"[Event \"a\"]\n\n1. e4 e5 ; open\n2. Nf3 Nc6 *\n";
        assert_eq!(plies_under(Dialect::Cutechess, text, 9), [Ok(4)]);
    }

    #[test]
    fn a_tag_that_is_no_position_is_told_when_its_game_comes_up() {
        let fen = "rnbqkbnr/ppppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let text = format!("[Event \"a\"]\n[FEN \"{fen}\"]\n\n1... e5 *\n");
        assert_eq!(plies(text.as_bytes(), 9), [Err(fen.to_owned())]);
    }
}
