//! Serving a queue: a coordinator, which is a process of its own, for every match that is to be played.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Error, anyhow};
use tokio::sync::mpsc;

use super::store::{Entry, Queue, Standing, cannot};
use arena::runner::Signal;
use arena::system::durable::{self, TakeError};
use system::requests::{self, Holder};

/// How often the queue is looked at.
const TICK: Duration = Duration::from_millis(300);
/// Before a coordinator is started again that ended with an error.
const AGAIN: Duration = Duration::from_secs(5);
/// How often in a row it is started.
const TRIES: u32 = 3;
/// Locked while the queue is served.
const LOCK: &str = ".served";
/// Exit codes of a coordinator that was told to stop.
const TOLD: [i32; 2] = [130, 143];

/// An event of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Served {
    /// A match has a coordinator.
    Begins(Entry),
    /// It has none any more.
    Ends(Entry),
}

/// A coordinator.
struct Coordinator {
    child: Child,
    priority: i32,
    /// Whether it was told to stop.
    is_told: bool,
}

/// The state of a server.
struct Server<'a> {
    coordinators: BTreeMap<u32, Coordinator>,
    /// How often in a row a coordinator has failed, and when it did last.
    failures: BTreeMap<u32, (u32, Instant)>,
    command: &'a dyn Fn(&Entry) -> Command,
    tell: &'a mut dyn FnMut(Served),
}

/// Serves a queue until a signal comes: the first lets the coordinators finish the pairs under way, a second
/// or SIGTERM stops them at once. `command` is the coordinator of a match.
///
/// # Errors
/// When the queue cannot be read or written, or another process serves it.
pub async fn serve(
    queue: &Queue,
    command: &dyn Fn(&Entry) -> Command,
    mut signals: mpsc::Receiver<Signal>,
    tell: &mut dyn FnMut(Served),
) -> anyhow::Result<Signal> {
    let lock = queue.directory().join(LOCK);
    let _held = durable::take(&lock).map_err(|error| match error {
        TakeError::Taken => {
            anyhow!("{}: another process serves this queue", queue.directory().display())
        }
        TakeError::Open(source) | TakeError::Lock(source) => {
            Error::new(source).context(cannot("lock the queue by", &lock)())
        }
    })?;
    let (coordinators, failures) = (BTreeMap::new(), BTreeMap::new());
    let mut server = Server { coordinators, failures, command, tell };
    let mut stopped: Option<Signal> = None;
    loop {
        for mut entry in queue.entries()? {
            server.look_after(&mut entry, stopped.is_some())?;
        }
        if let Some(signal) = stopped.filter(|_| server.coordinators.is_empty()) {
            return Ok(signal);
        }
        match tokio::time::timeout(TICK, signals.recv()).await {
            Ok(Some(Signal::Terminate)) => {
                server.tell_all(Signal::Terminate);
                stopped = Some(Signal::Terminate);
            }
            Ok(Some(signal)) => {
                server.tell_all(match stopped {
                    None => Signal::Pause,
                    Some(_) => Signal::Terminate,
                });
                stopped.get_or_insert(signal);
            }
            Ok(None) | Err(_) => {}
        }
    }
}

impl Server<'_> {
    fn look_after(&mut self, entry: &mut Entry, is_stopped: bool) -> anyhow::Result<()> {
        if let Some(coordinator) = self.coordinators.get_mut(&entry.id) {
            let ended =
                coordinator.child.try_wait().with_context(cannot("wait for", &entry.log()))?;
            if let Some(status) = ended {
                self.coordinators.remove(&entry.id);
                return self.note_end(entry, status.code());
            }
            // It takes up its new priority when it is started again.
            let is_wanted = entry.wanted.runs && entry.wanted.priority == coordinator.priority;
            if !is_wanted && !coordinator.is_told {
                coordinator.is_told = true;
                requests::send(&coordinator.child, Signal::Pause);
            }
            return Ok(());
        }
        let may_begin = matches!(entry.standing, Standing::Waiting | Standing::Running);
        let rests = self.failures.get(&entry.id).is_some_and(|(_, last)| last.elapsed() < AGAIN);
        if !entry.wanted.runs || !may_begin || is_stopped || rests {
            return match entry.standing {
                Standing::Running => entry.note(Standing::Waiting),
                _ => Ok(()),
            };
        }
        // One of a server that was killed goes on by itself.
        if entry.results().is_dir() && Holder::in_directory(&entry.results()).is_some() {
            return entry.note(Standing::Running);
        }
        self.begin(entry)
    }

    fn begin(&mut self, entry: &mut Entry) -> anyhow::Result<()> {
        let path = entry.log();
        let log = OpenOptions::new().create(true).append(true).open(&path);
        let started = log.and_then(|log| {
            let mut command = (self.command)(entry);
            let command = command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
            command.spawn()
        });
        let child = started.with_context(cannot("start a coordinator that writes", &path))?;
        let priority = entry.wanted.priority;
        self.coordinators.insert(entry.id, Coordinator { child, priority, is_told: false });
        entry.note(Standing::Running)?;
        (self.tell)(Served::Begins(entry.clone()));
        Ok(())
    }

    fn note_end(&mut self, entry: &mut Entry, code: Option<i32>) -> anyhow::Result<()> {
        let standing = match code {
            Some(0) => Standing::Finished,
            Some(code) if TOLD.contains(&code) => Standing::Waiting,
            _ => {
                let (failures, last) = self.failures.entry(entry.id).or_insert((0, Instant::now()));
                (*failures, *last) = (*failures + 1, Instant::now());
                if *failures < TRIES {
                    Standing::Waiting
                } else {
                    *failures = 0;
                    Standing::Failed { said: reason(entry).unwrap_or_default() }
                }
            }
        };
        entry.note(standing)?;
        (self.tell)(Served::Ends(entry.clone()));
        Ok(())
    }

    fn tell_all(&mut self, what: Signal) {
        for coordinator in self.coordinators.values_mut() {
            coordinator.is_told = true;
            requests::send(&coordinator.child, what);
        }
    }
}

/// The bytes of a log, from its end, in which an error is looked for.
const LOG: u64 = 64 << 10;

/// The line of a coordinator's log that says why it has ended: its error, which may be followed by lines of the file that
/// the error is in; without one the last line.
fn reason(entry: &Entry) -> io::Result<String> {
    let text = bounded::read_end(entry.log(), LOG)?;
    let text = String::from_utf8_lossy(&text);
    let lines = || text.lines().rev().filter(|line| !line.trim().is_empty());
    let error = lines().find(|line| line.starts_with("error: "));
    Ok(error.or_else(|| lines().next()).unwrap_or_default().to_owned())
}
