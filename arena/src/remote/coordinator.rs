//! The coordinator of a match: deals its pairs to workers, and takes their games.
//!
//! A thread of its own with a runtime of its own, so that a slow disk delays no answer to the server.
//! Everything it decides by is in the [`Ledger`]; the games go to the dispatcher of the match, as those of
//! game threads do, and a worker hears that its games are kept when they are on disk.

mod admission;
mod files;
mod pace;
mod results;
mod terms;
mod tickets;
mod upkeep;
mod workers;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use super::broker::{Broker, BrokerError, Inbox, Letter};
use super::ledger::{Ledger, Unplaced, Wanted};
use super::protocol::{self, Job, Order, Probe, STATUS, Status, Subjects};
use super::server::Server;
use crate::runner::{Delivery, News, Receipt, Work};
pub use terms::{CoordinatorError, Terms};

use admission::Admissions;
use pace::Pace;
use tickets::TicketSize;

/// How often tickets are made and the rest is looked after.
const TICK: Duration = Duration::from_millis(100);
/// How often the job is told again.
const TELL: Duration = Duration::from_secs(20);
/// How often it is looked whether the server still has the tickets.
const LOOK: Duration = Duration::from_secs(5);
/// After this time without a word a worker is no longer counted on.
const SILENCE: Duration = Duration::from_secs(15);
/// A ticket that a hungry worker does not get, and nobody holds, is lost after this number of leases.
const LOST: u32 = 2;
/// How long workers are waited for to say which tickets they have begun.
const CALL: Duration = Duration::from_secs(2);
/// Where tickets are acknowledged: nowhere else is anything said because a worker asks for it.
const ACKNOWLEDGEMENTS: &str = "$JS.ACK.ARENA_WORK.";
/// Characters of a worker's name.
const NAME: usize = 60;
/// A worker is put out after this number of refused results.
const REFUSALS: u32 = 3;

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
            // This process has locked its journal: one that had the same journal is gone.
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
        let mut requests = broker.hear(&subjects.file()).await?;
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
                letter = next(&mut requests) => state.send_file(letter).await,
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
    pace: Pace,
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
            pace: Pace::default(),
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
        self.deal_late_tickets_again(now);
        let put = self.put_tickets().await;
        self.note_reach(put).await;
        // What is decided may ask for another playing of a pair; so the queue is asked last.
        self.ledger.out() == 0 && !self.work.queue.has_more()
    }

    /// Makes as many tickets as there is room for.
    fn make_tickets(&mut self) {
        for _ in 0..self.ledger.room(self.tables()) {
            let pairs = self.size.next_pairs(|| self.work.queue.take_pair());
            if pairs.is_empty() {
                break;
            }
            self.ledger.issue(pairs);
        }
    }

    /// How many games the workers play at a time.
    fn tables(&self) -> usize {
        self.workers.values().map(|known| known.status.tables).sum()
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
        let generation = &self.job.generation;
        let messages = unplaced.iter().map(|unplaced| {
            let Unplaced { ticket, copy, .. } = *unplaced;
            let bytes = tickets::message(&self.work.settings, generation, unplaced);
            (format!("{generation}.{ticket}.{copy}"), bytes)
        });
        let places = self.broker.put_tickets(&self.subjects, messages.collect()).await;
        if matches!(places, Err(BrokerError::Gone(_))) {
            self.is_lost = true;
        }
        for (unplaced, place) in unplaced.iter().zip(places?) {
            self.ledger.placed(unplaced.ticket, place);
        }
        Ok(())
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
