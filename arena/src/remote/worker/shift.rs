//! One match, from the first ticket to the last word of its coordinator.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::Stop;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle as TaskHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::desk::{DealtTicket, Desk, DeskTransport, Pair, TableNews};
use super::holding::{Held, Holding};
use super::{Worker, WorkerError, WorkerNews, pair};
use crate::config::Match;
use crate::player::AnyPlayer;
use crate::remote::broker::{Broker, BrokerError, Dealt, Inbox};
use crate::remote::job::Accepted;
use crate::remote::protocol::{
    self, Control, Job, Order, Receipt, ResultHeader, STATUS, Status, Subjects, TicketMessage,
    VERSION,
};
use crate::runner::{BoardTap, GameThread, ReservedCores, Signal, provide_files};
use crate::storage::journal::GameWriter;

/// How often tickets are renewed and the rest is looked after.
const TICK: Duration = Duration::from_millis(250);
/// How often the worker says how it stands.
const STATUS_EVERY: Duration = Duration::from_secs(5);
/// How often it looks whether its match is still there.
const LOOK: Duration = Duration::from_secs(5);
/// So long a match may not be told of before it is given up: its coordinator, or the server, may come
/// back.
const ABSENCE: Duration = Duration::from_secs(75);
/// How long a pull waits for a ticket at most.
const PULL: Duration = Duration::from_secs(10);
/// How often it is looked which tickets are to be renewed, at most.
const RENEW: Duration = Duration::from_secs(2);
/// Leases that make sense, in seconds.
const LEASES: std::ops::RangeInclusive<f64> = 1.0..=3600.0;
/// Before a result or a pull is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// Bytes of results that may wait; beyond, no more tickets are taken.
const SPOOL: usize = 64 << 20;
/// A ticket that is dealt so often has ended those who had it.
const DEALT: i64 = 5;

/// How a shift came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The match is over, or gone.
    Over,
    /// Another match has a higher priority.
    Elsewhere,
    /// The worker was told to stop.
    Stopped(Signal),
}

/// A request under way, and what comes of it.
type UnderWay<T> = Option<TaskHandle<Result<T, BrokerError>>>;

/// A worker that plays a match.
pub(super) struct Shift<'a> {
    worker: &'a Worker,
    broker: Broker,
    subjects: Subjects,
    job: Job,
    /// Without a book.
    settings: Arc<Match>,
    /// By what its clocks are multiplied.
    time_scale: f64,
    writers: Arc<[GameWriter]>,
    desk: Arc<Desk>,
    abort: Stop,
    threads: Vec<JoinHandle<()>>,
    /// Held while the tables are there.
    cores: Option<ReservedCores>,
    news: mpsc::UnboundedSender<TableNews>,
    heard: mpsc::UnboundedReceiver<TableNews>,
    control: Inbox,
    holding: Holding,
    /// How long a ticket is left to a worker that says nothing.
    lease: Duration,
    playing: usize,
    pulling: UnderWay<Vec<Dealt>>,
    /// Ends the pull under way.
    stop_pulling: watch::Sender<bool>,
    /// When it was sent at the latest.
    pulled: Instant,
    /// Not before this.
    pull_again: Instant,
    sending: UnderWay<Vec<u8>>,
    send_again: Instant,
    renewals: mpsc::UnboundedSender<(DealtTicket, Instant)>,
    renewed: mpsc::UnboundedReceiver<(DealtTicket, Instant)>,
    /// When the match was there for certain.
    seen: Instant,
    looked: Instant,
    told: Instant,
    renewed_at: Instant,
    /// Generations of matches that this worker does not play.
    refused: Vec<String>,
    /// Why no more is begun.
    leaving: Option<Ending>,
    delivered: u64,
}

impl<'a> Shift<'a> {
    /// Sets the tables up.
    pub(super) async fn begin(
        worker: &'a Worker,
        broker: Broker,
        job: Job,
        accepted: Accepted,
        refused: Vec<String>,
    ) -> Result<Shift<'a>, WorkerError> {
        let subjects = Subjects::of(&job.fingerprint);
        let control = broker.hear(&subjects.control()).await?;
        let (news, heard) = mpsc::unbounded_channel();
        let (renewals, renewed) = mpsc::unbounded_channel();
        let programs = accepted.settings.contenders.iter().filter(|of| of.program().is_some());
        provide_files(worker.tables, programs.count()).map_err(WorkerError::OpenFiles)?;
        let now = Instant::now();
        let lease = job.lease.clamp(*LEASES.start(), *LEASES.end());
        let lease = Duration::from_secs_f64(lease);
        let mut shift = Shift {
            worker,
            broker,
            subjects,
            job,
            time_scale: accepted.time_scale,
            writers: accepted.facts.iter().map(GameWriter::new).collect(),
            settings: Arc::new(accepted.settings),
            desk: Arc::default(),
            abort: Stop::new(),
            threads: Vec::new(),
            cores: None,
            news,
            heard,
            control,
            holding: Holding::new(lease),
            lease,
            playing: 0,
            pulling: None,
            stop_pulling: watch::Sender::new(false),
            pulled: now,
            pull_again: now,
            sending: None,
            send_again: now,
            renewals,
            renewed,
            seen: now,
            looked: now,
            told: now - STATUS_EVERY,
            renewed_at: now,
            refused,
            leaving: None,
            delivered: 0,
        };
        shift.set_up_tables()?;
        Ok(shift)
    }

    fn set_up_tables(&mut self) -> Result<(), WorkerError> {
        let settings = &self.settings;
        let make_player = AnyPlayer::factory(settings, &self.worker.guard, &self.worker.stderr);
        if settings.pin && self.cores.is_none() {
            // Where there are none the tables share what there is.
            let each = settings.cores_a_game();
            self.cores = ReservedCores::reserve(self.worker.tables, each).ok();
        }
        for number in 1..=self.worker.tables {
            let transport = DeskTransport {
                desk: Arc::clone(&self.desk),
                news: self.news.clone(),
                current: None,
            };
            let thread = GameThread {
                settings: Arc::clone(settings),
                transport,
                writers: Arc::clone(&self.writers),
                abort: self.abort.clone(),
                make_player: make_player.clone(),
                number,
                tap: BoardTap::closed(),
                cores: self.cores.as_ref().map(|cores| cores.of_thread(number)),
            };
            self.threads.push(thread.start().map_err(WorkerError::Tables)?);
        }
        Ok(())
    }

    /// Plays until the match is over or the worker is told to stop; says how many games were delivered.
    pub(super) async fn play(
        mut self,
        signals: &mut mpsc::Receiver<Signal>,
        tell: &mut dyn FnMut(WorkerNews),
    ) -> Result<(Ending, u64), WorkerError> {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            self.pull();
            self.send();
            tokio::select! {
                Some(news) = self.heard.recv() => self.hear_table(news),
                pulled = done(&mut self.pulling) => self.take(pulled, tell).await,
                sent = done(&mut self.sending) => self.note_sent(sent, tell),
                Some((of, asked)) = self.renewed.recv() => self.holding.renewed(&of, asked),
                Some(letter) = self.control.next() => self.obey(&letter.bytes).await,
                Some(signal) = signals.recv() => self.leave_by(signal),
                _ = ticks.tick() => self.tick(tell).await?,
            }
            if let Some(ending) = self.leaving {
                // What is given back must not be dealt to this worker once more.
                self.stop_pulling.send_replace(true);
                if self.pulling.is_some() {
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

    /// Asks for tickets where tables are free, and for one to have ready.
    fn pull(&mut self) {
        let ahead = 1 + self.worker.tables / 4;
        let idle = self.worker.tables.saturating_sub(self.playing);
        let most = (idle + ahead).saturating_sub(self.desk.len());
        let is_full = self.holding.spooled() > SPOOL;
        if self.pulling.is_some() || most == 0 || is_full || self.leaving.is_some() {
            return;
        }
        let (broker, consumer) =
            (self.broker.clone(), self.subjects.consumer(&self.job.generation));
        let wait = self.pull_again.saturating_duration_since(Instant::now());
        self.pulled = Instant::now() + wait;
        let patience = PULL.min(self.lease / 3);
        let stop = self.stop_pulling.subscribe();
        self.pulling = Some(tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            broker.pull(&consumer, most, patience, stop).await
        }));
    }

    /// Takes tickets that were dealt.
    async fn take(
        &mut self,
        pulled: Result<Vec<Dealt>, BrokerError>,
        tell: &mut dyn FnMut(WorkerNews),
    ) {
        let dealt = match pulled {
            Ok(dealt) => dealt,
            Err(error) => {
                tracing::debug!("{error}");
                self.pull_again = Instant::now() + AGAIN;
                self.look().await;
                return;
            }
        };
        // No ticket was dealt before it was asked for.
        let asked = self.pulled;
        for Dealt { bytes, acknowledge, deliveries } in dealt {
            if self.leaving.is_some() {
                self.broker.give_back(&acknowledge).await;
                continue;
            }
            if deliveries >= DEALT {
                self.report_poison(&bytes, acknowledge, tell);
                continue;
            }
            match self.open(&bytes, acknowledge, asked) {
                Ok(()) => {}
                Err(problem) => tell(WorkerNews::Warning(format!("a ticket is no use: {problem}"))),
            }
        }
    }

    /// Puts the pairs of a ticket on the desk.
    fn open(
        &mut self,
        bytes: &[u8],
        acknowledge: String,
        confirmed: Instant,
    ) -> Result<(), String> {
        let message: TicketMessage = protocol::read(bytes)?;
        let of = DealtTicket { generation: message.generation.clone(), ticket: message.ticket };
        let pair = |message| {
            let (ticket, settings) = pair::open(&self.settings, message)?;
            Ok(Pair { of: of.clone(), ticket, settings })
        };
        let pairs = message.pairs.iter().map(pair).collect::<Result<Vec<Pair>, String>>()?;
        let games = pairs.iter().map(|pair| pair.ticket.games().count()).sum();
        let held =
            Held { acknowledge, to_play: games, to_deliver: games, is_shortened: false, confirmed };
        if self.holding.take(of, held) {
            pairs.into_iter().for_each(|pair| self.desk.put(pair));
        }
        Ok(())
    }

    /// Tells the coordinator of a ticket that may have ended all who had it.
    fn report_poison(&self, bytes: &[u8], acknowledge: String, tell: &mut dyn FnMut(WorkerNews)) {
        let Ok(TicketMessage { generation, ticket, .. }) = protocol::read(bytes) else { return };
        tell(WorkerNews::Warning(format!(
            "ticket {ticket} is not played: it was dealt {DEALT} times, and may have ended those who had it"
        )));
        let header = ResultHeader {
            v: VERSION,
            generation,
            ticket,
            worker: self.worker.name.clone(),
            time_scale: self.time_scale,
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

    fn hear_table(&mut self, news: TableNews) {
        match news {
            TableNews::Begins => self.playing += 1,
            TableNews::Played { of, game, ends_pair, is_alone } => {
                self.playing = self.playing.saturating_sub(usize::from(ends_pair));
                self.holding.played(of, *game, is_alone);
            }
        }
    }

    /// Sends the next result, if none is on its way.
    fn send(&mut self) {
        let most = self.broker.max_payload().saturating_sub(64 * 1024);
        if self.sending.is_some() {
            return;
        }
        let Some(bytes) = self.holding.next_result(&self.worker.name, self.time_scale, most) else {
            return;
        };
        let (broker, subject) = (self.broker.clone(), self.subjects.result());
        let wait = self.send_again.saturating_duration_since(Instant::now());
        self.sending = Some(tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            broker.ask(subject, bytes).await
        }));
    }

    fn note_sent(&mut self, sent: Result<Vec<u8>, BrokerError>, tell: &mut dyn FnMut(WorkerNews)) {
        match sent.map(|answer| serde_json::from_slice::<Receipt>(&answer)) {
            Ok(Ok(Receipt::Kept)) => {
                let (games, back) = self.holding.delivered();
                self.delivered += games as u64;
                self.give_back(back);
                self.seen = Instant::now();
            }
            Ok(Ok(Receipt::Refused { reason })) => {
                let (_, back) = self.holding.delivered();
                self.give_back(back);
                tell(WorkerNews::Warning(format!("the coordinator refuses a result: {reason}")));
            }
            Ok(Err(_)) | Err(_) => {
                self.holding.undelivered();
                self.send_again = Instant::now() + AGAIN;
            }
        }
    }

    async fn tick(&mut self, tell: &mut dyn FnMut(WorkerNews)) -> Result<(), WorkerError> {
        let now = Instant::now();
        self.renew(now);
        if self.settings.is_timed() && self.holding.is_beyond_fence(now) {
            let text = "the server was not reached in time: the games in progress are given up, since \
                        another worker may play them";
            tell(WorkerNews::Warning(text.to_owned()));
            self.start_over()?;
        }
        if now.duration_since(self.looked) >= LOOK {
            self.look().await;
            self.look_for_more_urgent().await;
        }
        if now.duration_since(self.seen) > ABSENCE {
            tell(WorkerNews::Warning(
                "the coordinator was not heard of for a while; its match is given up".to_owned(),
            ));
            self.abort.raise();
            self.leaving.get_or_insert(Ending::Over);
        }
        if now.duration_since(self.told) >= STATUS_EVERY {
            self.say_status().await;
        }
        Ok(())
    }

    /// Tells the server which tickets are still held.
    fn renew(&mut self, now: Instant) {
        if now.duration_since(self.renewed_at) < RENEW.min(self.lease / 8) {
            return;
        }
        self.renewed_at = now;
        for (of, acknowledge) in self.holding.to_renew(now) {
            let (broker, renewals) = (self.broker.clone(), self.renewals.clone());
            tokio::spawn(async move {
                if broker.renew(&acknowledge).await {
                    // The shift may be over.
                    let _ = renewals.send((of, now));
                }
            });
        }
    }

    /// Looks whether the match is still there, and whether its tickets were dealt anew.
    async fn look(&mut self) {
        self.looked = Instant::now();
        let Ok(Some((bytes, _))) = self.broker.job(&self.subjects.job()).await else { return };
        let Ok(job) = protocol::read::<Job>(&bytes) else { return };
        self.seen = Instant::now();
        if job.generation != self.job.generation {
            self.job = job;
            // What no table has begun comes again.
            for pair in self.desk.take_back() {
                // Nothing is given back to a dealing that is over.
                let _ = self.holding.leave_out(&pair.of, pair.ticket.games().count());
            }
            if let Some(pulling) = self.pulling.take() {
                pulling.abort();
            }
            self.pull_again = self.seen;
        }
    }

    /// Leaves for another match, after the pairs that are begun, where one has a higher priority.
    async fn look_for_more_urgent(&mut self) {
        if self.leaving.is_some() || self.worker.once {
            return;
        }
        let jobs = self.broker.jobs().await.unwrap_or_default();
        let mut jobs = jobs.iter().filter_map(|job| protocol::read::<Job>(job).ok());
        let (own, refused) = (self.job.priority, &self.refused);
        if jobs.any(|job| job.priority > own && !refused.contains(&job.generation)) {
            self.leaving = Some(Ending::Elsewhere);
        }
    }

    async fn obey(&mut self, bytes: &[u8]) {
        let Ok(Control { order, .. }) = protocol::read(bytes) else { return };
        match order {
            Order::Look => self.look().await,
            Order::Withdraw => {
                self.leave_out_waiting();
                self.say_status().await;
            }
            Order::Abort | Order::End => {
                self.abort.raise();
                self.leaving.get_or_insert(Ending::Over);
            }
        }
    }

    fn leave_by(&mut self, signal: Signal) {
        let again = matches!(self.leaving, Some(Ending::Stopped(_)));
        self.leaving = Some(Ending::Stopped(signal));
        if again || signal == Signal::Terminate {
            self.abort.raise();
        }
    }

    /// Leaves the pairs to others that no table has begun.
    fn leave_out_waiting(&mut self) {
        for pair in self.desk.take_back() {
            let back = self.holding.leave_out(&pair.of, pair.ticket.games().count());
            self.give_back(back);
        }
    }

    /// Gives tickets back, to be dealt to others at once.
    fn give_back(&self, tickets: Vec<String>) {
        for acknowledge in tickets {
            let broker = self.broker.clone();
            tokio::spawn(async move { broker.give_back(&acknowledge).await });
        }
    }

    /// Gives up what is being played, and sets the tables up anew.
    fn start_over(&mut self) -> Result<(), WorkerError> {
        self.clear_tables();
        // Nobody is to choose between these playings and others'.
        let _ = self.holding.give_up_unplayed();
        (self.desk, self.abort) = (Arc::default(), Stop::new());
        let (news, heard) = mpsc::unbounded_channel();
        (self.news, self.heard, self.playing) = (news, heard, 0);
        self.set_up_tables()
    }

    /// Ends all games at once.
    fn clear_tables(&mut self) {
        self.desk.take_back();
        self.abort.raise();
        self.desk.close();
        for thread in self.threads.drain(..) {
            // A table that has crashed has lost its game, which is played again.
            let _ = thread.join();
        }
    }

    async fn go_home(&mut self) {
        self.clear_tables();
        for acknowledge in self.holding.give_up_all() {
            self.broker.give_back(&acknowledge).await;
        }
        tokio::task::yield_now().await;
        self.broker.flush().await;
    }

    async fn say_status(&mut self) {
        self.told = Instant::now();
        let status = Status {
            v: VERSION,
            worker: self.worker.name.clone(),
            arena: self.job.arena.clone(),
            fingerprint: Some(self.job.fingerprint.clone()),
            match_name: Some(self.job.name.clone()),
            tables: self.worker.tables,
            playing: self.playing,
            held: self.holding.numbers(),
            hungry: self.playing == 0 && self.desk.len() == 0,
            delivered: self.delivered,
            refusals: Vec::new(),
        };
        // Who is not heard now is heard in five seconds.
        let _ = self.broker.say(STATUS, protocol::to_bytes(&status)).await;
    }
}

/// What comes of a request under way; never, while there is none.
async fn done<T>(under_way: &mut UnderWay<T>) -> Result<T, BrokerError> {
    let Some(task) = under_way else { return std::future::pending().await };
    let done = task.await;
    *under_way = None;
    done.unwrap_or_else(|_| Err(BrokerError::Silent))
}
