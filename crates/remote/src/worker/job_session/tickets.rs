//! Taking tickets, and bringing results.

use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use super::{Answered, Ending, GATHER_TIME, JobSession, RETRY_AFTER, SPOOL_BYTES};
use crate::protocol::{self, ASK_WAIT, Ask, AskAnswer, Receipt, TicketMessage, VERSION};
use crate::worker::WorkerNews;
use crate::worker::held_tickets::Held;
use crate::worker::job_runner::JobRunner;
use crate::worker::post::AT_ONCE;
use crate::worker::work_queue::{DealtPiece, DealtTicket, ThreadNews};

/// How much longer than the coordinator lets a request wait its answer is waited for.
const LATE: Duration = Duration::from_secs(5);

/// A request for tickets, and its answer.
#[derive(Debug)]
pub(super) struct Asked {
    generation: String,
    /// The tickets that were held when it was sent.
    held: Vec<u64>,
    at: Instant,
    answer: Answered,
}

impl<C: JobRunner> JobSession<'_, C> {
    /// Asks for tickets where threads are idle, and for some to have ready.
    pub(super) fn ask(&mut self) {
        let (waiting, playing) = self.queue.load();
        let ahead = 1 + self.worker.concurrency / 4;
        let want = (self.worker.concurrency + ahead).saturating_sub(playing + waiting);
        let is_full = self.held.spooled() > SPOOL_BYTES;
        let waits = self.asking.is_some() || self.greeting.is_some();
        if want == 0 || is_full || waits || self.leaving.is_some() {
            return;
        }
        let serial = self.post.serial();
        self.asking_serial = serial;
        let pause = self.ask_again.saturating_duration_since(Instant::now());
        self.asking = Some(self.send_ask(want, serial, serial, pause));
    }

    /// Tells the coordinator which tickets are still held, and so which are not.
    pub(super) fn renew(&mut self) {
        if self.renewing.is_some() || self.greeting.is_some() {
            return;
        }
        self.renewed_at = Instant::now();
        let serial = self.post.serial();
        let asking = if self.asking.is_some() { self.asking_serial } else { serial };
        self.renewing = Some(self.send_ask(0, serial, asking, Duration::ZERO));
    }

    /// A request for tickets with the tickets that it says are held.
    pub(super) fn ask_message(&self, want: usize, asking: u64) -> (Vec<u8>, Vec<u64>) {
        let generation = self.job.generation.clone();
        let held = self.held.numbers(&generation);
        let ask = Ask { v: VERSION, generation, held: held.clone(), asking, want };
        (protocol::to_bytes(&ask), held)
    }

    fn send_ask(
        &self,
        want: usize,
        serial: u64,
        asking: u64,
        pause: Duration,
    ) -> JoinHandle<Asked> {
        let (message, held) = self.ask_message(want, asking);
        let (post, subject) = (self.post.clone(), self.subjects.ask());
        let generation = self.job.generation.clone();
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            let at = Instant::now();
            let answer = post.ask(subject, serial, &message, ASK_WAIT + LATE).await;
            Asked { generation, held, at, answer }
        })
    }

    /// Asks for no more tickets. A ticket for a request that is over is dealt to others.
    pub(super) fn stop_asking(&mut self) {
        if let Some(asking) = self.asking.take() {
            asking.abort();
        }
    }

    /// Takes the answer to a request for tickets.
    pub(super) fn take(&mut self, asked: Option<Asked>, tell: &mut dyn FnMut(WorkerNews)) {
        let Some(Asked { generation, held, at, answer }) = asked else { return };
        if generation != self.job.generation {
            return;
        }
        match answer.map(|answer| protocol::read_answer(&answer)) {
            Ok(Ok(AskAnswer::Dealt { held: own, tickets })) => {
                self.seen = Instant::now();
                for gone in self.held.renewed(&generation, &held, &own, at) {
                    tracing::info!(ticket = gone.ticket, "another worker has this ticket by now");
                    self.queue.take_back_of(&gone);
                    self.held.give_up(&gone);
                }
                for message in tickets {
                    if let Err(problem) = self.open(&message, at) {
                        self.ask_again = Instant::now() + RETRY_AFTER;
                        tell(WorkerNews::Warning(format!("a ticket is no use: {problem}")));
                    }
                }
            }
            Ok(Ok(AskAnswer::Stranger)) => self.be_let_in(),
            Ok(Ok(AskAnswer::Overtaken)) => {}
            Ok(Ok(AskAnswer::Banned { reason })) => {
                let text = format!("the coordinator gives this worker no more work: {reason}");
                tell(WorkerNews::Warning(text));
                self.abort.raise();
                self.leaving.get_or_insert(Ending::Over);
            }
            Ok(Err(_)) | Err(_) => {
                self.ask_again = Instant::now() + RETRY_AFTER;
                self.look();
            }
        }
    }

    /// Puts the pieces of a ticket on the queue.
    fn open(&mut self, message: &TicketMessage, confirmed: Instant) -> Result<(), String> {
        let generation = self.job.generation.clone();
        let dealt_ticket = DealtTicket { generation, ticket: message.ticket };
        let pieces = self.runner.open(message)?;
        let results = pieces.iter().map(|piece| self.runner.results(piece)).sum();
        if results == 0 {
            return Err("there is nothing in it".to_owned());
        }
        let held = Held { to_play: results, to_deliver: results, confirmed };
        if self.held.take(dealt_ticket.clone(), held) {
            let dealt =
                pieces.into_iter().map(|piece| DealtPiece { ticket: dealt_ticket.clone(), piece });
            self.queue.put(dealt.collect(), message.is_urgent);
        }
        Ok(())
    }

    pub(super) fn hear_thread(&mut self, news: ThreadNews, tell: &mut dyn FnMut(WorkerNews)) {
        match news {
            ThreadNews::Begins => {}
            ThreadNews::Obstacle(problem) => {
                tell(WorkerNews::Warning(problem));
                self.leaving.get_or_insert(Ending::Over);
            }
            ThreadNews::Done { ticket, done, is_alone } => {
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
        let most = self.post.broker.max_payload().saturating_sub(64 * 1024);
        let is_busy = self.sending.is_some() || self.greeting.is_some();
        if is_busy || self.gathers_until().is_some_and(|then| then > Instant::now()) {
            return;
        }
        let Some(bytes) = self.held.next_result(most) else { return };
        let (post, subject) = (self.post.clone(), self.subjects.result());
        let wait = self.send_again.saturating_duration_since(Instant::now());
        self.sending = Some(tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            post.ask(subject, post.serial(), &bytes, AT_ONCE).await
        }));
    }

    /// Takes the answer to a result.
    pub(super) fn note_sent(&mut self, sent: Option<Answered>, tell: &mut dyn FnMut(WorkerNews)) {
        match sent.and_then(Result::ok).map(|answer| protocol::read_answer::<Receipt>(&answer)) {
            Some(Ok(Receipt::Kept)) => {
                self.delivered += self.held.delivered() as u64;
                self.seen = Instant::now();
            }
            Some(Ok(Receipt::Refused { reason })) => {
                self.held.delivered();
                tell(WorkerNews::Warning(format!("the coordinator refuses a result: {reason}")));
            }
            Some(Ok(Receipt::Stranger)) => {
                self.held.undelivered();
                self.be_let_in();
            }
            Some(Err(_)) | None => {
                self.held.undelivered();
                self.send_again = Instant::now() + RETRY_AFTER;
            }
        }
    }
}
