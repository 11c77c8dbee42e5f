//! Keeps the job told at the server.

use std::time::Instant;

use super::{ANNOUNCE_EVERY, CoordinatorError, State, TICK, claim};
use crate::broker::BrokerError;

impl State<'_> {
    /// Tells the job again, where that is due.
    pub(super) async fn keep_announced(&mut self, now: Instant) -> Result<(), BrokerError> {
        let workers = self.present().filter(|(_, known)| !known.leaving).count();
        let is_due = now.duration_since(self.announced) >= ANNOUNCE_EVERY;
        if self.job.open && self.is_reached && !is_due && workers == self.job.workers {
            return Ok(());
        }
        (self.job.workers, self.job.open) = (workers, true);
        let put = match claim::put(&self.broker, &self.job, self.place).await {
            // The server has lost its streams.
            Err(CoordinatorError::Broker(BrokerError::Gone(_))) => {
                self.broker.set_up().await?;
                claim::put(&self.broker, &self.job, 0).await
            }
            put => put,
        };
        match put {
            Ok(place) => {
                (self.place, self.announced) = (place, Instant::now());
                Ok(())
            }
            Err(CoordinatorError::Broker(error)) => Err(error),
            Err(taken) => {
                self.taken = Some(taken);
                Ok(())
            }
        }
    }

    /// Says once that the server is not reached, and once that it is again.
    pub(super) async fn note_reach(&mut self, done: Result<(), BrokerError>) {
        match (done, self.is_reached) {
            (Ok(()), true) => {}
            (Ok(()), false) => {
                self.is_reached = true;
                self.pairs.warn("the server deals tickets again".to_owned()).await;
            }
            (Err(error), reached) => {
                tracing::warn!("{error}");
                self.is_reached = false;
                if reached {
                    let text = format!("tickets are not dealt at the moment: {error}");
                    self.pairs.warn(text).await;
                }
                // Workers that wait for an answer meanwhile ask again.
                tokio::time::sleep(TICK * 5).await;
            }
        }
    }
}
