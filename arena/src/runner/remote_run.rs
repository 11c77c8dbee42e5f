//! A remote run: a match whose games are played on other machines, while this process issues the
//! pairs and keeps the journal.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use anyhow::{Context as _, bail};
use engine::Stop;
use tokio::sync::mpsc;

use super::board_feeds::BoardFeeds;
use super::dispatcher::{Dispatcher, DispatcherSettings};
use super::events::Reporter;
use super::live_boards::LiveBoards;
use super::queue::Queue;
use super::transport::{Delivery, WAITING_GAMES};
use super::{Begun, MatchEnding, NO_THREAD, Resumed, Signal, THREAD_LOST};
use crate::config::Match;
use crate::storage::facts::MatchFacts;
use crate::storage::journal::GameWriter;

/// Everything needed to issue the pairs of a match.
#[derive(Debug)]
pub struct RemoteWork {
    /// The match.
    pub settings: Arc<Match>,
    /// Of each pairing, and its writer.
    pub facts: Vec<MatchFacts>,
    /// Writers of the games' texts, one a pairing.
    pub writers: Arc<[GameWriter]>,
    /// The pairs that are still to be played.
    pub queue: Arc<Queue>,
    /// Numbers of the games in the journal.
    pub played: HashSet<u32>,
    /// Receives finished games. The run ends when it is dropped.
    pub finished: mpsc::Sender<Delivery>,
    /// Raised to stop the match at once.
    pub abort: Stop,
}

/// Runs the games that a match's journal lacks. `start` starts a thread that issues the pairs and
/// delivers the games; their consequences for the match are decided here, as for games of this
/// process.
///
/// # Errors
/// When the journal cannot be written, or the thread cannot be started or crashes.
pub async fn run_remotely(
    settings: &Arc<Match>,
    facts: &[MatchFacts],
    resumed: Resumed,
    start: impl FnOnce(RemoteWork) -> io::Result<JoinHandle<()>>,
    signals: mpsc::Receiver<Signal>,
    reporter: &mut dyn Reporter,
) -> anyhow::Result<MatchEnding> {
    let Begun { journal, state, queue, facts, writers, played } =
        Begun::new(settings, facts, resumed, reporter);
    let dispatcher_settings = DispatcherSettings::of(settings, Arc::clone(&writers)).close();
    let (finished, deliveries) = mpsc::channel(WAITING_GAMES);
    let abort = Stop::new();
    let live_boards = LiveBoards::new(journal.path(), BoardFeeds::new(0), settings);
    let thread = start(RemoteWork {
        settings: Arc::clone(settings),
        facts,
        writers,
        queue: Arc::clone(&queue),
        played,
        finished,
        abort: abort.clone(),
    })
    .context(NO_THREAD)?;
    let dispatcher =
        Dispatcher::new(dispatcher_settings, journal, state, queue, abort, live_boards, reporter);
    let ending = dispatcher.run(deliveries, signals).await?;
    if (thread.is_finished() || ending.waits()) && thread.join().is_err() {
        bail!(THREAD_LOST);
    }
    Ok(ending)
}
