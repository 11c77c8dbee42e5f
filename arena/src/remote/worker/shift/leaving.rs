//! How a shift comes to its end, and what becomes of its tickets.

use std::sync::Arc;
use std::time::Instant;

use engine::Stop;
use tokio::sync::mpsc;

use super::{Ending, Shift};
use crate::remote::protocol::{self, Control, Order};
use crate::remote::worker::WorkerError;
use crate::remote::worker::craft::Craft;
use crate::runner::Signal;

impl<C: Craft> Shift<'_, C> {
    pub(super) async fn obey(&mut self, bytes: &[u8]) {
        let Ok(Control { order, to, .. }) = protocol::read(bytes) else { return };
        if !to.is_empty() && !to.contains(&self.worker.name) {
            return;
        }
        match order {
            Order::Look => self.look().await,
            Order::Withdraw => {
                self.leave_out_waiting();
                self.say_status(None).await;
            }
            Order::Show => {
                let boards = self.craft.boards();
                self.watched = Some(Instant::now());
                self.say_status(Some(boards)).await;
            }
            Order::Abort | Order::End => {
                self.abort.raise();
                self.leaving.get_or_insert(Ending::Over);
            }
        }
    }

    pub(super) fn leave_by(&mut self, signal: Signal) {
        let again = matches!(self.leaving, Some(Ending::Stopped(_)));
        self.leaving = Some(Ending::Stopped(signal));
        if again || signal == Signal::Terminate {
            self.abort.raise();
        }
    }

    /// Leaves to others what no table has begun.
    pub(super) fn leave_out_waiting(&mut self) {
        for waiting in self.desk.take_back() {
            let back = self.holding.leave_out(&waiting.of, self.craft.results(&waiting.piece));
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

    /// Gives up what is under way, and sets the tables up anew.
    pub(super) fn start_over(&mut self) -> Result<(), WorkerError> {
        self.clear_tables();
        // Nobody is to choose between these results and others'.
        let _ = self.holding.give_up_unplayed();
        (self.desk, self.abort) = (Arc::default(), Stop::new());
        let (news, heard) = mpsc::unbounded_channel();
        (self.news, self.heard) = (news, heard);
        self.set_up_tables()
    }

    /// Ends all that is under way at once.
    pub(super) fn clear_tables(&mut self) {
        self.desk.take_back();
        self.abort.raise();
        self.desk.close();
        for thread in self.threads.drain(..) {
            // What a table that has crashed has lost is done again.
            let _ = thread.join();
        }
    }

    pub(super) async fn go_home(&mut self) {
        self.clear_tables();
        for acknowledge in self.holding.give_up_all() {
            self.broker.give_back(&acknowledge).await;
        }
        tokio::task::yield_now().await;
        self.broker.flush().await;
    }
}
