//! One match, or one suite, on many machines.
//!
//! A *coordinator* (`arena run FILE --workers URL`) has the schedule, the rules and the journal, and
//! plays nothing. *Workers* (`arena worker URL`) play whole pairs and keep nothing. Between them is a NATS
//! server with JetStream: it deals *tickets*, pairs of the schedule with their openings, and deals them
//! again where a worker is gone. Results go to the coordinator by request and reply. In the same way searches
//! of a suite are dealt, with their positions, and come back as records.
//!
//! The journal on the coordinator's disk is the only truth. A ticket is acknowledged by the coordinator,
//! after its games are on disk; what is in NATS may be lost at any moment, and is made anew from the
//! journal. A *queue* (`arena queue`) has a coordinator for each of its matches. Nothing that comes over the
//! network is executed, and no text of a worker's goes to the journal as it came: it is read, checked against
//! schedule, rules and positions, and written anew.

#![forbid(unsafe_code)]
// A match must not end by a bug: whatever can fail says so.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

mod batch;
mod boards;
mod broker;
mod coordinator;
mod dealer;
mod evidence;
mod fingerprint;
mod job;
mod ledger;
mod networks;
mod openings;
mod piece;
mod protocol;
mod queue;
mod receive;
mod roster;
mod server;
mod understood;
mod worker;

pub use batch::{BatchError, start};
pub use broker::BrokerError;
pub use coordinator::{Coordinator, CoordinatorError, Terms};
pub use job::{Allowed, is_of_loader};
pub use protocol::JobKind;
pub use queue::{Entry, Queue, QueueError, Served, Standing, Wanted, serve};
pub use roster::{Presence, roster};
pub use server::{Credentials, Server, ServerError};
pub use understood::understood;
pub use worker::{Players, Worker, WorkerError, WorkerNews};
