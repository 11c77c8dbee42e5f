//! The NATS server as the rest of the program knows it. No other file names its client.
//!
//! Two streams in memory: tickets, a work queue that deals each to one worker at a time and again where
//! it is not acknowledged within its lease; and jobs, one message a match, which goes away with its
//! coordinator. Nothing in them is needed: a server that has lost them is set up anew.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{ConsumerInfoErrorKind, PublishErrorKind};
use async_nats::jetstream::stream::{
    self, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, StorageType, Stream,
};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Subscriber};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_stream::StreamExt;

use super::protocol::{JOB_STREAM, JOB_SUBJECTS, Subjects, TICKET, WORK_STREAM, WORK_SUBJECTS};
use super::server::{Credentials, Server};

/// How long a job is told of after its coordinator has last told it.
const JOB_AGE: Duration = Duration::from_secs(60);
/// Tickets are forgotten after this time at the latest.
const WORK_AGE: Duration = Duration::from_secs(6 * 3600);
/// Bytes of all tickets that are out.
const WORK_BYTES: i64 = 256 << 20;
/// How long the server is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a pull is told to be alive while there is nothing to deal.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// Tickets within this time of each other are taken together.
const TOGETHER: Duration = Duration::from_millis(20);
/// How long a reconnection waits at most.
const RECONNECT: Duration = Duration::from_secs(2);

/// Why the server did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum BrokerError {
    /// It cannot be reached, or does not let this process in.
    #[error("{url}: {problem}")]
    Connect {
        /// The server.
        url: String,
        /// In a sentence.
        problem: String,
    },
    /// A file of credentials cannot be used.
    #[error("{path}: {problem}")]
    Credentials {
        /// The file.
        path: String,
        /// Why not.
        problem: String,
    },
    /// A stream or a consumer is not there: the server was started anew.
    #[error("the server has forgotten {0}")]
    Gone(&'static str),
    /// Nobody answers a request.
    #[error("nobody answers")]
    Silent,
    /// Another coordinator has changed what this one would.
    #[error("another coordinator has this match")]
    Conflict,
    /// Anything else.
    #[error("cannot {doing}: {problem}")]
    Other {
        /// What was attempted.
        doing: &'static str,
        /// Why it failed.
        problem: String,
    },
}

/// A connection to the server.
#[derive(Clone, Debug)]
pub(super) struct Broker {
    client: Client,
    context: Context,
    max_payload: usize,
}

/// A message to this process.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub(super) bytes: Vec<u8>,
    /// Where its answer is expected.
    pub(super) reply: Option<String>,
}

/// Messages of a subject.
#[derive(Debug)]
pub(super) struct Inbox(Subscriber);

/// A ticket that was dealt to this process.
#[derive(Clone, Debug)]
pub(super) struct Dealt {
    pub(super) bytes: Vec<u8>,
    /// Where it is acknowledged, given back, or kept for longer.
    pub(super) acknowledge: String,
    /// How often it was dealt.
    pub(super) deliveries: i64,
}

fn other<E: std::error::Error>(doing: &'static str) -> impl Fn(E) -> BrokerError {
    move |error| {
        let mut problem = error.to_string();
        let mut cause = error.source();
        while let Some(next) = cause {
            if !problem.contains(&next.to_string()) {
                problem = format!("{problem}: {next}");
            }
            cause = next.source();
        }
        BrokerError::Other { doing, problem }
    }
}

impl Broker {
    /// Connects to a server that has JetStream. `name` is how it lists this process.
    pub(super) async fn connect(server: &Server, name: &str) -> Result<Broker, BrokerError> {
        let failed =
            |problem: String| BrokerError::Connect { url: server.url().to_owned(), problem };
        let options = options(server).await?;
        let connecting = options
            .name(name)
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .reconnect_delay_callback(|attempts| {
                let delay = Duration::from_millis(100 * (1 << attempts.min(5)));
                delay.min(RECONNECT)
            })
            .connect(server.url());
        let client = timeout(PATIENCE, connecting)
            .await
            .map_err(|_| failed(format!("no answer within {} s", PATIENCE.as_secs())))?
            .map_err(|error| failed(refusal(&error, server)))?;
        let max_payload = client.max_payload();
        let context = jetstream::new(client.clone());
        Ok(Broker { client, context, max_payload })
    }

    /// Bytes of a message that this server takes.
    pub(super) fn max_payload(&self) -> usize {
        self.max_payload
    }

    /// Whether the server asks everyone who they are.
    pub(super) fn asks_for_credentials(&self) -> bool {
        self.client.server_info().auth_required
    }

    /// Makes the streams that are not there.
    pub(super) async fn set_up(&self) -> Result<(), BrokerError> {
        let work = stream::Config {
            name: WORK_STREAM.to_owned(),
            subjects: vec![WORK_SUBJECTS.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::Memory,
            discard: DiscardPolicy::New,
            max_bytes: WORK_BYTES,
            max_message_size: i32::try_from(2 * TICKET).unwrap_or(i32::MAX),
            max_age: WORK_AGE,
            ..stream::Config::default()
        };
        let jobs = stream::Config {
            name: JOB_STREAM.to_owned(),
            subjects: vec![JOB_SUBJECTS.to_owned()],
            storage: StorageType::Memory,
            max_messages_per_subject: 1,
            max_age: JOB_AGE,
            ..stream::Config::default()
        };
        for config in [work, jobs] {
            self.context.get_or_create_stream(config).await.map_err(other(
                "set up the streams; the server needs JetStream (nats-server -js)",
            ))?;
        }
        Ok(())
    }

    async fn stream(&self, name: &'static str) -> Result<Stream<()>, BrokerError> {
        self.context.get_stream_no_info(name).await.map_err(other("name a stream"))
    }

    /// Throws away all tickets of a match, and deals those of this consumer from now on.
    pub(super) async fn begin_anew(
        &self,
        subjects: &Subjects,
        old: Option<&str>,
        consumer: &str,
        lease: Duration,
    ) -> Result<(), BrokerError> {
        let stream = self.stream(WORK_STREAM).await?;
        if let Some(old) = old {
            // It may be gone already.
            let _ = stream.delete_consumer(old).await;
        }
        self.purge(subjects).await?;
        // What a coordinator that is gone has left; a work queue has one consumer of a subject.
        let mut names =
            self.context.get_stream(WORK_STREAM).await.map_err(other("find the tickets"))?;
        names.info().await.map_err(other("find the tickets"))?;
        let mut consumers = names.consumer_names();
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
    pub(super) async fn purge(&self, subjects: &Subjects) -> Result<(), BrokerError> {
        let stream = self.stream(WORK_STREAM).await?;
        stream.purge().filter(subjects.work()).await.map_err(other("purge the tickets"))?;
        Ok(())
    }

    /// Throws one ticket away, by the place it was put in.
    pub(super) async fn delete_ticket(&self, place: u64) {
        if let Ok(stream) = self.stream(WORK_STREAM).await {
            // Most often it is gone: then all is well.
            let _ = stream.delete_message(place).await;
        }
    }

    /// Whether the consumer is still there.
    pub(super) async fn has_consumer(&self, consumer: &str) -> Result<bool, BrokerError> {
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

    /// Ends a match: no tickets, no consumer, no job.
    pub(super) async fn clear(&self, subjects: &Subjects, consumer: &str) {
        // Whatever is left goes by its age.
        let _ = self.purge(subjects).await;
        if let Ok(stream) = self.stream(WORK_STREAM).await {
            let _ = stream.delete_consumer(consumer).await;
        }
        if let Ok(stream) = self.stream(JOB_STREAM).await {
            let _ = stream.purge().filter(subjects.job()).await;
        }
    }

    /// Puts tickets, one after the other on the wire, and gives the place of each.
    pub(super) async fn put_tickets(
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

    /// Tells a job; `last` is the place it was put in before, 0 for one that is new. Gives its place.
    pub(super) async fn put_job(
        &self,
        subjects: &Subjects,
        bytes: Vec<u8>,
        last: u64,
    ) -> Result<u64, BrokerError> {
        let mut headers = async_nats::HeaderMap::new();
        headers.insert("Nats-Expected-Last-Subject-Sequence", last.to_string().as_str());
        let sent = self.context.publish_with_headers(subjects.job(), headers, bytes.into()).await;
        let acknowledged = sent.map_err(other("tell the job"))?.await;
        let acknowledged = acknowledged.map_err(|error| match error.kind() {
            PublishErrorKind::StreamNotFound => BrokerError::Gone("the jobs"),
            PublishErrorKind::WrongLastSequence => BrokerError::Conflict,
            _ => other("tell the job")(error),
        })?;
        Ok(acknowledged.sequence)
    }

    /// The job of a match as it was told last, and its place.
    pub(super) async fn job(&self, subject: &str) -> Result<Option<(Vec<u8>, u64)>, BrokerError> {
        let stream = self.stream(JOB_STREAM).await?;
        match stream.get_last_raw_message_by_subject(subject).await {
            Ok(message) => Ok(Some((message.payload.to_vec(), message.sequence))),
            Err(error) => match error.kind() {
                LastRawMessageErrorKind::NoMessageFound => Ok(None),
                LastRawMessageErrorKind::JetStream(error)
                    if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
                {
                    Ok(None)
                }
                _ => Err(other("read a job")(error)),
            },
        }
    }

    /// All jobs.
    pub(super) async fn jobs(&self) -> Result<Vec<Vec<u8>>, BrokerError> {
        let Ok(stream) = self.context.get_stream(JOB_STREAM).await else { return Ok(Vec::new()) };
        let list = stream.info_with_subjects(JOB_SUBJECTS).await;
        let mut list = list.map_err(other("list the jobs"))?;
        let mut subjects = Vec::new();
        while let Some(subject) = list.next().await {
            subjects.push(subject.map_err(other("list the jobs"))?.0);
        }
        let mut jobs = Vec::new();
        for subject in subjects {
            jobs.extend(self.job(&subject).await?.map(|(bytes, _)| bytes));
        }
        Ok(jobs)
    }

    /// Tickets of a match for this process: as many as there are, at most `most`, waited for as long as
    /// this where there are none, or until `stop` becomes true.
    pub(super) async fn pull(
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
    pub(super) async fn renew(&self, acknowledge: &str) -> bool {
        let asked = self.client.request(acknowledge.to_owned(), "+WPI".into()).await;
        asked.is_ok()
    }

    /// Gives a ticket back, to be dealt to another at once.
    pub(super) async fn give_back(&self, acknowledge: &str) {
        let _ = self.client.publish(acknowledge.to_owned(), "-NAK".into()).await;
    }

    /// Has a ticket dealt no more.
    pub(super) async fn acknowledge(&self, acknowledge: &str) {
        // Lost, it is dealt again, and the answer is that its games are there.
        let _ = self.client.publish(acknowledge.to_owned(), "+ACK".into()).await;
    }

    /// Asks, and waits for the answer.
    pub(super) async fn ask(
        &self,
        subject: String,
        bytes: Vec<u8>,
    ) -> Result<Vec<u8>, BrokerError> {
        use async_nats::RequestErrorKind;
        let answer = self.client.request(subject, bytes.into()).await;
        answer.map(|message| message.payload.to_vec()).map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders | RequestErrorKind::TimedOut => BrokerError::Silent,
            _ => other("ask")(error),
        })
    }

    /// Says something to whoever listens.
    pub(super) async fn say(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BrokerError> {
        self.client.publish(subject.to_owned(), bytes.into()).await.map_err(other("send a message"))
    }

    /// Waits until all that was said is on its way.
    pub(super) async fn flush(&self) {
        let _ = timeout(PATIENCE, self.client.flush()).await;
    }

    /// Hears what is said to a subject.
    pub(super) async fn hear(&self, subject: &str) -> Result<Inbox, BrokerError> {
        let subscriber = self.client.subscribe(subject.to_owned()).await;
        subscriber.map(Inbox).map_err(other("listen"))
    }
}

/// Waits until it is true, or nobody can make it so any more.
async fn is_true(value: &mut watch::Receiver<bool>) {
    let _ = value.wait_for(|value| *value).await;
}

impl Inbox {
    /// The next message; `None` when the connection is given up.
    pub(super) async fn next(&mut self) -> Option<Letter> {
        let message = self.0.next().await?;
        let reply = message.reply.map(async_nats::Subject::into_string);
        Some(Letter { bytes: message.payload.to_vec(), reply })
    }
}

/// What the client needs to be let in.
async fn options(server: &Server) -> Result<ConnectOptions, BrokerError> {
    let Credentials { creds, nkey, ca, certificate } = server.credentials();
    let unreadable = |path: &std::path::Path, error: std::io::Error| BrokerError::Credentials {
        path: path.display().to_string(),
        problem: error.to_string(),
    };
    let mut options = ConnectOptions::new();
    if let Some((user, password)) = server.user() {
        options = options.user_and_password(user.clone(), password.clone());
    }
    if let Some(path) = creds {
        let with = options.credentials_file(path).await;
        options = with.map_err(|error| unreadable(path, error))?;
    }
    if let Some(path) = nkey {
        let seed = std::fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
        options = options.nkey(seed.trim().to_owned());
    }
    if let Some(path) = ca {
        // The client names no file where there is none.
        std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    if let Some((certificate, key)) = certificate {
        for path in [certificate, key] {
            std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        }
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options)
}

/// Why a server lets nobody in, and what to do about it.
fn refusal(error: &async_nats::ConnectError, server: &Server) -> String {
    let who =
        server.user().map_or("nobody in particular".to_owned(), |(user, _)| format!("user {user}"));
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => format!(
            "it does not let in {who}: give --creds or --nkey with a file, or user and password as \
             ARENA_NATS=USER:PASSWORD"
        ),
        ConnectErrorKind::Tls => format!(
            "no secure connection ({error}): --ca names the certificate of its authority, --cert and \
             --key this machine's own"
        ),
        _ => format!("it cannot be reached ({error}); is nats-server -js running there?"),
    }
}
