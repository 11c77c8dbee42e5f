//! The roster: jobs and workers that report within a few seconds.

use std::collections::BTreeMap;
use std::time::Duration;

use super::broker::{Broker, BrokerError};
use super::protocol::{self, Job, STATUS, Signed, Status, WorkerKey};
use super::server::Server;
use uci_client::printable;

/// A match that wants workers, or a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Name of the match or the worker.
    pub name: String,
    /// Its state, in words.
    pub what: String,
}

/// The matches that want workers, and the workers that are there, as they say within this time.
///
/// # Errors
/// When the server cannot be used.
pub async fn roster(
    server: &Server,
    patience: Duration,
) -> Result<(Vec<Presence>, Vec<Presence>), BrokerError> {
    let broker = Broker::connect(server, "arena workers").await?;
    let mut statuses = broker.hear(STATUS).await?;
    let jobs = broker.jobs().await?;
    let jobs = jobs
        .iter()
        .filter_map(|bytes| protocol::read::<Job>(bytes).ok())
        .filter(|job| job.open)
        .map(|job| {
            let what = format!("priority {}, from {}: {}", job.priority, job.host, job.journal);
            presence(&job.name, &what)
        });
    let mut workers: BTreeMap<WorkerKey, Status> = BTreeMap::new();
    let _ = tokio::time::timeout(patience, async {
        while let Some(letter) = statuses.next().await {
            let Ok(signed) = Signed::open(&letter.subject, &letter.bytes) else { continue };
            if let Ok(status) = protocol::read::<Status>(signed.message()) {
                workers.insert(signed.by().clone(), status);
            }
        }
    })
    .await;
    let workers = workers.values().map(|status| presence(&status.worker, &in_words(status)));
    let mut workers: Vec<Presence> = workers.collect();
    workers.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((jobs.collect(), workers))
}

/// Texts of others are made safe for a terminal.
fn presence(name: &str, what: &str) -> Presence {
    Presence { name: printable(name.as_bytes()), what: printable(what.as_bytes()) }
}

fn in_words(status: &Status) -> String {
    let Status { arena, match_name, concurrency, playing, delivered, refusals, .. } = status;
    let doing = match match_name {
        Some(name) => {
            format!("plays {name}, {playing} of {concurrency} at a time")
        }
        None => format!("has nothing to do, {concurrency} at a time"),
    };
    let mut words = format!("{doing}; {delivered} results so far; arena {arena}");
    for refusal in refusals {
        words.push_str("; refused: ");
        words.push_str(refusal);
    }
    words
}
