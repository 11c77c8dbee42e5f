//! The protocol between coordinator and workers: subjects, messages, and their limits.
//!
//! Messages are JSON. Keys that are not known are allowed, so that a later version may add some; another
//! [`VERSION`] is refused. A result is a line of JSON and behind it the texts of the games, as the journal
//! has them: that form reads back exactly and has a checksum.

mod file;
mod status;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub(super) use file::{FILE, FileHeader, FileRequest, PART, file_to_bytes, read_file};
use lab::suite::plan::Task;
use lab::suite::record::SearchRecord;
pub(super) use status::{Control, Order, Status};

/// The version of all messages.
pub(super) const VERSION: u32 = 1;
/// Bytes of a message at most: less than a server takes unless it is told otherwise.
pub(super) const MESSAGE: usize = 900 * 1024;
/// Bytes of a ticket at most.
pub(super) const TICKET: usize = 256 * 1024;
/// Bytes of each text in the evidence of a fault.
pub(super) const EVIDENCE: usize = 16 * 1024;

/// The stream that deals tickets, and that of the matches that want workers.
pub(super) const WORK_STREAM: &str = "ARENA_WORK";
pub(super) const JOB_STREAM: &str = "ARENA_JOBS";
/// All subjects of each.
pub(super) const WORK_SUBJECTS: &str = "arena.v1.work.*";
pub(super) const JOB_SUBJECTS: &str = "arena.v1.job.*";
/// Where workers say that they are there.
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

/// The subjects of one match or suite, by its fingerprint.
#[derive(Clone, Debug)]
pub(super) struct Subjects {
    fingerprint: String,
}

impl Subjects {
    pub(super) fn of(fingerprint: &str) -> Subjects {
        Subjects { fingerprint: fingerprint.to_owned() }
    }

    /// Its tickets.
    pub(super) fn work(&self) -> String {
        self.subject("work")
    }

    /// Its [`Job`].
    pub(super) fn job(&self) -> String {
        self.subject("job")
    }

    /// Requests of workers that want to play.
    pub(super) fn hello(&self) -> String {
        self.subject("hello")
    }

    /// Requests that bring results.
    pub(super) fn result(&self) -> String {
        self.subject("result")
    }

    /// Requests for files of the match.
    pub(super) fn file(&self) -> String {
        self.subject("file")
    }

    /// Orders to all workers.
    pub(super) fn control(&self) -> String {
        self.subject("control")
    }

    /// The name of the consumer that deals the tickets of a generation.
    pub(super) fn consumer(&self, generation: &str) -> String {
        format!("{}-{generation}", self.fingerprint)
    }

    fn subject(&self, kind: &str) -> String {
        format!("arena.v1.{kind}.{}", self.fingerprint)
    }
}

/// A match or suite that wants workers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) v: u32,
    #[serde(default)]
    pub(super) kind: JobKind,
    /// The match's fingerprint, or the suite's.
    pub(super) fingerprint: String,
    /// Which coordinator's, and since which rebuilding of the work.
    pub(super) generation: String,
    /// The coordinator's version of this program.
    pub(super) arena: String,
    /// The name of the match or suite, for people.
    pub(super) name: String,
    /// The match file with every default written out; or the experiment file without its suite.
    pub(super) settings: String,
    /// Of each pairing a game without moves, as the journal writes it: what its tags say of the match. Or of
    /// each configuration what it is, in short.
    pub(super) facts: Vec<String>,
    /// Signature of each contender or configuration; it changes when its engine does.
    pub(super) signatures: Vec<u64>,
    /// SHA-256 of each that is a program, in hexadecimal.
    pub(super) programs: Vec<Option<String>>,
    /// SHA-256 of the network of each that has one in a file, in hexadecimal.
    #[serde(default)]
    pub(super) networks: Vec<Option<String>>,
    /// How long a worker keeps a ticket of which it says nothing, in seconds.
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

/// Pairs that one worker is to play, or searches that it is to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TicketMessage {
    pub(super) v: u32,
    pub(super) generation: String,
    /// The ticket's number; a ticket that is dealt again keeps it.
    pub(super) ticket: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) pairs: Vec<PairMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) searches: Vec<SearchMessage>,
    /// Whether another worker has it, and is late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_second: bool,
}

/// A pair, or what of it is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PairMessage {
    /// Numbers of the games in the match, from 0.
    pub(super) games: Vec<u32>,
    /// How often the pair was replayed before.
    pub(super) attempt: u32,
    pub(super) opening: OpeningMessage,
}

/// A search of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SearchMessage {
    /// Its number in the plan, from 0.
    pub(super) number: u32,
    pub(super) task: Task,
    /// Its position: a line of the suite.
    pub(super) epd: String,
}

/// The outcome of a search: its line in the journal, or how the engine failed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FoundMessage {
    /// The search's number in the plan.
    pub(super) number: u32,
    #[serde(flatten)]
    pub(super) found: Found,
}

/// One of the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Found {
    Record(Box<SearchRecord>),
    Failure(String),
}

/// An opening of the coordinator's book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpeningMessage {
    /// Its index in the book.
    pub(super) index: usize,
    pub(super) fen: String,
    /// Its moves in UCI notation, separated by spaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) eco: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
}

/// A worker that wants to play a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    pub(super) v: u32,
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
    /// It may not, for this reason.
    Refused { reason: String },
}

/// Work that was done elsewhere, and what everyone's doing of it is known by.
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
    pub(super) generation: String,
    pub(super) ticket: u64,
    pub(super) worker: String,
    /// By what its clocks are multiplied.
    pub(super) time_scale: f64,
    /// Where the ticket is acknowledged.
    pub(super) acknowledge: String,
    pub(super) games: Vec<GameHeader>,
    /// Whether the ticket is not played because it was dealt too often: it may have ended its workers.
    #[serde(default)]
    pub(super) is_poisoned: bool,
}

/// One of the games, or searches, of a result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameHeader {
    pub(super) attempt: u32,
    /// Length of its text.
    pub(super) bytes: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evidence: Option<EvidenceMessage>,
}

/// Evidence of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EvidenceMessage {
    pub(super) player: String,
    pub(super) kind: String,
    pub(super) account: String,
    pub(super) transcript: String,
    pub(super) stderr: String,
    pub(super) reproduce: String,
    /// How the process ended; workers of before do not say it.
    #[serde(default)]
    pub(super) how: String,
}

/// The coordinator's answer to a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Receipt {
    /// The games are on disk, now or since before.
    Kept,
    /// They are not taken.
    Refused { reason: String },
}

/// A message as bytes.
pub(super) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    // Every message has a form in JSON.
    serde_json::to_vec(message).unwrap_or_default()
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

/// A result as bytes.
pub(super) fn result_to_bytes(header: &ResultHeader, texts: &[String]) -> Vec<u8> {
    let mut bytes = to_bytes(header);
    bytes.push(b'\n');
    texts.iter().for_each(|text| bytes.extend_from_slice(text.as_bytes()));
    bytes
}

/// A result that came: its header, and for each of its games the text.
///
/// # Errors
/// The problem, in a sentence.
pub(super) fn read_result(bytes: &[u8]) -> Result<(ResultHeader, Vec<&[u8]>), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("a result without games")?;
    let (header, mut rest) = (&bytes[..end], &bytes[end + 1..]);
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
