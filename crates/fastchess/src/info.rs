//! An engine's output during a search: all its lines, and the facts read from them.

use std::ops::Range;

use engine::Score as PlayedScore;

/// The lines of one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    text: String,
    lines: Vec<Range<usize>>,
}

impl Said {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.lines.clear();
    }

    /// Takes in a line. Characters other than printable ASCII become question marks: readers of the
    /// stream may expect nothing else.
    pub(super) fn note(&mut self, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        let start = self.text.len();
        let is_printable = |byte: u8| matches!(byte, b'\t' | b' '..=b'~');
        match std::str::from_utf8(line) {
            Ok(text) if line.iter().all(|&byte| is_printable(byte)) => self.text.push_str(text),
            _ => self.text.extend(
                line.iter().map(|&byte| if is_printable(byte) { char::from(byte) } else { '?' }),
            ),
        }
        self.lines.push(start..self.text.len());
    }

    pub(super) fn lines(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.lines.iter().map(|place| &self.text[place.clone()])
    }

    /// The lines with a score, and their facts.
    pub(super) fn scored(&self) -> Vec<(&str, Info<'_>)> {
        self.lines().filter(|line| carries_score(line)).map(|line| (line, Info::of(line))).collect()
    }

    /// The time of the search by the engine's own account, in milliseconds; 0 without one.
    pub(super) fn time(&self) -> i64 {
        let tells = |line: &&str| {
            line.contains("info") && line.contains("time") && !line.contains("info string")
        };
        self.lines().rev().find(tells).and_then(|line| Info::of(line).time).unwrap_or(0)
    }
}

fn carries_score(line: &str) -> bool {
    line.contains("info") && line.contains(" score ") && !line.contains("info string")
}

/// The last line of the best variation with a score: an exact one if there is any.
pub(super) fn best<'a, 'b>(scored: &'b [(&'a str, Info<'a>)]) -> Option<&'b (&'a str, Info<'a>)> {
    let is_best =
        |(line, _): &&(&str, Info<'_>)| !line.contains(" multipv ") || line.contains(" multipv 1");
    let is_exact = |(line, _): &&(&str, Info<'_>)| {
        !line.contains("lowerbound") && !line.contains("upperbound")
    };
    let last = || scored.iter().rev().filter(is_best);
    last().find(is_exact).or_else(|| last().next())
}

/// A score as an engine writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// In centipawns.
    Centipawns(i64),
    /// Moves to mate; below zero if the engine is mated.
    Mate(i64),
}

impl Score {
    /// For the runner.
    pub(super) fn played(self) -> PlayedScore {
        let bound = i64::from(PlayedScore::MATE_BOUND);
        let mate = i64::from(PlayedScore::MATE);
        let score = match self {
            Score::Centipawns(score) => score.clamp(1 - bound, bound - 1),
            Score::Mate(moves) if moves > 0 => {
                (mate + 1 - moves.saturating_mul(2)).clamp(bound, mate)
            }
            Score::Mate(moves) => (moves.saturating_mul(-2) - mate).clamp(-mate, -bound),
        };
        PlayedScore(i32::try_from(score).unwrap_or_default())
    }
}

/// The same score for the other side.
impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        match self {
            Score::Centipawns(score) => Score::Centipawns(score.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        }
    }
}

/// `+0.64`, `-M4`: as comments have it.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Score::Centipawns(score) => {
                let sign = match score {
                    1.. => "+",
                    0 => "",
                    _ => "-",
                };
                // In single precision, so that the last digit is the reference's.
                write!(f, "{sign}{:.2}", score.unsigned_abs() as f32 / 100.0)
            }
            Score::Mate(moves) if moves > 0 => write!(f, "+M{}", moves.saturating_mul(2) - 1),
            Score::Mate(moves) => write!(f, "-M{}", moves.saturating_mul(-2)),
        }
    }
}

/// The facts of a line; missing or malformed ones are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Info<'a> {
    pub(super) score: Option<Score>,
    /// The reason that there is no score although one is announced.
    pub(super) no_score: Option<String>,
    pub(super) time: Option<i64>,
    pub(super) depth: Option<i64>,
    pub(super) seldepth: Option<i64>,
    pub(super) nodes: Option<u64>,
    pub(super) nps: Option<u64>,
    pub(super) tbhits: Option<u64>,
    pub(super) hashfull: Option<i64>,
    pub(super) multipv: Option<i64>,
    pub(super) is_bound: bool,
    /// The principal variation as it is written.
    pub(super) pv: &'a str,
}

impl<'a> Info<'a> {
    /// Reads a line; the order of its parts does not matter.
    pub(super) fn of(line: &'a str) -> Info<'a> {
        let mut info = Info::default();
        let mut words = Words(line);
        while let Some(word) = words.next() {
            let count = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
            match word {
                "score" => {
                    let (kind, value) = (words.next(), words.peek());
                    (info.score, info.no_score) = match score(line, kind, value) {
                        Ok(score) => (Some(score), None),
                        Err(problem) => (None, Some(problem)),
                    };
                }
                "time" => info.time = words.number(),
                "depth" => info.depth = words.number(),
                "seldepth" => info.seldepth = words.number(),
                "multipv" => info.multipv = words.number(),
                "hashfull" => info.hashfull = words.number(),
                "nodes" => info.nodes = count(words.number()),
                "nps" => info.nps = count(words.number()),
                "tbhits" => info.tbhits = count(words.number()),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "string" => break,
                "pv" => info.pv = words.moves(),
                _ => {}
            }
        }
        info
    }

    /// The moves of the principal variation.
    pub(super) fn moves(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        Words(self.pv)
    }

    /// The reason that there is no score, in the reference's words.
    pub(super) fn problem(&self) -> &str {
        self.no_score.as_deref().unwrap_or("Element 'score' not found")
    }
}

/// The words of a line that are still to come; blanks are between them.
#[derive(Clone, Copy, Debug)]
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn peek(mut self) -> Option<&'a str> {
        self.next()
    }

    /// The number that comes next, where one does.
    fn number(self) -> Option<i64> {
        self.peek()?.parse().ok()
    }

    /// The moves that come next, as they are written.
    fn moves(&mut self) -> &'a str {
        let begun = self.0;
        let mut ahead = *self;
        while ahead.next().is_some_and(is_move) {
            *self = ahead;
        }
        begun[..begun.len() - self.0.len()].trim_matches(' ')
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_start_matches(' ');
        let end = rest.bytes().position(|byte| byte == b' ').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

fn score(line: &str, kind: Option<&str>, value: Option<&str>) -> Result<Score, String> {
    let (Some(kind), Some(value)) = (kind, value) else {
        return Err("Element 'score' has no type or value".to_owned());
    };
    let score: fn(i64) -> Score = match kind {
        "cp" => Score::Centipawns,
        "mate" => Score::Mate,
        _ => return Err(format!("Unexpected score type: {line}")),
    };
    value.parse().map(score).map_err(|_| format!("Invalid score value: {value}"))
}

/// Whether a word has the form of a move: two squares, and a piece in lower case if a pawn
/// promotes.
pub(super) fn is_move(word: &str) -> bool {
    let is_square =
        |square: &[u8]| (b'a'..=b'h').contains(&square[0]) && (b'1'..=b'8').contains(&square[1]);
    match word.as_bytes() {
        [from @ .., a, b] if from.len() == 2 => is_square(from) && is_square(&[*a, *b]),
        [a, b, c, d, piece] => {
            is_square(&[*a, *b]) && is_square(&[*c, *d]) && b"nbrq".contains(piece)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_line_come_in_any_order() {
        let line = "info depth 12 pv e2e4 e7e5 score cp -34 lowerbound nodes 77 nps 5 multipv 1";
        let info = Info::of(line);
        assert_eq!(info.score, Some(Score::Centipawns(-34)));
        assert_eq!((info.depth, info.nodes, info.is_bound), (Some(12), Some(77), true));
        assert_eq!(info.pv, "e2e4 e7e5");
        assert!(info.moves().eq(["e2e4", "e7e5"]));
        let apart = Info::of("info pv  e2e4   e7e5 depth 2");
        assert!(apart.moves().eq(["e2e4", "e7e5"]) && apart.depth == Some(2));
        assert_eq!(Info::of("info pv depth 2").pv, "");
        assert_eq!(Info::of("info depth x").problem(), "Element 'score' not found");
        assert_eq!(
            Info::of("info score wdl 1").problem(),
            "Unexpected score type: info score wdl 1"
        );
        assert_eq!(Info::of("info score cp x").problem(), "Invalid score value: x");
    }

    #[test]
    fn an_exact_score_is_preferred_and_other_variations_are_left_out() {
        let mut said = Said::default();
        for line in [
            "info depth 1 score cp 1 pv a2a3",
            "info depth 2 score cp 2 multipv 1 pv a2a3",
            "info depth 2 score cp 9 multipv 2 pv b2b3",
            "info depth 3 score cp 3 upperbound pv a2a3",
            "info string score cp 4",
            "info depth 4 time 12 nodes 5",
        ] {
            said.note(line.as_bytes());
        }
        let scored = said.scored();
        assert!(best(&scored).unwrap().0.starts_with("info depth 2 score cp 2"));
        assert_eq!((said.time(), scored.len()), (12, 4));
    }

    #[test]
    fn scores_are_written_as_in_comments() {
        let texts = [64, 0, -5].map(|score| Score::Centipawns(score).to_string());
        assert_eq!(texts, ["+0.64", "0.00", "-0.05"]);
        let texts = [3, -2, 0].map(|moves| Score::Mate(moves).to_string());
        assert_eq!(texts, ["+M5", "-M4", "-M0"]);
        assert_eq!(Score::Mate(3).played(), PlayedScore(PlayedScore::MATE - 5));
        assert_eq!(Score::Mate(-2).played(), PlayedScore(4 - PlayedScore::MATE));
    }

    #[test]
    fn moves_are_in_lower_case() {
        assert!(is_move("e2e4") && is_move("e7e8q"));
        assert!(!is_move("e7e8Q") && !is_move("0000") && !is_move("e2") && !is_move("e2e9"));
    }
}
