//! The verdict on a choice: a move is worse only where both judges say so.

use serde::Serialize;

use lab::book::model::Model;
use lab::suite::judging::judge::JudgedMove;

use crate::journal::Judgement;
use crate::subjects::{Kind, Subject};

/// Differences of no more centipawns than this are none.
pub const CENTIPAWNS: i32 = 15;
/// Differences of no more expected score than this are none.
pub const EXPECTED_SCORE: f64 = 0.02;

/// A judge's word on the two moves of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    FirstIsWorse,
    SecondIsWorse,
    Equal,
}

/// The verdict on the two moves of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Both judges say that the first move is worse.
    FirstIsWorse,
    /// Both judges say that the second move is worse.
    SecondIsWorse,
    /// Both judges say that there is no difference.
    Equal,
    /// One says that a move is worse, and the other does not.
    Disputed,
}

/// A choice with its judgement.
#[derive(Clone, Debug)]
pub struct Audited<'a> {
    /// The choice.
    pub subject: &'a Subject,
    /// The words of both judges.
    pub judgement: &'a Judgement,
    /// The verdict.
    pub verdict: Verdict,
    /// The expected score of the second move less that of the first, by the mean of both judges: the loss by the
    /// first.
    pub loss: f64,
}

impl<'a> Audited<'a> {
    /// The verdict on a choice, by this curve of expected scores.
    #[must_use]
    pub fn new(subject: &'a Subject, judgement: &'a Judgement, model: &Model) -> Audited<'a> {
        let words = judgement.judges.each_ref().map(|judged| word(judged, model));
        let loss: f64 = judgement.judges.iter().map(|judged| loss(judged, model)).sum();
        let verdict = match words {
            [Word::FirstIsWorse, Word::FirstIsWorse] => Verdict::FirstIsWorse,
            [Word::SecondIsWorse, Word::SecondIsWorse] => Verdict::SecondIsWorse,
            [Word::Equal, Word::Equal] => Verdict::Equal,
            _ => Verdict::Disputed,
        };
        Audited { subject, judgement, verdict, loss: loss / 2.0 }
    }

    /// The index of the worse move, where both judges agree on one.
    #[must_use]
    pub fn worse(&self) -> Option<usize> {
        match self.verdict {
            Verdict::FirstIsWorse => Some(0),
            Verdict::SecondIsWorse => Some(1),
            Verdict::Equal | Verdict::Disputed => None,
        }
    }

    /// The contender that chose the worse move, from 0, where a contender did.
    #[must_use]
    pub fn loser(&self) -> Option<usize> {
        match (self.subject.key.kind, self.worse()?) {
            (Kind::Divergence, worse) => Some(worse),
            (Kind::Swing, 0) => Some(self.subject.choices[0].contender as usize),
            (Kind::Swing, _) => None,
        }
    }
}

/// Expected scores of the moves of a choice by one judge; where it would play the same move there is one.
fn expected(judged: &[JudgedMove], model: &Model) -> [f64; 2] {
    let value =
        |judged: Option<&JudgedMove>| judged.map(|judged| model.expected_score(judged.score));
    let first = value(judged.first()).unwrap_or(0.5);
    [first, value(judged.get(1)).unwrap_or(first)]
}

fn loss(judged: &[JudgedMove], model: &Model) -> f64 {
    let [first, second] = expected(judged, model);
    second - first
}

fn word(judged: &[JudgedMove], model: &Model) -> Word {
    let [Some(first), Some(second)] = [judged.first(), judged.get(1)] else { return Word::Equal };
    let (centipawns, loss) = (second.score - first.score, loss(judged, model));
    if centipawns.abs() <= CENTIPAWNS || loss.abs() <= EXPECTED_SCORE {
        Word::Equal
    } else if loss > 0.0 {
        Word::FirstIsWorse
    } else {
        Word::SecondIsWorse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: Model = Model { win_at: 150.0, loss_at: -150.0, scale: 80.0 };

    fn words(scores: [i32; 2]) -> Word {
        let judged = scores.map(|score| JudgedMove {
            played: "e2e4".to_owned(),
            score,
            depth: 9,
            line: Vec::new(),
        });
        word(&judged, &MODEL)
    }

    #[test]
    fn a_difference_counts_in_centipawns_and_in_expected_score() {
        assert_eq!(words([0, 100]), Word::FirstIsWorse);
        assert_eq!(words([100, 0]), Word::SecondIsWorse);
        assert_eq!(words([0, 15]), Word::Equal);
        // Both are won: no expected score is lost by a pawn.
        assert_eq!(words([900, 1000]), Word::Equal);
        assert_eq!(word(&[], &MODEL), Word::Equal);
    }
}
