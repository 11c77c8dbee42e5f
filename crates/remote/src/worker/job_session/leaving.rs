//! The end of a session, and of its tickets.

use std::sync::Arc;

use engine::Stop;
use tokio::sync::mpsc;

use super::{Ending, JobSession, LAST_WORD};
use crate::protocol::{self, Control, Order};
use crate::worker::job_runner::JobRunner;
use arena::runner::Signal;

impl<C: JobRunner> JobSession<'_, C> {
    pub(super) fn follow_order(&mut self, bytes: &[u8]) {
        let Ok(Control { order, to, .. }) = protocol::read(bytes) else { return };
        if !to.is_empty() && !to.contains(self.post.key()) {
            return;
        }
        match order {
            Order::Withdraw => {
                self.return_waiting();
                self.renew();
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

    /// Leaves the pieces that no thread has begun to others.
    pub(super) fn return_waiting(&mut self) {
        for waiting in self.queue.take_back() {
            self.held.leave_out(&waiting.ticket, self.runner.results(&waiting.piece));
        }
    }

    /// Gives up work in progress, and starts the threads anew.
    pub(super) fn start_over(&mut self) -> anyhow::Result<()> {
        self.stop_threads();
        // Nobody is to choose between these results and others'.
        self.held.give_up_unplayed();
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
            // The piece of a crashed thread is done again.
            let _ = thread.join();
        }
    }

    pub(super) async fn end(&mut self) {
        self.stop_threads();
        self.held.give_up_all();
        // Tickets that this last request does not name are given back.
        let (message, _) = self.ask_message(0, u64::MAX);
        let subject = self.subjects.ask();
        let last = async {
            let _ = self.post.say(&subject, &message).await;
            self.post.broker.flush(LAST_WORD).await;
        };
        // A server that does not answer keeps nobody here.
        let _ = tokio::time::timeout(LAST_WORD, last).await;
    }
}
