//! What coordinator and workers say to each other: subjects, messages, and their limits.
//!
//! Messages are JSON. Keys that are not known are allowed, so that a later version may add some; another
//! [`VERSION`] is refused. A result is a line of JSON and behind it the texts of the games, as the journal
//! has them: that form reads back exactly and has a checksum.

mod file;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub(super) use file::{FILE, FileHeader, FileRequest, PART, file_to_bytes, read_file};

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

/// The subjects of one match, by its fingerprint.
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

    /// What the coordinator tells all workers.
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

/// A match that wants workers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) v: u32,
    /// The match's fingerprint.
    pub(super) fingerprint: String,
    /// Which coordinator's, and since which rebuilding of the work.
    pub(super) generation: String,
    /// The coordinator's version of this program.
    pub(super) arena: String,
    /// The match's name, for people.
    pub(super) name: String,
    /// The match with every default written out.
    pub(super) settings: String,
    /// Of each pairing a game without moves, as the journal writes it: what its tags say of the match.
    pub(super) facts: Vec<String>,
    /// What changes when an engine does, of each contender.
    pub(super) signatures: Vec<u64>,
    /// SHA-256 of each contender that is a program, in hexadecimal.
    pub(super) programs: Vec<Option<String>>,
    /// SHA-256 of the network in a file of each contender that has one, in hexadecimal.
    #[serde(default)]
    pub(super) networks: Vec<Option<String>>,
    /// How long a worker keeps a ticket of which it says nothing, in seconds.
    pub(super) lease: f64,
    /// Workers take the job of the highest first.
    pub(super) priority: i32,
    /// Where its coordinator runs.
    pub(super) host: String,
    /// Its journal.
    pub(super) journal: String,
}

/// Pairs that one worker is to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TicketMessage {
    pub(super) v: u32,
    pub(super) generation: String,
    /// The ticket's number; a ticket that is dealt again keeps it.
    pub(super) ticket: u64,
    pub(super) pairs: Vec<PairMessage>,
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
    pub(super) tables: usize,
    /// Nodes a second of the contenders, where time limits a move.
    pub(super) speed: Option<f64>,
}

/// What a coordinator answers to a worker's hello.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Admission {
    /// It may play; all times are multiplied by this. Where there is a probe, only if its own playing of
    /// it is the same.
    Admitted { time_scale: f64, probe: Option<Probe> },
    /// It may not, for this reason.
    Refused { reason: String },
}

/// A pair that is on disk, and what everyone's playing of it is known by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Probe {
    pub(super) pair: PairMessage,
    /// The fingerprint of each of its games.
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

/// One of the games of a result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GameHeader {
    pub(super) attempt: u32,
    /// Length of its text.
    pub(super) bytes: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evidence: Option<EvidenceMessage>,
}

/// What is known of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EvidenceMessage {
    pub(super) player: String,
    pub(super) kind: String,
    pub(super) account: String,
    pub(super) transcript: String,
    pub(super) stderr: String,
    pub(super) reproduce: String,
}

/// What a coordinator answers to a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Receipt {
    /// The games are on disk, now or since before.
    Kept,
    /// They are not taken.
    Refused { reason: String },
}

/// What a coordinator tells all workers of its match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Control {
    pub(super) v: u32,
    pub(super) order: Order,
}

/// What the workers are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Order {
    /// Look at the job: it has changed.
    Look,
    /// Begin no more pairs of it.
    Withdraw,
    /// Give up the games in progress.
    Abort,
    /// The match is over here: its tickets are of no use any more.
    End,
}

/// What a worker says of itself from time to time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Status {
    pub(super) v: u32,
    pub(super) worker: String,
    pub(super) arena: String,
    /// The match it plays, if any.
    pub(super) fingerprint: Option<String>,
    /// Its name, for people.
    pub(super) match_name: Option<String>,
    pub(super) tables: usize,
    /// Games in progress.
    pub(super) playing: usize,
    /// Numbers of the tickets it has not delivered.
    pub(super) held: Vec<u64>,
    /// Whether it has nothing to play.
    pub(super) hungry: bool,
    /// Games it has delivered.
    pub(super) delivered: u64,
    /// Why it was refused, by the names of the matches.
    pub(super) refusals: Vec<String>,
}

/// A message as bytes.
pub(super) fn to_bytes(message: &impl Serialize) -> Vec<u8> {
    // Every message has a form in JSON.
    serde_json::to_vec(message).unwrap_or_default()
}

/// A message that came.
///
/// # Errors
/// What is wrong, in a sentence, when it is none of this kind and version.
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
/// What is wrong, in a sentence.
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
