//! A match whose games are wanted as they come, on many machines.

use std::path::Path;
use std::sync::Arc;

use super::coordinator::{Coordinator, CoordinatorError, Terms};
use super::server::Server;
use arena::config::Match;
use arena::player;
use arena::runner::{Batch, MatchError};
use arena::storage::facts::MatchFacts;

/// Why the games of a match could not be dealt.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The coordinator could not take them.
    #[error(transparent)]
    Coordinator(#[from] CoordinatorError),
    /// They could not be begun.
    #[error(transparent)]
    Games(#[from] MatchError),
}

/// Begins the games of a match on the workers of `server`. `journal` is the file that the match belongs to: its
/// place tells two coordinators apart.
///
/// # Errors
/// When another coordinator deals the match, the server fails, or the games cannot be begun.
pub async fn start(
    settings: &Arc<Match>,
    server: &Server,
    terms: Terms,
    journal: &Path,
) -> Result<Batch, BatchError> {
    let signatures = player::signatures(settings);
    let facts = MatchFacts::of(settings, &signatures);
    let fingerprint = facts.first().map_or("", |facts| &facts.fingerprint);
    let coordinator =
        Coordinator::new(server.clone(), settings, fingerprint, journal, terms).await?;
    Ok(Batch::remote(settings, facts, |work| coordinator.start(work))?)
}
