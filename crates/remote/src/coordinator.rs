//! The coordinator of a match or a suite: deals it to workers, and takes what they bring.
//!
//! A thread of its own with a runtime of its own, so that a slow disk delays no answer to the server.
//! Everything it decides by is in the [`Ledger`]; the results go to the writer of the journal, as those of
//! threads of this process do, and a worker hears that its results are kept when they are on disk.

mod admission;
mod boards;
mod files;
mod pace;
mod pairs;
mod results;
mod searches;
mod serving;
mod terms;
mod tickets;
mod upkeep;
mod workers;
mod workload;

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
use arena::runner::RemoteWork;
use lab::suite::plan::{Plan, PlanFacts};
use lab::suite::searches::SearchWork;
pub use terms::{CoordinatorError, Terms};

use admission::Admissions;
use boards::Boards;
use pace::Pace;
use pairs::Pairs;
use searches::Searches;
use tickets::TicketSize;
use workload::Workload;

/// How often tickets are made, and everything else is checked.
const TICK: Duration = Duration::from_millis(100);
/// How often the job is announced again.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(20);
/// How often the coordinator checks that the server still has the tickets.
const CHECK_EVERY: Duration = Duration::from_secs(5);
/// A worker that has sent nothing for this time does not count any more.
const SILENCE_LIMIT: Duration = Duration::from_secs(15);
/// A ticket that no worker holds, and that an idle worker does not get, is lost after this number of leases.
const LOST_AFTER_LEASES: u32 = 2;
/// How long the coordinator waits for workers to say which tickets they have begun.
const ANSWER_WAIT: Duration = Duration::from_secs(2);
/// Where tickets are acknowledged: nowhere else is anything said because a worker asks for it.
const ACKNOWLEDGEMENTS: &str = "$JS.ACK.ARENA_WORK.";
/// Characters of a worker's name at most.
const NAME_LENGTH: usize = 60;
/// After this number of refused results a worker's results count no more.
const REFUSAL_LIMIT: u32 = 3;

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
        let (journal, host) = (journal.display().to_string(), arena::storage::host::host_name());
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
    pub fn start(self, work: RemoteWork) -> io::Result<JoinHandle<()>> {
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

/// What becomes of some results.
#[derive(Debug)]
struct Decision {
    results: Vec<Wanted>,
    /// Where the worker waits for the answer.
    reply: Option<String>,
    /// Where they came from: the ticket, its generation, and where it is acknowledged.
    ticket: u64,
    generation: String,
    acknowledge: String,
}

/// A worker that has sent its status.
#[derive(Clone, Debug)]
struct KnownWorker {
    status: Status,
    heard: Instant,
}

/// A coordinator at work.
struct State<'a, W: Workload> {
    broker: Broker,
    subjects: Subjects,
    job: Job,
    terms: Terms,
    workload: &'a mut W,
    kept: mpsc::UnboundedSender<Decision>,
    ledger: Ledger<W::Piece>,
    size: TicketSize,
    pace: Pace,
    admissions: Admissions,
    boards: Boards,
    workers: BTreeMap<String, KnownWorker>,
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
    /// Whether everything at the server must be made again.
    is_lost: bool,
    announced: Instant,
    checked: Instant,
    /// Since when a worker has been idle although tickets are out that no worker holds.
    idle_since: Option<Instant>,
    /// Since when no pair or search is begun any more.
    withdrawn: Option<Instant>,
    /// Whether the server was reached the last time.
    is_reached: bool,
}

impl<'a, W: Workload> State<'a, W> {
    fn new(
        broker: Broker,
        subjects: Subjects,
        job: Job,
        terms: Terms,
        workload: &'a mut W,
        kept: mpsc::UnboundedSender<Decision>,
    ) -> State<'a, W> {
        let now = Instant::now();
        State {
            ledger: Ledger::new(workload.kept()),
            size: TicketSize::default(),
            pace: Pace::default(),
            admissions: Admissions::new(workload.is_timed(), terms.scale_time),
            broker,
            subjects,
            job,
            terms,
            workload,
            kept,
            boards: Boards::default(),
            workers: BTreeMap::new(),
            refusals: HashMap::new(),
            fingerprints: HashMap::new(),
            rebuilt: 0,
            birth: rand::random(),
            place: 0,
            is_lost: true,
            announced: now,
            checked: now,
            idle_since: None,
            withdrawn: None,
            is_reached: true,
        }
    }

    /// Does what is due; says whether all is done.
    async fn tick(&mut self) -> bool {
        if self.workload.is_aborted() {
            self.order(Order::Abort, Vec::new()).await;
            return true;
        }
        let now = Instant::now();
        self.workers.retain(|_, known| now.duration_since(known.heard) < SILENCE_LIMIT);
        self.ask_for_boards(now).await;
        if self.workload.is_closed() && self.is_withdrawn(now).await {
            return true;
        }
        let looked = self.maintain_server(now).await;
        self.note_reach(looked).await;
        if self.withdrawn.is_none() {
            self.make_tickets();
        }
        self.deal_late_tickets_again(now);
        let put = self.put_tickets().await;
        self.note_reach(put).await;
        // What is decided may ask for something once more; so the workload is asked last.
        self.ledger.out() == 0 && !self.workload.has_more()
    }

    /// Makes as many tickets as there is room for.
    fn make_tickets(&mut self) {
        for _ in 0..self.ledger.room(self.concurrency()) {
            let pieces = self.size.next_pieces(|| self.workload.next());
            if pieces.is_empty() {
                break;
            }
            self.ledger.issue(pieces);
        }
    }

    /// How many games or searches the workers do at a time.
    fn concurrency(&self) -> usize {
        self.workers.values().map(|known| known.status.concurrency).sum()
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
            self.workload.write(pieces, &mut message);
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

impl<W: Workload> std::fmt::Debug for State<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("job", &self.job.name).finish_non_exhaustive()
    }
}
