//! The protocol between coordinator and workers: subjects, messages, and their limits.
//!
//! Messages are JSON. Keys that are not known are allowed, so that a later version may add some; another
//! [`VERSION`] is refused. A result is a line of JSON and behind it the texts of the games, as the journal
//! has them: that form reads back exactly and has a checksum.

mod file;
mod letter;
mod status;
mod ticket;

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub(super) use file::{FILE, FileHeader, FileRequest, PART, file_to_bytes, read_file};
pub(super) use letter::{Answer, Claim, OwnKey, Signed, WorkerKey};
pub(super) use status::{Control, Order, Status};
pub(super) use ticket::{
    Ask, AskAnswer, Assigned, Found, FoundMessage, OpeningMessage, PairMessage, SearchMessage,
    TicketMessage,
};

/// The version of all messages.
pub(super) const VERSION: u32 = 3;
/// Bytes of a message at most: less than a server takes unless it is told otherwise.
pub(super) const MESSAGE: usize = 900 * 1024;
/// Bytes of a message without results at most.
pub(super) const SHORT: usize = 16 * 1024;
/// Bytes of a ticket at most.
pub(super) const TICKET: usize = 256 * 1024;
/// Bytes of each text in the evidence of a fault.
pub(super) const EVIDENCE: usize = 16 * 1024;

/// How long a request waits for a ticket: less than its worker waits for the answer.
pub(super) const ASK_WAIT: Duration = Duration::from_secs(5);
/// How long a worker may keep a ticket without naming it, in seconds.
const LEASES: RangeInclusive<f64> = 1.0..=3600.0;
/// The factors that clocks may be multiplied by.
pub(super) const SCALES: RangeInclusive<f64> = 0.25..=4.0;

/// The stream of the jobs that want workers.
pub(super) const JOB_STREAM: &str = "ARENA_JOBS";
/// Its subjects. The names of subjects stay when [`VERSION`] changes: so a worker sees a job of another version,
/// and says why it does not take it.
pub(super) const JOB_SUBJECTS: &str = "arena.v1.job.*";
/// The subject of the workers' status messages.
pub(super) const STATUS: &str = "arena.v1.status";

/// The kinds of work for workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// Pairs of a match.
    #[default]
    Match,
    /// Searches of a test suite.
    Suite,
}

impl JobKind {
    /// The first of these for a match, the second for a suite.
    #[must_use]
    pub fn choose<T>(self, of_match: T, of_suite: T) -> T {
        match self {
            JobKind::Match => of_match,
            JobKind::Suite => of_suite,
        }
    }
}

/// The lease of this number of seconds.
///
/// # Errors
/// It is out of range.
pub fn lease(seconds: f64) -> Result<Duration, String> {
    match LEASES.contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(format!(
            "a lease of {seconds} s is out of range: {} to {} s are allowed",
            LEASES.start(),
            LEASES.end()
        )),
    }
}

/// The subjects of one match or suite, by its fingerprint. Those of requests end with the sender's login, which the
/// server can hold it to.
#[derive(Clone, Debug)]
pub(super) struct Subjects {
    fingerprint: String,
    login: String,
}

impl Subjects {
    /// The subjects with requests of all logins.
    pub(super) fn of(fingerprint: &str) -> Subjects {
        Subjects::by(fingerprint, "*")
    }

    /// The subjects with requests of this login.
    pub(super) fn by(fingerprint: &str, login: &str) -> Subjects {
        Subjects { fingerprint: fingerprint.to_owned(), login: login.to_owned() }
    }

    /// Its [`Job`].
    pub(super) fn job(&self) -> String {
        self.subject("job")
    }

    /// Requests of workers that want to be let in.
    pub(super) fn hello(&self) -> String {
        self.request("hello")
    }

    /// Requests for tickets, which renew those that a worker holds.
    pub(super) fn ask(&self) -> String {
        self.request("ask")
    }

    /// Requests that bring results.
    pub(super) fn result(&self) -> String {
        self.request("result")
    }

    /// Requests for files of the match.
    pub(super) fn file(&self) -> String {
        self.request("file")
    }

    /// Orders to all workers.
    pub(super) fn control(&self) -> String {
        self.subject("control")
    }

    fn request(&self, kind: &str) -> String {
        format!("{}.{}", self.subject(kind), self.login)
    }

    fn subject(&self, kind: &str) -> String {
        format!("arena.v1.{kind}.{}", self.fingerprint)
    }
}

/// A match or suite that wants workers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) v: u32,
    #[serde(default)]
    pub(super) kind: JobKind,
    /// The match's fingerprint, or the suite's.
    pub(super) fingerprint: String,
    /// Tells one process of a coordinator from the next.
    pub(super) generation: String,
    /// Tells the coordinator of one journal from that of any other; a resumed one has the same.
    pub(super) coordinator: String,
    /// Whether workers may come: a coordinator claims a job before it is ready for them.
    pub(super) open: bool,
    /// The coordinator's version of this program.
    pub(super) arena: String,
    /// The name of the match or suite, for people.
    pub(super) name: String,
    /// The match file with every default written out; or the experiment file without its suite.
    pub(super) settings: String,
    /// The facts of the match for each pairing, as JSON; or the line of each configuration of a suite.
    pub(super) facts: Vec<String>,
    /// Signature of each contender or configuration; it changes when its engine does.
    pub(super) signatures: Vec<u64>,
    /// SHA-256 of each that is a program, in hexadecimal.
    pub(super) programs: Vec<Option<String>>,
    /// SHA-256 of the files that arguments and options of each program name, in hexadecimal, in order.
    pub(super) files: Vec<Vec<String>>,
    /// SHA-256 of the network of each that has one in a file, in hexadecimal.
    #[serde(default)]
    pub(super) networks: Vec<Option<String>>,
    /// How long a worker keeps a ticket without naming it, in seconds.
    pub(super) lease: f64,
    /// Workers take the job of the highest first.
    pub(super) priority: i32,
    /// Workers that are there for it, but for those that are about to leave. Of jobs with the same priority
    /// workers take the one that has the fewest.
    #[serde(default)]
    pub(super) workers: usize,
    /// Where its coordinator runs.
    pub(super) host: String,
    /// Its journal.
    pub(super) journal: String,
}

/// A worker that wants to be let in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    pub(super) v: u32,
    pub(super) generation: String,
    /// Its name, for people.
    pub(super) worker: String,
    pub(super) arena: String,
    /// By the worker's own engines.
    pub(super) signatures: Vec<u64>,
    /// Games it plays at a time.
    pub(super) concurrency: usize,
    /// Nodes a second of the contenders, where time limits a move.
    pub(super) speed: Option<f64>,
}

/// The coordinator's answer to a hello.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Admission {
    /// It may play; all times are multiplied by this. Where there is a probe, only if its own playing of
    /// it is the same.
    Admitted { time_scale: f64, probe: Option<Probe> },
    /// It may not, for this reason; `for_now` if it may ask again.
    Refused { reason: String, for_now: bool },
}

/// Work that was done elsewhere, and the fingerprint that it must have everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Probe {
    /// As in a ticket: a pair, or searches.
    pub(super) work: TicketMessage,
    /// The fingerprint of each of its games or searches.
    pub(super) fingerprints: Vec<u32>,
}

/// The first line of a result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ResultHeader {
    pub(super) v: u32,
    pub(super) games: Vec<GameHeader>,
}

/// One of the games, or searches, of a result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameHeader {
    /// The coordinator's proof, as the ticket had it.
    pub(super) proof: String,
    pub(super) attempt: u32,
    /// Length of its text.
    pub(super) bytes: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evidence: Option<EvidenceMessage>,
}

/// Evidence of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EvidenceMessage {
    pub(super) kind: String,
    /// How the process ended.
    pub(super) how: String,
    pub(super) transcript: String,
    pub(super) stderr: String,
}

/// The coordinator's answer to a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Receipt {
    /// The games are on disk, now or since before, or are not needed any more.
    Kept,
    /// They are not taken.
    Refused { reason: String },
    /// This coordinator has not let the worker in.
    Stranger,
}

/// A message as bytes.
pub(super) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    // Every message has a form in JSON.
    serde_json::to_vec(message).unwrap_or_default()
}

/// A first line, and the bytes behind it.
fn framed(first: &impl Serialize, rest: &[u8]) -> Vec<u8> {
    let mut bytes = to_bytes(first);
    bytes.push(b'\n');
    bytes.extend_from_slice(rest);
    bytes
}

/// The first line of a message, and the bytes behind it.
fn split(bytes: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let end = end.ok_or("a message without its first line")?;
    Ok((&bytes[..end], &bytes[end + 1..]))
}

/// A message that came.
///
/// # Errors
/// The problem, in a sentence, when it is none of this kind and version.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Versioned {
        v: Option<u32>,
    }
    if bytes.len() > MESSAGE {
        return Err(format!("a message of {} bytes is too long", bytes.len()));
    }
    let not_read = |error: serde_json::Error| format!("a message cannot be read: {error}");
    let Versioned { v } = serde_json::from_slice(bytes).map_err(not_read)?;
    match v {
        Some(v) if v != VERSION => Err(format!("a message of version {v}, this is {VERSION}")),
        _ => serde_json::from_slice(bytes).map_err(not_read),
    }
}

/// The answer to a message; see [`Answer::open`].
///
/// # Errors
/// The problem, in a sentence, when it is none of this kind.
pub(super) fn read_answer<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("an answer cannot be read: {error}"))
}

/// A result as bytes.
pub(super) fn result_to_bytes(header: &ResultHeader, texts: &[String]) -> Vec<u8> {
    framed(header, texts.concat().as_bytes())
}

/// A result that came: its header, and for each of its games the text.
///
/// # Errors
/// The problem, in a sentence.
pub(super) fn read_result(bytes: &[u8]) -> Result<(ResultHeader, Vec<&[u8]>), String> {
    let (header, mut rest) = split(bytes)?;
    let header: ResultHeader = read(header)?;
    let mut texts = Vec::with_capacity(header.games.len());
    for game in &header.games {
        let (text, after) = rest.split_at_checked(game.bytes).ok_or("a result is cut short")?;
        texts.push(text);
        rest = after;
    }
    if rest.is_empty() { Ok((header, texts)) } else { Err("a result has too many bytes".into()) }
}

#[cfg(test)]
mod tests;
