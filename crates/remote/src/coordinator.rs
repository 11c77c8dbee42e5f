//! The coordinator of a match or a suite: deals it to workers, and takes their results.
//!
//! A thread of its own with a runtime of its own, so that a slow disk delays no answer to the server.
//! Everything it decides by is in the [`Ledger`]; the results go to the writer of the journal, as those of
//! threads of this process do, and a worker hears that its results are kept when they are on disk.

mod admission;
mod claim;
mod dealing;
mod files;
mod gate;
mod losses;
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

use super::broker::{Broker, ReplyTo};
use super::dealer::Dealer;
use super::ledger::Ledger;
use super::piece::Wanted;
use super::protocol::{Answer, Job, Order, Subjects, WorkerKey};
use super::server::Server;
use arena::runner::RemoteWork;
use lab::suite::plan::{Plan, PlanFacts};
use lab::suite::searches::SearchWork;
pub use terms::{CoordinatorError, Terms};

use admission::Admissions;
use gate::Gate;
use pace::Pace;
use pairs::Pairs;
use searches::Searches;
use tickets::next_pieces;
use workers::KnownWorker;
use workload::Workload;

/// How often everything is checked that is due from time to time.
const TICK: Duration = Duration::from_millis(100);
/// How often the job is announced again.
const ANNOUNCE_EVERY: Duration = Duration::from_secs(20);
/// A worker that has sent nothing for this time does not count any more.
const SILENCE_LIMIT: Duration = Duration::from_secs(15);
/// How long the server is waited for at the end.
const LAST_WORD: Duration = Duration::from_secs(2);

/// A coordinator that has claimed its match or suite at the server.
#[derive(Debug)]
pub struct Coordinator {
    server: Server,
    journal: String,
    host: String,
    terms: Terms,
    dealer: Dealer,
    /// The place of its claim.
    place: u64,
    /// Names of the contenders or configurations whose programs are scripts.
    scripts: Vec<String>,
}

impl Coordinator {
    /// Whether a plan can be dealt to workers at all.
    ///
    /// # Errors
    /// Why not.
    pub fn takes(plan: &Plan, facts: &PlanFacts) -> anyhow::Result<()> {
        searches::fit(plan, facts).map(drop)
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

/// A decision about some results.
#[derive(Debug)]
struct Decision {
    results: Vec<Wanted>,
    worker: WorkerKey,
    /// Where the worker waits for the answer.
    reply: Option<ReplyTo>,
    answer: Answer,
}

/// A coordinator at work.
struct State<'a, W: Workload> {
    broker: Broker,
    gate: Gate,
    subjects: Subjects,
    job: Job,
    terms: Terms,
    dealer: Dealer,
    workload: &'a mut W,
    kept: mpsc::UnboundedSender<Decision>,
    ledger: Ledger<W::Piece>,
    pace: Pace,
    admissions: Admissions,
    workers: BTreeMap<WorkerKey, KnownWorker>,
    /// The fingerprint of each result that came in this run, and the worker that brought it.
    fingerprints: HashMap<u32, (u32, WorkerKey)>,
    /// The place of the job at the server.
    place: u64,
    announced: Instant,
    /// Since when no pair or search is begun any more.
    withdrawn: Option<Instant>,
    /// Whether the server was reached the last time.
    is_reached: bool,
    /// The name of the coordinator that has the match, where it is another.
    taken: Option<CoordinatorError>,
}

impl<'a, W: Workload> State<'a, W> {
    fn new(
        (broker, gate): (Broker, Gate),
        job: Job,
        coordinator: Coordinator,
        workload: &'a mut W,
        kept: mpsc::UnboundedSender<Decision>,
    ) -> State<'a, W> {
        let Coordinator { terms, dealer, place, .. } = coordinator;
        State {
            ledger: Ledger::new(workload.kept()),
            pace: Pace::default(),
            admissions: Admissions::new(workload.is_timed(), terms.scale_time),
            subjects: Subjects::of(&job.fingerprint),
            broker,
            gate,
            job,
            terms,
            dealer,
            workload,
            kept,
            workers: BTreeMap::new(),
            fingerprints: HashMap::new(),
            place,
            announced: Instant::now(),
            withdrawn: None,
            is_reached: true,
            taken: None,
        }
    }

    /// Does everything that is due; says whether all is done.
    async fn tick(&mut self) -> bool {
        if self.workload.is_aborted() {
            self.order(Order::Abort, Vec::new()).await;
            return true;
        }
        let now = Instant::now();
        self.forget_workers(now);
        if self.workload.is_closed() && self.is_withdrawn(now).await {
            return true;
        }
        let announced = self.keep_announced(now).await;
        self.note_reach(announced).await;
        self.take_lost_tickets(now).await;
        self.deal_late_tickets_again(now);
        self.deal_tickets(now).await;
        // A decision may ask for something once more; so the workload is asked last.
        self.taken.is_some() || self.ledger.out() == 0 && !self.workload.has_more()
    }

    /// Makes as many tickets as there is room for.
    fn make_tickets(&mut self) {
        for _ in 0..self.ledger.room(self.concurrency()) {
            let pieces = next_pieces(self.pace.unit(), || self.workload.next());
            if pieces.is_empty() {
                break;
            }
            self.ledger.issue(pieces);
        }
    }

    /// How many games or searches the workers do at a time that have asked for some.
    fn concurrency(&self) -> usize {
        let asking = self.present().filter(|(_, known)| known.last_ask > 0);
        asking.map(|(_, known)| known.concurrency).sum()
    }

    /// Leaves nothing at the server, and no secret beside the journal.
    async fn end(&mut self) {
        if self.taken.is_none() {
            self.broker.clear(self.place).await;
            self.order(Order::End, Vec::new()).await;
        }
        self.dealer.forget();
        self.broker.flush(LAST_WORD).await;
    }
}

impl<W: Workload> std::fmt::Debug for State<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("job", &self.job.name).finish_non_exhaustive()
    }
}
