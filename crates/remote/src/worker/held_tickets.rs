//! The tickets that a worker holds, and the results it has not delivered.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use super::work_queue::{DealtTicket, Done};
use crate::protocol::{self, ResultHeader, VERSION};

/// The server is told that a ticket is still held when this part of its lease is over.
const RENEW: f64 = 0.25;
/// A ticket whose holder was not heard is given up when this part is over.
const FENCE: f64 = 0.8;
/// Bytes of results that go together: several pairs, where pairs are short.
const RESULT: usize = 512 * 1024;

/// A ticket in this worker's hands.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// Where it is acknowledged.
    pub(super) acknowledge: String,
    /// Results that are still to be had.
    pub(super) to_play: usize,
    /// Results that are still to be delivered.
    pub(super) to_deliver: usize,
    /// Whether some of its pieces are not done here: it goes back when the others are delivered.
    pub(super) is_shortened: bool,
    /// When the server was asked, in time, to leave it to this worker, and has confirmed it.
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
    /// Games or searches of the message that is on its way.
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
            // It was dealt again to the same worker: the old lease is worth nothing.
            (known.acknowledge, known.confirmed) = (held.acknowledge, held.confirmed);
            return false;
        }
        self.held.insert(ticket, held);
        true
    }

    /// Takes a result. A pair is delivered whole.
    pub(super) fn done(&mut self, ticket: DealtTicket, done: Done, alone: bool, now: Instant) {
        let Some(held) = self.held.get_mut(&ticket) else { return };
        held.to_play = held.to_play.saturating_sub(1);
        let piece = (ticket.clone(), done.piece);
        let ready = Ready { ticket, done, since: now };
        match self.halves.remove(&piece) {
            Some(first) => self.ready.extend([first, ready]),
            None if alone => self.ready.push_back(ready),
            None => drop(self.halves.insert(piece, ready)),
        }
    }

    /// Whether this ticket is here.
    pub(super) fn has(&self, ticket: &DealtTicket) -> bool {
        self.held.contains_key(ticket)
    }

    /// Since when there is a result to be delivered.
    pub(super) fn ready_since(&self) -> Option<Instant> {
        self.ready.front().map(|ready| ready.since)
    }

    /// The next result, if none is on its way: what is ready of one ticket.
    pub(super) fn next_result(
        &mut self,
        worker: &str,
        time_scale: f64,
        most: usize,
    ) -> Option<Vec<u8>> {
        let first = self.ready.front().filter(|_| self.sent == 0)?;
        let (ticket, most) = (first.ticket.clone(), most.min(RESULT));
        let acknowledge = self.held.get(&ticket).map(|held| held.acknowledge.clone());
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
        let header = ResultHeader {
            v: VERSION,
            generation: ticket.generation,
            ticket: ticket.ticket,
            worker: worker.to_owned(),
            time_scale,
            acknowledge: acknowledge.unwrap_or_default(),
            games,
            is_poisoned: false,
        };
        Some(protocol::result_to_bytes(&header, &texts))
    }

    /// The result on its way has arrived, or is refused: it is no longer this worker's affair.
    /// Gives how many games or searches it had, and where tickets are to be given back of which others are
    /// to do the rest.
    pub(super) fn delivered(&mut self) -> (usize, Vec<String>) {
        let count = std::mem::take(&mut self.sent);
        for ready in self.ready.drain(..count) {
            if let Some(held) = self.held.get_mut(&ready.ticket) {
                held.to_deliver = held.to_deliver.saturating_sub(1);
            }
        }
        (count, self.finished())
    }

    /// Leaves out a piece of a ticket that no thread has begun, with its results. Gives where tickets are to be
    /// given back of which nothing is left here.
    pub(super) fn leave_out(&mut self, ticket: &DealtTicket, results: usize) -> Vec<String> {
        if let Some(held) = self.held.get_mut(ticket) {
            held.to_play = held.to_play.saturating_sub(results);
            held.to_deliver = held.to_deliver.saturating_sub(results);
            held.is_shortened = true;
        }
        self.finished()
    }

    /// Forgets the tickets of which nothing is left here, and gives where those are given back that others
    /// are to go on with.
    fn finished(&mut self) -> Vec<String> {
        let finished = self.held.extract_if(.., |_, held| held.to_deliver == 0);
        finished.filter(|(_, held)| held.is_shortened).map(|(_, held)| held.acknowledge).collect()
    }

    /// The result on its way has not arrived; it is to be sent again.
    pub(super) fn undelivered(&mut self) {
        self.sent = 0;
    }

    /// Tickets of which the server is to be told that they are still held.
    pub(super) fn to_renew(&self, now: Instant) -> Vec<(DealtTicket, String)> {
        let due =
            self.held.iter().filter(|(_, held)| now - held.confirmed >= self.lease.mul_f64(RENEW));
        due.map(|(ticket, held)| (ticket.clone(), held.acknowledge.clone())).collect()
    }

    /// The server has confirmed a ticket, which it was asked for at this time.
    pub(super) fn renewed(&mut self, ticket: &DealtTicket, asked: Instant) {
        if let Some(held) = self.held.get_mut(ticket) {
            held.confirmed = asked;
        }
    }

    /// Whether another worker may soon have a ticket that is being played here.
    pub(super) fn is_beyond_fence(&self, now: Instant) -> bool {
        let fence = self.lease.mul_f64(FENCE);
        self.held.values().any(|held| held.to_play > 0 && now - held.confirmed > fence)
    }

    /// Gives up a ticket; says where it is acknowledged.
    pub(super) fn give_up(&mut self, ticket: &DealtTicket) -> Option<String> {
        self.halves.retain(|(ticket, _), _| ticket != ticket);
        self.held.remove(ticket).map(|held| held.acknowledge)
    }

    /// Gives up all that is still being played.
    pub(super) fn give_up_unplayed(&mut self) -> Vec<String> {
        let unplayed: Vec<DealtTicket> = self
            .held
            .iter()
            .filter(|(_, held)| held.to_play > 0)
            .map(|(ticket, _)| ticket.clone())
            .collect();
        unplayed.iter().filter_map(|ticket| self.give_up(ticket)).collect()
    }

    /// Gives up all there is, also what was played and is not delivered.
    pub(super) fn give_up_all(&mut self) -> Vec<String> {
        self.halves.clear();
        self.ready.clear();
        self.sent = 0;
        std::mem::take(&mut self.held).into_values().map(|held| held.acknowledge).collect()
    }

    /// Numbers of the tickets held.
    pub(super) fn numbers(&self) -> Vec<u64> {
        self.held.keys().map(|ticket| ticket.ticket).collect()
    }

    /// Bytes of the results that wait.
    pub(super) fn spooled(&self) -> usize {
        self.ready.iter().map(|ready| ready.done.text.len()).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty() && self.ready.is_empty()
    }
}
