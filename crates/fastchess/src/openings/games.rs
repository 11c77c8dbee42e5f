//! Books of games.

use std::fs;
use std::io;
use std::path::Path;

use pgn::{Fault, FaultKind, Reader, Token, WrittenMove};

use super::{Console, Reading, escaped, none_found, position, start_position};
use arena::chess::openings::Opening;
use arena::chess::referee::Referee;
use arena::chess::runner_rules::RunnerRules;
use arena::system::input;

/// The openings of games, or the invalid positions.
pub(super) type GameOpenings = Vec<Result<Opening, String>>;

/// The games of a book as openings. Moves from the first that cannot be read, or that ends the game, are
/// left out.
pub(super) fn read(
    path: &Path,
    plies: i32,
    reading: Reading,
    console: &Console,
) -> Result<GameOpenings, String> {
    let failed = || format!("Failed to open file: {}", path.display());
    if !fs::metadata(path).is_ok_and(|file| file.is_file()) {
        return Err(failed());
    }
    let bytes = input::read(path).map_err(|_| failed())?;
    let plies = usize::try_from(plies).unwrap_or(usize::MAX);
    let (games, faults) = read_games(&bytes, plies, reading).map_err(|_| failed())?;
    for fault in faults {
        console.warn(&format!("Warning; {}: {fault}", path.display()));
    }
    if games.is_empty() { Err(none_found(path)) } else { Ok(games) }
}

/// The openings of a book, the positions that are not openings, and the unreadable parts, except
/// for words that are not moves: the reference ignores those.
fn read_games(
    bytes: &[u8],
    plies: usize,
    reading: Reading,
) -> io::Result<(GameOpenings, Vec<Fault>)> {
    let is_fastchess = reading.rules == RunnerRules::Fastchess;
    let mut reader = Reader::new(bytes);
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    let mut game = GameOfBook::new(reading, 1);
    while let Some((_, token)) = reader.next()? {
        match token {
            Token::Begin => game = GameOfBook::new(reading, games.len() + 1),
            Token::Tag { name, value } => game.take_tag(&name, &value),
            Token::Move(written) => game.take_move(written, plies),
            // For the reference a semicolon is not a comment but a move, which it cannot read.
            Token::Comment(comment) if is_fastchess && comment.is_line() => game.is_over = true,
            Token::Comment(_) => {}
            Token::Fault(fault) if matches!(fault.kind, FaultKind::Word(_)) => game.is_over = true,
            Token::Fault(fault) => faults.push(fault),
            // To the reference a game begins with a tag.
            Token::End(_) => {
                games.extend((game.has_tags || !is_fastchess).then(|| game.opening()));
            }
        }
    }
    Ok((games, faults))
}

/// A game that is read as an opening.
struct GameOfBook {
    reading: Reading,
    opening: Opening,
    /// The text of an invalid first position.
    bad: Option<String>,
    has_tags: bool,
    seen: usize,
    is_over: bool,
}

impl GameOfBook {
    fn new(reading: Reading, line: usize) -> GameOfBook {
        GameOfBook {
            reading,
            opening: start_position(reading.mode, line),
            bad: None,
            has_tags: false,
            seen: 0,
            is_over: false,
        }
    }

    fn take_tag(&mut self, name: &str, value: &str) {
        self.has_tags = true;
        if name == "FEN" {
            // Tags have counters.
            let reading = Reading { rules: RunnerRules::Fastchess, ..self.reading };
            match position(value, reading) {
                Some(start) => self.opening = Opening::new(start, self.opening.line),
                None => self.bad = Some(escaped(value)),
            }
        }
    }

    fn opening(&self) -> Result<Opening, String> {
        self.bad.clone().map_or_else(|| Ok(self.opening.clone()), Err)
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
        match Referee::new(&further).under(self.reading.rules).verdict() {
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
        plies_under(RunnerRules::Fastchess, text, most)
    }

    fn plies_under(rules: RunnerRules, text: &[u8], most: usize) -> Vec<Result<usize, String>> {
        let reading = super::Reading { mode: CastlingMode::Standard, rules };
        let (games, _) = read_games(text, most, reading).unwrap();
        games.into_iter().map(|game| game.map(|opening| opening.moves.len())).collect()
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
        assert_eq!(plies_under(RunnerRules::Cutechess, text, 9), [Ok(4)]);
    }

    #[test]
    fn a_tag_that_is_no_position_is_told_when_its_game_comes_up() {
        let fen = "rnbqkbnr/ppppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let text = format!("[Event \"a\"]\n[FEN \"{fen}\"]\n\n1... e5 *\n");
        assert_eq!(plies(text.as_bytes(), 9), [Err(fen.to_owned())]);
    }
}
