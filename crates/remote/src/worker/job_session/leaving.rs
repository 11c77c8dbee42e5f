//! How a session comes to its end, and what becomes of its tickets.

use std::sync::Arc;
use std::time::Instant;

use engine::Stop;
use tokio::sync::mpsc;

use super::{Ending, JobSession};
use crate::protocol::{self, Control, Order};
use crate::worker::WorkerError;
use crate::worker::job_runner::JobRunner;
use arena::runner::Signal;

impl<C: JobRunner> JobSession<'_, C> {
    pub(super) async fn follow_order(&mut self, bytes: &[u8]) {
        let Ok(Control { order, to, .. }) = protocol::read(bytes) else { return };
        if !to.is_empty() && !to.contains(&self.worker.name) {
            return;
        }
        match order {
            Order::Check => self.check_job().await,
            Order::Withdraw => {
                self.return_waiting();
                self.send_status(None).await;
            }
            Order::Show => {
                let boards = self.runner.boards();
                self.watched = Some(Instant::now());
                self.send_status(Some(boards)).await;
            }
            Order::Abort | Order::End => {
                self.abort.raise();
                self.leaving.get_or_insert(Ending::Over);
            }
        }
    }

    pub(super) fn stop_by(&mut self, signal: Signal) {
        let again = matches!(self.leaving, Some(Ending::Stopped(_)));
        self.leaving = Some(Ending::Stopped(signal));
        if again || signal == Signal::Terminate {
            self.abort.raise();
        }
    }

    /// Leaves to others what no thread has begun.
    pub(super) fn return_waiting(&mut self) {
        for waiting in self.queue.take_back() {
            let back = self.held.leave_out(&waiting.ticket, self.runner.results(&waiting.piece));
            self.give_back(back);
        }
    }

    /// Gives tickets back, to be dealt to others at once.
    pub(super) fn give_back(&self, tickets: Vec<String>) {
        for acknowledge in tickets {
            let broker = self.broker.clone();
            tokio::spawn(async move { broker.give_back(&acknowledge).await });
        }
    }

    /// Gives up what is under way, and starts the threads anew.
    pub(super) fn start_over(&mut self) -> Result<(), WorkerError> {
        self.stop_threads();
        // Nobody is to choose between these results and others'.
        let _ = self.held.give_up_unplayed();
        (self.queue, self.abort) = (Arc::default(), Stop::new());
        let (news, heard) = mpsc::unbounded_channel();
        (self.news, self.heard) = (news, heard);
        self.start_threads()
    }

    /// Ends all that is under way at once.
    pub(super) fn stop_threads(&mut self) {
        self.queue.take_back();
        self.abort.raise();
        self.queue.close();
        for thread in self.threads.drain(..) {
            // What a thread that has crashed has lost is done again.
            let _ = thread.join();
        }
    }

    pub(super) async fn end(&mut self) {
        self.stop_threads();
        for acknowledge in self.held.give_up_all() {
            self.broker.give_back(&acknowledge).await;
        }
        tokio::task::yield_now().await;
        self.broker.flush().await;
    }
}
