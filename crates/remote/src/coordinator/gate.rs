//! The gate: which messages of workers are verified, in which order.
//!
//! A signature costs a hundred times the look at a message, so messages that cannot count are dropped first: a message that is
//! too long, without a key, of a serial that came already, or by another login than its key's. The rest waits by
//! login and known key, the unknown keys of a login together. The login that has taken the least time of late is next,
//! and of its keys the one that has. So a flood from one login or key takes the time that others leave, and its own
//! messages are dropped where they are too many. A login has a budget as well, [`SHARE`] of a core and [`EARNED`] for each
//! result: beyond it its messages wait even where nobody else wants the time, which is that of the games on this machine.
//! Signatures are verified on a thread of their own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use system::clock::thread_time;
use tokio::sync::mpsc;

use super::State;
use crate::broker::{Letter, ReplyTo};
use crate::protocol::{Claim, MESSAGE, SHORT, Signed, WorkerKey};

/// Messages of a known key that wait.
const QUEUE: usize = 8192;
/// Messages of the unknown keys of a login that wait.
const STRANGERS: usize = 256;
/// Bytes of a login's messages that wait.
const LOGIN_BYTES: usize = 64 << 20;
/// Logins, and keys of each, whose messages wait or whose time is remembered.
const LOGINS: usize = 64;
const KEYS: usize = 4096;
/// The time after which half of a time taken is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(2);
/// The part of a core that the messages of a login may take, on average over [`HALF_LIFE`]. Without optimisation they take
/// ten times as long.
const SHARE: f64 = if cfg!(debug_assertions) { 1.0 } else { 0.1 };
/// The time that a login may take besides for each of its results that is kept.
const EARNED: Duration = Duration::from_millis(20);
/// How often a login beyond its budget is looked at again.
const PAUSE: Duration = Duration::from_millis(5);
/// Serials that are remembered of a key: its messages may overtake each other as far.
const SERIALS: usize = 1024;

/// A kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Hello,
    Ask,
    Result,
    Status,
    File,
}

impl Kind {
    /// Bytes of a message at most.
    fn longest(self) -> usize {
        match self {
            Kind::File => 4 << 10,
            Kind::Ask | Kind::Hello | Kind::Status => SHORT,
            Kind::Result => MESSAGE,
        }
    }
}

/// Messages that share one queue: of a key, or of the unknown keys of a login.
#[derive(Clone, Debug)]
struct Source {
    login: String,
    known: Option<WorkerKey>,
}

/// Time taken of late, halved after each [`HALF_LIFE`]: the logarithm of the seconds, to the base 2, as
/// if all were taken when the gate was opened. So times compare at any later moment as they are.
#[derive(Clone, Copy, Debug)]
struct Spent(f64);

impl Spent {
    const NOTHING: Spent = Spent(f64::NEG_INFINITY);

    /// Seconds, this number of half-lives after the opening.
    fn seconds(self, now: f64) -> f64 {
        (self.0 - now).exp2()
    }

    /// The seconds where a constant part of a core is taken.
    fn of_share(share: f64) -> f64 {
        share * HALF_LIFE.as_secs_f64() / std::f64::consts::LN_2
    }

    fn add(&mut self, time: Duration, now: f64) {
        let added = time.as_secs_f64().max(1e-9).log2() + now;
        let (more, less) = (added.max(self.0), added.min(self.0));
        self.0 = more + (less - more).exp2().ln_1p() / std::f64::consts::LN_2;
    }
}

/// The messages of a login that wait, by key, and the time that it has taken.
#[derive(Debug)]
struct Login {
    flows: BTreeMap<Option<WorkerKey>, Flow>,
    waiting: usize,
    bytes: usize,
    spent: Spent,
    /// The time that its results allow it besides.
    earned: Spent,
}

impl Login {
    fn is_within_budget(&self, now: f64) -> bool {
        self.spent.seconds(now) < Spent::of_share(SHARE) + self.earned.seconds(now)
    }
}

/// The messages of a known key, or of all unknown ones.
#[derive(Debug)]
struct Flow {
    waiting: VecDeque<(Kind, Letter)>,
    spent: Spent,
}

/// All messages that wait.
#[derive(Debug)]
struct Flows {
    opened: Instant,
    logins: BTreeMap<String, Login>,
    is_closed: bool,
}

impl Default for Flows {
    fn default() -> Flows {
        Flows { opened: Instant::now(), logins: BTreeMap::new(), is_closed: false }
    }
}

/// Makes room for a key that is not there, in the place of those that have nothing to remember; whether there is room.
fn has_room<K: Ord, V>(
    map: &mut BTreeMap<K, V>,
    key: &K,
    most: usize,
    matters: impl Fn(&V) -> bool,
) -> bool {
    if map.len() >= most && !map.contains_key(key) {
        map.retain(|_, value| matters(value));
    }
    map.len() < most || map.contains_key(key)
}

impl Flows {
    /// Half-lives since the opening.
    fn now(&self) -> f64 {
        self.opened.elapsed().as_secs_f64() / HALF_LIFE.as_secs_f64()
    }

    /// Adds a message, unless its source has too many.
    fn push(&mut self, source: Source, kind: Kind, letter: Letter) -> bool {
        let now = self.now();
        let matters = |waiting: usize, spent: Spent| waiting > 0 || spent.seconds(now) > 1e-3;
        let Source { login, known } = source;
        if !has_room(&mut self.logins, &login, LOGINS, |login| matters(login.waiting, login.spent))
        {
            return false;
        }
        let login = self.logins.entry(login).or_insert_with(|| Login {
            flows: BTreeMap::new(),
            waiting: 0,
            bytes: 0,
            spent: Spent::NOTHING,
            earned: Spent::NOTHING,
        });
        let flow_matters = |flow: &Flow| matters(flow.waiting.len(), flow.spent);
        let has_room = has_room(&mut login.flows, &known, KEYS, flow_matters);
        if !has_room || login.bytes + letter.bytes.len() > LOGIN_BYTES {
            return false;
        }
        let most = if known.is_some() { QUEUE } else { STRANGERS };
        let new = || Flow { waiting: VecDeque::new(), spent: Spent::NOTHING };
        let flow = login.flows.entry(known).or_insert_with(new);
        if flow.waiting.len() >= most {
            return false;
        }
        (login.waiting, login.bytes) = (login.waiting + 1, login.bytes + letter.bytes.len());
        flow.waiting.push_back((kind, letter));
        true
    }

    /// The next message: of the login within its budget that has taken the least time, and of its key that has.
    fn pop(&mut self) -> Option<(Source, Kind, Letter)> {
        let now = self.now();
        let may_take = |login: &Login| login.waiting > 0 && login.is_within_budget(now);
        let logins = self.logins.iter_mut().filter(|(_, login)| may_take(login));
        let (name, login) = logins.min_by(|(_, a), (_, b)| a.spent.0.total_cmp(&b.spent.0))?;
        let flows = login.flows.iter_mut().filter(|(_, flow)| !flow.waiting.is_empty());
        let (known, flow) = flows.min_by(|(_, a), (_, b)| a.spent.0.total_cmp(&b.spent.0))?;
        let (kind, letter) = flow.waiting.pop_front()?;
        (login.waiting, login.bytes) = (login.waiting - 1, login.bytes - letter.bytes.len());
        Some((Source { login: name.clone(), known: known.clone() }, kind, letter))
    }

    /// Adds to the time that a source has taken.
    fn charge(&mut self, source: &Source, time: Duration) {
        let now = self.now();
        let Some(login) = self.logins.get_mut(&source.login) else { return };
        login.spent.add(time, now);
        if let Some(flow) = login.flows.get_mut(&source.known) {
            flow.spent.add(time, now);
        }
    }
}

/// A message whose signature is that of its sender.
#[derive(Debug)]
pub(super) struct Checked {
    kind: Kind,
    signed: Signed,
    reply: Option<ReplyTo>,
    source: Source,
}

#[derive(Debug, Default)]
struct Shared {
    flows: Mutex<Flows>,
    has_come: Condvar,
}

impl Shared {
    fn flows(&self) -> MutexGuard<'_, Flows> {
        self.flows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next message; `None` when the gate is closed.
    fn next(&self) -> Option<(Source, Kind, Letter)> {
        let mut flows = self.flows();
        loop {
            if flows.is_closed {
                return None;
            }
            if let Some(next) = flows.pop() {
                return Some(next);
            }
            flows = match flows.logins.values().any(|login| login.waiting > 0) {
                true => {
                    let paused = self.has_come.wait_timeout(flows, PAUSE);
                    paused.unwrap_or_else(PoisonError::into_inner).0
                }
                false => self.has_come.wait(flows).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// The messages that wait to be verified. Its thread ends when it is dropped.
#[derive(Debug)]
pub(super) struct Gate(Arc<Shared>);

impl Gate {
    /// Starts the thread; verified messages come one by one.
    pub(super) fn open() -> io::Result<(Gate, mpsc::Receiver<Checked>)> {
        let (checked, opened) = mpsc::channel(1);
        let gate = Gate(Arc::default());
        let shared = Arc::clone(&gate.0);
        thread::Builder::new().name("signatures".to_owned()).spawn(move || {
            while let Some((source, kind, letter)) = shared.next() {
                // Its own time: on a machine that others load too, no login pays for the wait.
                let begun = thread_time();
                let signed = Signed::open(&letter.subject, &letter.bytes);
                shared.flows().charge(&source, thread_time().saturating_sub(begun));
                let Ok(signed) = signed else { continue };
                let message = Checked { kind, signed, reply: letter.reply, source };
                if checked.blocking_send(message).is_err() {
                    return;
                }
            }
        })?;
        Ok((gate, opened))
    }

    /// Notes results of a login that are kept.
    pub(super) fn earn(&self, login: &str, results: usize) {
        let mut flows = self.0.flows();
        let now = flows.now();
        let earned = EARNED.saturating_mul(u32::try_from(results).unwrap_or(u32::MAX));
        if let Some(login) = flows.logins.get_mut(login) {
            login.earned.add(earned, now);
        }
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.0.flows().is_closed = true;
        self.0.has_come.notify_all();
    }
}

/// The serials of a key that came: each counts once.
#[derive(Clone, Debug)]
pub(super) struct Serials {
    /// This one and all before it came, or come too late.
    all_to: u64,
    /// Later ones that came.
    came: BTreeSet<u64>,
}

impl Serials {
    /// Those up to this one came.
    pub(super) fn up_to(all_to: u64) -> Serials {
        Serials { all_to, came: BTreeSet::new() }
    }

    fn is_new(&self, serial: u64) -> bool {
        serial > self.all_to && !self.came.contains(&serial)
    }

    /// Notes a serial; whether it is new.
    fn note(&mut self, serial: u64) -> bool {
        if !self.is_new(serial) {
            return false;
        }
        self.came.insert(serial);
        if self.came.len() > SERIALS {
            self.all_to = self.came.pop_first().unwrap_or(self.all_to);
        }
        true
    }
}

impl State<'_> {
    /// Takes a message to be verified, unless a look at it shows that it cannot count.
    pub(super) fn queue(&self, kind: Kind, letter: Letter) {
        if letter.bytes.len() > kind.longest() {
            return;
        }
        let Some(Claim { by, serial }) = Claim::read(&letter.bytes) else { return };
        let login = login_of(&letter.subject);
        let known = self.workers.get(&by);
        let can_count = match known {
            None => kind != Kind::Status,
            Some(known) if !known.serials.is_new(serial) => false,
            // All statuses have one subject.
            Some(known) => kind == Kind::Status || known.login == login,
        };
        let is_known = known.is_some();
        let source = Source { login: login.to_owned(), known: is_known.then_some(by) };
        if can_count && self.gate.0.flows().push(source, kind, letter) {
            self.gate.0.has_come.notify_one();
        }
    }

    /// Takes a message that is its sender's.
    pub(super) async fn take(&mut self, message: Checked) {
        let Checked { kind, signed, reply, source } = message;
        let known = self.workers.get_mut(signed.by());
        if known.is_some_and(|known| !known.serials.note(signed.serial())) {
            return;
        }
        let begun = thread_time();
        match kind {
            Kind::Hello => self.admit(&signed, reply, &source.login).await,
            Kind::Ask => self.take_ask(&signed, reply).await,
            Kind::Result => self.take_result(&signed, reply).await,
            Kind::Status => self.hear(&signed),
            Kind::File => self.send_file(&signed, reply).await,
        }
        self.gate.0.flows().charge(&source, thread_time().saturating_sub(begun));
    }
}

/// The login of a subject of requests; none of that of statuses.
fn login_of(subject: &str) -> &str {
    subject.split('.').nth(4).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::OwnKey;

    /// The unknown keys of a login, or a known one.
    fn source(login: &str, known: Option<&str>) -> Source {
        Source { login: login.to_owned(), known: known.map(WorkerKey::named) }
    }

    fn letter(bytes: usize) -> Letter {
        Letter { subject: String::new(), bytes: vec![0; bytes], reply: None }
    }

    #[test]
    fn a_flood_from_one_login_or_key_takes_the_time_that_others_leave() {
        let mut flows = Flows::default();
        let flood = source("bad", None);
        let kept = (0..1000).filter(|_| flows.push(flood.clone(), Kind::Hello, letter(1)));
        assert_eq!(kept.count(), STRANGERS);
        flows.charge(&flood, Duration::from_millis(90));
        for known in ["loud", "loud", "still"] {
            assert!(flows.push(source("bad", Some(known)), Kind::Ask, letter(1)));
        }
        flows.charge(&source("bad", Some("loud")), Duration::from_millis(40));
        assert!(flows.push(source("good", Some("other")), Kind::Ask, letter(1)));
        let next = (0..5).map(|_| flows.pop().unwrap().0.known);
        let next: Vec<Option<WorkerKey>> = next.collect();
        let wanted = [Some("other"), Some("still"), Some("loud"), Some("loud"), None];
        assert_eq!(next, wanted.map(|known| known.map(WorkerKey::named)));
    }

    #[test]
    fn a_login_beyond_its_budget_waits_although_nobody_else_does() {
        let (gate, _opened) = Gate::open().unwrap();
        let mut flows = Flows::default();
        let known = source("bad", Some("loud"));
        let pops_after = |flows: &mut Flows, taken: Duration| {
            flows.charge(&known, taken);
            flows.push(known.clone(), Kind::Ask, letter(1)) && flows.pop().is_some()
        };
        assert!(pops_after(&mut flows, Duration::ZERO));
        assert!(pops_after(&mut flows, Duration::from_secs_f64(Spent::of_share(SHARE) * 0.9)));
        assert!(!pops_after(&mut flows, Duration::from_secs_f64(Spent::of_share(SHARE))));
        *gate.0.flows() = flows;
        gate.earn("bad", 1000);
        let flows = gate.0.flows();
        assert!(flows.logins["bad"].is_within_budget(flows.now()));
    }

    #[test]
    fn half_of_a_time_is_forgotten_after_each_half_life() {
        let mut spent = Spent::NOTHING;
        spent.add(Duration::from_secs(3), 2000.0);
        assert!((spent.seconds(2000.0) - 3.0).abs() < 1e-6);
        spent.add(Duration::from_secs(1), 2001.0);
        assert!((spent.seconds(2002.0) - 1.25).abs() < 1e-6, "{}", spent.seconds(2002.0));
        assert!(Spent::NOTHING.seconds(0.0) == 0.0);
    }

    #[test]
    fn many_logins_keys_and_bytes_are_bounded() {
        let mut kept = [0; 3];
        let mut flows = Flows::default();
        for number in 0..10_000 {
            let name = number.to_string();
            let login = source(&name, Some("a"));
            kept[0] += usize::from(flows.push(login, Kind::Ask, letter(1)));
            let key = source("0", Some(&name));
            kept[1] += usize::from(flows.push(key, Kind::Ask, letter(1)));
            let large = source("1", Some("b"));
            kept[2] += usize::from(flows.push(large, Kind::Result, letter(MESSAGE / 8)));
        }
        assert_eq!(kept[..2], [LOGINS, KEYS - 1]);
        assert!((480..=640).contains(&kept[2]), "{}", kept[2]);
        // Those that have nothing to remember make room.
        while flows.pop().is_some() {}
        assert!(flows.push(source("new", Some("new")), Kind::Ask, letter(1)));
        assert!(flows.push(source("0", Some("new")), Kind::Ask, letter(1)));
    }

    /// Times of the cheapest of some calls.
    fn least(mut call: impl FnMut()) -> Duration {
        let timed = |_| {
            let begun = Instant::now();
            call();
            begun.elapsed()
        };
        (0..50).map(timed).min().unwrap_or_default()
    }

    #[test]
    fn a_message_that_cannot_count_costs_little_beside_a_signature() {
        let subject = "arena.v1.ask.x.login";
        let bytes = OwnKey::new().seal(subject, 1, &[b'x'; 400]);
        let verified = least(|| drop(std::hint::black_box(Signed::open(subject, &bytes))));
        let mut serials = Serials::up_to(0);
        let repeated = least(|| {
            let claim = Claim::read(&bytes).unwrap();
            serials.note(claim.serial);
        });
        // The reading of a seal is not optimised in tests, while cryptography is a little.
        let times = if cfg!(debug_assertions) { 8 } else { 20 };
        assert!(verified > times * repeated, "{verified:?}, {repeated:?}");
    }

    #[test]
    fn each_serial_counts_once_and_old_ones_not_at_all() {
        let mut serials = Serials::up_to(5);
        let noted = [5, 4, 7, 6, 7, 300, 299, 7, 299].map(|serial| serials.note(serial));
        let wanted = [false, false, true, true, false, true, true, false, false];
        assert_eq!(noted, wanted);
        assert!((1000..3000).all(|serial| serials.note(serial)));
        assert_eq!([8, 1900, 3000].map(|serial| serials.note(serial)), [false, false, true]);
        assert!(serials.came.len() <= SERIALS);
    }
}
