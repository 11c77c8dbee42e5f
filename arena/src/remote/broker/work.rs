//! The work queue: tickets put, dealt, kept, given back and acknowledged.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{ConsumerInfoErrorKind, PublishErrorKind};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use super::{Broker, BrokerError, Dealt, HEARTBEAT, TOGETHER, other};
use crate::remote::protocol::{Subjects, WORK_STREAM};

impl Broker {
    /// Throws away all tickets of a match, and deals those of this consumer from now on.
    pub(in crate::remote) async fn begin_anew(
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
            max_waiting: 8192,
            memory_storage: true,
            ..pull::Config::default()
        };
        stream.create_consumer(config).await.map_err(other("have tickets dealt"))?;
        Ok(())
    }

    /// Throws the tickets of a match away that were dealt to nobody, and those that were.
    pub(in crate::remote) async fn purge(&self, subjects: &Subjects) -> Result<(), BrokerError> {
        let stream = self.stream(WORK_STREAM).await?;
        stream.purge().filter(subjects.work()).await.map_err(other("purge the tickets"))?;
        Ok(())
    }

    /// Throws one ticket away, by the place it was put in.
    pub(in crate::remote) async fn delete_ticket(&self, place: u64) {
        if let Ok(stream) = self.stream(WORK_STREAM).await {
            // Most often it is gone: then all is well.
            let _ = stream.delete_message(place).await;
        }
    }

    /// Whether the consumer is still there.
    pub(in crate::remote) async fn has_consumer(
        &self,
        consumer: &str,
    ) -> Result<bool, BrokerError> {
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
    pub(in crate::remote) async fn put_tickets(
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

    /// Tickets of a match for this process: as many as there are, at most `most`, waited for as long as
    /// this where there are none, or until `stop` becomes true.
    pub(in crate::remote) async fn pull(
        &self,
        consumer: &str,
        most: usize,
        patience: Duration,
        mut stop: watch::Receiver<bool>,
    ) -> Result<Vec<Dealt>, BrokerError> {
        let doing = "take tickets";
        let stream = self.stream(WORK_STREAM).await?;
        let consumer: PullConsumer = stream
            .get_consumer(consumer)
            .await
            .map_err(|error| BrokerError::Other { doing, problem: error.to_string() })?;
        let heartbeat = HEARTBEAT.min(patience / 3);
        let batch = consumer.batch().max_messages(most).expires(patience).heartbeat(heartbeat);
        let mut messages = batch.messages().await.map_err(other(doing))?;
        let (mut dealt, mut is_stopped) = (Vec::new(), false);
        loop {
            // The first is waited for; what comes with it is taken. A ticket that is given back must not
            // come back to this very request: so what is on its way is taken before it ends.
            let next = match dealt.is_empty() && !is_stopped {
                true => tokio::select! {
                    next = messages.next() => next,
                    () = is_true(&mut stop) => {
                        self.flush().await;
                        is_stopped = true;
                        continue;
                    }
                },
                false => timeout(TOGETHER, messages.next()).await.unwrap_or(None),
            };
            let Some(message) = next else { break };
            let message = match message {
                Ok(message) => message,
                // What was dealt is not lost by what comes after it.
                Err(_) if !dealt.is_empty() => break,
                Err(error) => {
                    return Err(BrokerError::Other { doing, problem: error.to_string() });
                }
            };
            let deliveries = message.info().map_or(1, |info| info.delivered);
            let Some(acknowledge) = message.reply.clone() else { continue };
            dealt.push(Dealt {
                bytes: message.payload.to_vec(),
                acknowledge: acknowledge.into_string(),
                deliveries,
            });
            if dealt.len() == most {
                break;
            }
        }
        Ok(dealt)
    }

    /// Keeps a ticket for another lease; whether the server has confirmed that.
    pub(in crate::remote) async fn renew(&self, acknowledge: &str) -> bool {
        let asked = self.client.request(acknowledge.to_owned(), "+WPI".into()).await;
        asked.is_ok()
    }

    /// Gives a ticket back, to be dealt to another at once.
    pub(in crate::remote) async fn give_back(&self, acknowledge: &str) {
        let _ = self.client.publish(acknowledge.to_owned(), "-NAK".into()).await;
    }

    /// Gives a ticket back, to be dealt a second later: whoever asks then may be another.
    pub(in crate::remote) async fn leave_to_others(&self, acknowledge: &str) {
        let later = r#"-NAK {"delay": 1000000000}"#;
        let _ = self.client.publish(acknowledge.to_owned(), later.into()).await;
    }

    /// Has a ticket dealt no more.
    pub(in crate::remote) async fn acknowledge(&self, acknowledge: &str) {
        // Lost, it is dealt again, and the answer is that its games are there.
        let _ = self.client.publish(acknowledge.to_owned(), "+ACK".into()).await;
    }
}

/// Waits until it is true, or nobody can make it so any more.
async fn is_true(value: &mut watch::Receiver<bool>) {
    let _ = value.wait_for(|value| *value).await;
}
