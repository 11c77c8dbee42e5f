//! The workers: admission, presence, and orders to them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use super::gate::Serials;
use super::workload::Workload;
use super::{SILENCE_LIMIT, State};
use crate::broker::ReplyTo;
use crate::protocol::{
    self, Admission, Answer, Control, Hello, Order, Signed, Status, VERSION, WorkerKey,
};

/// Characters of a worker's name at most.
const NAME_LENGTH: usize = 60;
/// Games or searches at a time that a worker may claim.
const MOST_AT_A_TIME: usize = 1024;
/// Workers that are known at a time. Each has proven nothing but that it has a key.
const MOST_WORKERS: usize = 4096;
/// A worker that holds nothing and has said nothing for this number of leases is forgotten.
const FORGET_AFTER_LEASES: u32 = 10;

/// A worker that was let in. Only [`State::admit`] makes one.
#[derive(Debug)]
pub(super) struct KnownWorker {
    /// Its name, which no other worker has that is present.
    pub(super) name: String,
    /// The login that it came by.
    pub(super) login: String,
    /// The serials of its messages.
    pub(super) serials: Serials,
    /// The factor of its clocks.
    pub(super) time_scale: f64,
    /// Nodes a second, where time limits moves.
    pub(super) speed: Option<f64>,
    /// Games or searches at a time.
    pub(super) concurrency: usize,
    pub(super) heard: Instant,
    /// The serial of its last request for tickets, and of its last status: an earlier one counts no more.
    pub(super) last_ask: u64,
    pub(super) last_status: u64,
    /// Whether it leaves as soon as it has delivered its tickets.
    pub(super) leaving: bool,
    /// Results that were kept.
    pub(super) delivered: u64,
    /// Tickets that it has lost.
    pub(super) lost: u64,
    /// Why it gets no more tickets.
    pub(super) banned: Option<String>,
    /// Its request that waits for tickets.
    pub(super) waiting: Option<Waiting>,
}

/// A request that waits for tickets.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) reply: ReplyTo,
    pub(super) answer: Answer,
    pub(super) want: usize,
    pub(super) since: Instant,
    /// The tickets of this worker's that were its own when it asked.
    pub(super) held: Vec<u64>,
}

impl KnownWorker {
    /// Whether it has delivered results, and lost nothing.
    pub(super) fn is_proven(&self) -> bool {
        self.delivered > 0 && self.lost == 0
    }
}

impl<W: Workload> State<'_, W> {
    /// Workers that are there and get tickets.
    pub(super) fn present(&self) -> impl Iterator<Item = (&WorkerKey, &KnownWorker)> + Clone {
        let now = Instant::now();
        self.workers.iter().filter(move |(_, known)| {
            known.banned.is_none() && now.duration_since(known.heard) < SILENCE_LIMIT
        })
    }

    /// Answers a worker that wants to be let in.
    pub(super) async fn admit(&mut self, signed: &Signed, reply: Option<ReplyTo>, login: &str) {
        let Ok(hello) = protocol::read::<Hello>(signed.message()) else { return };
        let by = signed.by();
        let admission = match self.workers.get(by).and_then(|known| known.banned.clone()) {
            Some(reason) => Admission::Refused { reason, for_now: false },
            None if !self.has_room(by) => {
                let reason = format!("{MOST_WORKERS} workers are here already");
                Admission::Refused { reason, for_now: true }
            }
            None => self.admissions.decide(&self.job, by, &hello, self.workload.probe()),
        };
        tracing::info!(worker = hello.worker, ?admission, "a worker wants to be let in");
        if let Admission::Admitted { time_scale, .. } = admission {
            self.let_in(signed, login, &hello, time_scale);
        }
        self.answer(reply.as_ref(), &signed.answer(), &admission).await;
    }

    /// Whether there is room for this worker, if need be in the place of one that has delivered nothing: first of those
    /// that hold nothing, then of the login with the most such keys, then the one that was silent longest.
    fn has_room(&mut self, by: &WorkerKey) -> bool {
        if self.workers.len() < MOST_WORKERS || self.workers.contains_key(by) {
            return true;
        }
        let unproven = || self.workers.iter().filter(|(_, known)| known.delivered == 0);
        let holders = self.ledger.holders();
        let mut idle: HashMap<&str, usize> = HashMap::new();
        for (_, known) in unproven().filter(|(key, _)| !holders.contains(key)) {
            *idle.entry(&known.login).or_default() += 1;
        }
        let first = unproven().min_by_key(|(key, known)| {
            let keys = idle.get(known.login.as_str()).copied().unwrap_or_default();
            (holders.contains(key), Reverse(keys), known.heard)
        });
        let Some(first) = first.map(|(key, _)| key.clone()) else { return false };
        self.admissions.forget(&first);
        self.ledger.release(&first);
        self.workers.remove(&first).is_some()
    }

    fn let_in(&mut self, signed: &Signed, login: &str, hello: &Hello, time_scale: f64) {
        let by = signed.by();
        let (now, name) = (Instant::now(), self.free_name(by, &hello.worker));
        let known = self.workers.entry(by.clone()).or_insert(KnownWorker {
            name: String::new(),
            login: login.to_owned(),
            serials: Serials::up_to(signed.serial()),
            time_scale,
            speed: None,
            concurrency: 0,
            heard: now,
            last_ask: 0,
            last_status: 0,
            leaving: false,
            delivered: 0,
            lost: 0,
            banned: None,
            waiting: None,
        });
        (known.name, known.time_scale, known.speed) = (name, time_scale, hello.speed);
        known.concurrency = hello.concurrency.clamp(1, MOST_AT_A_TIME);
    }

    /// Sends away the workers that the settled reference does not admit; their tickets go to others.
    pub(super) fn keep_the_alike(&mut self) {
        let (admissions, ledger) = (&self.admissions, &mut self.ledger);
        self.workers.retain(|key, known| {
            let stays = known.banned.is_some() || admissions.keeps(known.speed);
            if !stays {
                tracing::warn!(worker = known.name, "its speed is not that of the reference");
                ledger.release(key);
            }
            stays
        });
    }

    /// The name of a worker as it goes to a tag of the journal; where another one that is present has it, with a number
    /// behind it.
    fn free_name(&self, by: &WorkerKey, name: &str) -> String {
        let name: String = name.chars().filter(|c| !c.is_control()).take(NAME_LENGTH).collect();
        let name = if name.trim().is_empty() { "nameless".to_owned() } else { name };
        let others = self.present().filter(|(key, _)| *key != by);
        let others: HashSet<&str> = others.map(|(_, known)| known.name.as_str()).collect();
        let is_free = |name: &String| !others.contains(name.as_str());
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(is_free).unwrap_or(name)
    }

    /// Takes note of a worker's status.
    pub(super) fn hear(&mut self, signed: &Signed) {
        let Ok(status) = protocol::read::<Status>(signed.message()) else { return };
        let Some(known) = self.workers.get_mut(signed.by()) else { return };
        if signed.serial() <= known.last_status {
            return;
        }
        (known.last_status, known.heard) = (signed.serial(), Instant::now());
        if status.fingerprint.as_deref() == Some(&self.job.fingerprint) {
            known.leaving = status.leaving;
        } else {
            // It works for another.
            self.ledger.release(signed.by());
            self.workers.retain(|key, known| key != signed.by() || known.banned.is_some());
        }
    }

    /// Forgets workers that were not heard of for long and hold nothing.
    pub(super) fn forget_workers(&mut self, now: Instant) {
        let long = self.terms.lease.max(Duration::from_secs(10)) * FORGET_AFTER_LEASES;
        let ledger = &self.ledger;
        self.workers
            .retain(|key, known| now.duration_since(known.heard) < long || ledger.holds_any(key));
    }

    /// Gives an order to these workers; to all, where there are none.
    pub(super) async fn order(&self, order: Order, to: Vec<WorkerKey>) {
        let bytes = protocol::to_bytes(&Control { v: VERSION, order, to });
        if let Err(error) = self.broker.say(&self.subjects.control(), bytes).await {
            tracing::warn!("{error}");
        }
    }

    /// Begins nothing more; whether nothing that was begun is waited for any more.
    pub(super) async fn is_withdrawn(&mut self, now: Instant) -> bool {
        let Some(since) = self.withdrawn else {
            self.withdrawn = Some(now);
            // Workers give back the pieces that no thread has begun.
            self.order(Order::Withdraw, Vec::new()).await;
            return false;
        };
        self.ledger.withdraw();
        self.ledger.out() == 0 || now.duration_since(since) > self.terms.grace
    }

    pub(super) async fn answer(
        &self,
        reply: Option<&ReplyTo>,
        answer: &Answer,
        message: &impl serde::Serialize,
    ) {
        let Some(reply) = reply else { return };
        let bytes = answer.to_bytes(&protocol::to_bytes(message));
        if let Err(error) = self.broker.answer(reply, bytes).await {
            tracing::warn!("{error}");
        }
    }
}
