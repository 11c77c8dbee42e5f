//! The work queue: tickets put, dealt, kept, given back and acknowledged.

use std::time::Duration;

use async_nats::StatusCode;
use async_nats::jetstream;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::context::{ConsumerInfoErrorKind, PublishErrorKind};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use super::{Broker, BrokerError, Dealt, other};
use crate::protocol::{Subjects, WORK_STREAM};

/// How much longer than it was asked to the server is waited for.
const LATE: Duration = Duration::from_secs(5);
/// Within this time what the server has dealt is here.
const ON_ITS_WAY: Duration = Duration::from_millis(20);
/// Requests for tickets that wait at once, of all workers: one for each thread that may be idle.
const REQUESTS: i64 = 1 << 16;

impl Broker {
    /// Throws away all tickets of a match, and deals those of this consumer from now on.
    pub(crate) async fn begin_anew(
        &self,
        subjects: &Subjects,
        consumer: &str,
        lease: Duration,
    ) -> Result<(), BrokerError> {
        let stream = self.stream(WORK_STREAM).await?;
        self.purge(subjects).await?;
        // That of the generation before, or what a coordinator that is gone has left: a work queue has one
        // consumer of a subject.
        let listed =
            self.context.get_stream(WORK_STREAM).await.map_err(other("find the tickets"))?;
        let mut consumers = listed.consumer_names();
        let prefix = subjects.consumer("");
        while let Some(name) = consumers.next().await {
            let name = name.map_err(other("list the consumers"))?;
            if name.starts_with(&prefix) && name != consumer {
                let _ = stream.delete_consumer(&name).await;
            }
        }
        let config = pull::Config {
            durable_name: Some(consumer.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            filter_subject: subjects.work(),
            max_ack_pending: 1_000_000,
            max_waiting: REQUESTS,
            memory_storage: true,
            ..pull::Config::default()
        };
        stream.create_consumer(config).await.map_err(other("have tickets dealt"))?;
        Ok(())
    }

    /// Throws the tickets of a match away that were dealt to nobody, and those that were.
    pub(crate) async fn purge(&self, subjects: &Subjects) -> Result<(), BrokerError> {
        let stream = self.stream(WORK_STREAM).await?;
        stream.purge().filter(subjects.work()).await.map_err(other("purge the tickets"))?;
        Ok(())
    }

    /// Throws one ticket away, by the place it was put in.
    pub(crate) async fn delete_ticket(&self, place: u64) {
        if let Ok(stream) = self.stream(WORK_STREAM).await {
            // Most often it is gone: then all is well.
            let _ = stream.delete_message(place).await;
        }
    }

    /// Whether the consumer is still there.
    pub(crate) async fn has_consumer(&self, consumer: &str) -> Result<bool, BrokerError> {
        let stream = self.stream(WORK_STREAM).await?;
        match stream.consumer_info(consumer).await {
            Ok(_) => Ok(true),
            Err(error) => match error.kind() {
                ConsumerInfoErrorKind::NotFound | ConsumerInfoErrorKind::StreamNotFound => {
                    Ok(false)
                }
                _ => Err(other("look for the consumer")(error)),
            },
        }
    }

    /// Puts tickets, one after the other on the wire, and gives the place of each.
    pub(crate) async fn put_tickets(
        &self,
        subjects: &Subjects,
        tickets: Vec<(String, Vec<u8>)>,
    ) -> Result<Vec<u64>, BrokerError> {
        let mut waiting = Vec::with_capacity(tickets.len());
        for (identity, bytes) in tickets {
            let mut headers = async_nats::HeaderMap::new();
            headers.insert("Nats-Msg-Id", identity.as_str());
            let sent =
                self.context.publish_with_headers(subjects.work(), headers, bytes.into()).await;
            waiting.push(sent.map_err(other("send a ticket"))?);
        }
        let mut places = Vec::with_capacity(waiting.len());
        for sent in waiting {
            let acknowledged = sent.await.map_err(|error| match error.kind() {
                PublishErrorKind::StreamNotFound => BrokerError::Gone("the tickets"),
                _ => other("send a ticket")(error),
            })?;
            places.push(acknowledged.sequence);
        }
        Ok(places)
    }

    /// A ticket of a match for this process; `None` where there was none within this time, or before the
    /// sender of `stop` was dropped.
    ///
    /// The client's own requests for a batch are not used: from the first sign of life of the server on
    /// (a heartbeat, async-nats 0.51) they hear nothing more, and what is dealt to them is lost until its
    /// lease is over. A request for one ticket is never left while the server could still answer it.
    pub(crate) async fn pull(
        &self,
        consumer: &str,
        patience: Duration,
        mut stop: watch::Receiver<()>,
    ) -> Result<Option<Dealt>, BrokerError> {
        let doing = "take tickets";
        let inbox = self.client.new_inbox();
        let mut answers = self.client.subscribe(inbox.clone()).await.map_err(other(doing))?;
        let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{WORK_STREAM}.{consumer}");
        let expires = u64::try_from(patience.as_nanos()).unwrap_or(u64::MAX);
        let request = serde_json::json!({ "batch": 1, "expires": expires }).to_string();
        let sent = self.client.publish_with_reply(subject, inbox, request.into()).await;
        sent.map_err(other(doing))?;
        let answer = tokio::select! {
            answer = timeout(patience + LATE, answers.next()) => answer,
            // A ticket that is given back must not come back to this very request: so what is on its way
            // is taken before it ends.
            _ = stop.changed() => {
                self.flush().await;
                timeout(ON_ITS_WAY, answers.next()).await
            }
        };
        let Ok(Some(message)) = answer else { return Ok(None) };
        match message.status {
            None | Some(StatusCode::OK) => Ok(self.dealt(message)),
            Some(StatusCode::TIMEOUT) => Ok(None),
            Some(status) => {
                let what = message.description.unwrap_or_default();
                Err(BrokerError::Other { doing, problem: format!("{status} {what}") })
            }
        }
    }

    fn dealt(&self, message: async_nats::Message) -> Option<Dealt> {
        let message = jetstream::Message { message, context: self.context.clone() };
        let deliveries = message.info().map_or(1, |info| info.delivered);
        let acknowledge = message.reply.as_ref()?.to_string();
        Some(Dealt { bytes: message.payload.to_vec(), acknowledge, deliveries })
    }

    /// Keeps a ticket for another lease; whether the server has confirmed that.
    pub(crate) async fn renew(&self, acknowledge: &str) -> bool {
        let asked = self.client.request(acknowledge.to_owned(), "+WPI".into()).await;
        asked.is_ok()
    }

    /// Gives a ticket back, to be dealt to another at once.
    pub(crate) async fn give_back(&self, acknowledge: &str) {
        let _ = self.client.publish(acknowledge.to_owned(), "-NAK".into()).await;
    }

    /// Gives a ticket back, to be dealt a second later: whoever asks then may be another.
    pub(crate) async fn leave_to_others(&self, acknowledge: &str) {
        let later = r#"-NAK {"delay": 1000000000}"#;
        let _ = self.client.publish(acknowledge.to_owned(), later.into()).await;
    }

    /// Has a ticket dealt no more.
    pub(crate) async fn acknowledge(&self, acknowledge: &str) {
        // Lost, it is dealt again, and the answer is that its games are there.
        let _ = self.client.publish(acknowledge.to_owned(), "+ACK".into()).await;
    }
}

#[cfg(test)]
mod tests;
