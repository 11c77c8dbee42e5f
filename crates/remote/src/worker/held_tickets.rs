//! The tickets that a worker holds, and the results it has not delivered.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use super::work_queue::{DealtTicket, Done};
use crate::protocol::{self, ResultHeader, VERSION};

/// A ticket whose holder was not heard is given up when this part is over.
const FENCE: f64 = 0.8;
/// Bytes of results that go together: several pairs, where pairs are short.
const RESULT: usize = 512 * 1024;

/// A ticket in this worker's hands.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Results that are still to be had.
    pub(super) to_play: usize,
    /// Results that are still to be delivered.
    pub(super) to_deliver: usize,
    /// When the coordinator was asked to leave it to this worker, and has confirmed it.
    pub(super) confirmed: Instant,
}

/// A result on its way.
#[derive(Debug)]
struct Ready {
    ticket: DealtTicket,
    done: Done,
    since: Instant,
}

/// All of them.
#[derive(Debug)]
pub(super) struct HeldTickets {
    /// How long a ticket is left to a worker that says nothing.
    lease: Duration,
    held: BTreeMap<DealtTicket, Held>,
    /// First games of pairs that wait for the second.
    halves: BTreeMap<(DealtTicket, u32), Ready>,
    ready: VecDeque<Ready>,
    /// Games of the message that is on its way.
    sent: usize,
}

impl HeldTickets {
    pub(super) fn new(lease: Duration) -> HeldTickets {
        let (held, halves, ready) = (BTreeMap::new(), BTreeMap::new(), VecDeque::new());
        HeldTickets { lease, held, halves, ready, sent: 0 }
    }

    /// Takes a ticket; says whether it is a new one.
    pub(super) fn take(&mut self, ticket: DealtTicket, held: Held) -> bool {
        if let Some(known) = self.held.get_mut(&ticket) {
            known.confirmed = held.confirmed;
            return false;
        }
        self.held.insert(ticket, held);
        true
    }

    /// Takes a result. A pair is delivered whole.
    pub(super) fn done(&mut self, ticket: DealtTicket, done: Done, alone: bool, now: Instant) {
        let Some(held) = self.held.get_mut(&ticket) else { return };
        held.to_play = held.to_play.saturating_sub(1);
        let piece = (ticket.clone(), done.pair);
        let ready = Ready { ticket, done, since: now };
        match self.halves.remove(&piece) {
            Some(first) => self.ready.extend([first, ready]),
            None if alone => self.ready.push_back(ready),
            None => drop(self.halves.insert(piece, ready)),
        }
    }

    /// Since when there is a result to be delivered.
    pub(super) fn ready_since(&self) -> Option<Instant> {
        self.ready.front().map(|ready| ready.since)
    }

    /// The next result, if none is on its way: the finished pieces of one ticket.
    pub(super) fn next_result(&mut self, most: usize) -> Option<Vec<u8>> {
        let first = self.ready.front().filter(|_| self.sent == 0)?;
        let (ticket, most) = (first.ticket.clone(), most.min(RESULT));
        let (mut games, mut texts, mut bytes) = (Vec::new(), Vec::new(), 0);
        for ready in self.ready.iter().take_while(|ready| ready.ticket == ticket) {
            bytes += ready.done.text.len();
            if bytes > most && !games.is_empty() {
                break;
            }
            games.push(ready.done.header.clone());
            texts.push(ready.done.text.clone());
        }
        self.sent = games.len();
        Some(protocol::result_to_bytes(&ResultHeader { v: VERSION, games }, &texts))
    }

    /// The result on its way has arrived, or is refused: it is no longer this worker's affair.
    /// Gives how many games it had.
    pub(super) fn delivered(&mut self) -> usize {
        let count = std::mem::take(&mut self.sent);
        for ready in self.ready.drain(..count) {
            if let Some(held) = self.held.get_mut(&ready.ticket) {
                held.to_deliver = held.to_deliver.saturating_sub(1);
            }
        }
        self.forget_finished();
        count
    }

    /// Leaves out a piece of a ticket that no thread has begun, with its results.
    pub(super) fn leave_out(&mut self, ticket: &DealtTicket, results: usize) {
        if let Some(held) = self.held.get_mut(ticket) {
            held.to_play = held.to_play.saturating_sub(results);
            held.to_deliver = held.to_deliver.saturating_sub(results);
        }
        self.forget_finished();
    }

    /// Forgets the tickets that have nothing left to deliver.
    fn forget_finished(&mut self) {
        self.held.retain(|_, held| held.to_deliver > 0);
    }

    /// The result on its way has not arrived; it is to be sent again.
    pub(super) fn undelivered(&mut self) {
        self.sent = 0;
    }

    /// The coordinator has said, to a question that was asked at this time, which of these tickets are this worker's.
    /// Gives those that are not any more.
    pub(super) fn renewed(
        &mut self,
        generation: &str,
        said: &[u64],
        own: &[u64],
        asked: Instant,
    ) -> Vec<DealtTicket> {
        let named = |&ticket: &u64| DealtTicket { generation: generation.to_owned(), ticket };
        for held in own.iter().map(named) {
            if let Some(held) = self.held.get_mut(&held) {
                held.confirmed = held.confirmed.max(asked);
            }
        }
        let gone = said.iter().filter(|ticket| !own.contains(ticket)).map(named);
        gone.filter(|ticket| self.held.contains_key(ticket)).collect()
    }

    /// Whether another worker may soon have a ticket that is being played here.
    pub(super) fn is_beyond_fence(&self, now: Instant) -> bool {
        let fence = self.lease.mul_f64(FENCE);
        self.held.values().any(|held| held.to_play > 0 && now - held.confirmed > fence)
    }

    /// Gives up a ticket, but for the results of it that are ready.
    pub(super) fn give_up(&mut self, ticket: &DealtTicket) {
        self.halves.retain(|(half, _), _| half != ticket);
        self.held.remove(ticket);
    }

    /// Gives up all that is still being played.
    pub(super) fn give_up_unplayed(&mut self) {
        let unplayed: Vec<DealtTicket> = self
            .held
            .iter()
            .filter(|(_, held)| held.to_play > 0)
            .map(|(ticket, _)| ticket.clone())
            .collect();
        unplayed.iter().for_each(|ticket| self.give_up(ticket));
    }

    /// Gives up all there is, also results that are not delivered.
    pub(super) fn give_up_all(&mut self) {
        self.halves.clear();
        self.ready.clear();
        self.sent = 0;
        self.held.clear();
    }

    /// Numbers of the tickets of this generation that are held.
    pub(super) fn numbers(&self, generation: &str) -> Vec<u64> {
        let of_it = self.held.keys().filter(|ticket| ticket.generation == generation);
        of_it.map(|ticket| ticket.ticket).collect()
    }

    /// Bytes of the results that wait.
    pub(super) fn spooled(&self) -> usize {
        self.ready.iter().map(|ready| ready.done.text.len()).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty() && self.ready.is_empty()
    }
}
