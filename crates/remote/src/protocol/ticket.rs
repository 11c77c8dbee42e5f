//! Tickets: how a worker asks for them, and the pairs in them.

use serde::{Deserialize, Serialize};

/// A request for tickets, which renews those that the worker holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ask {
    pub(crate) v: u32,
    pub(crate) generation: String,
    /// The tickets that the worker holds.
    pub(crate) held: Vec<u64>,
    /// The serial of its request for tickets that is under way; tickets that were dealt to an earlier one and are
    /// not in `held` have not arrived, or are given back.
    pub(crate) asking: u64,
    /// How many tickets it wants.
    pub(crate) want: usize,
}

/// The coordinator's answer to a request for tickets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AskAnswer {
    /// Tickets for this worker, and those of `held` that are still its own.
    Dealt { held: Vec<u64>, tickets: Vec<TicketMessage> },
    /// This coordinator has not let it in.
    Stranger,
    /// A later request came before this one, which counts no more.
    Overtaken,
    /// It gets no tickets, for this reason.
    Banned { reason: String },
}

/// Pairs for one worker to play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TicketMessage {
    /// The ticket's number; a ticket that is dealt again keeps it.
    pub(crate) ticket: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) pairs: Vec<PairMessage>,
    /// Whether others wait for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_urgent: bool,
}

/// A game that a worker is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Assigned {
    /// The game's number in the match, from 0.
    pub(crate) number: u32,
    /// The coordinator's proof that it has dealt this to this worker, which comes back with the result.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) proof: String,
}

/// A pair, or the part of it that is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PairMessage {
    pub(crate) games: Vec<Assigned>,
    /// How often the pair was replayed before.
    pub(crate) attempt: u32,
    pub(crate) opening: OpeningMessage,
}

/// An opening of the coordinator's book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpeningMessage {
    /// Its index in the book.
    pub(crate) index: usize,
    pub(crate) fen: String,
    /// Its moves in UCI notation, separated by spaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) eco: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}
