//! One match, or one suite, on many machines.
//!
//! A *coordinator* (`arena run FILE --workers URL`) has the schedule, the rules and the journal, and
//! plays nothing. *Workers* (`arena worker URL`) play whole pairs and store nothing. A NATS server carries their
//! messages. A worker asks the coordinator for *tickets*, pairs of the schedule with their openings, and returns results
//! by request and reply. The coordinator records the holder of each ticket, and issues it again when its lease is over.
//! Searches of a suite are issued in the same way, with their positions, and come back as records.
//!
//! The journal on the coordinator's disk is the only truth. A worker hears that its games are kept when they are on disk.
//! The server stores only the announced jobs, and may lose them at any moment. A *queue* (`arena queue`) has a
//! coordinator for each of its matches.
//!
//! Nothing that comes over the network is executed, and no text of a worker goes to the journal as it came: it is
//! parsed, checked against schedule, rules and positions, and written anew. The manual's page on trust has the
//! rights of each party; the types that enforce them are `protocol::Signed`, `broker::ReplyTo`, `dealer::Dealer`, `job::keys` and
//! [`Allowed`].

#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// A match must not end by a bug: whatever can fail says so.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

mod batch;
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

pub use batch::start;
pub use broker::BrokerError;
pub use coordinator::{Coordinator, CoordinatorError, Terms};
pub use job::{Allowed, is_of_loader};
pub use protocol::{JobKind, lease};
pub use queue::{Entry, Queue, Served, Standing, Wanted, serve};
pub use roster::{Presence, roster};
pub use server::{Credentials, Server, ServerError};
pub use understood::understood;
pub use worker::{Worker, WorkerNews};
