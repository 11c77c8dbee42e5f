//! Tickets for workers that ask.

use std::time::Instant;

use super::State;
use super::workers::{KnownWorker, Waiting};
use crate::broker::ReplyTo;
use crate::ledger::DealtTicket;
use crate::piece::Wanted;
use crate::protocol::{self, ASK_WAIT, Ask, AskAnswer, Signed, TicketMessage, WorkerKey};

/// Bytes of the tickets of an answer, by and large.
const ANSWER: usize = 384 * 1024;
/// Tickets that a request may want, and that a worker may say it holds.
const MOST_WANTED: usize = 2048;

/// The tickets for one worker that asks.
struct Hand {
    worker: WorkerKey,
    serial: u64,
    want: usize,
    tickets: Vec<TicketMessage>,
    bytes: usize,
}

impl State<'_> {
    /// Takes a request for tickets, which renews those that its worker holds.
    pub(super) async fn take_ask(&mut self, signed: &Signed, reply: Option<ReplyTo>) {
        let Ok(mut ask) = protocol::read::<Ask>(signed.message()) else { return };
        if ask.held.len() > MOST_WANTED {
            return;
        }
        ask.held.sort_unstable();
        let (by, serial, now) = (signed.by(), signed.serial(), Instant::now());
        let answer = signed.answer();
        let known = self.workers.get_mut(by).filter(|_| ask.generation == self.job.generation);
        let Some(known) = known else {
            return self.answer(reply.as_ref(), &answer, &AskAnswer::Stranger).await;
        };
        if let Some(reason) = known.banned.clone() {
            let banned = AskAnswer::Banned { reason };
            return self.answer(reply.as_ref(), &answer, &banned).await;
        }
        if serial <= known.last_ask {
            return self.answer(reply.as_ref(), &answer, &AskAnswer::Overtaken).await;
        }
        (known.last_ask, known.heard) = (serial, now);
        let asking = ask.asking.min(serial);
        // It waits no more for the answer to an earlier one.
        known.waiting.take_if(|waiting| waiting.answer.serial < asking);
        let held = self.ledger.renew(by, asking, &ask.held, now);
        match reply {
            Some(reply) if ask.want > 0 => {
                let want = ask.want.min(MOST_WANTED);
                let waiting = Waiting { reply, answer, want, since: now, held };
                if let Some(known) = self.workers.get_mut(by) {
                    known.waiting = Some(waiting);
                }
            }
            reply => {
                let dealt = AskAnswer::Dealt { held, tickets: Vec::new() };
                self.answer(reply.as_ref(), &answer, &dealt).await;
            }
        }
        // Where something was given back, others may wait for it.
        self.deal_tickets(now).await;
    }

    /// Deals tickets to all that wait for some: one after the other in turn, so that none gets all.
    pub(super) async fn deal_tickets(&mut self, now: Instant) {
        if self.withdrawn.is_none() {
            self.make_tickets();
        }
        let mut hands = self.empty_hands();
        let mut is_going_on = true;
        while is_going_on {
            is_going_on = false;
            for hand in hands.iter_mut().filter(|hand| !hand.is_full()) {
                if let Some(message) = self.deal_one(&hand.worker, hand.serial, now) {
                    hand.bytes += protocol::to_bytes(&message).len();
                    hand.tickets.push(message);
                    is_going_on = true;
                }
            }
        }
        for Hand { worker, tickets, .. } in hands {
            let Some(known) = self.workers.get_mut(&worker) else { continue };
            let is_due = |waiting: &mut Waiting| {
                !tickets.is_empty() || now.duration_since(waiting.since) > ASK_WAIT
            };
            let Some(Waiting { reply, answer, held, .. }) = known.waiting.take_if(is_due) else {
                continue;
            };
            self.answer(Some(&reply), &answer, &AskAnswer::Dealt { held, tickets }).await;
        }
    }

    /// One for each worker that waits, the one that has waited longest first.
    fn empty_hands(&self) -> Vec<Hand> {
        let waiting =
            self.workers.iter().filter_map(|(key, known)| Some((key, known.waiting.as_ref()?)));
        let mut waiting: Vec<(&WorkerKey, &Waiting)> = waiting.collect();
        waiting.sort_by_key(|(_, waiting)| waiting.since);
        let hand = |(worker, waiting): (&WorkerKey, &Waiting)| Hand {
            worker: worker.clone(),
            serial: waiting.answer.serial,
            want: waiting.want,
            tickets: Vec::new(),
            bytes: 0,
        };
        waiting.into_iter().map(hand).collect()
    }

    fn deal_one(&mut self, worker: &WorkerKey, serial: u64, now: Instant) -> Option<TicketMessage> {
        // The other proven workers matter only where something was lost.
        let proven: Vec<WorkerKey> = match self.ledger.has_lost() {
            true => {
                let proven = self.present().filter(|(_, known)| known.is_proven());
                proven.map(|(key, _)| key.clone()).collect()
            }
            false => Vec::new(),
        };
        let is_proven = self.workers.get(worker).is_some_and(KnownWorker::is_proven);
        // A ticket that was lost goes to a worker that has shown that it plays, where one is there.
        let may_have = |lost: &[WorkerKey]| {
            lost.is_empty()
                || !lost.contains(worker) && is_proven
                || proven.iter().all(|other| lost.contains(other))
        };
        let dealt = self.ledger.deal(worker, serial, now, may_have)?;
        let DealtTicket { ticket, pairs, is_second } = dealt;
        let name = self.workers.get(worker).map(|known| known.name.as_str());
        tracing::debug!(worker = name, ticket, "a ticket is dealt");
        let mut message =
            TicketMessage { ticket, is_urgent: is_second, ..TicketMessage::default() };
        let prove = |wanted: Wanted| self.dealer.proof(worker, wanted);
        self.pairs.write(&pairs, &mut message, &prove);
        Some(message)
    }
}

impl Hand {
    fn is_full(&self) -> bool {
        self.tickets.len() >= self.want || self.bytes > ANSWER
    }
}
