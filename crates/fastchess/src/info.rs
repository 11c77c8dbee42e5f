//! An engine's output during a search: all its lines, and the facts read from them.

use std::ops::Range;

use super::Dialect;
use engine::Score as PlayedScore;
use uci_client::{Deviation, InfoLine, Score};

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

    /// Takes in a line. Control characters, which could not stand in a file of games, become question marks.
    pub(super) fn note(&mut self, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        let start = self.text.len();
        let text = String::from_utf8_lossy(line);
        self.text.extend(text.chars().map(|c| if c.is_control() && c != '\t' { '?' } else { c }));
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
        self.lines()
            .rev()
            .find(tells)
            .and_then(|line| InfoLine::of(line.as_bytes()).milliseconds)
            .unwrap_or(0)
    }
}

fn carries_score(line: &str) -> bool {
    line.contains("info") && line.contains(" score ") && !line.contains("info string")
}

/// The last line of the best variation with a score: an exact one if there is any; cutechess-cli takes bounds for scores.
pub(super) fn best<'a, 'b>(
    scored: &'b [(&'a str, Info<'a>)],
    dialect: Dialect,
) -> Option<&'b (&'a str, Info<'a>)> {
    let is_best =
        |(line, _): &&(&str, Info<'_>)| !line.contains(" multipv ") || line.contains(" multipv 1");
    let is_exact = |(line, _): &&(&str, Info<'_>)| {
        dialect == Dialect::Cutechess
            || !line.contains("lowerbound") && !line.contains("upperbound")
    };
    let last = || scored.iter().rev().filter(is_best);
    last().find(is_exact).or_else(|| last().next())
}

/// A score for the runner.
pub(super) fn played(score: Score) -> PlayedScore {
    let bound = i64::from(PlayedScore::MATE_BOUND);
    let mate = i64::from(PlayedScore::MATE);
    let score = match score {
        Score::Centipawns(score) => score.clamp(1 - bound, bound - 1),
        // Engines that round down say "mate 0" when they mate with the next move.
        Score::Mate(moves) if moves >= 0 => (mate + 1 - moves.saturating_mul(2)).clamp(bound, mate),
        Score::Mate(moves) => (moves.saturating_mul(-2) - mate).clamp(-mate, -bound),
    };
    PlayedScore(i32::try_from(score).unwrap_or_default())
}

/// A score as comments have it: `+0.64`, `-M4`.
pub(super) fn in_comment(score: Score) -> String {
    match score {
        Score::Centipawns(score) => {
            let sign = match score {
                1.. => "+",
                0 => "",
                _ => "-",
            };
            // In single precision, so that the last digit is the reference's.
            format!("{sign}{:.2}", score.unsigned_abs() as f32 / 100.0)
        }
        Score::Mate(moves) if moves > 0 => format!("+M{}", moves.saturating_mul(2) - 1),
        Score::Mate(moves) => format!("-M{}", moves.saturating_mul(-2)),
    }
}

/// The facts of a line with a score.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Info<'a> {
    pub(super) line: InfoLine<'a>,
    /// The score, where it is written as the reference reads it.
    pub(super) score: Option<Score>,
    /// The reason that there is none, in the reference's words.
    pub(super) no_score: Option<String>,
}

impl<'a> Info<'a> {
    /// Reads a line.
    pub(super) fn of(text: &'a str) -> Info<'a> {
        let mut no_score = None;
        let line = InfoLine::read(text.as_bytes(), &mut |deviation| {
            if let Deviation::Score(kind, value) = deviation {
                no_score = score_problem(text, kind, value);
            }
        });
        let score = line.score.filter(|_| no_score.is_none());
        if score.is_none() {
            no_score.get_or_insert_with(|| "Element 'score' not found".to_owned());
        }
        Info { line, score, no_score }
    }
}

/// The reference's words about the two words after `score`, if it cannot read them.
fn score_problem(text: &str, kind: &[u8], value: &[u8]) -> Option<String> {
    let value = String::from_utf8_lossy(value);
    match kind {
        _ if kind.is_empty() || value.is_empty() => {
            Some("Element 'score' has no type or value".to_owned())
        }
        b"cp" | b"mate" if value.parse::<i64>().is_ok() => None,
        b"cp" | b"mate" => Some(format!("Invalid score value: {value}")),
        _ => Some(format!("Unexpected score type: {text}")),
    }
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
        assert!(info.line.is_bound && info.line.written_moves().eq(["e2e4", "e7e5"]));
        let problem = |text| Info::of(text).no_score.unwrap();
        assert_eq!(problem("info depth x"), "Element 'score' not found");
        assert_eq!(problem("info score cp"), "Element 'score' has no type or value");
        assert_eq!(problem("info score wdl 1"), "Unexpected score type: info score wdl 1");
        assert_eq!(problem("info score cp x"), "Invalid score value: x");
        assert_eq!(problem("info score cp 1.5"), "Invalid score value: 1.5");
        assert_eq!(Info::of("info score cp 9999999999").no_score, None);
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
        let depth = |dialect| best(&scored, dialect).unwrap().1.line.depth;
        assert_eq!(depth(Dialect::Fastchess), Some(2));
        assert_eq!(depth(Dialect::Cutechess), Some(3));
        assert_eq!((said.time(), scored.len()), (12, 4));
    }

    #[test]
    fn scores_are_written_as_in_comments() {
        let texts = [64, 0, -5].map(|score| in_comment(Score::Centipawns(score)));
        assert_eq!(texts, ["+0.64", "0.00", "-0.05"]);
        let texts = [3, -2, 0].map(|moves| in_comment(Score::Mate(moves)));
        assert_eq!(texts, ["+M5", "-M4", "-M0"]);
        assert_eq!(played(Score::Mate(3)), PlayedScore(PlayedScore::MATE - 5));
        assert_eq!(played(Score::Mate(-2)), PlayedScore(4 - PlayedScore::MATE));
        assert_eq!(played(Score::Mate(0)), PlayedScore(PlayedScore::MATE));
    }

    #[test]
    fn moves_are_in_lower_case() {
        assert!(is_move("e2e4") && is_move("e7e8q"));
        assert!(!is_move("e7e8Q") && !is_move("0000") && !is_move("e2") && !is_move("e2e9"));
    }
}
