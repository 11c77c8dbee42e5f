//! One match or suite, from the first ticket to the last word of its coordinator.

mod leaving;
mod tickets;
mod upkeep;

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::Stop;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle as TaskHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use super::craft::Craft;
use super::desk::{DealtTicket, Desk, Seat, TableNews};
use super::holding::Holding;
use super::{Worker, WorkerError, WorkerNews};
use crate::remote::broker::{Broker, BrokerError, Dealt, Inbox};
use crate::remote::protocol::{Job, Subjects};
use crate::runner::{Signal, provide_files};

/// How often tickets are renewed and the rest is looked after.
const TICK: Duration = Duration::from_millis(250);
/// How often the worker says how it stands.
const STATUS_EVERY: Duration = Duration::from_secs(5);
/// How often it looks whether its job is still there.
const LOOK: Duration = Duration::from_secs(5);
/// How long a job may not be told of before it is given up: its coordinator, or the server, may come back.
const ABSENCE: Duration = Duration::from_secs(75);
/// How long a pull waits for a ticket at most.
const PULL: Duration = Duration::from_secs(10);
/// How often it is looked which tickets are to be renewed, at most.
const RENEW: Duration = Duration::from_secs(2);
/// Leases that make sense, in seconds.
const LEASES: std::ops::RangeInclusive<f64> = 1.0..=3600.0;
/// How long results wait for others of their ticket.
const GATHER: Duration = Duration::from_millis(100);
/// Before a result or a pull is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// How long a worker asks for nothing that was dealt a ticket which it has: it is dealt again within that.
const PASS: Duration = Duration::from_secs(3);
/// Boards are kept of now for this time after they were asked for.
const WATCHED: Duration = Duration::from_secs(60);
/// Bytes of results that may wait; beyond, no more tickets are taken.
const SPOOL: usize = 64 << 20;
/// A ticket that was dealt this number of times has ended the workers that had it.
const DEALT: i64 = 5;

/// How a shift came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The job is over, or gone.
    Over,
    /// Another job has a higher priority.
    Elsewhere,
    /// The worker was told to stop.
    Stopped(Signal),
}

/// A request under way, and what comes of it.
type UnderWay<T> = Option<TaskHandle<Result<T, BrokerError>>>;

/// A worker that plays a match, or searches for a suite.
pub(super) struct Shift<'a, C: Craft> {
    worker: &'a Worker,
    craft: C,
    broker: Broker,
    subjects: Subjects,
    job: Job,
    desk: Arc<Desk<C::Piece>>,
    abort: Stop,
    threads: Vec<JoinHandle<()>>,
    news: mpsc::UnboundedSender<TableNews>,
    heard: mpsc::UnboundedReceiver<TableNews>,
    control: Inbox,
    holding: Holding,
    /// How long a ticket is left to a worker that says nothing.
    lease: Duration,
    /// Requests for tickets, one each, with the time of asking.
    pulls: JoinSet<(Instant, Result<Option<Dealt>, BrokerError>)>,
    /// Dropped, it ends them.
    stop_pulls: watch::Sender<()>,
    /// Not before this.
    pull_again: Instant,
    sending: UnderWay<Vec<u8>>,
    send_again: Instant,
    renewals: mpsc::UnboundedSender<(DealtTicket, Instant)>,
    renewed: mpsc::UnboundedReceiver<(DealtTicket, Instant)>,
    /// When the job was there for certain.
    seen: Instant,
    looked: Instant,
    told: Instant,
    renewed_at: Instant,
    /// When its boards were asked for.
    watched: Option<Instant>,
    /// Generations of jobs that this worker does not do.
    refused: Vec<String>,
    /// Why no more is begun.
    leaving: Option<Ending>,
    delivered: u64,
}

impl<'a, C: Craft> Shift<'a, C> {
    /// Sets the tables up.
    pub(super) async fn begin(
        worker: &'a Worker,
        craft: C,
        broker: Broker,
        job: Job,
        refused: Vec<String>,
    ) -> Result<Shift<'a, C>, WorkerError> {
        let subjects = Subjects::of(&job.fingerprint);
        let control = broker.hear(&subjects.control()).await?;
        let (news, heard) = mpsc::unbounded_channel();
        let (renewals, renewed) = mpsc::unbounded_channel();
        provide_files(worker.tables, craft.programs()).map_err(WorkerError::OpenFiles)?;
        let now = Instant::now();
        let lease = job.lease.clamp(*LEASES.start(), *LEASES.end());
        let lease = Duration::from_secs_f64(lease);
        let mut shift = Shift {
            worker,
            craft,
            broker,
            subjects,
            job,
            desk: Arc::default(),
            abort: Stop::new(),
            threads: Vec::new(),
            news,
            heard,
            control,
            holding: Holding::new(lease),
            lease,
            pulls: JoinSet::new(),
            stop_pulls: watch::Sender::default(),
            pull_again: now,
            sending: None,
            send_again: now,
            renewals,
            renewed,
            seen: now,
            looked: now,
            told: now - STATUS_EVERY,
            renewed_at: now,
            watched: None,
            refused,
            leaving: None,
            delivered: 0,
        };
        shift.set_up_tables()?;
        Ok(shift)
    }

    fn set_up_tables(&mut self) -> Result<(), WorkerError> {
        for number in 1..=self.worker.tables {
            let desk = Arc::clone(&self.desk);
            let (news, abort) = (self.news.clone(), self.abort.clone());
            let table = self.craft.start(Seat { number, desk, news, abort });
            self.threads.push(table.map_err(WorkerError::Tables)?);
        }
        Ok(())
    }

    /// Works until the job is over or the worker is told to stop; says how many games or searches were delivered.
    pub(super) async fn work(
        mut self,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<(Ending, u64), WorkerError> {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            self.pull();
            self.send();
            let gathers_until = self.gathers_until();
            tokio::select! {
                () = at(gathers_until) => {}
                Some(news) = self.heard.recv() => self.hear_table(news),
                Some(pulled) = self.pulls.join_next() => self.take(pulled, tell).await,
                sent = done(&mut self.sending) => self.note_sent(sent, tell),
                Some((of, asked)) = self.renewed.recv() => self.holding.renewed(&of, asked),
                Some(letter) = self.control.next() => self.obey(&letter.bytes).await,
                Some(signal) = signals.recv() => self.leave_by(signal),
                _ = ticks.tick() => self.tick(tell).await?,
            }
            if let Some(ending) = self.leaving {
                // What is given back must not be dealt to this worker once more.
                self.stop_pulls();
                if !self.pulls.is_empty() {
                    continue;
                }
                self.leave_out_waiting();
                if self.holding.is_empty() || self.abort.is_raised() {
                    self.go_home().await;
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

/// What comes of a request under way; never, while there is none.
async fn done<T>(under_way: &mut UnderWay<T>) -> Result<T, BrokerError> {
    let Some(task) = under_way else { return std::future::pending().await };
    let done = task.await;
    *under_way = None;
    done.unwrap_or_else(|_| Err(BrokerError::Silent))
}
