//! Results of workers.

use std::time::Instant;

use super::workload::{Received, Workload};
use super::{ACKNOWLEDGEMENTS, Decision, NAME_LENGTH, REFUSAL_LIMIT, State};
use crate::broker::Letter;
use crate::ledger::Standing;
use crate::protocol::{self, ResultHeader};
use arena::chess::record::WorkerFacts;

impl<W: Workload> State<'_, W> {
    /// Takes a message with results.
    pub(super) async fn take_result(&mut self, letter: Letter) {
        let read = protocol::read_result(&letter.bytes);
        let (header, texts) = match read {
            Ok(read) => read,
            Err(reason) => return self.refuse(letter.reply, None, reason).await,
        };
        if header.is_poisoned {
            let text = format!(
                "{} was dealt too often without a result: it may end the workers that have it. Nothing \
                 more is dealt; what the others bring is kept",
                self.ledger.in_words(header.ticket)
            );
            tracing::error!("{text}");
            self.workload.close();
            self.workload.warn(text).await;
            return self.answer(letter.reply, &protocol::Receipt::Kept).await;
        }
        let worker = header.worker.clone();
        if self.refusals.get(&worker).is_some_and(|&refused| refused >= REFUSAL_LIMIT) {
            let reason = "too many of its results were refused".to_owned();
            return self.refuse(letter.reply, None, reason).await;
        }
        match self.read(&header, &texts) {
            Ok(results) => self.keep(results, header, letter.reply).await,
            Err(reason) => self.refuse(letter.reply, Some(worker), reason).await,
        }
    }

    /// All results of a message.
    fn read(
        &self,
        header: &ResultHeader,
        texts: &[&[u8]],
    ) -> Result<Vec<Received<W::Result>>, String> {
        let name = name_of(&header.worker);
        let time_scale = Some(header.time_scale).filter(|scale| scale.is_finite()).unwrap_or(1.0);
        let by = WorkerFacts { name, time_scale };
        let results = header.games.iter().zip(texts);
        results
            .map(|(game, text)| self.same_as_before(self.workload.read(game, text, &by)?))
            .collect()
    }

    /// Compares a result with an earlier one of the same game or search, where no clock limits it.
    fn same_as_before(&self, received: Received<W::Result>) -> Result<Received<W::Result>, String> {
        let before = self.fingerprints.get(&received.wanted.number).copied();
        let is_other = |now: u32| before.is_some_and(|earlier| earlier != now);
        if received.fingerprint.is_some_and(is_other) {
            let (what, number) = (W::RESULT, received.wanted.number + 1);
            return Err(format!(
                "{what} {number} does not come out as it did elsewhere, although no clock limits it"
            ));
        }
        Ok(received)
    }

    /// Hands on what is asked for, and answers when it is on disk.
    async fn keep(
        &mut self,
        results: Vec<Received<W::Result>>,
        header: ResultHeader,
        reply: Option<String>,
    ) {
        self.workload.note(&results);
        let mut waiting = Vec::new();
        let mut taken = Vec::new();
        for Received { wanted, time, weight, fingerprint, result } in results {
            if self.ledger.standing(wanted) != Standing::Wanted {
                continue;
            }
            self.ledger.arrives(wanted);
            self.size.note(time, weight);
            self.pace.note(time, weight);
            self.fingerprints.extend(fingerprint.map(|fingerprint| (wanted.number, fingerprint)));
            let Some(decided) = self.workload.keep(result).await else { return };
            waiting.push(decided);
            taken.push(wanted);
        }
        let ResultHeader { ticket, generation, acknowledge, .. } = header;
        let decision = Decision { results: taken, reply, ticket, generation, acknowledge };
        let kept = self.kept.clone();
        tokio::spawn(async move {
            for decided in waiting {
                // It is dropped, not sent.
                let _ = decided.await;
            }
            let _ = kept.send(decision);
        });
    }

    /// Tells a worker that its results are on disk.
    pub(super) async fn note(&mut self, decision: Decision) {
        let Decision { results, reply, ticket, generation, acknowledge } = decision;
        let is_current = generation == self.job.generation;
        let completed = self.ledger.decided(&results, Instant::now());
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
            self.workload.warn(text).await;
        }
        self.answer(reply, &protocol::Receipt::Refused { reason }).await;
    }
}

/// The name of a worker as it goes to a tag of the journal.
pub(super) fn name_of(worker: &str) -> String {
    worker.chars().filter(|c| !c.is_control()).take(NAME_LENGTH).collect()
}
