//! A match whose games are wanted as they come, on many machines.

use std::path::Path;
use std::sync::Arc;

use super::coordinator::{Coordinator, Terms};
use super::server::Server;
use arena::config::Match;
use arena::player;
use arena::runner::Batch;
use arena::storage::facts::MatchFacts;

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
) -> anyhow::Result<Batch> {
    let signatures = player::signatures(settings);
    let facts = MatchFacts::of(settings, &signatures);
    let fingerprint = facts.first().map_or("", |facts| &facts.fingerprint);
    let coordinator =
        Coordinator::new(server.clone(), settings, fingerprint, journal, terms).await?;
    Batch::remote(settings, facts, |work| coordinator.start(work))
}
