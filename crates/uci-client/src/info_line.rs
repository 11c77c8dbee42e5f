//! The one reader of `info` lines. It is tolerant: words come in any order, and a mistake in one of
//! them leaves the others as they are. A strict caller is told every mistake as a [`Deviation`].

use std::fmt;
use std::time::Duration;

use shakmaty::uci::UciMove;

use crate::lines::{printable, words};

/// A longer time is not believed that an engine says its search took: a million seconds.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// A score from the engine's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in this number of the engine's moves; 0 and negative numbers: it is mated in that
    /// number.
    Mate(i64),
}

/// The same score for the other side.
impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(value.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }
}

/// The facts of one line of a search, as they are written; `None` where a line does not tell them.
/// Numbers beyond the range of their type are the nearest one in it, fractions are cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InfoLine<'a> {
    /// Depth of the iteration, in plies.
    pub depth: Option<i64>,
    /// Deepest ply.
    pub selective_depth: Option<i64>,
    /// The number of the line among several, from 1.
    pub multipv: Option<i64>,
    /// Nodes visited so far.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nodes_per_second: Option<u64>,
    /// Positions found in endgame tables.
    pub tablebase_hits: Option<u64>,
    /// The filled part of the hash table, in thousandths.
    pub hash_full: Option<i64>,
    /// The engine's own measure of its time so far, in milliseconds.
    pub milliseconds: Option<i64>,
    /// Score of the line, from the engine's view.
    pub score: Option<Score>,
    /// Whether the score is a bound.
    pub is_bound: bool,
    /// The moves of the line, as they are written.
    moves: &'a [u8],
}

/// A deviation from the protocol in an `info` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation<'a> {
    /// A key is the last word.
    NoValue(&'a [u8]),
    /// The value of a key is no whole number.
    NotANumber(&'a [u8], &'a [u8]),
    /// The value of a key cannot occur.
    OutOfRange(&'a [u8], &'a [u8]),
    /// The two words after `score` are neither `cp` nor `mate` with a whole number.
    Score(&'a [u8], &'a [u8]),
    /// The word after `currmove` is no move.
    NotAMove(&'a [u8]),
    /// No move follows `pv`.
    NoMoves,
    /// A word that the protocol does not have.
    UnknownWord(&'a [u8]),
}

/// A key with one whole number.
struct NumberKey {
    name: &'static [u8],
    least: i64,
    most: i64,
}

const fn number_key(name: &'static [u8], least: i64, most: i64) -> NumberKey {
    NumberKey { name, least, most }
}

const NUMBERS: [NumberKey; 11] = [
    number_key(b"depth", 0, i64::MAX),
    number_key(b"seldepth", 0, i64::MAX),
    number_key(b"time", 0, i64::MAX),
    number_key(b"nodes", 0, i64::MAX),
    number_key(b"multipv", 1, i64::MAX),
    number_key(b"currmovenumber", 1, i64::MAX),
    number_key(b"hashfull", 0, 1000),
    number_key(b"nps", 0, i64::MAX),
    number_key(b"tbhits", 0, i64::MAX),
    number_key(b"sbhits", 0, i64::MAX),
    number_key(b"cpuload", 0, 1000),
];

impl<'a> InfoLine<'a> {
    /// Reads the text after `info`.
    #[must_use]
    pub fn of(info: &'a [u8]) -> InfoLine<'a> {
        InfoLine::read(info, &mut |_| {})
    }

    /// The same; `note` receives every deviation from the protocol, in the order of the line.
    pub fn read(info: &'a [u8], note: &mut impl FnMut(Deviation<'a>)) -> InfoLine<'a> {
        let mut line = InfoLine::default();
        let mut rest = info;
        while let Some(word) = next_word(&mut rest) {
            if let Some(key) = NUMBERS.iter().find(|key| key.name == word) {
                let number = key.value(&mut rest, note);
                line.take(word, number);
                continue;
            }
            match word {
                b"score" => line.score = score(&mut rest, note),
                b"lowerbound" | b"upperbound" => line.is_bound = true,
                b"pv" => {
                    line.moves = moves(&mut rest);
                    if line.moves.is_empty() {
                        note(Deviation::NoMoves);
                    }
                }
                b"wdl" => {
                    for _ in 0..3 {
                        number_key(b"wdl", 0, 1000).value(&mut rest, note);
                    }
                }
                b"currmove" => {
                    let named = peek(rest);
                    match UciMove::from_ascii(named) {
                        Ok(_) => drop(next_word(&mut rest)),
                        Err(_) => note(Deviation::NotAMove(named)),
                    }
                }
                b"currline" | b"refutation" => {
                    if integer(peek(rest)).is_some() {
                        next_word(&mut rest);
                    }
                    moves(&mut rest);
                }
                // The rest is free text.
                b"string" => break,
                word => note(Deviation::UnknownWord(word)),
            }
        }
        line
    }

    /// Takes in the number of a key.
    fn take(&mut self, key: &[u8], number: Option<i128>) {
        let signed = || number.map(|number| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64);
        let count = || u64::try_from(number?.min(u64::MAX.into())).ok();
        match key {
            b"depth" => self.depth = signed(),
            b"seldepth" => self.selective_depth = signed(),
            b"multipv" => self.multipv = signed(),
            b"hashfull" => self.hash_full = signed(),
            b"time" => self.milliseconds = signed(),
            b"nodes" => self.nodes = count(),
            b"nps" => self.nodes_per_second = count(),
            b"tbhits" => self.tablebase_hits = count(),
            _ => {}
        }
    }

    /// The engine's own measure of its time so far, less than a million seconds.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        let time = Duration::from_millis(u64::try_from(self.milliseconds?).ok()?);
        (time < LONGEST).then_some(time)
    }

    /// Whether it describes the best line, if the engine reports several.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.multipv.is_none_or(|number| number <= 1)
    }

    /// The moves of the line as they are written.
    pub fn written_moves(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        // Moves are ASCII.
        words(self.moves).filter_map(|word| std::str::from_utf8(word).ok())
    }

    /// The moves of the line. Whether they are legal was not looked at.
    pub fn moves(&self) -> impl Iterator<Item = UciMove> + use<'a> {
        words(self.moves).map_while(|word| UciMove::from_ascii(word).ok())
    }

    /// The first move of the line, if it has one. Whether it is legal was not looked at.
    #[must_use]
    pub fn best_move(&self) -> Option<UciMove> {
        self.moves().next()
    }
}

impl NumberKey {
    /// Takes the value of this key off a line. A word that is no number stays: it may be the next key.
    fn value<'a>(&self, rest: &mut &'a [u8], note: &mut impl FnMut(Deviation<'a>)) -> Option<i128> {
        let word = peek(rest);
        if word.is_empty() {
            note(Deviation::NoValue(self.name));
            return None;
        }
        let whole = integer(word);
        let Some(value) = whole.or_else(|| fraction(word)) else {
            note(Deviation::NotANumber(self.name, word));
            return None;
        };
        next_word(rest);
        if whole.is_none() {
            note(Deviation::NotANumber(self.name, word));
        } else if !(i128::from(self.least)..=i128::from(self.most)).contains(&value) {
            note(Deviation::OutOfRange(self.name, word));
        }
        Some(value)
    }
}

/// Takes the value of `score` off a line. Without a kind it is in centipawns.
fn score<'a>(rest: &mut &'a [u8], note: &mut impl FnMut(Deviation<'a>)) -> Option<Score> {
    let kind = peek(rest);
    let in_kind: Option<fn(i64) -> Score> = match kind {
        b"cp" => Some(Score::Centipawns),
        b"mate" => Some(Score::Mate),
        _ => None,
    };
    let mut after = *rest;
    next_word(&mut after);
    let (value, strict) = match in_kind {
        Some(_) => (peek(after), integer(peek(after))),
        None => (kind, None),
    };
    if strict.is_none_or(|value| i32::try_from(value).is_err()) {
        note(Deviation::Score(kind, peek(after)));
    }
    let number = strict.or_else(|| integer(value)).or_else(|| fraction(value));
    if in_kind.is_some() {
        *rest = after;
    }
    let number = number?;
    next_word(rest);
    let number = number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    Some(in_kind.unwrap_or(Score::Centipawns)(number))
}

/// Takes moves off a line, up to the first word that is none.
fn moves<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let begin = *rest;
    while UciMove::from_ascii(peek(rest)).is_ok() {
        next_word(rest);
    }
    begin[..begin.len() - rest.len()].trim_ascii()
}

/// Takes the next word off a line.
fn next_word<'a>(line: &mut &'a [u8]) -> Option<&'a [u8]> {
    let text = line.trim_ascii_start();
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    *line = rest;
    (!word.is_empty()).then_some(word)
}

/// The next word of a line; empty at its end.
fn peek(mut line: &[u8]) -> &[u8] {
    next_word(&mut line).unwrap_or_default()
}

/// A whole number, however large.
fn integer(word: &[u8]) -> Option<i128> {
    let digits = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let beyond = if word[0] == b'-' { i128::MIN } else { i128::MAX };
    Some(std::str::from_utf8(word).ok()?.parse().unwrap_or(beyond))
}

/// The whole part of a number in digits.
fn fraction(word: &[u8]) -> Option<i128> {
    let number: f64 = std::str::from_utf8(word).ok()?.parse().ok()?;
    number.is_finite().then_some(number as i128)
}

impl fmt::Display for Deviation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deviation::NoValue(key) => write!(f, "`{}` without a value", printable(key)),
            Deviation::NotANumber(key, value) => {
                write!(f, "`{} {}` is not a whole number", printable(key), printable(value))
            }
            Deviation::OutOfRange(key, value) => {
                write!(f, "`{} {}` is out of range", printable(key), printable(value))
            }
            Deviation::Score(kind, value) => {
                let (kind, value) = (printable(kind), printable(value));
                write!(f, "`score {kind} {value}` is neither cp X nor mate X")
            }
            Deviation::NotAMove(word) => write!(f, "`currmove {}` is not a move", printable(word)),
            Deviation::NoMoves => f.write_str("`pv` without a move"),
            Deviation::UnknownWord(word) => {
                write!(f, "\"{}\" is not a word of the protocol", printable(word))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn deviations(text: &str) -> Vec<String> {
        let mut deviations = Vec::new();
        InfoLine::read(text.as_bytes(), &mut |deviation| deviations.push(deviation.to_string()));
        deviations
    }

    fn score_of(text: &str) -> Option<Score> {
        InfoLine::of(format!("depth 7 score {text} nodes 1000").as_bytes()).score
    }

    #[test]
    fn words_come_in_any_order() {
        let last =
            "depth 9 seldepth 14 score cp -31 upperbound nodes 1000 time 5 nps 7 pv e2e4 e7e5";
        let first =
            "pv e2e4 e7e5 depth 9 score cp -31 nodes 1000 upperbound time 5 nps 7 seldepth 14";
        let line = InfoLine::of(last.as_bytes());
        assert_eq!((line.depth, line.nodes, line.nodes_per_second), (Some(9), Some(1000), Some(7)));
        assert_eq!((line.score, line.is_bound), (Some(Score::Centipawns(-31)), true));
        let apart = InfoLine::of(first.as_bytes());
        assert!(line.moves().eq(apart.moves()) && line.moves().count() == 2);
        assert_eq!(InfoLine { moves: line.moves, ..apart }, line);
        assert!(deviations(last).is_empty() && deviations(first).is_empty());
    }

    #[test]
    fn the_moves_of_a_line_end_at_the_first_word_that_is_none() {
        let line = InfoLine::of(b" depth 4 multipv 2 nodes 9 pv  e2e4  e7e5 x score cp 5");
        assert!(line.written_moves().eq(["e2e4", "e7e5"]) && !line.is_first());
        assert_eq!(line.score, Some(Score::Centipawns(5)));
        for without in ["pv", "pv ?? e2e4", "string pv e2e4", "depth 3 currmove e2e4"] {
            assert_eq!(InfoLine::of(without.as_bytes()).best_move(), None, "{without}");
        }
        let line = InfoLine::of(b"currline 1 e2e4 e7e5 depth 3 refutation d1h5 g6h5 nodes 2");
        assert_eq!((line.depth, line.nodes, line.best_move()), (Some(3), Some(2), None));
    }

    #[test]
    fn a_score_is_read_as_far_as_it_can_be_and_the_rest_of_the_line_is_kept() {
        assert_eq!(score_of("mate 3"), Some(Score::Mate(3)));
        assert_eq!(score_of("mate -2"), Some(Score::Mate(-2)));
        assert_eq!(score_of("cp -123456789"), Some(Score::Centipawns(-123_456_789)));
        assert_eq!(score_of("54"), Some(Score::Centipawns(54)));
        assert_eq!(score_of("cp 12.5"), Some(Score::Centipawns(12)));
        assert_eq!(score_of("cp 99999999999999999999999"), Some(Score::Centipawns(i64::MAX)));
        for none in ["cp much", "wdl 3 4 5", "depth 7", "cp", "lowerbound"] {
            assert_eq!(score_of(none), None, "{none}");
        }
        for text in ["cp much", "54", "", "cp", "mate x", "cp lowerbound"] {
            let text = format!("score {text} depth 7 nodes 1000");
            let line = InfoLine::of(text.as_bytes());
            assert_eq!((line.depth, line.nodes), (Some(7), Some(1000)), "{text}");
        }
    }

    #[test]
    fn numbers_beyond_their_range_are_the_nearest_in_it() {
        let line = InfoLine::of(b"nodes 99999999999999999999999 depth -3 time 1.9 hashfull nine");
        assert_eq!((line.nodes, line.depth), (Some(u64::MAX), Some(-3)));
        assert_eq!((line.milliseconds, line.hash_full), (Some(1), None));
        assert_eq!(InfoLine::of(b"nodes -5").nodes, None);
        assert_eq!(
            InfoLine::of(b"time 999999999").time(),
            Some(Duration::from_millis(999_999_999))
        );
        for unbelievable in ["time 1000000000", "time -1", "time 18446744073709551615"] {
            assert_eq!(InfoLine::of(unbelievable.as_bytes()).time(), None, "{unbelievable}");
        }
    }

    #[test]
    fn every_deviation_is_found_and_a_right_line_has_none() {
        for (text, expected) in [
            ("depth nine", "`depth nine` is not a whole number"),
            ("depth 1.5", "`depth 1.5` is not a whole number"),
            ("depth", "`depth` without a value"),
            ("score 31", "`score 31 ` is neither cp X nor mate X"),
            ("score cp 0.3", "`score cp 0.3` is neither cp X nor mate X"),
            ("score cp 9999999999", "`score cp 9999999999` is neither cp X nor mate X"),
            ("hashfull 1001", "`hashfull 1001` is out of range"),
            ("nodes -1", "`nodes -1` is out of range"),
            ("pv Nf3", "`pv` without a move"),
            ("pv e2e4 ponder", "\"ponder\" is not a word of the protocol"),
            ("currmove x", "`currmove x` is not a move"),
        ] {
            assert_eq!(deviations(text).first().map(String::as_str), Some(expected), "{text}");
        }
        for right in [
            "depth 9 seldepth 14 multipv 1 score cp -31 upperbound wdl 10 900 90 nodes 1000 nps 5 hashfull 3 \
             tbhits 0 time 5 pv e2e4 e7e5",
            "currmove e2e4 currmovenumber 1",
            "pv e2e4 e7e5 score mate -3 nodes 7",
            "string anything goes: depth x",
        ] {
            assert!(deviations(right).is_empty(), "{right}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(line in proptest::collection::vec(any::<u8>(), 0..80)) {
            InfoLine::read(&line, &mut |deviation| drop(deviation.to_string()));
        }

        #[test]
        fn no_number_makes_it_panic(number in any::<i128>()) {
            for key in ["depth", "seldepth", "nodes", "time", "multipv", "score cp", "score mate", "score"] {
                let text = format!("{key} {number}");
                let line = InfoLine::of(text.as_bytes());
                let _ = (line.time(), line.is_first(), line.best_move());
            }
        }
    }
}
