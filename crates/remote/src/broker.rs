//! The NATS server as the rest of the program knows it. Nothing outside names its client.
//!
//! One stream in memory: jobs, one message a match, which goes away with its coordinator. All else is said from one
//! process to another, and lies nowhere. So a server that has lost everything is set up anew and nothing is missing.

mod entry;
mod jobs;
mod relay;
mod reply;

use std::time::Duration;

use async_nats::jetstream::stream::{self, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, Subscriber};
use tokio::time::timeout;
use tokio_stream::StreamExt;

use super::protocol::{JOB_STREAM, JOB_SUBJECTS};
use super::server::Server;
use entry::{options, refusal};
pub(super) use reply::ReplyTo;

/// How long a job is told of after its coordinator has last told it.
const JOB_AGE: Duration = Duration::from_secs(60);
/// How long the server is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a reconnection waits at most.
const RECONNECT: Duration = Duration::from_secs(2);

/// Why the server did not serve a request.
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
    /// The stream is not there: the server was started anew.
    #[error("the server has forgotten {0}")]
    Gone(&'static str),
    /// Nobody answers a request.
    #[error("no reply")]
    Silent,
    /// Another coordinator has changed the same entry.
    #[error("another coordinator has this match")]
    Conflict,
    /// Anything else.
    #[error("cannot {doing}: {problem}")]
    Other {
        /// The attempt that failed.
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
    /// The login by which it is connected, as a part of a subject.
    login: String,
}

/// A message to this process.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub(super) subject: String,
    pub(super) bytes: Vec<u8>,
    /// The inbox of its sender, if it waits for an answer.
    pub(super) reply: Option<ReplyTo>,
}

/// Messages of a subject.
#[derive(Debug)]
pub(super) struct Inbox(Subscriber);

/// An error with its causes, which the client's errors name themselves in part: none is told twice.
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
        let address = match server.is_secured() {
            true => None,
            false => relay::before(server.url()).await,
        };
        let connecting = options
            .name(name)
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .reconnect_delay_callback(|attempts| {
                let delay = Duration::from_millis(100 * (1 << attempts.min(5)));
                delay.min(RECONNECT)
            })
            .ignore_discovered_servers()
            .connect(address.as_deref().unwrap_or_else(|| server.url()));
        let client = timeout(PATIENCE, connecting)
            .await
            .map_err(|_| failed(format!("no answer within {} s", PATIENCE.as_secs())))?
            .map_err(|error| failed(refusal(&error, server)))?;
        let context = jetstream::new(client.clone());
        Ok(Broker { client, context, login: server.login() })
    }

    /// The login by which it is connected, as the last part of the subjects of requests.
    pub(super) fn login(&self) -> &str {
        &self.login
    }

    /// Bytes of a message that this server takes.
    pub(super) fn max_payload(&self) -> usize {
        self.client.max_payload()
    }

    /// Whether the server requires credentials.
    pub(super) fn asks_for_credentials(&self) -> bool {
        self.client.server_info().auth_required
    }

    /// Makes the stream of the jobs where it is not there.
    pub(super) async fn set_up(&self) -> Result<(), BrokerError> {
        let jobs = stream::Config {
            name: JOB_STREAM.to_owned(),
            subjects: vec![JOB_SUBJECTS.to_owned()],
            storage: StorageType::Memory,
            max_messages_per_subject: 1,
            max_age: JOB_AGE,
            ..stream::Config::default()
        };
        let made = self.context.get_or_create_stream(jobs).await;
        made.map(drop).map_err(other(
            "set up the stream of jobs; the server needs JetStream (nats-server -js)",
        ))
    }

    async fn stream(&self, name: &'static str) -> Result<Stream<()>, BrokerError> {
        self.context.get_stream_no_info(name).await.map_err(other("name a stream"))
    }

    /// Asks, and waits for the answer this long.
    pub(super) async fn ask(
        &self,
        subject: String,
        bytes: Vec<u8>,
        patience: Duration,
    ) -> Result<Vec<u8>, BrokerError> {
        use async_nats::RequestErrorKind;
        let request = async_nats::Request::new().payload(bytes.into()).timeout(Some(patience));
        let answer = self.client.send_request(subject, request).await;
        answer.map(|message| message.payload.to_vec()).map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders | RequestErrorKind::TimedOut => BrokerError::Silent,
            _ => other("ask")(error),
        })
    }

    /// Publishes a message.
    pub(super) async fn say(&self, subject: &str, bytes: Vec<u8>) -> Result<(), BrokerError> {
        self.client.publish(subject.to_owned(), bytes.into()).await.map_err(other("send a message"))
    }

    /// Answers a message.
    pub(super) async fn answer(&self, reply: &ReplyTo, bytes: Vec<u8>) -> Result<(), BrokerError> {
        self.say(reply.as_str(), bytes).await
    }

    /// Waits until the server has all that was said, but no longer than this.
    pub(super) async fn flush(&self, patience: Duration) {
        let arrival = async {
            let _ = self.client.flush().await;
            // A reply comes after all messages before it were received.
            let _ = self.context.get_stream(JOB_STREAM).await;
        };
        let _ = timeout(patience, arrival).await;
    }

    /// Subscribes to a subject.
    pub(super) async fn hear(&self, subject: &str) -> Result<Inbox, BrokerError> {
        let subscriber = self.client.subscribe(subject.to_owned()).await;
        subscriber.map(Inbox).map_err(other("listen"))
    }
}

impl Inbox {
    /// The next message; `None` when the connection is given up.
    pub(super) async fn next(&mut self) -> Option<Letter> {
        let message = self.0.next().await?;
        let reply = message.reply.and_then(|reply| ReplyTo::new(reply.into_string()));
        let subject = message.subject.into_string();
        Some(Letter { subject, bytes: message.payload.to_vec(), reply })
    }
}
