//! Which pairs are out, which have come, which are on disk: a state machine without input or output.
//!
//! A ticket is *out* from the moment it is made until the last of its games is on disk; a game of it is
//! *arriving* between its result and the disk. What is on disk is never left again: a result that comes
//! once more is known. Everything that lies at the server can be lost: then every ticket that is out is
//! put there anew, in order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::runner::Ticket;

/// Tickets that are out at least, however few tables there are.
const FEWEST: usize = 16;
/// Tickets from the oldest that is out to the newest, at least: tests look at results in order, so a
/// slow pair holds all later ones up.
const SPAN: u64 = 64;

/// How often a ticket lies at the server at most: one copy may go to a worker that is gone, or asleep.
const COPIES: usize = 3;

/// A game of a ticket, and the attempt at its pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wanted {
    pub(super) game: u32,
    pub(super) attempt: u32,
}

/// Pairs that one worker plays.
#[derive(Clone, Debug)]
struct Out {
    pairs: Vec<Ticket>,
    /// Its games that are not on disk.
    missing: HashSet<Wanted>,
    /// How often it is to lie at the server: more than once where another worker is to play it, too.
    copies: usize,
    /// Where it lies there.
    places: Vec<u64>,
    /// Since when later ones are completed, which were dealt after it, or none follow; or since it was asked
    /// for once more.
    overtaken: Option<Instant>,
}

/// A ticket that is to be put to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unplaced {
    pub(super) ticket: u64,
    /// What of it is still to be played.
    pub(super) pairs: Vec<Ticket>,
    /// How often it lies there already, with workers that are late.
    pub(super) copy: usize,
}

/// What is known of a game that a worker brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is asked for.
    Wanted,
    /// It is on its way to the disk, or a later attempt at its pair is asked for.
    Superseded,
    /// It is on disk.
    Kept,
    /// It was never asked for.
    Unknown,
}

/// All tickets.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    next: u64,
    out: BTreeMap<u64, Out>,
    /// The ticket of each game that is asked for, and its attempt.
    asked: HashMap<u32, (u64, u32)>,
    arriving: HashSet<Wanted>,
    kept: HashSet<u32>,
}

impl Ledger {
    /// A ledger of a match with these games on disk.
    pub(super) fn new(kept: HashSet<u32>) -> Ledger {
        Ledger { kept, ..Ledger::default() }
    }

    /// How many tickets may be made now, by the number of tables that workers have.
    pub(super) fn room(&self, tables: usize) -> usize {
        let most = FEWEST.max(2 * tables);
        most.saturating_sub(self.out.len()).min(self.room_by_span(tables))
    }

    /// Whether the oldest tickets keep new ones from being made: workers are idle, or soon will be.
    pub(super) fn is_held_up(&self, tables: usize) -> bool {
        self.room_by_span(tables) == 0
    }

    fn room_by_span(&self, tables: usize) -> usize {
        let span = SPAN.max(4 * tables as u64);
        let first = self.out.keys().next().copied().unwrap_or(self.next);
        let room = span.saturating_sub(self.next - first);
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// Makes a ticket of these pairs.
    pub(super) fn issue(&mut self, pairs: Vec<Ticket>) -> u64 {
        let number = self.next;
        self.next += 1;
        let mut missing = HashSet::new();
        for pair in &pairs {
            for spec in pair.games() {
                self.asked.insert(spec.game, (number, pair.attempt));
                missing.insert(Wanted { game: spec.game, attempt: pair.attempt });
            }
        }
        let (places, overtaken) = (Vec::new(), None);
        self.out.insert(number, Out { pairs, missing, copies: 1, places, overtaken });
        number
    }

    /// Tickets that are to be put to the server; at most `most`, the oldest first.
    pub(super) fn unplaced(&self, most: usize) -> Vec<Unplaced> {
        let unplaced = self.out.iter().filter(|(_, out)| out.places.len() < out.copies);
        let unplaced = unplaced.take(most).map(|(&ticket, out)| Unplaced {
            ticket,
            pairs: out.remaining(),
            copy: out.places.len(),
        });
        unplaced.collect()
    }

    /// Notes where a ticket lies.
    pub(super) fn placed(&mut self, ticket: u64, place: u64) {
        if let Some(out) = self.out.get_mut(&ticket) {
            out.places.push(place);
        }
    }

    /// No ticket follows those that are out: from now on they are as good as overtaken.
    pub(super) fn nothing_follows(&mut self, now: Instant) {
        for out in self.out.values_mut() {
            out.overtaken.get_or_insert(now);
        }
    }

    /// Asks for one more playing of those among the `most` oldest tickets that later ones have overtaken for
    /// longer than this for each of their games; gives their numbers.
    pub(super) fn deal_again(&mut self, now: Instant, a_game: Duration, most: usize) -> Vec<u64> {
        let oldest = self.out.iter_mut().take(most);
        let late = oldest.filter(|(_, out)| {
            let games: usize = out.pairs.iter().map(|pair| pair.games().count()).sum();
            let late = a_game * u32::try_from(games).unwrap_or(u32::MAX);
            let is_late = out.overtaken.is_some_and(|since| now.duration_since(since) > late);
            is_late && out.copies < COPIES && !out.missing.is_subset(&self.arriving)
        });
        let numbers = late.map(|(&ticket, out)| {
            (out.copies, out.overtaken) = (out.copies + 1, Some(now));
            ticket
        });
        numbers.collect()
    }

    /// What is known of a game that a worker brings.
    pub(super) fn standing(&self, of: Wanted) -> Standing {
        match self.asked.get(&of.game) {
            Some(&(_, attempt)) if attempt == of.attempt && !self.arriving.contains(&of) => {
                Standing::Wanted
            }
            Some(&(_, attempt)) if attempt >= of.attempt => Standing::Superseded,
            _ if self.kept.contains(&of.game) => Standing::Kept,
            _ => Standing::Unknown,
        }
    }

    /// Notes that a game is on its way to the disk.
    pub(super) fn arrives(&mut self, of: Wanted) {
        self.arriving.insert(of);
    }

    /// Notes that what was to become of games is decided, and on disk; gives for each ticket that this has
    /// completed where it lies.
    pub(super) fn decided(&mut self, games: &[Wanted], now: Instant) -> Vec<Vec<u64>> {
        let mut completed = Vec::new();
        for of in games {
            self.arriving.remove(of);
            self.kept.insert(of.game);
            let Some((ticket, _)) =
                self.asked.get(&of.game).copied().filter(|at| at.1 == of.attempt)
            else {
                continue;
            };
            self.asked.remove(&of.game);
            let Some(out) = self.out.get_mut(&ticket) else { continue };
            out.missing.remove(of);
            if out.missing.is_empty() {
                completed.extend(self.out.remove(&ticket).map(|out| out.places));
                for (_, earlier) in self.out.range_mut(..ticket) {
                    earlier.overtaken.get_or_insert(now);
                }
            }
        }
        completed
    }

    /// The server has lost what it had: every ticket is to be put there anew.
    pub(super) fn rebuild(&mut self) {
        for out in self.out.values_mut() {
            (out.copies, out.overtaken) = (1, None);
            out.places.clear();
        }
    }

    /// Asks no more for the tickets that nobody holds and of which nothing arrives.
    pub(super) fn withdraw(&mut self, held: &HashSet<u64>) {
        let arriving = &self.arriving;
        let dropped: Vec<u64> = self
            .out
            .iter()
            .filter(|(number, out)| !held.contains(number) && out.missing.is_disjoint(arriving))
            .map(|(&number, _)| number)
            .collect();
        for number in dropped {
            let out = self.out.remove(&number);
            for of in out.iter().flat_map(|out| &out.missing) {
                self.asked.remove(&of.game);
            }
        }
    }

    /// What a ticket is, for people: its pairs, from 1.
    pub(super) fn in_words(&self, ticket: u64) -> String {
        let pairs = self.out.get(&ticket).map_or(&[][..], |out| &out.pairs);
        match (pairs.first(), pairs.last()) {
            (Some(first), Some(last)) if first.pair != last.pair => {
                format!("a ticket of pairs {} to {}", first.pair + 1, last.pair + 1)
            }
            (Some(only), _) => format!("pair {}", only.pair + 1),
            (None, _) => "a ticket".to_owned(),
        }
    }

    /// Whether this ticket is out.
    pub(super) fn is_out(&self, ticket: u64) -> bool {
        self.out.contains_key(&ticket)
    }

    /// How many tickets are out.
    pub(super) fn out(&self) -> usize {
        self.out.len()
    }

    /// Whether some ticket is out that none of these workers' lists has.
    pub(super) fn has_out_but(&self, held: &HashSet<u64>) -> bool {
        self.out.iter().any(|(number, out)| {
            !out.places.is_empty()
                && !held.contains(number)
                && out.missing.is_disjoint(&self.arriving)
        })
    }
}

impl Out {
    /// Its pairs, without the games that are on disk.
    fn remaining(&self) -> Vec<Ticket> {
        let pairs = self.pairs.iter().filter_map(|pair| {
            let attempt = pair.attempt;
            let games = pair.games.map(|spec| {
                spec.filter(|spec| self.missing.contains(&Wanted { game: spec.game, attempt }))
            });
            games.iter().any(Option::is_some).then_some(Ticket { games, ..*pair })
        });
        pairs.collect()
    }
}

#[cfg(test)]
mod tests;
