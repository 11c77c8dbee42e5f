//! Hostile peers that speak the protocol, and their attacks.
//!
//! Each attack is an entry of a table. Attacks on the coordinator come from somebody with a worker's login; then an
//! honest worker plays the match, which must end as a local run does. Attacks on the worker come from somebody with a
//! coordinator's login. Each is tried at a server with the sample configuration, and at one without users.

mod coordinator;
mod peer;
mod server;
mod worker;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tokio_stream::StreamExt;

use crate::common::Bench;
use crate::nats::{NatsServer, Process};
use crate::remote::PATIENCE;
use peer::Peer;

/// Longer than anything is answered that is answered at all.
const SILENCE: Duration = Duration::from_millis(700);
const VERSION: u64 = 3;

/// A server, and how its roles come to it.
struct Place {
    server: NatsServer,
    is_open: bool,
    _configuration: tempfile::TempDir,
}

impl Place {
    /// A server with the sample configuration, or without any.
    fn new(is_open: bool) -> Option<Place> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("nats.conf");
        let sample =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/nats-server.conf");
        // The port is the test's.
        let text = fs::read_to_string(sample).unwrap().replace("listen: \"127.0.0.1:4222\"\n", "");
        fs::write(&file, text).unwrap();
        let arguments = ["-c", file.to_str().unwrap()];
        let server = NatsServer::with(if is_open { &[] } else { &arguments })?;
        Some(Place { server, is_open, _configuration: directory })
    }

    fn url(&self, role: &str) -> String {
        let port = self.server.port;
        match (self.is_open, role) {
            (true, _) => format!("nats://127.0.0.1:{port}"),
            (false, "coordinator") => format!("nats://coordinator:change%20me@127.0.0.1:{port}"),
            (false, _) => format!("nats://worker:change%20me%20too@127.0.0.1:{port}"),
        }
    }

    /// The login of a worker, as subjects have it.
    fn login(&self) -> &'static str {
        if self.is_open { "anyone" } else { "worker" }
    }

    fn peer(&self, role: &str) -> Peer {
        let login = match (self.is_open, role) {
            (true, _) => None,
            (false, "coordinator") => Some(("coordinator", "change me")),
            (false, "reader") => Some(("reader", "change me as well")),
            (false, _) => Some(("worker", "change me too")),
        };
        Peer::connect(self.server.port, login)
    }
}

fn start(bench: &Bench, arguments: &[&str], said: &Path) -> Process {
    let mut command = std::process::Command::new(cargo_bin!("arena"));
    command.current_dir(bench.directory.path()).args(arguments);
    let said = fs::File::create(said).unwrap();
    command.stdin(std::process::Stdio::null()).stdout(said.try_clone().unwrap()).stderr(said);
    Process(command.spawn().unwrap())
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The only job that is told, once workers may come.
fn open_job(peer: &Peer) -> Value {
    let context = peer.streams();
    let mut job = None;
    wait_until("no job is told", || {
        job = peer.runtime.block_on(async {
            let stream = context.get_stream("ARENA_JOBS").await.ok()?;
            let mut subjects = stream.info_with_subjects("arena.v1.job.*").await.ok()?;
            let (subject, _) = subjects.next().await?.ok()?;
            let message = stream.get_last_raw_message_by_subject(&subject).await.ok()?;
            serde_json::from_slice::<Value>(&message.payload).ok()
        });
        job = job.take().filter(|job| job["open"] == true);
        job.is_some()
    });
    job.unwrap()
}
