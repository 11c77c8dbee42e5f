//! The results of a match's pairs, a character each, in the order of the schedule: all that the
//! report's numbers are made of, in the least space.
//!
//! ```text
//! # A character a pair, ...
//! match: mc-a
//! fingerprint: 0f1e2d3c4b5a6978
//! anytime: betting{version=1,length=500,stakes=2.5:0.9|10:0.1}
//! planned games: 2000
//! stop rules: sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized}
//! pairs before repeats: 5000
//! pairing: modern - modern+mc-a
//! aeeibhdeee
//! ```
//!
//! The line `pairs before repeats` is the number of openings without a pair that is a repetition. Where
//! openings were played again it is not there, and pairs that repeat an earlier one move for move have capital
//! letters. Earlier versions left all pairs after that number out, and wrote the line in either case.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::chess::pairings::place;
use crate::chess::record::Contender;
use crate::score::tally::{Tally, half_points};
use crate::storage::facts::MatchFacts;
use crate::storage::journal::JournalGame;
use stats::Pentanomial;
use stats::anytime::Method;
use stats::stop::{StopRule, StopRules};

/// The head of the file.
const LEGEND: &str = "\
# A character a pair, in the order of the schedule: the first contender's result as white and as
# black. a LL, b LD, c LW, d DL, e DD, f DW, g WL, h WD, i WW (L lost, D drawn, W won);
# j L, k D, l W as white and m L, n D, o W as black where the other game is missing; . neither.
";
/// Begins the line that tells how the anytime-valid interval is computed.
const ANYTIME: &str = "anytime: ";
/// Begins the line with the number of games of each pairing, if no result stops the match.
const PLANNED: &str = "planned games: ";
/// Begins the line with the rules that look at the results, in their notation.
const RULES: &str = "stop rules: ";
/// Said of a match with pairs that are left out.
const LEFT_OUT: &str =
    "# In capitals: pairs that are left out, for they repeat an earlier one move for move.\n";
/// Begins the line that tells how many pairs of each pairing play an opening that was not played before, where
/// those after them may repeat games move for move.
const NEW: &str = "pairs before repeats: ";
/// Characters of a line.
const LINE: usize = 100;

/// The half points of the first contender in the two games of a pair, where they are finished.
type Pair = [Option<u8>; 2];

/// The results of all pairs of a journal.
#[derive(Clone, Debug, Default)]
pub struct PairResults {
    /// The pairings that have a game.
    pairings: BTreeMap<usize, PairingResults>,
}

/// The results of a pairing.
#[derive(Clone, Debug)]
struct PairingResults {
    facts: MatchFacts,
    /// By number in the pairing.
    pairs: BTreeMap<u32, Pair>,
    /// Tells which of them are left out.
    tally: Tally,
}

impl PairResults {
    /// Takes a finished game.
    pub fn add(&mut self, game: &JournalGame) {
        let JournalGame { record, facts, .. } = game;
        let (number, pairings) = facts.tournament.map_or((0, 1), |tournament| {
            (tournament.pairing as usize, tournament.pairings().len())
        });
        let (_, round) = place(record.spec.pair(), pairings);
        let results = self.pairings.entry(number).or_insert_with(|| PairingResults::new(facts));
        let pair = results.pairs.entry(round).or_default();
        pair[usize::from(record.spec.white == Contender::Second)] = Some(half_points(record));
        results.tally.add_to_pair(round, record);
    }

    /// As text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = LEGEND.to_owned();
        if self.pairings.values().any(|pairing| pairing.tally.repeated_pairs() > 0) {
            out.push_str(LEFT_OUT);
        }
        if let Some(PairingResults { facts, .. }) = self.pairings.values().next() {
            let _ = write!(out, "match: {}\nfingerprint: {}\n", facts.name, facts.fingerprint);
            let _ = writeln!(out, "{ANYTIME}{}", facts.anytime);
            let _ = writeln!(out, "{PLANNED}{}", facts.planned());
            if !facts.stop.sequential.is_empty() {
                let _ = writeln!(out, "{RULES}{}", facts.stop);
            }
            let openings = facts.book.openings;
            let is_replayed =
                self.pairings.values().any(|pairing| pairing.has_pairs_beyond(openings));
            if facts.may_repeat() && !is_replayed {
                let _ = writeln!(out, "{NEW}{openings}");
            }
        }
        for results in self.pairings.values() {
            let [first, second] = &results.facts.contenders;
            let _ = writeln!(out, "pairing: {} - {}", first.name, second.name);
            for line in results.characters().as_bytes().chunks(LINE) {
                out.push_str(&String::from_utf8_lossy(line));
                out.push('\n');
            }
        }
        out
    }
}

impl PairingResults {
    fn new(facts: &MatchFacts) -> PairingResults {
        PairingResults {
            facts: facts.clone(),
            pairs: BTreeMap::new(),
            tally: Tally::watched_by(&[], &Method::default(), facts.may_repeat()),
        }
    }

    /// Whether there are pairs beyond those of this number.
    fn has_pairs_beyond(&self, openings: u32) -> bool {
        self.pairs.last_key_value().is_some_and(|(last, _)| *last >= openings)
    }

    fn characters(&self) -> String {
        let mut characters = String::new();
        for (&round, pair) in &self.pairs {
            while characters.len() < round as usize {
                characters.push('.');
            }
            let letter = character(*pair);
            let is_left_out = self.tally.ordered_pairs.is_left_out(round);
            characters.push(if is_left_out { letter.to_ascii_uppercase() } else { letter });
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

/// The pairs of a pairing, read back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduledPairs {
    /// The names of the two contenders.
    pub names: String,
    /// A place for every pair of the schedule: the half points of the first contender in the two games, nothing
    /// where the pair is not complete.
    pub pairs: Vec<Option<[u8; 2]>>,
    /// Places of pairs that repeat an earlier one move for move.
    pub left_out: BTreeSet<usize>,
    /// Games, also those without their partner.
    pub games: u64,
}

/// The results of pairs, read back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairsFile {
    /// How the anytime-valid interval is computed; older texts do not say it.
    pub anytime: Option<Method>,
    /// Games of each pairing, if no result stops the match; older texts do not say it.
    pub planned: Option<u64>,
    /// The rules that look at the results.
    pub rules: Vec<StopRule>,
    /// The first pair of a pairing that repeats an earlier one move for move, in texts of earlier versions.
    pub first_repeat: Option<usize>,
    /// The pairs of each pairing.
    pub pairings: Vec<ScheduledPairs>,
}

impl PairsFile {
    /// The pairs of a pairing that are evidence, in the order of the schedule: all but those that repeat others.
    ///
    /// Pairs before the first missing one are those that the rules of a match have seen.
    #[must_use]
    pub fn new_ones(&self, scheduled: &ScheduledPairs) -> Vec<Option<[u8; 2]>> {
        let ScheduledPairs { pairs, left_out, .. } = scheduled;
        let places = pairs.iter().enumerate().take(self.first_repeat.unwrap_or(pairs.len()));
        places.filter(|(place, _)| !left_out.contains(place)).map(|(_, pair)| *pair).collect()
    }
}

/// Reads the results of pairs.
///
/// # Errors
/// A sentence with the line, where the text is something else.
pub fn read(text: &str) -> Result<PairsFile, String> {
    let mut kept = PairsFile::default();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |problem: String| format!("line {number}: {problem}");
        if let Some(names) = line.strip_prefix("pairing: ") {
            kept.pairings.push(ScheduledPairs { names: names.to_owned(), ..Default::default() });
        } else if let Some(method) = line.strip_prefix(ANYTIME) {
            let method = method.parse().map_err(|problem| wrong(format!("{problem}")))?;
            kept.anytime = Some(method);
        } else if let Some(first) = line.strip_prefix(NEW) {
            let first =
                first.parse().map_err(|_| wrong(format!("{first:?} is no number of pairs")))?;
            kept.first_repeat = Some(first);
        } else if let Some(planned) = line.strip_prefix(PLANNED) {
            let number = planned.parse();
            kept.planned =
                Some(number.map_err(|_| wrong(format!("{planned:?} is no number of games")))?);
        } else if let Some(rules) = line.strip_prefix(RULES) {
            let rules: StopRules = rules.parse().map_err(|problem| wrong(format!("{problem}")))?;
            kept.rules = rules.sequential;
        } else if line.starts_with('#') || line.contains(": ") || line.is_empty() {
            continue;
        } else {
            let Some(scheduled) = kept.pairings.last_mut() else {
                return Err(wrong("pairs before any line `pairing: A - B`".to_owned()));
            };
            for c in line.chars() {
                scheduled.take(c).map_err(wrong)?;
            }
        }
    }
    match kept.pairings.is_empty() {
        true => Err("there is no line `pairing: A - B` in it".to_owned()),
        false => Ok(kept),
    }
}

impl ScheduledPairs {
    /// Takes the character of the next pair.
    fn take(&mut self, c: char) -> Result<(), String> {
        let complete = 'a'..='i';
        let read = pair(c.to_ascii_lowercase());
        let is_left_out = c.is_ascii_uppercase();
        let pair = read
            .filter(|_| !is_left_out || complete.contains(&c.to_ascii_lowercase()))
            .ok_or_else(|| {
                format!("{c:?} is no result of a pair; expected a to o, A to I, or .")
            })?;
        if is_left_out {
            self.left_out.insert(self.pairs.len());
        }
        self.games += pair.iter().flatten().count() as u64;
        self.pairs.push(pair[0].zip(pair[1]).map(|(white, black)| [white, black]));
        Ok(())
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
        let scheduled = vec![Some([0, 0]), Some([1, 1]), None, None, Some([2, 2])];
        // As earlier versions wrote it.
        let text = "match: m\nanytime: mixture\npairs before repeats: 4\npairing: a - b\nae.j\ni\n";
        let old = read(text).unwrap();
        assert_eq!((old.pairings[0].names.as_str(), &old.pairings[0].pairs), ("a - b", &scheduled));
        assert_eq!(old.anytime, Some(Method::Mixture));
        assert_eq!(old.new_ones(&old.pairings[0]), &scheduled[..4]);
        // Those that are marked are left out, and others after them are not.
        let marked = read("pairing: a - b\nae.j\nIi\n").unwrap();
        let pairs = [&scheduled[..], &[Some([2, 2])]].concat();
        assert_eq!(marked.pairings[0].pairs, pairs);
        assert_eq!(marked.new_ones(&marked.pairings[0]), [&pairs[..4], &pairs[5..]].concat());
        let complete: Vec<[u8; 2]> = scheduled.into_iter().flatten().collect();
        let Pentanomial { ll, dd, ww, .. } = counts(&complete);
        assert_eq!((ll, dd, ww), (1, 1, 1));
    }

    #[test]
    fn a_half_pair_repeats_nothing() {
        assert!(read("pairing: a - b\nJ\n").unwrap_err().starts_with("line 2: 'J' is no result"));
    }
}
