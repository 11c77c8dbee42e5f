//! The roster: jobs and workers that report within a few seconds.

use std::collections::BTreeMap;
use std::time::Duration;

use super::broker::{Broker, BrokerError};
use super::protocol::{self, Job, JobKind, STATUS, Status};
use super::server::Server;

/// A match or suite that wants workers, or a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Name of the match, the suite or the worker.
    pub name: String,
    /// Its state, in words.
    pub what: String,
}

/// The matches and suites that want workers, and the workers that are there, as they say within this time.
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
    let jobs = jobs.iter().filter_map(|bytes| protocol::read::<Job>(bytes).ok()).map(|job| {
        let what = format!("priority {}, from {}: {}", job.priority, job.host, job.journal);
        Presence { name: job.name, what }
    });
    let mut workers: BTreeMap<String, Status> = BTreeMap::new();
    let _ = tokio::time::timeout(patience, async {
        while let Some(letter) = statuses.next().await {
            if let Ok(status) = protocol::read::<Status>(&letter.bytes) {
                workers.insert(status.worker.clone(), status);
            }
        }
    })
    .await;
    let workers = workers.into_values().map(|status| {
        let what = in_words(&status);
        Presence { name: status.worker, what }
    });
    Ok((jobs.collect(), workers.collect()))
}

fn in_words(status: &Status) -> String {
    let Status { arena, kind, match_name, concurrency, playing, delivered, refusals, .. } = status;
    let doing = match match_name {
        Some(name) => {
            let doing = match kind {
                JobKind::Match => "plays",
                JobKind::Suite => "searches",
            };
            format!("{doing} {name}, {playing} of {concurrency} at a time")
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
