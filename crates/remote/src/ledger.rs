//! Which pairs or searches are out, which have come, which are on disk: a state machine without input or
//! output.
//!
//! A ticket is *out* from the moment it is made until the last of its results is on disk; a result is
//! *arriving* until then. What is on disk is never left again: a result that comes
//! once more is known. Everything that lies at the server can be lost: then every ticket that is out is
//! put there anew, in order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use super::piece::{Piece, Wanted};

/// Tickets that are out at least, however few games are played at a time.
const FEWEST: usize = 16;
/// Tickets from the oldest that is out to the newest, at least: tests look at results in order, so a
/// slow pair holds all later ones up.
const SPAN: u64 = 64;

/// How often a ticket lies at the server at most: one copy may go to a worker that is gone, or asleep.
const COPIES: usize = 3;
/// No ticket is late before: what is over sooner is worth no second dealing.
const SOONEST: Duration = Duration::from_millis(400);

/// A ticket that is out.
#[derive(Clone, Debug)]
struct Out<P> {
    pieces: Vec<P>,
    /// Its results that are not on disk.
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
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unplaced<P> {
    pub(super) ticket: u64,
    /// Pieces of it that are still to be done.
    pub(super) pieces: Vec<P>,
    /// How often it lies there already, with workers that are late.
    pub(super) copy: usize,
}

/// How a result of a worker stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is asked for.
    Wanted,
    /// It is on its way to the disk, or a later attempt at it is asked for.
    Superseded,
    /// It is on disk.
    Kept,
    /// It was never asked for.
    Unknown,
}

/// All tickets.
#[derive(Debug)]
pub(super) struct Ledger<P> {
    next: u64,
    out: BTreeMap<u64, Out<P>>,
    /// The ticket of each result that is asked for, and its attempt.
    asked: HashMap<u32, (u64, u32)>,
    arriving: HashSet<Wanted>,
    kept: HashSet<u32>,
}

impl<P: Piece> Ledger<P> {
    /// A ledger of work with these results on disk.
    pub(super) fn new(kept: HashSet<u32>) -> Ledger<P> {
        let (out, asked, arriving) = (BTreeMap::new(), HashMap::new(), HashSet::new());
        Ledger { next: 0, out, asked, arriving, kept }
    }

    /// How many tickets may be made now, by the number of games or searches that workers do at a time.
    pub(super) fn room(&self, concurrency: usize) -> usize {
        let most = FEWEST.max(2 * concurrency);
        most.saturating_sub(self.out.len()).min(self.room_by_span(concurrency))
    }

    /// Whether the oldest tickets keep new ones from being made: workers are idle, or soon will be.
    pub(super) fn is_held_up(&self, concurrency: usize) -> bool {
        self.room_by_span(concurrency) == 0
    }

    fn room_by_span(&self, concurrency: usize) -> usize {
        let span = SPAN.max(4 * concurrency as u64);
        let first = self.out.keys().next().copied().unwrap_or(self.next);
        let room = span.saturating_sub(self.next - first);
        usize::try_from(room).unwrap_or(usize::MAX)
    }

    /// Makes a ticket of these pieces.
    pub(super) fn issue(&mut self, pieces: Vec<P>) -> u64 {
        let number = self.next;
        self.next += 1;
        let missing: HashSet<Wanted> = pieces.iter().flat_map(Piece::results).collect();
        self.asked.extend(missing.iter().map(|wanted| (wanted.number, (number, wanted.attempt))));
        let (places, overtaken) = (Vec::new(), None);
        self.out.insert(number, Out { pieces, missing, copies: 1, places, overtaken });
        number
    }

    /// Tickets that are to be put to the server; at most `most`, the oldest first.
    pub(super) fn unplaced(&self, most: usize) -> Vec<Unplaced<P>> {
        let unplaced = self.out.iter().filter(|(_, out)| out.places.len() < out.copies);
        let unplaced = unplaced.take(most).map(|(&ticket, out)| Unplaced {
            ticket,
            pieces: out.remaining(),
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

    /// Asks once more for those among the `most` oldest tickets that later ones have overtaken for longer
    /// than this for each unit of their weight; gives their numbers.
    pub(super) fn deal_again(&mut self, now: Instant, a_unit: Duration, most: usize) -> Vec<u64> {
        let oldest = self.out.iter_mut().take(most);
        let late = oldest.filter(|(_, out)| {
            let weight: f64 = out.pieces.iter().map(Piece::weight).sum();
            let late = a_unit.mul_f64(weight).max(SOONEST);
            let is_late = out.overtaken.is_some_and(|since| now.duration_since(since) > late);
            is_late && out.copies < COPIES && !out.missing.is_subset(&self.arriving)
        });
        let numbers = late.map(|(&ticket, out)| {
            (out.copies, out.overtaken) = (out.copies + 1, Some(now));
            ticket
        });
        numbers.collect()
    }

    /// How a result of a worker stands.
    pub(super) fn standing(&self, wanted: Wanted) -> Standing {
        match self.asked.get(&wanted.number) {
            Some(&(_, attempt))
                if attempt == wanted.attempt && !self.arriving.contains(&wanted) =>
            {
                Standing::Wanted
            }
            Some(&(_, attempt)) if attempt >= wanted.attempt => Standing::Superseded,
            _ if self.kept.contains(&wanted.number) => Standing::Kept,
            _ => Standing::Unknown,
        }
    }

    /// Notes that a result is on its way to the disk.
    pub(super) fn arrives(&mut self, wanted: Wanted) {
        self.arriving.insert(wanted);
    }

    /// Notes that what was to become of results is decided, and on disk; gives for each ticket that this has
    /// completed where it lies.
    pub(super) fn decided(&mut self, results: &[Wanted], now: Instant) -> Vec<Vec<u64>> {
        let mut completed = Vec::new();
        for wanted in results {
            self.arriving.remove(wanted);
            self.kept.insert(wanted.number);
            let Some((ticket, _)) =
                self.asked.get(&wanted.number).copied().filter(|at| at.1 == wanted.attempt)
            else {
                continue;
            };
            self.asked.remove(&wanted.number);
            let Some(out) = self.out.get_mut(&ticket) else { continue };
            out.missing.remove(wanted);
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
            for wanted in out.iter().flat_map(|out| &out.missing) {
                self.asked.remove(&wanted.number);
            }
        }
    }

    /// Describes a ticket for people: its pairs or searches, from 1.
    pub(super) fn in_words(&self, ticket: u64) -> String {
        let pieces = self.out.get(&ticket).map_or(&[][..], |out| &out.pieces);
        match (pieces.first().map(Piece::in_words), pieces.last().map(Piece::in_words)) {
            (Some((_, first)), Some((_, last))) if first != last => {
                format!("a ticket of {} {first} to {last}", P::PLURAL)
            }
            (Some((what, number)), _) => format!("{what} {number}"),
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

impl<P: Piece> Out<P> {
    /// Its pieces, without the results that are on disk.
    fn remaining(&self) -> Vec<P> {
        let left = |piece: &P| piece.only(|wanted| self.missing.contains(&wanted));
        self.pieces.iter().filter_map(left).collect()
    }
}

#[cfg(test)]
mod tests;
