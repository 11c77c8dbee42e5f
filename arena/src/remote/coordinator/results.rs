//! The games that workers bring.

use std::time::Instant;

use tokio::sync::oneshot;

use super::{ACKNOWLEDGEMENTS, Decision, NAME, REFUSALS, State, tickets, warn};
use crate::chess::record::WorkerFacts;
use crate::remote::broker::Letter;
use crate::remote::ledger::{Standing, Wanted};
use crate::remote::protocol::{self, Probe};
use crate::remote::receive::{Desk, Received};
use crate::runner::{Delivery, News, Receipt, Ticket};

impl State {
    /// Takes the games of a result.
    pub(super) async fn take_result(&mut self, letter: Letter) {
        let read = protocol::read_result(&letter.bytes);
        let (header, texts) = match read {
            Ok(read) => read,
            Err(reason) => return self.refuse(letter.reply, None, reason).await,
        };
        if header.is_poisoned {
            let text = format!(
                "{} was dealt too often without a result: it may end the workers that play it. The match \
                 ends here; the others' pairs are kept",
                self.ledger.in_words(header.ticket)
            );
            tracing::error!("{text}");
            self.work.queue.close();
            warn(&self.work.finished, text).await;
            return self.answer(letter.reply, &protocol::Receipt::Kept).await;
        }
        let worker = header.worker.clone();
        if self.refusals.get(&worker).is_some_and(|&refused| refused >= REFUSALS) {
            let reason = "too many of its results were refused".to_owned();
            return self.refuse(letter.reply, None, reason).await;
        }
        // It goes to a tag of the journal.
        let name: String = worker.chars().filter(|c| !c.is_control()).take(NAME).collect();
        let time_scale = Some(header.time_scale).filter(|of| of.is_finite()).unwrap_or(1.0);
        let by = WorkerFacts { name, time_scale };
        let mut games = Vec::with_capacity(texts.len());
        for (of, text) in header.games.iter().zip(&texts) {
            let work = &self.work;
            let desk =
                Desk { settings: &work.settings, facts: &work.facts, writers: &work.writers };
            match desk.receive(of, text, &by).and_then(|game| self.same_as_before(game)) {
                Ok(received) => games.push(received),
                Err(reason) => return self.refuse(letter.reply, Some(worker), reason).await,
            }
        }
        self.note_probe(&games);
        let mut waiting = Vec::new();
        let mut taken = Vec::new();
        for Received { finished, fingerprint } in games {
            let of = Wanted { game: finished.record.spec.game, attempt: finished.attempt };
            if self.ledger.standing(of) != Standing::Wanted {
                continue;
            }
            self.ledger.arrives(of);
            let seconds = finished.record.moves.iter().map(|of| of.time).sum();
            self.size.note(seconds);
            self.pace.note(seconds);
            self.fingerprints.extend(fingerprint.map(|fingerprint| (of.game, fingerprint)));
            let (held, decided) = oneshot::channel();
            let news = News::Finished(Box::new(finished));
            let delivery = Delivery { news, receipt: Receipt::Task { _held: held } };
            if self.work.finished.send(delivery).await.is_err() {
                return;
            }
            waiting.push(decided);
            taken.push(of);
        }
        let protocol::ResultHeader { ticket, generation, acknowledge, .. } = header;
        let reply = letter.reply;
        let decision = Decision { games: taken, reply, ticket, generation, acknowledge };
        let kept = self.kept.clone();
        tokio::spawn(async move {
            for decided in waiting {
                // It is dropped, not sent.
                let _ = decided.await;
            }
            let _ = kept.send(decision);
        });
    }

    /// A game that was played before is the same again where no clock limits its moves.
    pub(super) fn same_as_before(&self, received: Received) -> Result<Received, String> {
        let game = received.finished.record.spec.game;
        let before = self.fingerprints.get(&game).copied();
        match received.fingerprint {
            Some(now) if received.finished.attempt == 0 && before.is_some_and(|of| of != now) => {
                Err(format!(
                    "game {} is not the same as another worker played it, although no clock limits \
                     its moves",
                    game + 1
                ))
            }
            _ => Ok(received),
        }
    }

    /// Keeps a pair as a probe for workers that come later.
    pub(super) fn note_probe(&mut self, games: &[Received]) {
        let settings = &self.work.settings;
        if self.probe.is_some() || settings.contenders.iter().all(|of| of.program().is_none()) {
            return;
        }
        let [first, second, ..] = games else { return };
        let [one, other] = [first, second].map(|of| of.finished.record.spec);
        let fingerprints: Vec<u32> =
            [first, second].iter().filter_map(|of| of.fingerprint).collect();
        let is_sound = |of: &Received| of.finished.record.termination.fault().is_none();
        if one.pair() != other.pair()
            || fingerprints.len() < 2
            || ![first, second].into_iter().all(is_sound)
        {
            return;
        }
        let ticket = Ticket { pair: one.pair(), games: [Some(one), Some(other)], attempt: 0 };
        self.probe = tickets::pair(settings, &ticket).map(|pair| Probe { pair, fingerprints });
    }

    /// Tells a worker that its games are on disk.
    pub(super) async fn note(&mut self, decision: Decision) {
        let Decision { games, reply, ticket, generation, acknowledge } = decision;
        let is_current = generation == self.job.generation;
        let completed = self.ledger.decided(&games, Instant::now());
        let is_done = is_current && !self.ledger.is_out(ticket);
        if is_done && acknowledge.starts_with(ACKNOWLEDGEMENTS) {
            self.broker.acknowledge(&acknowledge).await;
        }
        for places in completed {
            // It was dealt before the server lost it, or to two workers: what else lies there of it is not
            // needed.
            if !is_current || places.len() > 1 {
                for place in places {
                    self.broker.delete_ticket(place).await;
                }
            }
        }
        self.answer(reply, &protocol::Receipt::Kept).await;
    }

    pub(super) async fn refuse(
        &mut self,
        reply: Option<String>,
        worker: Option<String>,
        reason: String,
    ) {
        tracing::warn!(worker, reason, "a result is refused");
        if let Some(worker) = worker {
            let refused = self.refusals.entry(worker.clone()).or_default();
            *refused += 1;
            let text = format!("a result of {worker} is refused: {reason}");
            warn(&self.work.finished, text).await;
        }
        self.answer(reply, &protocol::Receipt::Refused { reason }).await;
    }
}
