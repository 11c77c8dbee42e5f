//! The gate: which messages of workers are verified, in which order.
//!
//! A signature costs a hundred times the look at a message, so what cannot count is dropped first: a message that is
//! too long, without a key, of a serial that came already, or by another login than its key's. The rest waits by
//! login, known keys apart from unknown ones, and the login that has taken the least time of late is next. So a flood
//! from one login takes the time that others leave, and its own messages are dropped where they are too many.
//! Signatures are verified on a thread of their own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::State;
use super::workload::Workload;
use crate::broker::{Letter, ReplyTo};
use crate::protocol::{Claim, MESSAGE, Signed};

/// Messages and bytes that wait, of the known keys of a login.
const QUEUE: usize = 8192;
const QUEUE_BYTES: usize = 64 << 20;
/// Messages of its unknown keys that wait.
const STRANGERS: usize = 256;
/// Logins with messages that wait.
const LOGINS: usize = 64;
/// The time after which half of a time taken is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(2);
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
            Kind::Ask | Kind::Hello | Kind::Status => 64 << 10,
            Kind::Result => MESSAGE,
        }
    }
}

/// Messages that share one queue: of a login, from keys that are known or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Source {
    login: String,
    is_known: bool,
}

/// The messages of one source that wait, and the time that it has taken.
#[derive(Debug)]
struct Flow {
    waiting: VecDeque<(Kind, Letter)>,
    bytes: usize,
    /// Seconds of late, at this time.
    spent: (f64, Instant),
}

impl Flow {
    fn new() -> Flow {
        Flow { waiting: VecDeque::new(), bytes: 0, spent: (0.0, Instant::now()) }
    }

    /// Seconds that it has taken of late.
    fn spent(&self, now: Instant) -> f64 {
        let ages = now.duration_since(self.spent.1).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.spent.0 * (-ages).exp2()
    }
}

/// All messages that wait.
#[derive(Debug, Default)]
struct Flows {
    flows: BTreeMap<Source, Flow>,
    is_closed: bool,
}

impl Flows {
    /// Adds a message, unless its source has too many.
    fn push(&mut self, source: Source, kind: Kind, letter: Letter) -> bool {
        let now = Instant::now();
        if self.flows.len() >= 2 * LOGINS && !self.flows.contains_key(&source) {
            self.flows.retain(|_, flow| !flow.waiting.is_empty() || flow.spent(now) > 1e-3);
            if self.flows.len() >= 2 * LOGINS {
                return false;
            }
        }
        let most = if source.is_known { QUEUE } else { STRANGERS };
        let flow = self.flows.entry(source).or_insert_with(Flow::new);
        if flow.waiting.len() >= most || flow.bytes + letter.bytes.len() > QUEUE_BYTES {
            return false;
        }
        flow.bytes += letter.bytes.len();
        flow.waiting.push_back((kind, letter));
        true
    }

    /// The next message: of the login that has taken the least time.
    fn pop(&mut self) -> Option<(Source, Kind, Letter)> {
        let now = Instant::now();
        let mut logins: BTreeMap<&str, f64> = BTreeMap::new();
        for (source, flow) in &self.flows {
            *logins.entry(&source.login).or_default() += flow.spent(now);
        }
        let waiting = self.flows.iter().filter(|(_, flow)| !flow.waiting.is_empty());
        let spent = |(source, flow): &(&Source, &Flow)| {
            (logins.get(source.login.as_str()).copied().unwrap_or_default(), flow.spent(now))
        };
        let least = waiting.min_by(|a, b| {
            let ((a, own_a), (b, own_b)) = (spent(a), spent(b));
            a.total_cmp(&b).then(own_a.total_cmp(&own_b))
        });
        let source = least?.0.clone();
        let flow = self.flows.get_mut(&source)?;
        let (kind, letter) = flow.waiting.pop_front()?;
        flow.bytes -= letter.bytes.len();
        Some((source, kind, letter))
    }

    /// Adds to the time that a source has taken.
    fn charge(&mut self, source: &Source, time: Duration) {
        let now = Instant::now();
        if let Some(flow) = self.flows.get_mut(source) {
            flow.spent = (flow.spent(now) + time.as_secs_f64(), now);
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
            flows = self.has_come.wait(flows).unwrap_or_else(PoisonError::into_inner);
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
                let begun = Instant::now();
                let signed = Signed::open(&letter.subject, &letter.bytes);
                shared.flows().charge(&source, begun.elapsed());
                let Ok(signed) = signed else { continue };
                let message = Checked { kind, signed, reply: letter.reply, source };
                if checked.blocking_send(message).is_err() {
                    return;
                }
            }
        })?;
        Ok((gate, opened))
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

impl<W: Workload> State<'_, W> {
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
        let source = Source { login: login.to_owned(), is_known: known.is_some() };
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
        let begun = Instant::now();
        match kind {
            Kind::Hello => self.admit(&signed, reply, &source.login).await,
            Kind::Ask => self.take_ask(&signed, reply).await,
            Kind::Result => self.take_result(&signed, reply).await,
            Kind::Status => self.hear(&signed),
            Kind::File => self.send_file(&signed, reply).await,
        }
        self.gate.0.flows().charge(&source, begun.elapsed());
    }
}

/// The login of a subject of requests; none of that of statuses.
fn login_of(subject: &str) -> &str {
    subject.split('.').nth(4).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(login: &str, is_known: bool) -> Source {
        Source { login: login.to_owned(), is_known }
    }

    fn letter(bytes: usize) -> Letter {
        Letter { subject: String::new(), bytes: vec![0; bytes], reply: None }
    }

    #[test]
    fn a_flood_from_one_login_takes_the_time_that_others_leave() {
        let mut flows = Flows::default();
        let kept = (0..1000).filter(|_| flows.push(source("bad", false), Kind::Hello, letter(1)));
        assert_eq!(kept.count(), STRANGERS);
        flows.charge(&source("bad", false), Duration::from_millis(900));
        assert!(flows.push(source("bad", true), Kind::Ask, letter(1)));
        assert!(flows.push(source("good", true), Kind::Ask, letter(1)));
        let next: Vec<Source> = (0..3).map(|_| flows.pop().unwrap().0).collect();
        let wanted = [source("good", true), source("bad", true), source("bad", false)];
        assert_eq!(next, wanted);
    }

    #[test]
    fn many_logins_and_many_bytes_are_bounded() {
        let mut flows = Flows::default();
        let kept =
            (0..1000).filter(|n| flows.push(source(&n.to_string(), true), Kind::Ask, letter(1)));
        assert_eq!(kept.count(), 2 * LOGINS);
        let mut flows = Flows::default();
        let kept =
            (0..1000).filter(|_| flows.push(source("a", true), Kind::Result, letter(MESSAGE)));
        assert!((60..=80).contains(&kept.count()));
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
