//! A worker's messages: each is signed, has a serial of its own, and takes the answer that belongs to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::broker::{Broker, BrokerError};
use crate::protocol::{Answer, OwnKey, WorkerKey};

/// How long an answer is waited for that is given at once.
pub(super) const AT_ONCE: Duration = Duration::from_secs(10);

/// Sends the messages of a worker.
#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) broker: Broker,
    key: Arc<OwnKey>,
    last: Arc<AtomicU64>,
}

impl Post {
    /// A post with a new key.
    pub(super) fn new(broker: Broker) -> Post {
        Post { broker, key: Arc::new(OwnKey::new()), last: Arc::default() }
    }

    /// The key of this worker.
    pub(super) fn key(&self) -> &WorkerKey {
        self.key.public()
    }

    /// A serial for the next message.
    pub(super) fn serial(&self) -> u64 {
        self.last.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Asks, and waits for the answer.
    pub(super) async fn ask(
        &self,
        subject: String,
        serial: u64,
        message: &[u8],
        patience: Duration,
    ) -> Result<Vec<u8>, BrokerError> {
        let sealed = self.key.seal(&subject, serial, message);
        let bytes = self.broker.ask(subject, sealed, patience).await?;
        let own = Answer { to: self.key().clone(), serial };
        // An answer that is not to this question is none.
        own.open(&bytes).map(<[u8]>::to_vec).map_err(|_| BrokerError::Silent)
    }

    /// Publishes a message.
    pub(super) async fn say(&self, subject: &str, message: &[u8]) -> Result<(), BrokerError> {
        let sealed = self.key.seal(subject, self.serial(), message);
        self.broker.say(subject, sealed).await
    }
}
