//! The results of a match's pairs, a character each, in the order of the schedule: all that the
//! report's numbers are made of, in the least space.
//!
//! ```text
//! # A character a pair, ...
//! match: mc-a
//! fingerprint: 0f1e2d3c4b5a6978
//! anytime: betting{version=1,length=500,stakes=2.5:0.9|10:0.1}
//! pairs before repeats: 5000
//! pairing: modern - modern+mc-a
//! aeeibhdeee
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::chess::pairings::place;
use crate::chess::record::Contender;
use crate::score::tally::half_points;
use crate::storage::facts::MatchFacts;
use crate::storage::journal::JournalGame;
use stats::Pentanomial;
use stats::anytime::Method;

/// What the file says of itself.
const LEGEND: &str = "\
# A character a pair, in the order of the schedule: the first contender's result as white and as
# black. a LL, b LD, c LW, d DL, e DD, f DW, g WL, h WD, i WW (L lost, D drawn, W won);
# j L, k D, l W as white and m L, n D, o W as black where the other game is missing; . neither.
";
/// Begins the line that tells how the anytime-valid interval is computed.
const ANYTIME: &str = "anytime: ";
/// Begins the line that tells how many pairs of each pairing play an opening that was not played before, where
/// those after them repeat games move for move.
const NEW: &str = "pairs before repeats: ";
/// Characters of a line.
const LINE: usize = 100;

/// The half points of the first contender in the two games of a pair, where they are finished.
type Pair = [Option<u8>; 2];

/// The results of all pairs of a journal.
#[derive(Clone, Debug, Default)]
pub struct PairResults {
    /// By number in the schedule.
    pairs: BTreeMap<u32, Pair>,
    /// What is known of the pairings that have a game.
    pairings: BTreeMap<usize, MatchFacts>,
}

impl PairResults {
    /// Takes a finished game.
    pub fn add(&mut self, game: &JournalGame) {
        let JournalGame { record, facts, .. } = game;
        let pair = self.pairs.entry(record.spec.pair()).or_default();
        pair[usize::from(record.spec.white == Contender::Second)] = Some(half_points(record));
        let pairing = facts.tournament.map_or(0, |of| of.pairing as usize);
        self.pairings.entry(pairing).or_insert_with(|| facts.clone());
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = LEGEND.to_owned();
        if let Some(facts) = self.pairings.values().next() {
            let _ = write!(out, "match: {}\nfingerprint: {}\n", facts.name, facts.fingerprint);
            let _ = writeln!(out, "{ANYTIME}{}", facts.anytime);
            if let Some(first) = facts.first_repeat() {
                let _ = writeln!(out, "{NEW}{first}");
            }
        }
        for (&pairing, facts) in &self.pairings {
            let [first, second] = &facts.contenders;
            let _ = writeln!(out, "pairing: {} - {}", first.name, second.name);
            let pairings = facts.tournament.map_or(1, |of| of.pairings().len());
            let characters = self.of_pairing(pairing, pairings);
            for line in characters.as_bytes().chunks(LINE) {
                out.push_str(&String::from_utf8_lossy(line));
                out.push('\n');
            }
        }
        out
    }

    fn of_pairing(&self, pairing: usize, pairings: usize) -> String {
        let mut characters = String::new();
        for (&number, pair) in &self.pairs {
            let (its_pairing, round) = place(number, pairings);
            if its_pairing == pairing {
                while characters.len() < round as usize {
                    characters.push('.');
                }
                characters.push(character(*pair));
            }
        }
        characters
    }
}

fn character(pair: Pair) -> char {
    let letter = match pair {
        [Some(white), Some(black)] => b'a' + 3 * white + black,
        [Some(white), None] => b'j' + white,
        [None, Some(black)] => b'm' + black,
        [None, None] => b'.',
    };
    letter.into()
}

fn pair(character: char) -> Option<Pair> {
    let points = |from: u8| character as u8 - from;
    Some(match character {
        'a'..='i' => [Some(points(b'a') / 3), Some(points(b'a') % 3)],
        'j'..='l' => [Some(points(b'j')), None],
        'm'..='o' => [None, Some(points(b'm'))],
        '.' => [None, None],
        _ => return None,
    })
}

/// The names of a pairing, and a place for every pair of its schedule: the half points of the first contender in
/// the two games, nothing where the pair is not complete.
pub type ScheduledPairs = (String, Vec<Option<[u8; 2]>>);

/// The results of pairs, read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptPairs {
    /// How the anytime-valid interval is computed; older texts do not say it.
    pub anytime: Option<Method>,
    /// The first pair of a pairing that repeats an earlier one move for move, if there can be such pairs.
    pub first_repeat: Option<usize>,
    /// The pairs of each pairing.
    pub pairings: Vec<ScheduledPairs>,
}

impl KeptPairs {
    /// The pairs of a pairing that are evidence, by their place in the schedule: all but those that repeat others.
    #[must_use]
    pub fn new_ones<'a>(&self, scheduled: &'a [Option<[u8; 2]>]) -> &'a [Option<[u8; 2]>] {
        let end = self.first_repeat.map_or(scheduled.len(), |first| first.min(scheduled.len()));
        &scheduled[..end]
    }
}

/// Reads the results of pairs.
///
/// # Errors
/// A sentence with the line, where the text is something else.
pub fn read(text: &str) -> Result<KeptPairs, String> {
    let mut kept = KeptPairs::default();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |problem: String| format!("line {number}: {problem}");
        if let Some(names) = line.strip_prefix("pairing: ") {
            kept.pairings.push((names.to_owned(), Vec::new()));
        } else if let Some(method) = line.strip_prefix(ANYTIME) {
            let method = method.parse().map_err(|problem| wrong(format!("{problem}")))?;
            kept.anytime = Some(method);
        } else if let Some(first) = line.strip_prefix(NEW) {
            let first =
                first.parse().map_err(|_| wrong(format!("{first:?} is no number of pairs")))?;
            kept.first_repeat = Some(first);
        } else if line.starts_with('#') || line.contains(": ") || line.is_empty() {
            continue;
        } else {
            let Some((_, pairs)) = kept.pairings.last_mut() else {
                return Err(wrong("pairs before any line `pairing: A - B`".to_owned()));
            };
            for c in line.chars() {
                let pair = pair(c).ok_or_else(|| {
                    wrong(format!("{c:?} is no result of a pair; expected a to o, or ."))
                })?;
                pairs.push(pair[0].zip(pair[1]).map(|(white, black)| [white, black]));
            }
        }
    }
    match kept.pairings.is_empty() {
        true => Err("there is no line `pairing: A - B` in it".to_owned()),
        false => Ok(kept),
    }
}

/// The counts of complete pairs.
#[must_use]
pub fn counts(pairs: &[[u8; 2]]) -> Pentanomial {
    let mut counts = Pentanomial::default();
    for [white, black] in pairs {
        counts.add_pair(*white, *black);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_a_character_of_its_own_that_reads_back() {
        let points = [None, Some(0), Some(1), Some(2)];
        let mut seen = Vec::new();
        for white in points {
            for black in points {
                let c = character([white, black]);
                assert_eq!(pair(c), Some([white, black]));
                assert!(!seen.contains(&c));
                seen.push(c);
            }
        }
        assert_eq!(pair('p'), None);
    }

    #[test]
    fn what_is_no_such_text_is_refused_by_line() {
        let error = read("# x\npairing: a - b\nabx\n").unwrap_err();
        assert!(error.starts_with("line 3: 'x' is no result"), "{error}");
        assert!(read("abc\n").unwrap_err().contains("before any line"));
        assert!(read("").unwrap_err().contains("no line"));
        assert!(read("anytime: x\npairing: a - b\na\n").unwrap_err().starts_with("line 1: "));
        let repeats = read("pairs before repeats: x\npairing: a - b\na\n").unwrap_err();
        assert_eq!(repeats, "line 1: \"x\" is no number of pairs");
    }

    #[test]
    fn pairs_are_read_by_their_place_and_repeats_are_no_new_ones() {
        let text = "match: m\nanytime: mixture\npairs before repeats: 4\npairing: a - b\nae.j\ni\n";
        let read = read(text).unwrap();
        let scheduled = vec![Some([0, 0]), Some([1, 1]), None, None, Some([2, 2])];
        assert_eq!(read.pairings, [("a - b".to_owned(), scheduled.clone())]);
        assert_eq!(read.anytime, Some(Method::Mixture));
        assert_eq!(read.new_ones(&scheduled), &scheduled[..4]);
        let complete: Vec<[u8; 2]> = scheduled.into_iter().flatten().collect();
        let Pentanomial { ll, dd, ww, .. } = counts(&complete);
        assert_eq!((ll, dd, ww), (1, 1, 1));
    }
}
