//! The coordinator of a match: deals its pairs to workers, and takes their games.
//!
//! A thread of its own with a runtime of its own, so that a slow disk delays no answer to the server.
//! Everything it decides by is in the [`Ledger`]; the games go to the dispatcher of the match, as those of
//! game threads do, and a worker hears that its games are kept when they are on disk.

mod admission;
mod tickets;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use super::broker::{Broker, BrokerError, Inbox, Letter};
use super::job::JobError;
use super::ledger::{Ledger, Standing, Wanted};
use super::protocol::{self, Control, Job, Order, Probe, STATUS, Status, Subjects, VERSION};
use super::receive::{Desk, Received};
use super::server::Server;
use crate::chess::record::WorkerFacts;
use crate::runner::{Delivery, News, Receipt, Ticket, Work};
use admission::Admissions;
use tickets::TicketSize;

/// How often tickets are made and the rest is looked after.
const TICK: Duration = Duration::from_millis(100);
/// How often the job is told again.
const TELL: Duration = Duration::from_secs(20);
/// How often it is looked whether the server still has the tickets.
const LOOK: Duration = Duration::from_secs(5);
/// After this time without a word a worker is no longer counted on.
const SILENCE: Duration = Duration::from_secs(15);
/// A ticket that a hungry worker does not get, and nobody holds, is lost after so many leases.
const LOST: u32 = 2;
/// How long workers are waited for to say which tickets they have begun.
const CALL: Duration = Duration::from_secs(2);
/// Where tickets are acknowledged: nowhere else is anything said because a worker asks for it.
const ACKNOWLEDGEMENTS: &str = "$JS.ACK.ARENA_WORK.";
/// Characters of a worker's name.
const NAME: usize = 60;
/// After so many refused results a worker is put out.
const REFUSALS: u32 = 3;

/// Why a match cannot be played by workers.
#[derive(Debug, thiserror::Error)]
pub enum CoordinatorError {
    /// The server.
    #[error(transparent)]
    Broker(#[from] BrokerError),
    /// Another coordinator has the match.
    #[error(
        "{host} is having this match played already, with the journal {journal}; stop it first, or let \
         this one play its own shard (--shard I/N)"
    )]
    Taken {
        /// Its machine.
        host: String,
        /// Its journal.
        journal: String,
    },
    /// The match cannot be told to workers.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// How a match is played by workers.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How long pairs under way are waited for when no more are begun.
    pub grace: Duration,
    /// How long a worker may be silent before its pairs are dealt to others.
    pub lease: Duration,
    /// Whether clocks are adapted to each worker's speed.
    pub scale_time: bool,
    /// Workers take the match with the highest first.
    pub priority: i32,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            grace: Duration::from_secs(600),
            lease: Duration::from_secs(30),
            scale_time: false,
            priority: 0,
        }
    }
}

/// A coordinator that has reached its server.
#[derive(Debug)]
pub struct Coordinator {
    server: Server,
    journal: String,
    host: String,
    terms: Terms,
}

impl Coordinator {
    /// Reaches the server and makes sure that nobody else has the match of this fingerprint.
    ///
    /// # Errors
    /// When the server cannot be used, or somebody has.
    pub async fn new(
        server: Server,
        fingerprint: &str,
        journal: &std::path::Path,
        terms: Terms,
    ) -> Result<Coordinator, CoordinatorError> {
        let broker = Broker::connect(&server, "arena coordinator").await?;
        broker.set_up().await?;
        let journal = std::path::absolute(journal).unwrap_or_else(|_| journal.to_owned());
        let (journal, host) = (journal.display().to_string(), crate::storage::host::host_name());
        if let Some((bytes, _)) = broker.job(&Subjects::of(fingerprint).job()).await?
            && let Ok(job) = protocol::read::<Job>(&bytes)
            // Whoever holds the lock of that very journal knows that the other is gone.
            && (&job.host, &job.journal) != (&host, &journal)
        {
            return Err(CoordinatorError::Taken { host: job.host, journal: job.journal });
        }
        Ok(Coordinator { server, journal, host, terms })
    }

    /// Starts to have the work done. The thread ends with the match.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(self, work: Work) -> io::Result<JoinHandle<()>> {
        thread::Builder::new().name("workers".to_owned()).spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => runtime.block_on(self.serve(work)),
                Err(error) => tracing::error!("cannot start the runtime: {error}"),
            }
        })
    }

    async fn serve(self, work: Work) {
        let finished = work.finished.clone();
        if let Err(error) = self.coordinate(work).await {
            let text = format!("no more games come from workers: {error}");
            tracing::error!("{text}");
            warn(&finished, text).await;
        }
    }

    async fn coordinate(self, work: Work) -> Result<(), BrokerError> {
        let broker = Broker::connect(&self.server, "arena coordinator").await?;
        let job = Job {
            lease: self.terms.lease.as_secs_f64(),
            priority: self.terms.priority,
            host: self.host.clone(),
            journal: self.journal.clone(),
            ..Job::of(&work.settings, &work.facts, "")
        };
        let subjects = Subjects::of(&job.fingerprint);
        let mut hello = broker.hear(&subjects.hello()).await?;
        let mut results = broker.hear(&subjects.result()).await?;
        let mut statuses = broker.hear(STATUS).await?;
        if !broker.asks_for_credentials() && !self.server.is_local() {
            let url = self.server.url();
            let text = format!(
                "{url} lets everyone in who reaches it: anyone may send results. See the manual for \
                 a configuration with users"
            );
            warn(&work.finished, text).await;
        }
        let (kept, mut decided) = mpsc::unbounded_channel();
        let mut state = State::new(broker, subjects, job, self.terms, work, kept);
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                letter = next(&mut results) => state.take_result(letter).await,
                Some(decision) = decided.recv() => state.note(decision).await,
                letter = next(&mut hello) => state.admit(letter).await,
                letter = next(&mut statuses) => state.hear(&letter),
                _ = ticks.tick() => {
                    if state.tick().await {
                        break;
                    }
                }
            }
        }
        state.end().await;
        Ok(())
    }
}

/// The next message; never, when the connection is given up.
async fn next(inbox: &mut Inbox) -> Letter {
    match inbox.next().await {
        Some(letter) => letter,
        None => std::future::pending().await,
    }
}

async fn warn(finished: &mpsc::Sender<Delivery>, text: String) {
    let (held, _) = oneshot::channel();
    let delivery = Delivery { news: News::Warning(text), receipt: Receipt::Task { _held: held } };
    // The run may be over.
    let _ = finished.send(delivery).await;
}

/// Games of which it is decided what becomes of them.
#[derive(Debug)]
struct Decision {
    games: Vec<Wanted>,
    /// Where the worker waits for a word.
    reply: Option<String>,
    /// Of which dealing they came: ticket, generation, and where it is acknowledged.
    ticket: u64,
    generation: String,
    acknowledge: String,
}

/// A worker that has said something.
#[derive(Clone, Debug)]
struct Known {
    status: Status,
    heard: Instant,
}

/// A coordinator at work.
struct State {
    broker: Broker,
    subjects: Subjects,
    job: Job,
    terms: Terms,
    work: Work,
    kept: mpsc::UnboundedSender<Decision>,
    ledger: Ledger,
    size: TicketSize,
    admissions: Admissions,
    workers: BTreeMap<String, Known>,
    /// Refused results, by worker.
    refusals: HashMap<String, u32>,
    /// The fingerprint of each game that came in this run.
    fingerprints: HashMap<u32, u32>,
    /// A pair of this run that a worker plays before it is let in, where a contender is a program: what no
    /// digest shows, such as a network beside it, shows in its games.
    probe: Option<Probe>,
    /// Generations of the tickets, so far.
    rebuilt: u64,
    /// Tells this coordinator's generations from any other's.
    birth: u64,
    /// The place of the job at the server.
    place: u64,
    /// Whether everything at the server is to be made anew.
    is_lost: bool,
    told: Instant,
    looked: Instant,
    /// Since when a worker has been hungry although tickets are out that nobody holds.
    hungry_since: Option<Instant>,
    /// When no more pairs were begun.
    withdrawn: Option<Instant>,
    /// Whether the server was reached the last time.
    is_reached: bool,
}

impl State {
    fn new(
        broker: Broker,
        subjects: Subjects,
        job: Job,
        terms: Terms,
        work: Work,
        kept: mpsc::UnboundedSender<Decision>,
    ) -> State {
        let now = Instant::now();
        State {
            ledger: Ledger::new(work.played.clone()),
            size: TicketSize::default(),
            admissions: Admissions::new(&work.settings, terms.scale_time),
            broker,
            subjects,
            job,
            terms,
            work,
            kept,
            workers: BTreeMap::new(),
            refusals: HashMap::new(),
            fingerprints: HashMap::new(),
            probe: None,
            rebuilt: 0,
            birth: rand::random(),
            place: 0,
            is_lost: true,
            told: now,
            looked: now,
            hungry_since: None,
            withdrawn: None,
            is_reached: true,
        }
    }

    /// Looks after everything; whether the match is over.
    async fn tick(&mut self) -> bool {
        if self.work.abort.is_raised() {
            self.order(Order::Abort).await;
            return true;
        }
        let now = Instant::now();
        self.workers.retain(|_, known| now.duration_since(known.heard) < SILENCE);
        if self.work.queue.is_closed() && self.is_withdrawn(now).await {
            return true;
        }
        let looked = self.look_after_server(now).await;
        self.note_reach(looked).await;
        if self.withdrawn.is_none() {
            self.make_tickets();
        }
        let put = self.put_tickets().await;
        self.note_reach(put).await;
        // What is decided may ask for another playing of a pair; so the queue is asked last.
        self.ledger.out() == 0 && !self.work.queue.has_more()
    }

    /// Makes as many tickets as there is room for.
    fn make_tickets(&mut self) {
        let tables = self.workers.values().map(|known| known.status.tables).sum();
        for _ in 0..self.ledger.room(tables) {
            let pairs = self.size.next_pairs(|| self.work.queue.take_pair());
            if pairs.is_empty() {
                break;
            }
            self.ledger.issue(pairs);
        }
    }

    /// Puts the tickets to the server that are not there.
    async fn put_tickets(&mut self) -> Result<(), BrokerError> {
        if self.is_lost {
            return Ok(());
        }
        let unplaced = self.ledger.unplaced(64);
        if unplaced.is_empty() {
            return Ok(());
        }
        let numbers: Vec<u64> = unplaced.iter().map(|(number, _)| *number).collect();
        let generation = &self.job.generation;
        let messages = unplaced.into_iter().map(|(number, pairs)| {
            let bytes = tickets::message(&self.work.settings, generation, number, &pairs);
            (format!("{generation}.{number}"), bytes)
        });
        let places = self.broker.put_tickets(&self.subjects, messages.collect()).await;
        if matches!(places, Err(BrokerError::Gone(_))) {
            self.is_lost = true;
        }
        for (number, place) in numbers.into_iter().zip(places?) {
            self.ledger.placed(number, place);
        }
        Ok(())
    }

    /// Sees to it that the server has what it should.
    async fn look_after_server(&mut self, now: Instant) -> Result<(), BrokerError> {
        if now.duration_since(self.looked) >= LOOK && !self.is_lost {
            self.looked = now;
            let consumer = self.subjects.consumer(&self.job.generation);
            self.is_lost = !self.broker.has_consumer(&consumer).await?;
            self.notice_lost_tickets(now);
        }
        if self.is_lost {
            return self.rebuild().await;
        }
        if now.duration_since(self.told) >= TELL {
            self.tell().await?;
        }
        Ok(())
    }

    /// A worker that goes without although tickets are out that nobody holds: those are lost.
    fn notice_lost_tickets(&mut self, now: Instant) {
        let held: HashSet<u64> =
            self.workers.values().flat_map(|known| known.status.held.iter().copied()).collect();
        let is_hungry = self.workers.values().any(|known| known.status.hungry);
        if !is_hungry || !self.ledger.has_out_but(&held) {
            self.hungry_since = None;
            return;
        }
        let since = *self.hungry_since.get_or_insert(now);
        self.is_lost = now.duration_since(since) >= LOST * self.terms.lease;
    }

    /// Makes everything at the server anew.
    async fn rebuild(&mut self) -> Result<(), BrokerError> {
        self.broker.set_up().await?;
        let old = (self.rebuilt > 0).then(|| self.subjects.consumer(&self.job.generation));
        self.rebuilt += 1;
        self.job.generation = format!("{:x}-{}", self.birth, self.rebuilt);
        let consumer = self.subjects.consumer(&self.job.generation);
        let lease = self.terms.lease;
        self.broker.begin_anew(&self.subjects, old.as_deref(), &consumer, lease).await?;
        self.ledger.rebuild();
        self.tell().await?;
        (self.is_lost, self.hungry_since) = (false, None);
        tracing::info!(generation = self.job.generation, "tickets are dealt");
        self.order(Order::Look).await;
        Ok(())
    }

    /// Tells the job, also where this coordinator's last word of it is gone.
    async fn tell(&mut self) -> Result<(), BrokerError> {
        let bytes = protocol::to_bytes(&self.job);
        let put = self.broker.put_job(&self.subjects, bytes.clone(), self.place).await;
        let put = match put {
            Err(BrokerError::Conflict) => {
                let there = self.broker.job(&self.subjects.job()).await?;
                let other = there.as_ref().and_then(|(bytes, _)| protocol::read::<Job>(bytes).ok());
                let is_ours =
                    |of: &Job| (&of.host, &of.journal) == (&self.job.host, &self.job.journal);
                if other.as_ref().is_some_and(|other| !is_ours(other)) {
                    return Err(BrokerError::Conflict);
                }
                let last = there.map_or(0, |(_, place)| place);
                self.broker.put_job(&self.subjects, bytes, last).await
            }
            put => put,
        };
        self.place = put?;
        self.told = Instant::now();
        Ok(())
    }

    /// Says once that the server is not reached, and once that it is again.
    async fn note_reach(&mut self, done: Result<(), BrokerError>) {
        match (done, self.is_reached) {
            (Ok(()), true) => {}
            (Ok(()), false) => {
                self.is_reached = true;
                warn(&self.work.finished, "the server deals tickets again".to_owned()).await;
            }
            (Err(error), reached) => {
                tracing::warn!("{error}");
                self.is_reached = false;
                if reached {
                    let text = format!("tickets are not dealt at the moment: {error}");
                    warn(&self.work.finished, text).await;
                }
                // Everything else is answered meanwhile by whoever asks again.
                tokio::time::sleep(TICK * 5).await;
            }
        }
    }

    async fn order(&self, order: Order) {
        let bytes = protocol::to_bytes(&Control { v: VERSION, order });
        if let Err(error) = self.broker.say(&self.subjects.control(), bytes).await {
            tracing::warn!("{error}");
        }
    }

    /// Begins no more pairs; whether nothing that was begun is waited for any more.
    async fn is_withdrawn(&mut self, now: Instant) -> bool {
        let Some(since) = self.withdrawn else {
            self.withdrawn = Some(now);
            if let Err(error) = self.broker.purge(&self.subjects).await {
                tracing::warn!("{error}");
            }
            self.order(Order::Withdraw).await;
            return false;
        };
        let waited = now.duration_since(since);
        if waited < CALL {
            return self.ledger.out() == 0;
        }
        // What those have said who were asked what they have begun.
        let called = self.workers.values().filter(|known| known.heard > since);
        let held: HashSet<u64> = called.flat_map(|known| known.status.held.clone()).collect();
        self.ledger.withdraw(&held);
        self.ledger.out() == 0 || waited > self.terms.grace
    }

    /// Takes the games of a result.
    async fn take_result(&mut self, letter: Letter) {
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
            self.size.note(&finished.record);
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
    fn same_as_before(&self, received: Received) -> Result<Received, String> {
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
    fn note_probe(&mut self, games: &[Received]) {
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
    async fn note(&mut self, decision: Decision) {
        let Decision { games, reply, ticket, generation, acknowledge } = decision;
        let places = self.ledger.decided(&games);
        if generation == self.job.generation {
            if !self.ledger.is_out(ticket) && acknowledge.starts_with(ACKNOWLEDGEMENTS) {
                self.broker.acknowledge(&acknowledge).await;
            }
        } else {
            // It was dealt before the server lost it: what was put there since is not needed.
            for place in places {
                self.broker.delete_ticket(place).await;
            }
        }
        self.answer(reply, &protocol::Receipt::Kept).await;
    }

    async fn refuse(&mut self, reply: Option<String>, worker: Option<String>, reason: String) {
        tracing::warn!(worker, reason, "a result is refused");
        if let Some(worker) = worker {
            let refused = self.refusals.entry(worker.clone()).or_default();
            *refused += 1;
            let text = format!("a result of {worker} is refused: {reason}");
            warn(&self.work.finished, text).await;
        }
        self.answer(reply, &protocol::Receipt::Refused { reason }).await;
    }

    async fn answer(&self, reply: Option<String>, message: &impl serde::Serialize) {
        let Some(reply) = reply else { return };
        if let Err(error) = self.broker.say(&reply, protocol::to_bytes(message)).await {
            tracing::warn!("{error}");
        }
    }

    /// Answers a worker that wants to play.
    async fn admit(&mut self, letter: Letter) {
        let Ok(hello) = protocol::read::<protocol::Hello>(&letter.bytes) else { return };
        let admission = self.admissions.decide(&self.job, &hello, self.probe.clone());
        tracing::info!(worker = hello.worker, ?admission, "a worker wants to play");
        if self.job.reference_speed != self.admissions.reference() {
            self.job.reference_speed = self.admissions.reference();
            let told = self.tell().await;
            self.note_reach(told).await;
        }
        self.answer(letter.reply, &admission).await;
    }

    /// Notes what a worker says of itself.
    fn hear(&mut self, letter: &Letter) {
        let Ok(status) = protocol::read::<Status>(&letter.bytes) else { return };
        if status.fingerprint.as_deref() == Some(&self.job.fingerprint) {
            let known = Known { heard: Instant::now(), status };
            self.workers.insert(known.status.worker.clone(), known);
        } else {
            self.workers.remove(&status.worker);
        }
    }

    /// Leaves nothing at the server.
    async fn end(&mut self) {
        let consumer = self.subjects.consumer(&self.job.generation);
        self.broker.clear(&self.subjects, &consumer).await;
        self.order(Order::End).await;
        self.broker.flush().await;
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("job", &self.job.name).finish_non_exhaustive()
    }
}
