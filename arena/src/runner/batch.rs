//! Games that another keeps the results of: no journal, no reporter, no rule that ends them.

use std::sync::Arc;
use std::thread::JoinHandle;

use engine::Stop;
use tokio::sync::mpsc;

use super::queue::Queue;
use super::table::{Finished, Table};
use super::{RunError, WAITING_GAMES};
use crate::chess::record::GameRecord;
use crate::config::schedule::schedule;
use crate::config::{ContenderSettings, Match};
use crate::player::Player;
use crate::runner::in_progress::Window;

/// All games of a match, played at tables of their own. Dropping it ends them.
#[derive(Debug)]
pub struct Batch {
    finished: mpsc::Receiver<Finished>,
    tables: Vec<JoinHandle<()>>,
    abort: Stop,
}

impl Batch {
    /// Starts as many tables as the match plays games at a time; `seat` makes their players, as for
    /// [`run`](super::run).
    ///
    /// # Errors
    /// When a table cannot be started.
    pub fn start<P, F>(settings: &Arc<Match>, seat: F) -> Result<Batch, RunError>
    where
        P: Player,
        F: Fn(&ContenderSettings, Stop) -> P + Clone + Send + 'static,
    {
        let queue = Arc::new(Queue::new(schedule(settings).collect(), |_| false));
        let (sender, finished) = mpsc::channel(WAITING_GAMES);
        let mut batch = Batch { finished, tables: Vec::new(), abort: Stop::new() };
        for number in 1..=settings.concurrency.min(queue.len()) {
            let table = Table {
                settings: Arc::clone(settings),
                queue: Arc::clone(&queue),
                writers: Arc::default(),
                abort: batch.abort.clone(),
                finished: sender.clone(),
                seat: seat.clone(),
                number,
                place: None,
                window: Window::closed(),
            };
            batch.tables.push(table.start()?);
        }
        Ok(batch)
    }

    /// The next game that is finished, in any order; `None` after the last one.
    pub async fn next(&mut self) -> Option<GameRecord> {
        self.finished.recv().await.map(|finished| finished.record)
    }

    /// Waits until all tables have ended, as they have after the last game.
    ///
    /// # Errors
    /// When one of them broke down.
    pub fn join(mut self) -> Result<(), RunError> {
        let broken = self.tables.drain(..).any(|table| table.join().is_err());
        if broken { Err(RunError::TableLost) } else { Ok(()) }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.abort.raise();
        self.finished.close();
        for table in self.tables.drain(..) {
            // Whoever wants to know of a panic calls `join`.
            let _ = table.join();
        }
    }
}
