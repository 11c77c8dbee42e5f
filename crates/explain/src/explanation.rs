//! The accounts of a match as one value: `explain.json` is it, and every other form is made of it.

use serde::Serialize;

use document::number;
use stats::{Interval, Pentanomial};

use crate::account::{Account, Measured, Verdict};
use crate::nodes::Nodes;

/// Version of the layout of `explain.json`.
pub const SCHEMA: u32 = 2;

/// The accounts of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// Version of this layout.
    pub schema: u32,
    /// Name of the match.
    pub name: String,
    /// Its question.
    pub question: Option<String>,
    /// Its fingerprint.
    pub fingerprint: String,
    /// The games of the match that are accounted for.
    pub games: u64,
    /// The accounts in sentences, which lead the report of the match.
    pub why: Vec<String>,
    /// Each pairing; a match of two contenders has one.
    pub pairings: Vec<PairingAccount>,
}

/// The account of one pairing.
#[derive(Clone, Debug, Serialize)]
pub struct PairingAccount {
    /// The contenders' names.
    pub contenders: [String; 2],
    /// Whether time limits the match.
    pub timed: bool,
    /// The mean depth of its searches, in plies.
    pub depth: f64,
    /// Nodes a move of the second contender; the doubling is of these.
    pub nodes_a_move: u64,
    /// The account, where every term can be had.
    pub account: Option<Account>,
    /// The term that cannot.
    pub missing: Option<Missing>,
    /// The counts of the match and of the games of each term.
    pub played: Vec<PlayedTerm>,
    /// The nodes at equal depth.
    pub nodes: Nodes,
}

/// The games of a term.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedTerm {
    /// `match`, or the directory with its journal.
    pub name: String,
    /// Its weight among those at equal depth.
    pub weight: f64,
    /// Games.
    pub games: u64,
    /// Pairs by their points for the first contender: 0, 1/2, 1, 3/2 and 2.
    pub ptnml: [u64; 5],
}

impl PlayedTerm {
    /// The term with these pairs.
    #[must_use]
    pub fn new(name: String, weight: f64, pairs: Pentanomial, games: u64) -> PlayedTerm {
        let ptnml = [pairs.ll, pairs.ld, pairs.middle(), pairs.wd, pairs.ww];
        PlayedTerm { name, weight, games, ptnml }
    }
}

/// A term that cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// The match has fewer than two pairs, or one side won all of it.
    Match,
    /// The same of the games at equal depth.
    Depth,
    /// The same of the games of the doubling.
    Doubling,
    /// A program does not tell its nodes, or the positions are too few.
    Nodes,
    /// The journal does not tell the nodes that the match gave.
    Given,
    /// A program's nodes are not like the other side's: one has more than twice as many for a depth, or in its time.
    Unlike,
}

impl Missing {
    /// The reason, in a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Missing::Match => {
                "The match has no account: it has fewer than two pairs, or one side won all of them."
            }
            Missing::Depth => {
                "There is no account: at equal depth one side won every pair, or there are fewer than two."
            }
            Missing::Doubling => {
                "There is no account: with twice the nodes every pair was won, or there are fewer than two."
            }
            Missing::Nodes => {
                "There is no account: a program does not tell its nodes at a fixed depth, or positions of two pairs are \
                 missing."
            }
            Missing::Given => {
                "There is no account: the journal does not tell the nodes that each side had."
            }
            Missing::Unlike => {
                "There is no account: programs count nodes in their own ways, and here one has more than twice the \
                 other's for a depth or in its time, too far to price them alike."
            }
        }
    }
}

/// The end of an account, in a sentence.
pub(crate) fn end(rest: Measured, verdict: Verdict) -> String {
    let rest = with_interval(rest);
    match verdict {
        Verdict::Closes => format!("The account closes: the rest is {rest} Elo."),
        Verdict::DoesNotClose => {
            format!("The account does not close: {rest} Elo remain that no term accounts for.")
        }
        Verdict::NotDecided { games: Some(games) } => format!(
            "Not decided yet: the rest is {rest} Elo; about {} more would decide.",
            number::several(games, "game")
        ),
        Verdict::NotDecided { games: None } => format!(
            "Not decided yet: the rest is {rest} Elo, and the match itself is too short for less."
        ),
    }
}

/// `+4`, `-8`, `0`.
pub(crate) fn elo(value: f64) -> String {
    number::signed(value, 0)
}

/// `-8 [-20, +4]`.
pub(crate) fn with_interval(measured: Measured) -> String {
    let Interval { low, high } = measured.interval();
    format!("{} [{}, {}]", elo(measured.value), elo(low), elo(high))
}

/// log2 of a ratio as `4 % [3, 5] more`.
pub(crate) fn share(log2: Measured, [more, less]: [&str; 2]) -> String {
    let Interval { low, high } = log2.interval();
    let percent = |log2: f64| 100.0 * (log2.exp2() - 1.0);
    let (value, ends, word) = match log2.value >= 0.0 {
        true => (percent(log2.value), [percent(low), percent(high)], more),
        false => (-percent(log2.value), [-percent(high), -percent(low)], less),
    };
    let [value, low, high] = [value, ends[0], ends[1]].map(|value| number::decimal(value, 0));
    format!("{value} % [{low}, {high}] {word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_told_in_percent() {
        let told = |value: f64| share(Measured { value, error: 0.01 }, ["more", "fewer"]);
        assert_eq!(told(1.0), "100 % [97, 103] more");
        assert_eq!(told(-1.0), "50 % [49, 51] fewer");
    }
}
