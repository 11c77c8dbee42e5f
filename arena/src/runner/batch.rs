//! Games whose results the caller keeps: no journal, no reporter, no stop rule.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use anyhow::{Context as _, ensure};
use engine::Stop;
use tokio::sync::mpsc;

use super::game_thread::GameThread;
use super::pair_buffer::{PairBuffer, Verdict};
use super::queue::Queue;
use super::remote_run::RemoteWork;
use super::transport::{Delivery, FinishedGame, LocalTransport, News, Step, WAITING_GAMES};
use super::void::may_be_void;
use super::{NO_THREAD, THREAD_LOST};
use crate::chess::record::GameRecord;
use crate::config::Match;
use crate::player::MakePlayer;
use crate::runner::in_progress::BoardFeed;
use crate::storage::facts::MatchFacts;
use crate::storage::journal::GameWriter;

/// An event of a [`Batch`].
#[derive(Clone, Debug)]
pub enum BatchNews {
    /// A game is finished.
    Played(Box<GameRecord>),
    /// Something the user should know, in a sentence.
    Warning(String),
    /// Why nobody may go on, in a sentence.
    Obstacle(String),
}

/// All games of a match, played on threads of their own. Dropping it ends them.
#[derive(Debug)]
pub struct Batch {
    finished: mpsc::Receiver<Delivery>,
    threads: Vec<JoinHandle<()>>,
    abort: Stop,
    queue: Arc<Queue>,
    pairs: PairBuffer,
    /// Games that count and were not handed on yet.
    ready: VecDeque<GameRecord>,
}

impl Batch {
    /// Starts one thread for each concurrent game of the match; `make_player` is as for
    /// [`run`](super::run).
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn start(settings: &Arc<Match>, make_player: &MakePlayer) -> anyhow::Result<Batch> {
        let queue = Arc::new(Queue::new(settings.schedule().collect(), |_| false));
        let (transport, finished) = LocalTransport::new(Arc::clone(&queue), Step::Loose);
        let mut batch = Batch::of(settings, finished, Arc::clone(&queue), Stop::new());
        for number in 1..=settings.concurrency.min(queue.len()) {
            let thread = GameThread {
                settings: Arc::clone(settings),
                transport: transport.clone(),
                writers: Arc::default(),
                abort: batch.abort.clone(),
                make_player: Arc::clone(make_player),
                number,
                feed: BoardFeed::closed(),
                machine: None,
                cores: None,
            };
            batch.threads.push(thread.start().context(NO_THREAD)?);
        }
        Ok(batch)
    }

    /// All games of a match, played remotely: `start` starts a thread that issues its pairs and
    /// delivers its games.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub fn remote(
        settings: &Arc<Match>,
        facts: Vec<MatchFacts>,
        start: impl FnOnce(RemoteWork) -> io::Result<JoinHandle<()>>,
    ) -> anyhow::Result<Batch> {
        let (finished, received) = mpsc::channel(WAITING_GAMES);
        let abort = Stop::new();
        let queue = Arc::new(Queue::new(settings.schedule().collect(), |_| false));
        let thread = start(RemoteWork {
            settings: Arc::clone(settings),
            writers: facts.iter().map(GameWriter::new).collect(),
            facts,
            queue: Arc::clone(&queue),
            played: HashSet::new(),
            finished,
            // A tuning has no live page.
            abort: abort.clone(),
        })
        .context(NO_THREAD)?;
        let mut batch = Batch::of(settings, received, queue, abort);
        batch.threads.push(thread);
        Ok(batch)
    }

    fn of(
        settings: &Match,
        finished: mpsc::Receiver<Delivery>,
        queue: Arc<Queue>,
        abort: Stop,
    ) -> Batch {
        let pairs = PairBuffer::new(may_be_void(settings));
        Batch { finished, threads: Vec::new(), abort, queue, pairs, ready: VecDeque::new() }
    }

    /// The next event: a finished game, in any order; `None` after the last one.
    pub async fn next(&mut self) -> Option<BatchNews> {
        loop {
            if let Some(record) = self.ready.pop_front() {
                return Some(BatchNews::Played(Box::new(record)));
            }
            // The receipt lives until the decision.
            let Some(Delivery { news, receipt: _receipt }) = self.finished.recv().await else {
                let alone = self.pairs.give_up().into_iter().map(|game| game.record);
                self.ready.extend(alone);
                let record = self.ready.pop_front()?;
                return Some(BatchNews::Played(Box::new(record)));
            };
            match news {
                News::Finished(game) => self.take(*game),
                News::Warning(text) => return Some(BatchNews::Warning(text)),
                News::Obstacle(text) => return Some(BatchNews::Obstacle(text)),
                News::Begins(_) => {}
            }
        }
    }

    /// Decides on a finished game.
    fn take(&mut self, game: FinishedGame) {
        match self.pairs.decide(&game) {
            Verdict::Counts => {
                let counting = self.pairs.take(game, false).into_iter().map(|game| game.record);
                self.ready.extend(counting);
            }
            Verdict::Replay(attempt) => self.queue.replay(game.record.spec.pair(), attempt),
            Verdict::Superseded => {}
        }
    }

    /// Waits for all threads to end; they end after the last game.
    ///
    /// # Errors
    /// When one of them broke down.
    pub fn join(mut self) -> anyhow::Result<()> {
        let broken = self.threads.drain(..).any(|thread| thread.join().is_err());
        ensure!(!broken, THREAD_LOST);
        Ok(())
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.abort.raise();
        self.finished.close();
        for thread in self.threads.drain(..) {
            // Only `join` reports a panic.
            let _ = thread.join();
        }
    }
}
