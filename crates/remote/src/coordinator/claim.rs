//! One match, one coordinator: the first claim at the server wins.

use std::path::Path;

use anyhow::{Context as _, Error};

use super::{Coordinator, CoordinatorError, Terms};
use crate::broker::{Broker, BrokerError};
use crate::dealer::Dealer;
use crate::job::not_for_workers;
use crate::protocol::{self, Job, Subjects};
use crate::server::Server;
use arena::config::Match;
use system::machine::host_name;

/// How often a claim is tried again where the server has another message than it had a moment ago.
const TRIES: u32 = 5;

impl Coordinator {
    /// Claims a match, which has this fingerprint, at the server.
    ///
    /// # Errors
    /// When no worker can be given its programs, the server cannot be used, or another coordinator has the match.
    pub async fn new(
        server: Server,
        settings: &Match,
        fingerprint: &str,
        journal: &Path,
        terms: Terms,
    ) -> Result<Coordinator, CoordinatorError> {
        let contenders = settings.contenders.iter();
        let programs = contenders.filter_map(|one| Some((one.name.as_str(), one.program()?)));
        let job = Job { fingerprint: fingerprint.to_owned(), ..Job::empty() };
        let mut scripts = Vec::new();
        for (name, program) in programs {
            if let Some(problem) = not_for_workers(name, program) {
                return Err(Error::msg(problem).into());
            }
            scripts.extend(program.program.is_script().then(|| name.to_owned()));
        }
        let broker = Broker::connect(&server, "arena coordinator").await?;
        broker.set_up().await?;
        let journal = std::path::absolute(journal).unwrap_or_else(|_| journal.to_owned());
        let (dealer, journal) = (Dealer::beside(&journal), journal.display().to_string());
        let dealer = dealer
            .with_context(|| format!("cannot keep the secret of a coordinator beside {journal}"))?;
        let host = host_name();
        let coordinator = dealer.public();
        let job = Job { host: host.clone(), journal: journal.clone(), coordinator, ..job };
        let place = put(&broker, &job, 0).await.inspect_err(|_| dealer.forget_if_new())?;
        Ok(Coordinator { server, journal, host, terms, dealer, place, scripts })
    }
}

/// Tells a job, where no other coordinator has told one; `last` is the place where this one has told it before. Gives
/// the new place.
///
/// # Errors
/// When the server fails, or another coordinator has the match.
pub(super) async fn put(broker: &Broker, job: &Job, last: u64) -> Result<u64, CoordinatorError> {
    let (subjects, mut last) = (Subjects::of(&job.fingerprint), last);
    for _ in 0..TRIES {
        match broker.put_job(&subjects, protocol::to_bytes(job), last).await {
            Err(BrokerError::Conflict) => {}
            put => return Ok(put?),
        }
        let there = broker.job(&subjects.job()).await?;
        last = there.as_ref().map_or(0, |(_, place)| *place);
        let other = there.and_then(|(bytes, _)| protocol::read::<Job>(&bytes).ok());
        // This process has locked its journal: one that had the same journal is gone.
        if let Some(Job { host, journal, .. }) =
            other.filter(|other| other.coordinator != job.coordinator)
        {
            return Err(CoordinatorError::Taken { host, journal });
        }
    }
    Err(BrokerError::Conflict.into())
}
