//! A peer with a key of its own, which seals messages as workers do and answers as coordinators do.

use std::time::Duration;

use async_nats::jetstream;
use nkeys::KeyPair;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio_stream::StreamExt;

use super::{SILENCE, VERSION};

/// A runtime that runs on a thread of its own until it is dropped.
pub(super) struct Driver {
    handle: Handle,
    _goes_on: oneshot::Sender<()>,
}

impl Driver {
    fn new() -> Driver {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let (handle, (goes_on, ended)) = (runtime.handle().clone(), oneshot::channel());
        std::thread::spawn(move || runtime.block_on(ended).is_ok());
        Driver { handle, _goes_on: goes_on }
    }

    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(future);
    }
}

/// A peer that speaks the protocol, with a key of its own.
pub(super) struct Peer {
    pub(super) runtime: Driver,
    pub(super) client: async_nats::Client,
    pub(super) key: KeyPair,
    pub(super) serial: u64,
}

impl Peer {
    pub(super) fn connect(port: u16, login: Option<(&str, &str)>) -> Peer {
        let runtime = Driver::new();
        let options = match login {
            Some((user, password)) => {
                async_nats::ConnectOptions::with_user_and_password(user.into(), password.into())
            }
            None => async_nats::ConnectOptions::new(),
        };
        let client = runtime.block_on(options.connect(format!("127.0.0.1:{port}"))).unwrap();
        Peer { runtime, client, key: KeyPair::new_user(), serial: 0 }
    }

    /// A message to this subject, signed.
    pub(super) fn seal(&mut self, subject: &str, message: &[u8]) -> Vec<u8> {
        self.serial += 1;
        let mut signed = format!("arena {VERSION}\n{subject}\n{}\n", self.serial).into_bytes();
        signed.extend_from_slice(message);
        let signature = hex::encode(self.key.sign(&signed).unwrap());
        let key = self.key.public_key();
        let seal =
            json!({ "v": VERSION, "key": key, "serial": self.serial, "signature": signature });
        [seal.to_string().as_bytes(), b"\n", message].concat()
    }

    /// The answer to some bytes; `None` where there is none.
    pub(super) fn request(
        &self,
        subject: &str,
        bytes: Vec<u8>,
        patience: Duration,
    ) -> Option<Vec<u8>> {
        let request = async_nats::Request::new().payload(bytes.into()).timeout(Some(patience));
        let answer = self.client.send_request(subject.to_owned(), request);
        self.runtime.block_on(answer).ok().map(|message| message.payload.to_vec())
    }

    /// The answer to a signed message, without its address.
    pub(super) fn ask(&mut self, subject: &str, message: &[u8]) -> Option<Value> {
        let sealed = self.seal(subject, message);
        let answer = self.request(subject, sealed, Duration::from_secs(9))?;
        let end = answer.iter().position(|&byte| byte == b'\n')?;
        let address: Value = serde_json::from_slice(&answer[..end]).unwrap();
        assert_eq!(address["to"], self.key.public_key());
        Some(serde_json::from_slice(&answer[end + 1..]).unwrap())
    }

    pub(super) fn publish(&self, subject: &str, reply: Option<&str>, bytes: Vec<u8>) {
        let subject = subject.to_owned();
        self.runtime.block_on(async {
            let sent = match reply {
                Some(reply) => {
                    self.client.publish_with_reply(subject, reply.to_owned(), bytes.into()).await
                }
                None => self.client.publish(subject, bytes.into()).await,
            };
            sent.unwrap();
            self.client.flush().await.unwrap();
        });
    }

    /// Whether a request to the server's own interface is done; `None` where it is not answered.
    pub(super) fn api(&self, subject: &str, body: &str) -> Option<Value> {
        let answer = self.request(subject, body.as_bytes().to_vec(), SILENCE)?;
        serde_json::from_slice(&answer).ok()
    }

    /// The server's streams.
    pub(super) fn streams(&self) -> jetstream::Context {
        let _within = self.runtime.handle.enter();
        jetstream::new(self.client.clone())
    }

    /// The last job that is told.
    pub(super) fn job(&self, fingerprint: &str) -> Option<Value> {
        let context = self.streams();
        self.runtime.block_on(async {
            let stream = context.get_stream_no_info("ARENA_JOBS").await.ok()?;
            let subject = format!("arena.v1.job.{fingerprint}");
            let message = stream.get_last_raw_message_by_subject(&subject).await.ok()?;
            serde_json::from_slice(&message.payload).ok()
        })
    }

    /// Answers every request to a subject like this, each with the address that it asks for.
    pub(super) fn answer(
        &self,
        subject: &str,
        answer: impl Fn(&str, u64) -> Vec<u8> + Send + 'static,
    ) {
        let (client, subject) = (self.client.clone(), subject.to_owned());
        let mut heard = self.runtime.block_on(client.subscribe(subject)).unwrap();
        self.runtime.spawn(async move {
            while let Some(message) = heard.next().await {
                let Some(reply) = message.reply else { continue };
                let end = message.payload.iter().position(|&byte| byte == b'\n').unwrap_or(0);
                let seal: Value = serde_json::from_slice(&message.payload[..end]).unwrap();
                let (to, serial) =
                    (seal["key"].as_str().unwrap(), seal["serial"].as_u64().unwrap());
                let _ = client.publish(reply, answer(to, serial).into()).await;
            }
        });
        self.runtime.block_on(self.client.flush()).unwrap();
    }
}

/// An answer with its address.
pub(super) fn addressed(to: &str, serial: u64, answer: &Value) -> Vec<u8> {
    let address = json!({ "v": VERSION, "to": to, "serial": serial });
    format!("{address}\n{answer}").into_bytes()
}
