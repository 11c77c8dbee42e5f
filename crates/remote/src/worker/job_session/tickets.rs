//! Taking tickets, and bringing what came of them.

use std::time::Instant;

use tokio::sync::watch;
use tokio::task::JoinError;
use tokio::time::sleep_until;

use super::{
    DELIVERIES_LIMIT, GATHER_TIME, JobSession, PASS_TIME, PULL_WAIT, RETRY_AFTER, SPOOL_BYTES,
};
use crate::broker::{BrokerError, Dealt};
use crate::protocol::{self, Receipt, ResultHeader, TicketMessage, VERSION};
use crate::worker::WorkerNews;
use crate::worker::held_tickets::Held;
use crate::worker::job_runner::JobRunner;
use crate::worker::work_queue::{DealtPiece, DealtTicket, ThreadNews};

impl<C: JobRunner> JobSession<'_, C> {
    /// Asks for tickets where threads are idle, and for some to have ready.
    pub(super) fn pull(&mut self) {
        let (waiting, playing) = self.queue.load();
        let ahead = 1 + self.worker.concurrency / 4;
        let most = (self.worker.concurrency + ahead).saturating_sub(playing + waiting);
        let is_full = self.held.spooled() > SPOOL_BYTES;
        if is_full || self.leaving.is_some() {
            return;
        }
        for _ in self.pulls.len()..most {
            let (broker, consumer) =
                (self.broker.clone(), self.subjects.consumer(&self.job.generation));
            let begin = self.pull_again;
            let patience = PULL_WAIT.min(self.lease / 3);
            let mut stop = self.stop_pulls.subscribe();
            self.pulls.spawn(async move {
                tokio::select! {
                    () = sleep_until(begin.into()) => {}
                    _ = stop.changed() => return (begin, Ok(None)),
                }
                // No ticket is dealt before it is asked for.
                let asked = Instant::now();
                (asked, broker.pull(&consumer, patience, stop).await)
            });
        }
    }

    /// Ends the requests for tickets. What is dealt to them already is taken.
    pub(super) fn stop_pulls(&mut self) {
        self.stop_pulls = watch::Sender::default();
    }

    /// Takes what has come of requests for tickets.
    pub(super) async fn take(
        &mut self,
        first: Result<(Instant, Result<Option<Dealt>, BrokerError>), JoinError>,
        tell: &mut dyn FnMut(WorkerNews),
    ) {
        let mut next = Some(first);
        let mut problem = None;
        while let Some(pulled) = next {
            match pulled {
                Ok((asked, Ok(Some(dealt)))) => self.take_ticket(dealt, asked, tell).await,
                Ok((_, Err(error))) => problem = Some(error),
                // There was no ticket, or it was one of a dealing that is over.
                Ok((_, Ok(None))) | Err(_) => {}
            }
            next = self.pulls.try_join_next();
        }
        if let Some(error) = problem {
            tracing::debug!("{error}");
            self.pull_again = Instant::now() + RETRY_AFTER;
            self.check_job().await;
        }
    }

    /// Takes a ticket that was dealt.
    async fn take_ticket(
        &mut self,
        Dealt { bytes, acknowledge, deliveries }: Dealt,
        asked: Instant,
        tell: &mut dyn FnMut(WorkerNews),
    ) {
        if self.leaving.is_some() {
            return self.broker.give_back(&acknowledge).await;
        }
        let opened = protocol::read::<TicketMessage>(&bytes);
        let opened = opened.and_then(|message| match message.is_second {
            // The first dealing is counted.
            false if deliveries >= DELIVERIES_LIMIT => {
                self.report_poison(message, acknowledge, tell);
                Ok(())
            }
            _ => self.open(&message, acknowledge, asked),
        });
        if let Err(problem) = opened {
            tell(WorkerNews::Warning(format!("a ticket is no use: {problem}")));
        }
    }

    /// Puts the pieces of a ticket on the queue.
    pub(super) fn open(
        &mut self,
        message: &TicketMessage,
        acknowledge: String,
        confirmed: Instant,
    ) -> Result<(), String> {
        let dealt_ticket =
            DealtTicket { generation: message.generation.clone(), ticket: message.ticket };
        if message.is_second && self.held.has(&dealt_ticket) {
            let broker = self.broker.clone();
            tokio::spawn(async move { broker.leave_to_others(&acknowledge).await });
            // Who asks next must be another.
            self.stop_pulls();
            self.pull_again = Instant::now() + PASS_TIME;
            return Ok(());
        }
        let pieces = self.runner.open(message)?;
        let results = pieces.iter().map(|piece| self.runner.results(piece)).sum();
        let held = Held {
            acknowledge,
            to_play: results,
            to_deliver: results,
            is_shortened: false,
            confirmed,
        };
        if self.held.take(dealt_ticket.clone(), held) {
            let dealt =
                pieces.into_iter().map(|piece| DealtPiece { ticket: dealt_ticket.clone(), piece });
            self.queue.put(dealt.collect(), message.is_second);
        }
        Ok(())
    }

    /// Tells the coordinator of a ticket that may have ended all who had it.
    pub(super) fn report_poison(
        &self,
        message: TicketMessage,
        acknowledge: String,
        tell: &mut dyn FnMut(WorkerNews),
    ) {
        let TicketMessage { generation, ticket, .. } = message;
        tell(WorkerNews::Warning(format!(
            "ticket {ticket} is left: it was dealt {DELIVERIES_LIMIT} times, and may have ended those who had it"
        )));
        let header = ResultHeader {
            v: VERSION,
            generation,
            ticket,
            worker: self.worker.name.clone(),
            time_scale: self.runner.time_scale(),
            acknowledge,
            games: Vec::new(),
            is_poisoned: true,
        };
        let (broker, subject) = (self.broker.clone(), self.subjects.result());
        tokio::spawn(async move {
            // Lost, it is dealt and told once more.
            let _ = broker.ask(subject, protocol::result_to_bytes(&header, &[])).await;
        });
    }

    pub(super) fn hear_thread(&mut self, news: ThreadNews) {
        match news {
            ThreadNews::Begins => {}
            ThreadNews::Done { ticket, done, is_alone } => {
                self.runner.forget(done.number);
                self.held.done(ticket, *done, is_alone, Instant::now());
            }
        }
    }

    /// Until when results wait for others: one message and one write to disk serve them all. Where there is
    /// nothing else to play they do not, for somebody may wait for the last one.
    pub(super) fn gathers_until(&self) -> Option<Instant> {
        let waits = self.leaving.is_none() && self.sending.is_none() && self.queue.load().0 > 0;
        self.held.ready_since().filter(|_| waits).map(|since| since + GATHER_TIME)
    }

    /// Sends the next result, if none is on its way.
    pub(super) fn send(&mut self) {
        let most = self.broker.max_payload().saturating_sub(64 * 1024);
        if self.sending.is_some() || self.gathers_until().is_some_and(|then| then > Instant::now())
        {
            return;
        }
        let scale = self.runner.time_scale();
        let Some(bytes) = self.held.next_result(&self.worker.name, scale, most) else { return };
        let (broker, subject) = (self.broker.clone(), self.subjects.result());
        let wait = self.send_again.saturating_duration_since(Instant::now());
        self.sending = Some(tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            broker.ask(subject, bytes).await
        }));
    }

    pub(super) fn note_sent(
        &mut self,
        sent: Result<Vec<u8>, BrokerError>,
        tell: &mut dyn FnMut(WorkerNews),
    ) {
        match sent.map(|answer| serde_json::from_slice::<Receipt>(&answer)) {
            Ok(Ok(Receipt::Kept)) => {
                let (games, back) = self.held.delivered();
                self.delivered += games as u64;
                self.give_back(back);
                self.seen = Instant::now();
            }
            Ok(Ok(Receipt::Refused { reason })) => {
                let (_, back) = self.held.delivered();
                self.give_back(back);
                tell(WorkerNews::Warning(format!("the coordinator refuses a result: {reason}")));
            }
            Ok(Err(_)) | Err(_) => {
                self.held.undelivered();
                self.send_again = Instant::now() + RETRY_AFTER;
            }
        }
    }
}
