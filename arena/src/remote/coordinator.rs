//! The coordinator of a match or a suite: deals it to workers, and takes what they bring.
//!
//! A thread of its own with a runtime of its own, so that a slow disk delays no answer to the server.
//! Everything it decides by is in the [`Ledger`]; the results go to the writer of the journal, as those of
//! threads of this process do, and a worker hears that its results are kept when they are on disk.

mod admission;
mod boards;
mod files;
mod load;
mod pace;
mod pairs;
mod results;
mod searches;
mod serving;
mod terms;
mod tickets;
mod upkeep;
mod workers;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::broker::{Broker, BrokerError};
use super::ledger::{Ledger, Unplaced};
use super::piece::Wanted;
use super::protocol::{self, Job, Order, Status, Subjects, TicketMessage, VERSION};
use super::server::Server;
use crate::runner::Work;
use crate::suite::plan::{Plan, PlanFacts};
use crate::suite::searches::SearchWork;
pub use terms::{CoordinatorError, Terms};

use admission::Admissions;
use boards::Boards;
use load::Load;
use pace::Pace;
use pairs::Pairs;
use searches::Searches;
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
    /// Reaches the server and makes sure that nobody else has the match or suite of this fingerprint.
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
            let Job { kind, host, journal, .. } = job;
            return Err(CoordinatorError::Taken { kind, host, journal });
        }
        Ok(Coordinator { server, journal, host, terms })
    }

    /// Whether a plan can be dealt to workers at all.
    ///
    /// # Errors
    /// Why not.
    pub fn takes(plan: &Plan, facts: &PlanFacts) -> Result<(), CoordinatorError> {
        searches::fit(plan, facts).map(drop)
    }

    /// The same as [`Coordinator::new`] for the searches of a plan.
    ///
    /// # Errors
    /// As there, and where the plan cannot be dealt.
    pub async fn of_plan(
        server: Server,
        plan: &Plan,
        facts: &PlanFacts,
        journal: &std::path::Path,
        terms: Terms,
    ) -> Result<Coordinator, CoordinatorError> {
        let job = searches::fit(plan, facts)?;
        Coordinator::new(server, &job.fingerprint, journal, terms).await
    }

    /// Starts to have the games of a match played. The thread ends with the match.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start(self, work: Work) -> io::Result<JoinHandle<()>> {
        self.deal(Pairs::new(work))
    }

    /// Starts to have the searches of a plan done. The thread ends with the last of them.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn start_searches(self, work: SearchWork) -> io::Result<JoinHandle<()>> {
        self.deal(Searches::new(work))
    }
}

/// Results of which it is decided what becomes of them.
#[derive(Debug)]
struct Decision {
    results: Vec<Wanted>,
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
struct State<'a, L: Load> {
    broker: Broker,
    subjects: Subjects,
    job: Job,
    terms: Terms,
    load: &'a mut L,
    kept: mpsc::UnboundedSender<Decision>,
    ledger: Ledger<L::Piece>,
    size: TicketSize,
    pace: Pace,
    admissions: Admissions,
    boards: Boards,
    workers: BTreeMap<String, Known>,
    /// Refused results, by worker.
    refusals: HashMap<String, u32>,
    /// The fingerprint of each result that came in this run.
    fingerprints: HashMap<u32, u32>,
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
    /// When no more was begun.
    withdrawn: Option<Instant>,
    /// Whether the server was reached the last time.
    is_reached: bool,
}

impl<'a, L: Load> State<'a, L> {
    fn new(
        broker: Broker,
        subjects: Subjects,
        job: Job,
        terms: Terms,
        load: &'a mut L,
        kept: mpsc::UnboundedSender<Decision>,
    ) -> State<'a, L> {
        let now = Instant::now();
        State {
            ledger: Ledger::new(load.kept()),
            size: TicketSize::default(),
            pace: Pace::default(),
            admissions: Admissions::new(load.is_timed(), terms.scale_time),
            broker,
            subjects,
            job,
            terms,
            load,
            kept,
            boards: Boards::default(),
            workers: BTreeMap::new(),
            refusals: HashMap::new(),
            fingerprints: HashMap::new(),
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

    /// Looks after everything; whether all is done.
    async fn tick(&mut self) -> bool {
        if self.load.is_aborted() {
            self.order(Order::Abort, Vec::new()).await;
            return true;
        }
        let now = Instant::now();
        self.workers.retain(|_, known| now.duration_since(known.heard) < SILENCE);
        self.ask_for_boards(now).await;
        if self.load.is_closed() && self.is_withdrawn(now).await {
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
        // What is decided may ask for something once more; so the load is asked last.
        self.ledger.out() == 0 && !self.load.has_more()
    }

    /// Makes as many tickets as there is room for.
    fn make_tickets(&mut self) {
        for _ in 0..self.ledger.room(self.tables()) {
            let pieces = self.size.next_pieces(|| self.load.next());
            if pieces.is_empty() {
                break;
            }
            self.ledger.issue(pieces);
        }
    }

    /// How many games or searches the workers do at a time.
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
        let messages = unplaced.iter().map(|Unplaced { ticket, pieces, copy }| {
            let mut message = TicketMessage {
                v: VERSION,
                generation: generation.clone(),
                ticket: *ticket,
                is_second: *copy > 0,
                ..TicketMessage::default()
            };
            self.load.write(pieces, &mut message);
            (format!("{generation}.{ticket}.{copy}"), protocol::to_bytes(&message))
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
        self.order(Order::End, Vec::new()).await;
        self.broker.flush().await;
    }
}

impl<L: Load> std::fmt::Debug for State<'_, L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("job", &self.job.name).finish_non_exhaustive()
    }
}
