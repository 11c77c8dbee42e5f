//! The openings of a tournament, in the order they are played in.

mod games;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use crate::language::book_order::{Shuffle, book_order};
use crate::language::command::{BookFormat, BookOrder, Command, LogLevel};
use crate::language::cutechess::schedule;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};

use super::Dialect;
use super::console::Console;
use super::player::mode;
use arena::chess::openings::{Book, Opening, Order};
use arena::config::Openings;
use arena::system::input;
use games::Games;

/// The openings, and lines among them that are not positions: those are reported when their games
/// come up.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) openings: Openings,
    pub(super) bad: BTreeMap<usize, String>,
}

/// Reads the book of a tournament with `played` finished games.
///
/// # Errors
/// In the reference's words.
pub(super) fn read(command: &Command, played: u64, console: &Console) -> Result<Played, String> {
    let (tournament, opening) = (&command.tournament, &command.tournament.opening);
    let (mode, dialect) = (mode(tournament.variant), command.dialect());
    let path = Path::new(&opening.file);
    let source = match opening.format {
        _ if opening.file.is_empty() => Source::Start,
        BookFormat::None => Source::Start,
        BookFormat::Epd => Source::Lines(lines(path)?),
        BookFormat::Pgn => Source::Games(Games::read(path, dialect, console)?, opening.plies),
    };
    let length = source.length();
    if length > 0 && opening.order == BookOrder::Random {
        console.say(LogLevel::Info, "Indexing opening suite...");
    }
    let shuffle = match dialect {
        // The seed of the command line has 32 bits.
        Dialect::Cutechess => Shuffle::Cutechess(tournament.seed as u32),
        Dialect::Fastchess => Shuffle::Fastchess(tournament.seed),
    };
    let shuffle = (opening.order == BookOrder::Random).then_some(shuffle);
    let number = |count: i64| usize::try_from(count).unwrap_or(0);
    let before = usize::try_from(played).unwrap_or(usize::MAX) / number(tournament.games).max(1);
    let start = number(i64::from(opening.start)).saturating_sub(1).saturating_add(before);
    let order = book_order(length, shuffle, start, needed(command));
    let mut bad = BTreeMap::new();
    let mut openings: Vec<Opening> = Vec::with_capacity(order.len().max(1));
    for at in order {
        let read = source.opening(at, Reading { mode, dialect });
        let place = openings.len();
        openings.push(read.unwrap_or_else(|text| {
            bad.insert(place, text);
            Opening::new(Chess::default(), at + 1)
        }));
    }
    if openings.is_empty() {
        openings.push(start_position(mode, 1));
    }
    let path = path.to_owned();
    let book = Book::of(path, [0; 32], openings.into_iter().enumerate().collect());
    Ok(Played { openings: Openings::new(book, Order::Sequential, None, 1, 0), bad })
}

/// How the lines and games of a book are read.
#[derive(Clone, Copy, Debug)]
struct Reading {
    mode: CastlingMode,
    dialect: Dialect,
}

/// The openings that a tournament plays at most.
fn needed(command: &Command) -> usize {
    let tournament = &command.tournament;
    let number = |count: i64| u32::try_from(count).unwrap_or(0);
    let rounds = number(tournament.rounds);
    let Some(encounters) = tournament.unsaved.encounters else { return rounds as usize };
    let pairings = schedule::pairings(tournament, command.engines.len()).len();
    let pairings = u32::try_from(pairings).unwrap_or(u32::MAX);
    let games = rounds.saturating_mul(encounters.games).saturating_mul(pairings);
    encounters.opening(games.saturating_sub(1)) as usize + 1
}

/// The source of openings; games are cut to a number of plies.
enum Source {
    Start,
    Lines(Lines),
    Games(Games, i32),
}

impl Source {
    fn length(&self) -> usize {
        match self {
            Source::Start => 0,
            Source::Lines(lines) => lines.places.len(),
            Source::Games(games, _) => games.count(),
        }
    }

    /// An opening, or the line that is not one.
    fn opening(&self, at: usize, reading: Reading) -> Result<Opening, String> {
        match self {
            Source::Start => Ok(start_position(reading.mode, 1)),
            Source::Games(games, plies) => games.opening(at, *plies, reading),
            Source::Lines(lines) => {
                let line = lines.line(at);
                let position = position(&line, reading).ok_or_else(|| escaped(&line))?;
                Ok(Opening::new(position, at + 1))
            }
        }
    }
}

fn start_position(mode: CastlingMode, line: usize) -> Opening {
    let start = Fen::from_position(&Chess::default(), shakmaty::EnPassantMode::Legal);
    Opening::new(start.into_position(mode).unwrap_or_default(), line)
}

/// The lines of a book that are not empty, by their places in its text: there may be millions.
struct Lines {
    text: Vec<u8>,
    /// First byte and length. No text that is read has more bytes than these numbers count.
    places: Vec<(u32, u32)>,
}

impl Lines {
    fn line(&self, at: usize) -> Cow<'_, str> {
        let (begin, length) = self.places[at];
        String::from_utf8_lossy(&self.text[begin as usize..][..length as usize])
    }
}

fn lines(path: &Path) -> Result<Lines, String> {
    let text = input::read(path).map_err(|_| format!("Failed to open file: {}", path.display()))?;
    let (mut places, mut begin) = (Vec::new(), 0);
    for line in text.split(|byte| matches!(byte, b'\n' | b'\r')) {
        places.extend((!line.is_empty()).then_some((begin, line.len() as u32)));
        begin += line.len() as u32 + 1;
    }
    if places.is_empty() { Err(none_found(path)) } else { Ok(Lines { text, places }) }
}

fn none_found(path: &Path) -> String {
    format!("No openings found in file: {}", path.display())
}

/// The position of a line: EPD with its operations `hmvc` and `fmvn` if it has a semicolon or `dialect` has positions
/// without counters, otherwise FEN, possibly without them. Fields that are missing at the end have the values of a
/// position with White to move and without rights.
fn position(line: &str, Reading { mode, dialect }: Reading) -> Option<Chess> {
    let mut fields = line.split_whitespace();
    let board = fields.next()?;
    let [turn, castling, en_passant] = ["w", "-", "-"].map(|value| fields.next().unwrap_or(value));
    let rest: Vec<&str> = fields.collect();
    let mut counters = [0, 1];
    if line.contains(';') || dialect == Dialect::Cutechess {
        let operation = |name: &str| {
            let mut words = rest.iter().skip_while(|word| **word != name);
            words.nth(1)?.trim_end_matches(';').parse::<u32>().ok()
        };
        for (counter, name) in counters.iter_mut().zip(["hmvc", "fmvn"]) {
            *counter = operation(name).unwrap_or(*counter);
        }
    } else {
        for (counter, word) in counters.iter_mut().zip(&rest) {
            *counter = word.parse().unwrap_or(*counter);
        }
    }
    let [half, full] = counters;
    let text = format!("{board} {turn} {castling} {en_passant} {half} {}", full.max(1));
    let fen: Fen = text.parse().ok()?;
    fen.into_position(mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .ok()
}

/// A line with non-printable characters written as numbers.
fn escaped(line: &str) -> String {
    let byte = |byte: u8| match byte {
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    line.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fen;

    #[test]
    fn lines_are_fens_or_epds() {
        let reading = Reading { mode: CastlingMode::Standard, dialect: Dialect::Fastchess };
        let read = |line: &str| position(line, reading).map(|position| fen(&position));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(read(start).unwrap(), format!("{start} 0 1"));
        assert_eq!(read(&format!("{start} 3 9")).unwrap(), format!("{start} 3 9"));
        assert_eq!(read(&format!("{start} hmvc 3; fmvn 9;")).unwrap(), format!("{start} 3 9"));
        assert_eq!(read(&format!("{start} id \"a b\";")).unwrap(), format!("{start} 0 1"));
        assert_eq!(read("rnbqkbnr/8 w - -"), None);
        assert_eq!(read(&start[..start.len() - 2]).unwrap(), format!("{start} 0 1"));
        let without_rights = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        assert_eq!(read(&without_rights[..45]).unwrap(), without_rights);
        assert_eq!(read(&without_rights[..43]).unwrap(), without_rights);
    }

    #[test]
    fn cutechess_reads_counters_from_operations_alone() {
        let read = |line: &str| {
            let reading = Reading { mode: CastlingMode::Standard, dialect: Dialect::Cutechess };
            fen(&position(line, reading).unwrap())
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(read(&format!("{start} 3 9")), format!("{start} 0 1"));
        assert_eq!(read(&format!("{start} hmvc 3; fmvn 9;")), format!("{start} 3 9"));
    }

    #[test]
    fn what_is_not_printable_is_told_in_numbers() {
        assert_eq!(escaped("a\tb"), "a\\x09b");
    }
}
