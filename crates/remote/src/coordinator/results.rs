//! Results of workers.

use std::collections::HashSet;
use std::time::Instant;

use super::pairs::ReceivedGame;
use super::{Decision, State};
use crate::broker::ReplyTo;
use crate::ledger::Standing;
use crate::protocol::{self, GameHeader, Receipt, ResultHeader, Signed, WorkerKey};
use arena::chess::record::WorkerFacts;

/// Why a result is not taken.
#[derive(Debug, PartialEq, Eq)]
enum Refusal {
    /// It cannot be so, and its worker has signed it.
    Wrong(String),
    /// Another worker's result is another: one of the two is wrong.
    Differs(String),
    /// Another worker has the ticket by now.
    TooLate,
}

impl State<'_> {
    /// Takes a message with results. One of a worker that was not admitted is not believed, whatever it says.
    pub(super) async fn take_result(&mut self, signed: &Signed, reply_to: Option<ReplyTo>) {
        let (by, answer) = (signed.by().clone(), signed.answer());
        let reply = reply_to.as_ref();
        let Some(known) = self.workers.get_mut(&by) else {
            return self.answer(reply, &answer, &Receipt::Stranger).await;
        };
        if let Some(reason) = known.banned.clone() {
            return self.answer(reply, &answer, &Receipt::Refused { reason }).await;
        }
        let facts = WorkerFacts { name: known.name.clone(), time_scale: known.time_scale };
        match self.read(signed.message(), &by, &facts) {
            Ok(results) => {
                self.pairs.note(&results);
                let taken = self.hand_on(results, &by).await;
                let Some((waiting, results)) = taken else { return };
                let decision = Decision { results, worker: by, reply: reply_to, answer };
                let kept = self.kept.clone();
                tokio::spawn(async move {
                    for decided in waiting {
                        // It is dropped, not sent.
                        let _ = decided.await;
                    }
                    let _ = kept.send(decision);
                });
            }
            Err(Refusal::TooLate) => self.answer(reply, &answer, &Receipt::Kept).await,
            Err(Refusal::Differs(reason)) => {
                let name = &facts.name;
                self.pairs.warn(format!("a result of {name} is refused: {reason}")).await;
                self.answer(reply, &answer, &Receipt::Refused { reason }).await;
            }
            Err(Refusal::Wrong(reason)) => {
                self.ban(&by, &reason).await;
                self.answer(reply, &answer, &Receipt::Refused { reason }).await;
            }
        }
    }

    /// All results of a message.
    fn read(
        &self,
        message: &[u8],
        by: &WorkerKey,
        facts: &WorkerFacts,
    ) -> Result<Vec<ReceivedGame>, Refusal> {
        let (ResultHeader { games, .. }, texts) =
            protocol::read_result(message).map_err(Refusal::Wrong)?;
        let mut numbers = HashSet::new();
        let results = games.iter().zip(texts).map(|(header, text)| {
            let received = self.read_one(header, text, by, facts)?;
            let number = received.wanted.number;
            // Reading one game again and again would cost the coordinator more than its sender.
            match numbers.insert(number) {
                true => Ok(received),
                false => Err(Refusal::Wrong(format!("game {} comes twice", number + 1))),
            }
        });
        results.collect()
    }

    fn read_one(
        &self,
        header: &GameHeader,
        text: &[u8],
        by: &WorkerKey,
        facts: &WorkerFacts,
    ) -> Result<ReceivedGame, Refusal> {
        let received = self.pairs.read(header, text, facts).map_err(Refusal::Wrong)?;
        let (wanted, number) = (received.wanted, received.wanted.number + 1);
        if header.proof != self.dealer.proof(by, wanted) {
            return Err(Refusal::Wrong(format!("game {number} was not dealt to it")));
        }
        if !self.ledger.may_bring(wanted, by, self.pairs.is_timed()) {
            return Err(Refusal::TooLate);
        }
        let before = self.fingerprints.get(&wanted.number);
        if let (Some(now), Some((before, other))) = (received.fingerprint, before)
            && now != *before
        {
            return Err(Refusal::Differs(format!(
                "game {number} does not come out as it did at {}, although no clock limits it",
                self.name_of(other)
            )));
        }
        Ok(received)
    }

    /// Hands on the results that are asked for; `None` when nobody wants them any more.
    async fn hand_on(
        &mut self,
        results: Vec<ReceivedGame>,
        by: &WorkerKey,
    ) -> Option<(Vec<tokio::sync::oneshot::Receiver<()>>, Vec<crate::piece::Wanted>)> {
        let (mut waiting, mut taken) = (Vec::new(), Vec::new());
        for ReceivedGame { wanted, time, fingerprint, game } in results {
            if self.ledger.standing(wanted) != Standing::Wanted {
                continue;
            }
            if let Some(held) = self.ledger.held_for(wanted, by, Instant::now()) {
                self.pace.note_held(held);
            }
            self.ledger.arrives(wanted);
            self.pace.note(time);
            let fingerprint = fingerprint.map(|fingerprint| (fingerprint, by.clone()));
            self.fingerprints.extend(fingerprint.map(|known| (wanted.number, known)));
            waiting.push(self.pairs.keep(game).await?);
            taken.push(wanted);
        }
        Some((waiting, taken))
    }

    /// Tells a worker that its results are on disk.
    pub(super) async fn note(&mut self, decision: Decision) {
        let Decision { results, worker, reply, answer } = decision;
        let now = Instant::now();
        self.ledger.decided(&results, now);
        if let Some(known) = self.workers.get_mut(&worker) {
            known.delivered += results.len() as u64;
            self.gate.earn(&known.login, results.len());
            if self.admissions.confirm(&worker, known.speed) {
                self.keep_the_alike();
            }
        }
        self.answer(reply.as_ref(), &answer, &Receipt::Kept).await;
        self.deal_tickets(now).await;
    }

    /// Gives a worker no more tickets, and deals those that it holds to others.
    async fn ban(&mut self, worker: &WorkerKey, reason: &str) {
        let Some(known) = self.workers.get_mut(worker) else { return };
        (known.banned, known.waiting) = (Some(reason.to_owned()), None);
        let name = known.name.clone();
        self.ledger.release(worker);
        self.admissions.forget(worker);
        let text = format!(
            "a result of {name} is refused: {reason}. It gets no more work, and others get its tickets"
        );
        tracing::warn!("{text}");
        self.pairs.warn(text).await;
        self.deal_tickets(Instant::now()).await;
    }
}
