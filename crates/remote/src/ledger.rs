//! Which pairs are out, with which workers, which have come, which are on disk: a state machine without input
//! or output.
//!
//! A ticket is *out* from the moment it is made until the last of its results is on disk; a result is *arriving* until
//! then. A result on disk stays: one that comes once more is known. A ticket that is out *waits*, or
//! workers *hold* it, each until its lease is over, it gives the ticket back, or has brought all of it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use super::piece::{self, Wanted};
use super::protocol::WorkerKey;
use arena::runner::Ticket;

/// Tickets that are out at least, however few games are played at a time.
const FEWEST: usize = 16;
/// Tickets from the oldest that is out to the newest, at least: tests look at results in order, so a
/// slow pair holds all later ones up.
const SPAN: u64 = 64;

/// How many workers may hold a ticket: one may be gone, or asleep.
const COPIES: usize = 3;
/// No ticket is late before: shorter work is not dealt a second time.
const SOONEST: Duration = Duration::from_millis(400);

/// A worker that holds a ticket.
#[derive(Clone, Debug)]
struct Holder {
    worker: WorkerKey,
    /// The serial of the request that it was dealt to.
    request: u64,
    since: Instant,
    /// When the worker last said that it holds it.
    heard: Instant,
}

/// A ticket that is out.
#[derive(Clone, Debug)]
struct Out {
    pairs: Vec<Ticket>,
    /// Its results that are not on disk.
    missing: HashSet<Wanted>,
    /// How many workers may hold it: more than one where it is late.
    copies: usize,
    holders: Vec<Holder>,
    /// Workers that have lost it: their lease was over.
    lost: Vec<WorkerKey>,
    /// Since when later ones are completed, which were dealt after it, or none follow; or since it was asked
    /// for once more.
    overtaken: Option<Instant>,
}

/// A ticket for a worker.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DealtTicket {
    pub(super) ticket: u64,
    /// Pairs of it that are still to be played.
    pub(super) pairs: Vec<Ticket>,
    /// Whether another worker holds it, and is late.
    pub(super) is_second: bool,
}

/// A ticket whose holder has lost it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) ticket: u64,
    pub(super) worker: WorkerKey,
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
pub(super) struct Ledger {
    next: u64,
    out: BTreeMap<u64, Out>,
    /// The ticket of each result that is asked for, and its attempt.
    asked: HashMap<u32, (u64, u32)>,
    arriving: HashSet<Wanted>,
    kept: HashSet<u32>,
}

impl Ledger {
    /// A ledger of work with these results on disk.
    pub(super) fn new(kept: HashSet<u32>) -> Ledger {
        let (out, asked, arriving) = (BTreeMap::new(), HashMap::new(), HashSet::new());
        Ledger { next: 0, out, asked, arriving, kept }
    }

    /// How many tickets may be made now, by the number of games that workers play at a time.
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

    /// Makes a ticket of these pairs.
    pub(super) fn issue(&mut self, pairs: Vec<Ticket>) -> u64 {
        let number = self.next;
        self.next += 1;
        let missing: HashSet<Wanted> = pairs.iter().flat_map(piece::wanted).collect();
        self.asked.extend(missing.iter().map(|wanted| (wanted.number, (number, wanted.attempt))));
        let (holders, lost, overtaken) = (Vec::new(), Vec::new(), None);
        self.out.insert(number, Out { pairs, missing, copies: 1, holders, lost, overtaken });
        number
    }

    /// Deals the oldest ticket that waits to this worker; `may_have` says, by the workers that have lost it, whether
    /// it may have a ticket.
    pub(super) fn deal(
        &mut self,
        worker: &WorkerKey,
        request: u64,
        now: Instant,
        may_have: impl Fn(&[WorkerKey]) -> bool,
    ) -> Option<DealtTicket> {
        let arriving = &self.arriving;
        let waits = |out: &Out| {
            out.holders.len() < out.copies
                && out.holders.iter().all(|holder| holder.worker != *worker)
                && !out.missing.is_subset(arriving)
                && may_have(&out.lost)
        };
        let (&ticket, out) = self.out.iter_mut().find(|(_, out)| waits(out))?;
        let is_second = !out.holders.is_empty();
        let worker = worker.clone();
        out.holders.push(Holder { worker, request, since: now, heard: now });
        Some(DealtTicket { ticket, pairs: out.remaining(), is_second })
    }

    /// Renews the tickets that a worker names, sorted, and takes back those that it does not: those of requests before the
    /// one that is under way have not arrived, or are given back. Gives those that are its own still.
    pub(super) fn renew(
        &mut self,
        worker: &WorkerKey,
        asking: u64,
        held: &[u64],
        now: Instant,
    ) -> Vec<u64> {
        for (ticket, out) in &mut self.out {
            let says_so = held.binary_search(ticket).is_ok();
            out.holders.retain_mut(|holder| {
                if holder.worker != *worker {
                    return true;
                }
                if says_so {
                    holder.heard = now;
                }
                says_so || holder.request >= asking
            });
        }
        let is_own =
            |ticket: &&u64| self.out.get(*ticket).is_some_and(|out| out.is_held_by(worker));
        held.iter().filter(is_own).copied().collect()
    }

    /// Takes all tickets of a worker back.
    pub(super) fn release(&mut self, worker: &WorkerKey) {
        for out in self.out.values_mut() {
            out.holders.retain(|holder| holder.worker != *worker);
        }
    }

    /// Takes back the tickets whose holders were silent for longer than a lease, or have held them for a lease longer
    /// than `whole` says of this worker for each game, where it says anything.
    pub(super) fn lose(
        &mut self,
        now: Instant,
        lease: Duration,
        whole: impl Fn(&WorkerKey) -> Option<Duration>,
    ) -> Vec<Lost> {
        let mut lost = Vec::new();
        for (&ticket, out) in &mut self.out {
            let games = piece::games(&out.pairs);
            let is_over = |holder: &mut Holder| {
                let whole = whole(&holder.worker).map(|of_one| of_one.saturating_mul(games.max(1)));
                now.duration_since(holder.heard) > lease
                    || whole.is_some_and(|whole| now.duration_since(holder.since) > whole + lease)
            };
            for holder in out.holders.extract_if(.., is_over) {
                out.lost.push(holder.worker.clone());
                lost.push(Lost { ticket, worker: holder.worker });
            }
        }
        lost
    }

    /// How long a worker has held the ticket of a result.
    pub(super) fn held_for(
        &self,
        wanted: Wanted,
        worker: &WorkerKey,
        now: Instant,
    ) -> Option<Duration> {
        let out = self.out.get(&self.asked.get(&wanted.number)?.0)?;
        let holder = out.holders.iter().find(|holder| holder.worker == *worker)?;
        Some(now.duration_since(holder.since))
    }

    /// Whether some ticket that is out was lost before.
    pub(super) fn has_lost(&self) -> bool {
        self.out.values().any(|out| !out.lost.is_empty())
    }

    /// The workers that have lost a ticket, one by one.
    pub(super) fn lost_by(&self, ticket: u64) -> &[WorkerKey] {
        self.out.get(&ticket).map_or(&[], |out| &out.lost)
    }

    /// All workers that hold something.
    pub(super) fn holders(&self) -> HashSet<&WorkerKey> {
        self.out.values().flat_map(|out| &out.holders).map(|holder| &holder.worker).collect()
    }

    /// Whether a worker holds anything.
    pub(super) fn holds_any(&self, worker: &WorkerKey) -> bool {
        self.out.values().any(|out| out.is_held_by(worker))
    }

    /// Whether this worker may bring a result that it was dealt once: where nobody may choose between two, only while
    /// no other holds the ticket.
    pub(super) fn may_bring(&self, wanted: Wanted, worker: &WorkerKey, is_timed: bool) -> bool {
        let out = self.asked.get(&wanted.number).and_then(|(ticket, _)| self.out.get(ticket));
        !is_timed || out.is_none_or(|out| out.holders.is_empty() || out.is_held_by(worker))
    }

    /// No ticket follows those that are out: from now on they are as good as overtaken.
    pub(super) fn nothing_follows(&mut self, now: Instant) {
        for out in self.out.values_mut() {
            out.overtaken.get_or_insert(now);
        }
    }

    /// Asks once more for those among the `most` oldest tickets that later ones have overtaken for longer
    /// than this for each of their games; gives their numbers.
    pub(super) fn deal_again(&mut self, now: Instant, a_game: Duration, most: usize) -> Vec<u64> {
        let oldest = self.out.iter_mut().take(most);
        let late = oldest.filter(|(_, out)| {
            let late = a_game.saturating_mul(piece::games(&out.pairs)).max(SOONEST);
            let is_late = out.overtaken.is_some_and(|since| now.duration_since(since) > late);
            is_late
                && !out.holders.is_empty()
                && out.copies < COPIES
                && !out.missing.is_subset(&self.arriving)
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

    /// Notes that results are decided, and on disk.
    pub(super) fn decided(&mut self, results: &[Wanted], now: Instant) {
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
                self.out.remove(&ticket);
                for (_, earlier) in self.out.range_mut(..ticket) {
                    earlier.overtaken.get_or_insert(now);
                }
            }
        }
    }

    /// Asks no more for tickets that no worker holds and that have no result on its way.
    pub(super) fn withdraw(&mut self) {
        let arriving = &self.arriving;
        let dropped = self
            .out
            .extract_if(.., |_, out| out.holders.is_empty() && out.missing.is_disjoint(arriving));
        for (_, out) in dropped {
            for wanted in &out.missing {
                self.asked.remove(&wanted.number);
            }
        }
    }

    /// Describes a ticket for people: its pairs, from 1.
    pub(super) fn in_words(&self, ticket: u64) -> String {
        let pairs = self.out.get(&ticket).map_or(&[][..], |out| &out.pairs);
        match (pairs.first().map(|pair| pair.pair + 1), pairs.last().map(|pair| pair.pair + 1)) {
            (Some(first), Some(last)) if first != last => {
                format!("a ticket of pairs {first} to {last}")
            }
            (Some(number), _) => format!("pair {number}"),
            (None, _) => "a ticket".to_owned(),
        }
    }

    /// How many tickets are out.
    pub(super) fn out(&self) -> usize {
        self.out.len()
    }
}

impl Out {
    fn is_held_by(&self, worker: &WorkerKey) -> bool {
        self.holders.iter().any(|holder| holder.worker == *worker)
    }

    /// Its pairs, without the games that are on disk.
    fn remaining(&self) -> Vec<Ticket> {
        let left = |pair: &Ticket| piece::rest(pair, |wanted| self.missing.contains(&wanted));
        self.pairs.iter().filter_map(left).collect()
    }
}

#[cfg(test)]
mod tests;
