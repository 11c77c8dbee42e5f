//! One match or suite on a worker, from its first ticket to the end that the coordinator tells.

mod greeting;
mod leaving;
mod tickets;
mod upkeep;

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Error};
use engine::Stop;
use tokio::sync::mpsc;
use tokio::task::JoinHandle as TaskHandle;
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use super::held_tickets::HeldTickets;
use super::job_runner::JobRunner;
use super::post::Post;
use super::work_queue::{ThreadContext, ThreadNews, WorkQueue};
use super::{NO_THREADS, Worker, WorkerNews};
use crate::broker::{BrokerError, Inbox};
use crate::protocol::{Hello, Job, Subjects};
use arena::runner::{Signal, provide_files};
use tickets::Asked;

/// How often everything is checked that is due from time to time.
const TICK: Duration = Duration::from_millis(250);
/// How often the worker sends its status.
const STATUS_EVERY: Duration = Duration::from_secs(5);
/// How often it checks that its job is still there.
const CHECK_EVERY: Duration = Duration::from_secs(5);
/// How long a job may be gone before the worker gives it up: its coordinator, or the server, may come back.
const ABSENCE_LIMIT: Duration = Duration::from_secs(75);
/// How often tickets are renewed at most.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// How long results wait for others of their ticket.
const GATHER_TIME: Duration = Duration::from_millis(100);
/// How long the worker waits before it sends a result, or asks for a ticket, again.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// Bytes of results that may wait to be sent. While there are more, the worker takes no tickets.
const SPOOL_BYTES: usize = 64 << 20;
/// How long the server is waited for at the end.
const LAST_WORD: Duration = Duration::from_millis(500);

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The job is over, or gone.
    Over,
    /// Another job has a higher priority.
    Elsewhere,
    /// The worker was told to stop.
    Stopped(Signal),
}

/// A request under way.
type UnderWay<T> = Option<TaskHandle<T>>;

/// The answer to some bytes, or why there is none.
type Answered = Result<Vec<u8>, BrokerError>;

/// A worker that plays a match, or searches for a suite.
pub(super) struct JobSession<'a, C: JobRunner> {
    worker: &'a Worker,
    runner: C,
    post: Post,
    /// By which it was let in, and asks a coordinator that was started anew.
    hello: Hello,
    subjects: Subjects,
    job: Job,
    queue: Arc<WorkQueue<C::Piece>>,
    abort: Stop,
    threads: Vec<JoinHandle<()>>,
    news: mpsc::UnboundedSender<ThreadNews>,
    heard: mpsc::UnboundedReceiver<ThreadNews>,
    control: Inbox,
    held: HeldTickets,
    /// How long a ticket is left to a worker that says nothing.
    lease: Duration,
    /// The request for tickets, with its serial.
    asking: UnderWay<Asked>,
    asking_serial: u64,
    /// Not before this.
    ask_again: Instant,
    /// A request that renews the tickets held.
    renewing: UnderWay<Asked>,
    sending: UnderWay<Answered>,
    send_again: Instant,
    /// A look at the jobs that are told.
    looking: UnderWay<Result<Vec<Vec<u8>>, BrokerError>>,
    /// A hello to a coordinator that was started anew.
    greeting: UnderWay<Answered>,
    /// Whether the coordinator has to be asked again to let this worker in.
    is_stranger: bool,
    /// When the job was last known to be there.
    seen: Instant,
    checked: Instant,
    status_sent: Instant,
    renewed_at: Instant,
    /// Generations of jobs that this worker does not do.
    refused: Vec<String>,
    /// Set when no more is begun: why.
    leaving: Option<Ending>,
    delivered: u64,
}

impl<'a, C: JobRunner> JobSession<'a, C> {
    /// Starts the threads.
    pub(super) async fn begin(
        worker: &'a Worker,
        runner: C,
        post: Post,
        (job, hello): (Job, Hello),
        refused: Vec<String>,
    ) -> anyhow::Result<JobSession<'a, C>> {
        let subjects = Subjects::by(&job.fingerprint, post.broker.login());
        let control = post.broker.hear(&subjects.control()).await?;
        let (news, heard) = mpsc::unbounded_channel();
        provide_files(worker.concurrency, runner.programs()).map_err(Error::msg)?;
        let now = Instant::now();
        // Its range was checked when the job was accepted.
        let lease = Duration::from_secs_f64(job.lease);
        let mut session = JobSession {
            worker,
            runner,
            post,
            hello,
            subjects,
            job,
            queue: Arc::default(),
            abort: Stop::new(),
            threads: Vec::new(),
            news,
            heard,
            control,
            held: HeldTickets::new(lease),
            lease,
            asking: None,
            asking_serial: 0,
            ask_again: now,
            renewing: None,
            sending: None,
            send_again: now,
            looking: None,
            greeting: None,
            is_stranger: false,
            seen: now,
            checked: now,
            status_sent: now - STATUS_EVERY,
            renewed_at: now,
            refused,
            leaving: None,
            delivered: 0,
        };
        session.start_threads()?;
        Ok(session)
    }

    fn start_threads(&mut self) -> anyhow::Result<()> {
        for number in 1..=self.worker.concurrency {
            let queue = Arc::clone(&self.queue);
            let (news, abort) = (self.news.clone(), self.abort.clone());
            let thread = self.runner.start(ThreadContext { number, queue, news, abort });
            self.threads.push(thread.context(NO_THREADS)?);
        }
        Ok(())
    }

    /// Works until the job is over or the worker is told to stop; says how many games or searches were delivered.
    pub(super) async fn work(
        mut self,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> anyhow::Result<(Ending, u64)> {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            self.ask();
            self.send();
            let gathers_until = self.gathers_until();
            tokio::select! {
                () = at(gathers_until) => {}
                Some(news) = self.heard.recv() => self.hear_thread(news, tell),
                asked = done(&mut self.asking) => self.take(asked, tell),
                renewed = done(&mut self.renewing) => self.take(renewed, tell),
                sent = done(&mut self.sending) => self.note_sent(sent, tell),
                jobs = done(&mut self.looking) => self.see_jobs(jobs).await,
                answer = done(&mut self.greeting) => self.note_greeting(answer, tell),
                Some(letter) = self.control.next() => self.follow_order(&letter.bytes),
                Some(signal) = signals.recv() => self.stop_by(signal),
                _ = ticks.tick() => self.tick(tell).await?,
            }
            if let Some(ending) = self.leaving {
                self.stop_asking();
                self.return_waiting();
                if self.held.is_empty() || self.abort.is_raised() {
                    self.end().await;
                    return Ok((ending, self.delivered));
                }
            }
        }
    }
}

/// Passes at this time; never, where there is none.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}

/// Waits for the request under way; forever, while there is none. `None` where its task has failed.
async fn done<T>(under_way: &mut UnderWay<T>) -> Option<T> {
    let Some(task) = under_way else { return std::future::pending().await };
    let done = task.await;
    *under_way = None;
    done.ok()
}
