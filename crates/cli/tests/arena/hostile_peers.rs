//! Hostile peers that speak the protocol: what they try, and what comes of it.
//!
//! Each attack is a line of a table. Those on the coordinator come from somebody with a worker's login: before, beside
//! and after them an honest worker plays the match, which must end as a local run does. Those on the worker come from
//! somebody with a coordinator's login. All are tried twice: at a server with the sample configuration, and at one that
//! lets everybody do everything.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use async_nats::jetstream;
use nkeys::KeyPair;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio_stream::StreamExt;

use crate::common::Bench;
use crate::nats::{NatsServer, Process};
use crate::remote::{PATIENCE, bench, report, succeed};
use crate::timeless::timeless;
use arena::storage::journal::{GameWriter, JournalGame, JournalReader};

/// Longer than anything is answered that is answered at all.
const SILENCE: Duration = Duration::from_millis(700);
const VERSION: u64 = 2;

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
        let text = fs::read_to_string(sample).unwrap().replace("port: 4222\n", "");
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

/// A runtime that goes on by itself, on a thread of its own, until it is dropped.
struct Driver {
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

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(future);
    }
}

/// Somebody who speaks the protocol, with a key of their own.
struct Peer {
    runtime: Driver,
    client: async_nats::Client,
    key: KeyPair,
    serial: u64,
}

impl Peer {
    fn connect(port: u16, login: Option<(&str, &str)>) -> Peer {
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
    fn seal(&mut self, subject: &str, message: &[u8]) -> Vec<u8> {
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
    fn request(&self, subject: &str, bytes: Vec<u8>, patience: Duration) -> Option<Vec<u8>> {
        let request = async_nats::Request::new().payload(bytes.into()).timeout(Some(patience));
        let answer = self.client.send_request(subject.to_owned(), request);
        self.runtime.block_on(answer).ok().map(|message| message.payload.to_vec())
    }

    /// The answer to a signed message, without its address.
    fn ask(&mut self, subject: &str, message: &[u8]) -> Option<Value> {
        let sealed = self.seal(subject, message);
        let answer = self.request(subject, sealed, Duration::from_secs(9))?;
        let end = answer.iter().position(|&byte| byte == b'\n')?;
        let address: Value = serde_json::from_slice(&answer[..end]).unwrap();
        assert_eq!(address["to"], self.key.public_key());
        Some(serde_json::from_slice(&answer[end + 1..]).unwrap())
    }

    fn publish(&self, subject: &str, reply: Option<&str>, bytes: Vec<u8>) {
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
    fn api(&self, subject: &str, body: &str) -> Option<Value> {
        let answer = self.request(subject, body.as_bytes().to_vec(), SILENCE)?;
        serde_json::from_slice(&answer).ok()
    }

    /// The server's streams.
    fn streams(&self) -> jetstream::Context {
        let _within = self.runtime.handle.enter();
        jetstream::new(self.client.clone())
    }

    /// The last job that is told.
    fn job(&self, fingerprint: &str) -> Option<Value> {
        let context = self.streams();
        self.runtime.block_on(async {
            let stream = context.get_stream_no_info("ARENA_JOBS").await.ok()?;
            let subject = format!("arena.v1.job.{fingerprint}");
            let message = stream.get_last_raw_message_by_subject(&subject).await.ok()?;
            serde_json::from_slice(&message.payload).ok()
        })
    }

    /// Answers every request to a subject like this, each with the address that it asks for.
    fn answer(&self, subject: &str, answer: impl Fn(&str, u64) -> Vec<u8> + Send + 'static) {
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
fn addressed(to: &str, serial: u64, answer: &Value) -> Vec<u8> {
    let address = json!({ "v": VERSION, "to": to, "serial": serial });
    format!("{address}\n{answer}").into_bytes()
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

// The coordinator.

/// A coordinator under attack.
struct Target<'a> {
    place: &'a Place,
    job: Value,
    /// The games of a local run, which have their settings, and their writer.
    games: Vec<JournalGame>,
}

/// The expected result of an attack.
#[derive(Debug)]
enum Outcome {
    /// There is no answer.
    Silence,
    /// The answer, or what else is seen, has this in it.
    Says(&'static str),
}
use Outcome::{Says, Silence};

/// An attack on the coordinator: what it does, and gives what it sees.
struct OnCoordinator {
    name: &'static str,
    attack: fn(&Target<'_>) -> Option<String>,
    outcome: Outcome,
}

impl Target<'_> {
    fn subject(&self, kind: &str) -> String {
        format!("arena.v1.{kind}.{}", self.job["fingerprint"].as_str().unwrap())
    }

    fn peer(&self) -> Peer {
        self.place.peer("worker")
    }

    fn hello(&self, change: impl Fn(&mut Value)) -> Value {
        let mut hello = json!({
            "v": VERSION, "generation": self.job["generation"], "worker": "hostile",
            "arena": self.job["arena"], "signatures": self.job["signatures"], "concurrency": 1,
            "speed": null,
        });
        change(&mut hello);
        hello
    }

    /// Somebody who was let in.
    fn admitted(&self, name: &str) -> Peer {
        let mut peer = self.peer();
        let hello = self.hello(|hello| hello["worker"] = name.into());
        let answer = peer.ask(&self.subject("hello"), hello.to_string().as_bytes()).unwrap();
        assert!(answer["admitted"].is_object(), "{answer}");
        peer
    }

    fn ask_message(&self, held: &[u64], asking: u64, want: u64) -> Value {
        json!({ "v": VERSION, "generation": self.job["generation"], "held": held, "asking": asking, "want": want })
    }

    fn ask(&self, peer: &mut Peer, held: &[u64], want: u64) -> Value {
        let message = self.ask_message(held, peer.serial + 1, want).to_string();
        peer.ask(&self.subject("ask"), message.as_bytes()).unwrap()
    }

    /// Number and proof of the first game of a ticket for this peer.
    fn dealt(&self, peer: &mut Peer) -> (usize, String) {
        let answer = self.ask(peer, &[], 1);
        let game = &answer["dealt"]["tickets"][0]["pairs"][0]["games"][0];
        (game["number"].as_u64().unwrap() as usize, game["proof"].as_str().unwrap().to_owned())
    }

    /// A result with this text.
    fn result(&self, peer: &mut Peer, proof: &str, text: &str) -> String {
        let header = json!({
            "v": VERSION, "games": [{ "proof": proof, "attempt": 0, "bytes": text.len() }],
        });
        let message = format!("{header}\n{text}");
        peer.ask(&self.subject("result"), message.as_bytes()).unwrap().to_string()
    }

    /// The text of a game of the local run after a change, with the checksum that belongs to it.
    fn text(&self, number: usize, change: impl Fn(&mut JournalGame)) -> String {
        let mut game = self.games[number].clone();
        change(&mut game);
        let mut opening = arena::chess::openings::Opening::new(game.opening.start.clone(), 0);
        game.opening.moves.iter().for_each(|&m| opening.push(m));
        GameWriter::new(&game.facts).write(&game.record, &opening, "2026.01.01")
    }

    /// A result of a game that was dealt, after a change.
    fn changed(&self, change: impl Fn(&mut JournalGame)) -> Option<String> {
        let mut peer = self.admitted("forger");
        let (number, proof) = self.dealt(&mut peer);
        let said = self.result(&mut peer, &proof, &self.text(number, change));
        let after = self.ask(&mut peer, &[], 1);
        assert!(after["banned"].is_object(), "it gets no more tickets: {after}");
        Some(said)
    }

    fn silent(&self, kind: &str, bytes: Vec<u8>) -> Option<String> {
        let answer = self.peer().request(&self.subject(kind), bytes, SILENCE);
        answer.map(|answer| String::from_utf8_lossy(&answer).into_owned())
    }
}

/// The attacks on the coordinator by somebody with a worker's login.
const ON_COORDINATOR: &[OnCoordinator] = &[
    OnCoordinator {
        name: "a hello without a signature",
        attack: |at| at.silent("hello", at.hello(|_| {}).to_string().into_bytes()),
        outcome: Silence,
    },
    OnCoordinator {
        name: "a hello in the name of another's key",
        attack: |at| {
            let mut peer = at.peer();
            let sealed = peer.seal(&at.subject("hello"), at.hello(|_| {}).to_string().as_bytes());
            let other = KeyPair::new_user().public_key();
            let text = String::from_utf8(sealed).unwrap().replace(&peer.key.public_key(), &other);
            at.silent("hello", text.into_bytes())
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a status, moved to where workers are let in",
        attack: |at| {
            let sealed = at.peer().seal("arena.v1.status", at.hello(|_| {}).to_string().as_bytes());
            at.silent("hello", sealed)
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a hello of the version before",
        attack: |at| {
            let hello = at.hello(|hello| hello["v"] = 1.into()).to_string();
            let sealed = at.peer().seal(&at.subject("hello"), hello.as_bytes());
            at.silent("hello", sealed)
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a hello of another program version",
        attack: |at| {
            let hello = at.hello(|hello| hello["arena"] = "9.9.9".into()).to_string();
            Some(at.peer().ask(&at.subject("hello"), hello.as_bytes())?.to_string())
        },
        outcome: Says("the worker arena 9.9.9"),
    },
    OnCoordinator {
        name: "a hello with other engines",
        attack: |at| {
            let hello = at.hello(|hello| hello["signatures"] = json!([1, 2])).to_string();
            Some(at.peer().ask(&at.subject("hello"), hello.as_bytes())?.to_string())
        },
        outcome: Says("engines are others"),
    },
    OnCoordinator {
        name: "a hello from before the coordinator was started",
        attack: |at| {
            let hello = at.hello(|hello| hello["generation"] = "before".into()).to_string();
            Some(at.peer().ask(&at.subject("hello"), hello.as_bytes())?.to_string())
        },
        outcome: Says("started anew"),
    },
    OnCoordinator {
        name: "a worker that plays more games at a time than there are, and wants as many tickets",
        attack: |at| {
            let mut peer = at.peer();
            let hello = at.hello(|hello| hello["concurrency"] = (1_u64 << 60).into()).to_string();
            peer.ask(&at.subject("hello"), hello.as_bytes())?;
            let dealt = at.ask(&mut peer, &[], 1 << 40);
            let tickets = dealt["dealt"]["tickets"].as_array().unwrap().len();
            assert!(tickets < 2100, "{tickets} tickets");
            // And gives them back.
            Some(at.ask(&mut peer, &[], 0).to_string())
        },
        outcome: Says("\"tickets\":[]"),
    },
    OnCoordinator {
        name: "a name of control characters without end",
        attack: |at| {
            at.admitted(&"\u{1b}[2J\n\u{7}".repeat(20_000));
            Some("let in".to_owned())
        },
        outcome: Says("let in"),
    },
    OnCoordinator {
        name: "the name of the honest worker",
        attack: |at| {
            at.admitted("honest");
            Some("let in".to_owned())
        },
        outcome: Says("let in"),
    },
    OnCoordinator {
        name: "a request for tickets without a signature",
        attack: |at| at.silent("ask", at.ask_message(&[], 1, 9).to_string().into_bytes()),
        outcome: Silence,
    },
    OnCoordinator {
        name: "a request for tickets by somebody who was not let in",
        attack: |at| Some(at.ask(&mut at.peer(), &[], 9).to_string()),
        outcome: Says("stranger"),
    },
    OnCoordinator {
        name: "a request for tickets, repeated by an eavesdropper",
        attack: |at| {
            let (mut peer, subject) = (at.admitted("heard"), at.subject("ask"));
            let sealed = peer.seal(&subject, at.ask_message(&[], 9, 0).to_string().as_bytes());
            peer.request(&subject, sealed.clone(), SILENCE)?;
            at.silent("ask", sealed)
        },
        outcome: Says("overtaken"),
    },
    OnCoordinator {
        name: "a worker that says that it holds the tickets of all others",
        attack: |at| {
            let all: Vec<u64> = (0..10_000).collect();
            Some(at.ask(&mut at.admitted("greedy"), &all, 0).to_string())
        },
        outcome: Says("\"held\":[]"),
    },
    OnCoordinator {
        name: "a result without a signature",
        attack: |at| {
            let text = at.text(0, |_| {});
            let header = json!({ "v": VERSION, "games": [{ "proof": "", "attempt": 0, "bytes": text.len() }] });
            at.silent("result", format!("{header}\n{text}").into_bytes())
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a result of somebody who was not let in",
        attack: |at| Some(at.result(&mut at.peer(), "", &at.text(0, |_| {}))),
        outcome: Says("stranger"),
    },
    OnCoordinator {
        name: "the word that a ticket kills its workers, as version 1 had it",
        attack: |at| {
            let old = json!({
                "v": 1, "generation": at.job["generation"], "ticket": 0, "worker": "honest",
                "time_scale": 1.0, "acknowledge": "", "games": [], "is_poisoned": true,
            });
            at.silent("result", format!("{old}\n").into_bytes())
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a good game that was dealt to nobody",
        attack: |at| Some(at.result(&mut at.admitted("eager"), "", &at.text(3, |_| {}))),
        outcome: Says("was not dealt to it"),
    },
    OnCoordinator {
        name: "a good game with another worker's proof",
        attack: |at| {
            let mut victim = at.admitted("victim");
            let (number, proof) = at.dealt(&mut victim);
            Some(at.result(&mut at.admitted("thief"), &proof, &at.text(number, |_| {})))
        },
        outcome: Says("was not dealt to it"),
    },
    OnCoordinator {
        name: "the proof of one game for another",
        attack: |at| {
            let mut peer = at.admitted("swapper");
            let (number, proof) = at.dealt(&mut peer);
            Some(at.result(&mut peer, &proof, &at.text(number + 1, |_| {})))
        },
        outcome: Says("was not dealt to it"),
    },
    OnCoordinator {
        name: "a game that is cut short",
        attack: |at| at.changed(|game| game.record.moves.truncate(5)),
        outcome: Says("cannot be so"),
    },
    OnCoordinator {
        name: "a game that another has won",
        attack: |at| {
            at.changed(|game| {
                game.record.termination =
                    arena::chess::record::Termination::Abandoned(shakmaty::Color::White);
                game.record.outcome = game.record.termination.outcome(&shakmaty::Chess::default());
                game.record.moves.clear();
                let other = game.record.spec.game ^ 1;
                game.record.spec.game = other;
            })
        },
        outcome: Says("refused"),
    },
    OnCoordinator {
        name: "a game beyond the match",
        attack: |at| at.changed(|game| game.record.spec.game += 1_000_000),
        outcome: Says("refused"),
    },
    OnCoordinator {
        name: "a game with more nodes than there can be",
        attack: |at| at.changed(|game| game.record.moves[0].nodes = u64::MAX),
        outcome: Says("has n="),
    },
    OnCoordinator {
        name: "a game whose move took years",
        attack: |at| at.changed(|game| game.record.moves[0].time = Duration::from_secs(1 << 33)),
        outcome: Says("refused"),
    },
    OnCoordinator {
        name: "a result with fewer bytes than it says",
        attack: |at| {
            let mut peer = at.admitted("short");
            let header = json!({ "v": VERSION, "games": [{ "proof": "", "attempt": 0, "bytes": 1u64 << 40 }] });
            let answer = peer.ask(&at.subject("result"), format!("{header}\nx").as_bytes())?;
            Some(answer.to_string())
        },
        outcome: Says("cut short"),
    },
    OnCoordinator {
        name: "a text of two games",
        attack: |at| {
            let mut peer = at.admitted("double");
            let (number, proof) = at.dealt(&mut peer);
            let text = at.text(number, |_| {});
            Some(at.result(&mut peer, &proof, &format!("{text}{text}")))
        },
        outcome: Says("more than one game"),
    },
    OnCoordinator {
        name: "junk in the name of the honest worker, three times",
        attack: |at| {
            let junk = || at.silent("result", b"{\"worker\":\"honest\"}\njunk".to_vec());
            junk().or_else(junk).or_else(junk)
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "an answer that would delete the jobs with the coordinator's rights",
        attack: |at| {
            for api in ["PURGE", "DELETE"] {
                let (mut peer, subject) = (at.peer(), at.subject("hello"));
                let sealed = peer.seal(&subject, at.hello(|_| {}).to_string().as_bytes());
                peer.publish(&subject, Some(&format!("$JS.API.STREAM.{api}.ARENA_JOBS")), sealed);
            }
            std::thread::sleep(SILENCE);
            at.place
                .peer("coordinator")
                .job(at.job["fingerprint"].as_str()?)
                .map(|_| "it is there".to_owned())
        },
        outcome: Says("it is there"),
    },
    OnCoordinator {
        name: "an answer that would be an order to all workers",
        attack: |at| {
            let orders = at.place.peer("worker");
            let subject = at.subject("control");
            let mut heard =
                orders.runtime.block_on(orders.client.subscribe(subject.clone())).unwrap();
            orders.runtime.block_on(orders.client.flush()).unwrap();
            let (mut peer, hello) = (at.peer(), at.subject("hello"));
            let sealed = peer.seal(&hello, at.hello(|_| {}).to_string().as_bytes());
            peer.publish(&hello, Some(&subject), sealed);
            let next = orders.runtime.block_on(async {
                tokio::time::timeout(SILENCE, async {
                    loop {
                        let message = heard.next().await.unwrap();
                        if !String::from_utf8_lossy(&message.payload).contains("show") {
                            return message;
                        }
                    }
                })
                .await
            });
            next.ok().map(|message| String::from_utf8_lossy(&message.payload).into_owned())
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a request for a file that is not of the match",
        attack: |at| {
            let digest = hex::encode(Sha256::digest(fs::read("/etc/passwd").unwrap()));
            let request = json!({ "v": VERSION, "sha256": digest, "offset": 0 }).to_string();
            let sealed = at.peer().seal(&at.subject("file"), request.as_bytes());
            at.silent("file", sealed)
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a request for a file by its name",
        attack: |at| {
            let request =
                json!({ "v": VERSION, "sha256": "../../../etc/passwd", "offset": 0 }).to_string();
            let sealed = at.peer().seal(&at.subject("file"), request.as_bytes());
            at.silent("file", sealed)
        },
        outcome: Silence,
    },
    OnCoordinator {
        name: "a status with boards of control characters, and one without a signature",
        attack: |at| {
            let side = json!({ "name": "\u{1b}[2J", "score": "\u{1b}", "clock_seconds": 1e300 });
            let board = json!({
                "worker": "honest", "table": 1u64 << 60, "game": 1, "white": side, "black": side,
                "position": "\u{1b}", "last_move": "\u{1b}", "plies": 1u32,
            });
            let status = json!({
                "v": VERSION, "worker": "honest", "arena": "1", "fingerprint": at.job["fingerprint"],
                "match_name": "x", "concurrency": 1, "playing": 1, "delivered": 0, "refusals": [],
                "boards": [board],
            });
            let mut peer = at.admitted("painter");
            let sealed = peer.seal("arena.v1.status", status.to_string().as_bytes());
            peer.publish("arena.v1.status", None, sealed);
            peer.publish("arena.v1.status", None, status.to_string().into_bytes());
            Some("said".to_owned())
        },
        outcome: Says("said"),
    },
    OnCoordinator {
        name: "bytes of every kind",
        attack: |at| {
            let peer = at.admitted("noise");
            for kind in ["hello", "ask", "result", "file"] {
                for bytes in
                    [&b""[..], b"\n", b"\0\0\0", b"{}\n{}", &[0xff; 1000], &[b'{'; 100_000]]
                {
                    peer.publish(&at.subject(kind), Some("_INBOX.x"), bytes.to_vec());
                }
            }
            Some("said".to_owned())
        },
        outcome: Says("said"),
    },
    OnCoordinator {
        name: "six workers that take every ticket and play none",
        attack: |at| {
            for number in 0..6 {
                let mut peer = at.admitted(&format!("hole-{number}"));
                at.ask(&mut peer, &[], 2000);
            }
            Some("taken".to_owned())
        },
        outcome: Says("taken"),
    },
];

/// A match that is played under all attacks ends as a local run does, within a lease.
fn attack_a_coordinator(is_open: bool) {
    let Some(place) = Place::new(is_open) else { return };
    let bench = bench(40, 300, "");
    succeed(&bench, "run x.toml --quiet --out local --concurrency 1");
    let mut reader = JournalReader::open(&bench.path("local/games.pgn")).unwrap();
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        games.push(game);
    }
    games.sort_by_key(|game| game.record.spec.game);
    let (url, said) = (place.url("coordinator"), bench.path("said.txt"));
    let arguments = ["run", "x.toml", "--out", "far", "--lease", "3", "--workers", &url];
    let coordinator = start(&bench, &arguments, &said);
    let fingerprint = games[0].facts.fingerprint.clone();
    let peer = place.peer("coordinator");
    let mut job = None;
    wait_until("no job is told", || {
        job = peer.job(&fingerprint).filter(|job| job["open"] == true);
        job.is_some()
    });
    let target = Target { place: &place, job: job.unwrap(), games };
    assert!(ON_COORDINATOR.len() >= 30);
    for OnCoordinator { name, attack, outcome } in ON_COORDINATOR {
        let seen = attack(&target);
        match (outcome, seen) {
            (Silence, None) => {}
            (Says(text), Some(seen)) if seen.contains(text) => {}
            (outcome, seen) => panic!("{name}: {outcome:?} was to be, and there is {seen:?}"),
        }
    }
    let begun = Instant::now();
    let honest = bench.path("honest.txt");
    let url = place.url("worker");
    let arguments = ["worker", &url, "--concurrency", "2", "--name", "honest", "--once"];
    let worker = start(&bench, &arguments, &honest);
    let code = coordinator.code(PATIENCE);
    let said = fs::read_to_string(&said).unwrap();
    assert_eq!(code, Some(0), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    assert_eq!(worker.code(PATIENCE), Some(0));
    assert_eq!(timeless(report(&bench, "far")), timeless(report(&bench, "local")));
    assert!(!said.contains('\u{7}') && !said.contains("[2J"), "{said}");
    assert!(!said.contains("was dealt too often"), "{said}");
    let by_worker = report(&bench, "far")["by_worker"].take();
    let mut names = by_worker["workers"].as_array().into_iter().flatten();
    assert!(
        names.all(|worker| worker["worker"].as_str().unwrap().starts_with("honest")),
        "{by_worker}"
    );
    assert!(!bench.path("far/games.pgn.dealing").exists(), "the secret goes with the match");
}

/// One that was let in says of its search that the engine failed: another worker finds the result.
#[test]
fn one_word_of_a_failed_engine_ends_no_suite() {
    let Some(place) = Place::new(false) else { return };
    let bench = Bench::with("");
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../arena/suites/self-play.epd");
    let suite = fs::read_to_string(suite).unwrap();
    let lines: Vec<&str> = suite.lines().filter(|line| !line.starts_with('#')).take(20).collect();
    fs::write(bench.path("own.epd"), lines.join("\n")).unwrap();
    let (url, said) = (place.url("coordinator"), bench.path("said.txt"));
    let line = "suite own.epd --nodes 40000 --config none,null-move --hash 1 --out far --lease 3 --workers";
    let arguments: Vec<&str> = line.split(' ').chain([url.as_str()]).collect();
    let coordinator = start(&bench, &arguments, &said);
    let job = open_job(&place.peer("coordinator"));
    let target = Target { place: &place, job, games: Vec::new() };
    let mut hostile = target.admitted("hostile");
    let dealt = target.ask(&mut hostile, &[], 1);
    let search = &dealt["dealt"]["tickets"][0]["searches"][0];
    let url = place.url("worker");
    let arguments = ["worker", &url, "--concurrency", "1", "--name", "honest", "--once"];
    let honest = start(&bench, &arguments, &bench.path("honest.txt"));
    wait_until("nothing is found", || {
        let journal = fs::read_to_string(bench.path("far/searches.jsonl")).unwrap_or_default();
        journal.lines().count() > 1
    });
    let failure =
        json!({ "number": search["number"], "failure": "\u{1b}[2Jit is broken" }).to_string();
    let receipt = target.result(&mut hostile, search["proof"].as_str().unwrap(), &failure);
    assert_eq!(receipt, "\"kept\"");
    let code = coordinator.code(PATIENCE);
    let said = fs::read_to_string(&said).unwrap();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the engine failed at hostile in search"), "{said}");
    assert_eq!(honest.code(PATIENCE), Some(0));
}

#[test]
fn attacks_on_a_coordinator_under_the_sample_configuration() {
    attack_a_coordinator(false);
}

#[test]
fn attacks_on_a_coordinator_at_an_open_server() {
    attack_a_coordinator(true);
}

// The worker.

/// A program that speaks UCI, and leaves a line of each start in the file `started` beside it.
const TOY: &str = "#!/bin/sh\n\
    echo \"$# $BASH_ENV $TOY\" >> \"$(dirname \"$0\")/started\"\n\
    while read -r line; do case \"$line\" in\n\
    uci) echo id name toy; echo option name Text type string default x;\n\
    echo option name Style type combo default a var a var b;\n\
    echo option name Debug Log File type string default;\n\
    echo option name SyzygyPath type string default; echo uciok;;\n\
    isready) echo readyok;;\n\
    setoption*) echo \"$line\" >> \"$(dirname \"$0\")/options\";;\n\
    quit) exit;;\n\
    esac; done\n";

/// A worker under attack.
struct Prey<'a> {
    place: &'a Place,
    bench: &'a Bench,
    /// A job of presets, and one with a program.
    plain: Value,
    with_program: Value,
}

/// The step of a hostile coordinator after it has told a job.
#[derive(Clone, Copy)]
enum Then {
    /// Nothing: the job is refused as it is.
    Nothing,
    /// It lets the worker in like this.
    Admits(fn() -> Value),
    /// It lets it in by an answer to somebody else.
    AnswersAnother,
    /// It sends this file, and says this size.
    Sends(fn(&Prey<'_>) -> (Vec<u8>, u64)),
    /// It lets it in, and deals this.
    Deals(fn() -> Value),
}

/// An attack on the worker: a job, what comes behind it, and the worker's words.
struct OnWorker {
    name: &'static str,
    job: fn(&Prey<'_>, &mut Value),
    then: Then,
    says: &'static str,
}

fn put(job: &mut Value, from: &str, to: &str) {
    let settings = job["settings"].as_str().unwrap();
    assert!(settings.contains(from), "{from}: {settings}");
    job["settings"] = settings.replacen(from, to, 1).into();
}

/// Adds a line to the program of a job.
fn program(prey: &Prey<'_>, job: &mut Value, line: &str) {
    *job = prey.with_program.clone();
    let command =
        job["settings"].as_str().unwrap().lines().find(|line| line.starts_with("command"));
    let command = command.unwrap().to_owned();
    put(job, "args = []\n", "");
    put(job, "[contender.env]\n", "");
    put(job, "[contender.options]\n", "");
    put(job, &command, &format!("{command}\n{line}"));
}

fn digest(path: &Path) -> String {
    hex::encode(Sha256::digest(fs::read(path).unwrap()))
}

/// Names a file by its digest as the program of a job.
fn by_digest(prey: &Prey<'_>, job: &mut Value, file: &str) {
    *job = prey.with_program.clone();
    job["programs"] = json!([digest(&prey.bench.path(file)), null]);
}

fn admits() -> Value {
    json!({ "admitted": { "time_scale": 1.0, "probe": null } })
}

/// The attacks on the worker by somebody with a coordinator's login.
const ON_WORKER: &[OnWorker] = &[
    OnWorker {
        name: "a shell",
        job: |prey, job| {
            *job = prey.with_program.clone();
            job["programs"] = json!([digest(Path::new("/bin/sh")), null])
        },
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    OnWorker {
        name: "a program that nobody has",
        job: |prey, job| {
            *job = prey.with_program.clone();
            job["programs"] = json!(["00", null])
        },
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    OnWorker {
        name: "a program without a digest",
        job: |prey, job| {
            *job = prey.with_program.clone();
            job["programs"] = json!([])
        },
        then: Then::Nothing,
        says: "its digest is not told",
    },
    OnWorker {
        name: "a program deeper in the directory",
        job: |prey, job| by_digest(prey, job, "engines/deeper/tool"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    OnWorker {
        name: "a hidden program",
        job: |prey, job| by_digest(prey, job, "engines/.tool"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    OnWorker {
        name: "a script of the directory",
        job: |prey, job| by_digest(prey, job, "engines/clean.sh"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    OnWorker {
        name: "a hook of git",
        job: |prey, job| by_digest(prey, job, "engines/.git/hooks/pre-commit"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    OnWorker {
        name: "a program that all contenders share",
        job: |_, job| {
            job["settings"] =
                format!("{}\n[each]\ncommand = \"/bin/sh\"\n", job["settings"].as_str().unwrap())
                    .into()
        },
        then: Then::Nothing,
        says: "a job has no key `each.command`",
    },
    OnWorker {
        name: "a hook",
        job: |_, job| put(job, "games = ", "on_end = \"touch x\"\ngames = "),
        then: Then::Nothing,
        says: "a job has no key `on_end`",
    },
    OnWorker {
        name: "a build",
        job: |_, job| put(job, "games = ", "build = [\"make\"]\ngames = "),
        then: Then::Nothing,
        says: "a job has no key `build`",
    },
    OnWorker {
        name: "a directory to run in",
        job: |prey, job| program(prey, job, "dir = \"/\""),
        then: Then::Nothing,
        says: "a job has no key `contender.dir`",
    },
    OnWorker {
        name: "BASH_ENV",
        job: |prey, job| program(prey, job, "env = { BASH_ENV = \"/tmp/x\" }"),
        then: Then::Nothing,
        says: "--allow-env BASH_ENV would",
    },
    OnWorker {
        name: "PERL5OPT",
        job: |prey, job| program(prey, job, "env = { PERL5OPT = \"-Mx\" }"),
        then: Then::Nothing,
        says: "--allow-env PERL5OPT would",
    },
    OnWorker {
        name: "BROWSER",
        job: |prey, job| program(prey, job, "env = { BROWSER = \"x\", PYTHONWARNINGS = \"x\" }"),
        then: Then::Nothing,
        says: "--allow-env ",
    },
    OnWorker {
        name: "LD_PRELOAD",
        job: |prey, job| program(prey, job, "env = { LD_PRELOAD = \"x\" }"),
        then: Then::Nothing,
        says: "no worker sets LD_PRELOAD",
    },
    OnWorker {
        name: "an argument",
        job: |prey, job| program(prey, job, "args = [\"-c\"]"),
        then: Then::Nothing,
        says: "--allow-argument=-c would",
    },
    OnWorker {
        name: "an argument in the command",
        job: |prey, job| {
            program(prey, job, "");
            let text = job["settings"].as_str().unwrap().to_owned();
            let line = text.lines().find(|line| line.starts_with("command")).unwrap();
            put(job, line, "command = [\"x\", \"-c\"]")
        },
        then: Then::Nothing,
        says: "--allow-argument=-c would",
    },
    OnWorker {
        name: "a log",
        job: |prey, job| program(prey, job, "options = { \"Debug Log File\" = \"/tmp/x\" }"),
        then: Then::Nothing,
        says: "--option-file \"Debug Log File=PATH\"",
    },
    OnWorker {
        name: "tables",
        job: |prey, job| program(prey, job, "options = { SyzygyPath = \"/etc\" }"),
        then: Then::Nothing,
        says: "--option-file \"SyzygyPath=PATH\"",
    },
    OnWorker {
        name: "a network of the program",
        job: |prey, job| program(prey, job, "options = { EvalFile = \"/etc/passwd\" }"),
        then: Then::Nothing,
        says: "--option-file \"EvalFile=PATH\"",
    },
    OnWorker {
        name: "a text of the program",
        job: |prey, job| program(prey, job, "options = { Text = \"/etc/passwd\" }"),
        then: Then::Nothing,
        says: "--option-file \"Text=PATH\"",
    },
    OnWorker {
        name: "a text that is a number",
        job: |prey, job| program(prey, job, "options = { Text = 7 }"),
        then: Then::Nothing,
        says: "--option-file \"Text=PATH\"",
    },
    OnWorker {
        name: "more memory than there is",
        job: |_, job| put(job, "hash = 1", "hash = 65536"),
        then: Then::Nothing,
        says: "hash tables of ",
    },
    OnWorker {
        name: "a lease without end",
        job: |_, job| job["lease"] = 1e300.into(),
        then: Then::Nothing,
        says: "a lease of ",
    },
    OnWorker {
        name: "a lease of less than nothing",
        job: |_, job| job["lease"] = (-1).into(),
        then: Then::Nothing,
        says: "a lease of -1",
    },
    OnWorker {
        name: "contenders without end",
        job: |_, job| {
            let more: String = (0..3000)
                .map(|n| format!("[[contender]]\nname = \"{n}\"\npreset = \"none\"\n"))
                .collect();
            job["settings"] = format!("{}\n{more}", job["settings"].as_str().unwrap()).into()
        },
        then: Then::Nothing,
        says: "another number of pairings",
    },
    OnWorker {
        name: "settings that are none",
        job: |_, job| job["settings"] = "\u{1b}[2J".into(),
        then: Then::Nothing,
        says: "cannot be read",
    },
    OnWorker {
        name: "another program version",
        job: |_, job| job["arena"] = "9.9.9\u{1b}[2J".into(),
        then: Then::Nothing,
        says: "the coordinator is arena 9.9.9",
    },
    OnWorker {
        name: "the protocol before",
        job: |_, job| job["v"] = 1.into(),
        then: Then::Nothing,
        says: "a message of version 1, this is 2",
    },
    OnWorker {
        name: "other engines",
        job: |_, job| job["signatures"] = json!([1, 2]),
        then: Then::Nothing,
        says: "the engine here is another one",
    },
    OnWorker {
        name: "somebody's endgame tables",
        job: |_, job| {
            put(
                job,
                "[adjudication]\n",
                "[adjudication]\nmax_moves = 9\n[adjudication.tablebase]\npath = [\"/etc\"]\n[adjudication.x]\n",
            )
        },
        then: Then::Nothing,
        says: "a job has no key",
    },
    OnWorker {
        name: "clocks that go backwards",
        job: |_, _| {},
        then: Then::Admits(|| json!({ "admitted": { "time_scale": -1.0, "probe": null } })),
        says: "are no clocks",
    },
    OnWorker {
        name: "clocks that stand still",
        job: |_, _| {},
        then: Then::Admits(|| json!({ "admitted": { "time_scale": 1e300, "probe": null } })),
        says: "are no clocks",
    },
    OnWorker {
        name: "an answer of nonsense",
        job: |_, _| {},
        then: Then::Admits(|| json!({ "admitted": 3 })),
        says: "an answer cannot be read",
    },
    OnWorker {
        name: "a probe without a board",
        job: |_, _| {},
        then: Then::Admits(
            || json!({ "admitted": { "time_scale": 1.0, "probe": { "fingerprints": [1], "work": { "ticket": 0, "pairs": [{ "games": [{ "number": 0 }], "attempt": 0, "opening": { "index": 0, "fen": "8/8/8/8/8/8/8/8 w - - 0 1" } }] } } } }),
        ),
        says: "cannot be used",
    },
    OnWorker {
        name: "an answer to somebody else",
        job: |_, _| {},
        then: Then::AnswersAnother,
        says: "",
    },
    OnWorker {
        name: "a ticket of a game beyond the match",
        job: |_, _| {},
        then: Then::Deals(
            || json!({ "dealt": { "held": [], "tickets": [{ "ticket": 0, "pairs": [{ "games": [{ "number": u32::MAX }], "attempt": 0, "opening": { "index": 0, "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1" } }] }] } }),
        ),
        says: "is beyond the match",
    },
    OnWorker {
        name: "a ticket with nothing in it",
        job: |_, _| {},
        then: Then::Deals(|| json!({ "dealt": { "held": [9, 9], "tickets": [{ "ticket": 0 }] } })),
        says: "there is nothing in it",
    },
    OnWorker {
        name: "a script for a network",
        job: |prey, job| *job = with_network(prey, b"#!/bin/sh\ntouch x\n"),
        then: Then::Sends(|_| (b"#!/bin/sh\ntouch x\n".to_vec(), 18)),
        says: "is no network",
    },
    OnWorker {
        name: "another network than it says",
        job: |prey, job| *job = with_network(prey, b"one"),
        then: Then::Sends(|_| (b"two".to_vec(), 3)),
        says: "is another than it says",
    },
    OnWorker {
        name: "a network without end",
        job: |prey, job| *job = with_network(prey, b"one"),
        then: Then::Sends(|_| (b"one".to_vec(), 1 << 40)),
        says: "bytes; ",
    },
    OnWorker {
        name: "a network that is longer than it says",
        job: |prey, job| *job = with_network(prey, b"one"),
        then: Then::Sends(|_| (vec![0; 500_000], 3)),
        says: "another size than it says",
    },
    OnWorker {
        name: "more networks than contenders",
        job: |_, job| job["networks"] = json!(["a", "b", "c", "d"]),
        then: Then::Nothing,
        says: "more networks than contenders",
    },
    OnWorker {
        name: "a name that leads upwards",
        job: |_, job| {
            job["name"] = "../../../../../tmp/attack\u{1b}[2J".into();
            job["lease"] = 0.into()
        },
        then: Then::Nothing,
        says: "a lease of 0",
    },
];

/// A job whose first contender has a network with the digest of these bytes.
fn with_network(prey: &Prey<'_>, bytes: &[u8]) -> Value {
    let mut job = prey.plain.clone();
    job["networks"] = json!([hex::encode(Sha256::digest(bytes)), null]);
    job
}

impl Prey<'_> {
    /// Tells the job of an attack, and what comes behind it.
    fn attack(&self, number: usize, attack: &OnWorker) -> Peer {
        let peer = self.place.peer("coordinator");
        let mut job = self.plain.clone();
        (attack.job)(self, &mut job);
        let fingerprint = format!("attack{number}");
        job["fingerprint"] = fingerprint.clone().into();
        job["generation"] = format!("attack-{number}").into();
        job["priority"] = 1000.into();
        job["open"] = true.into();
        let at = |kind: &str| format!("arena.v1.{kind}.{fingerprint}");
        match attack.then {
            Then::Nothing => {}
            Then::Admits(answer) => {
                peer.answer(&at("hello"), move |to, serial| addressed(to, serial, &answer()));
            }
            Then::AnswersAnother => {
                let other = KeyPair::new_user().public_key();
                peer.answer(&at("hello"), move |_, serial| addressed(&other, serial, &admits()));
            }
            Then::Deals(answer) => {
                peer.answer(&at("hello"), move |to, serial| addressed(to, serial, &admits()));
                peer.answer(&at("ask"), move |to, serial| addressed(to, serial, &answer()));
            }
            Then::Sends(file) => {
                let (bytes, size) = file(self);
                peer.answer(&at("file"), move |to, serial| {
                    let header = json!({ "v": VERSION, "size": size });
                    let address = json!({ "v": VERSION, "to": to, "serial": serial });
                    [format!("{address}\n{header}\n").as_bytes(), &bytes].concat()
                });
            }
        }
        let context = peer.streams();
        peer.runtime.block_on(async {
            let sent = context.publish(at("job"), job.to_string().into()).await.unwrap();
            sent.await.unwrap();
        });
        peer
    }

    /// Takes the job of an attack away.
    fn end(&self, number: usize, peer: &Peer) {
        let fingerprint = format!("attack{number}");
        let order = json!({ "v": VERSION, "order": "end" }).to_string();
        peer.publish(&format!("arena.v1.control.{fingerprint}"), None, order.into_bytes());
        let context = peer.streams();
        peer.runtime.block_on(async {
            let stream = context.get_stream_no_info("ARENA_JOBS").await.unwrap();
            let subject = format!("arena.v1.job.{fingerprint}");
            let message = stream.get_last_raw_message_by_subject(&subject).await.unwrap();
            stream.delete_message(message.sequence).await.unwrap();
        });
    }
}

/// The job that a coordinator tells of a match file.
fn told(place: &Place, bench: &Bench, file: &str) -> Value {
    let (url, said) = (place.url("coordinator"), bench.path("told.txt"));
    let out = format!("told-{file}");
    let coordinator =
        start(bench, &["run", file, "--quiet", "--out", &out, "--workers", &url], &said);
    let job = open_job(&place.peer("coordinator"));
    let _ = kill_process(Pid::from_child(&coordinator.0), Signal::TERM);
    assert_eq!(coordinator.code(PATIENCE), Some(143), "{}", fs::read_to_string(&said).unwrap());
    job
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

fn write_program(path: PathBuf, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Files below a directory, without those that the test itself writes.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { directories.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// A worker goes through all attacks, runs and writes nothing, and plays an honest match afterwards.
fn attack_a_worker(is_open: bool) {
    let Some(place) = Place::new(is_open) else { return };
    let bench = bench(6, 300, "");
    write_program(bench.path("toy/toy.sh"), TOY);
    for name in [
        "engines/deeper/tool",
        "engines/.tool",
        "engines/clean.sh",
        "engines/.git/hooks/pre-commit",
    ] {
        let mark = bench.path("ran").display().to_string();
        write_program(bench.path(name), &format!("#!/bin/sh\n# {name}\ntouch {mark}\n"));
    }
    let text = fs::read_to_string(bench.file()).unwrap();
    let toy = text.replacen("preset = \"null-move\"\nhash = 1", "command = \"toy/toy.sh\"", 1);
    fs::write(bench.path("toy.toml"), toy).unwrap();
    succeed(&bench, "run x.toml --quiet --out local");
    let [plain, with_program] = ["x.toml", "toy.toml"].map(|file| told(&place, &bench, file));
    let _ = fs::remove_file(bench.path("toy/started"));
    fs::create_dir(bench.path("worker")).unwrap();
    let (said, url) = (bench.path("said.txt"), place.url("worker"));
    let arguments = [
        "worker",
        &url,
        "--concurrency",
        "2",
        "--name",
        "prey",
        "--engine",
        "toy=toy/toy.sh",
        "--engines",
        "engines",
        "--accept-files",
        "worker/files",
    ];
    let before = files(bench.directory.path());
    let worker = start(&bench, &arguments, &said);
    let prey = Prey { place: &place, bench: &bench, plain, with_program };
    assert!(ON_WORKER.len() >= 30);
    let mut done = 0;
    for (number, attack) in ON_WORKER.iter().enumerate() {
        let peer = prey.attack(number, attack);
        let heard = || String::from_utf8(fs::read(&said).unwrap()).unwrap();
        if attack.says.is_empty() {
            std::thread::sleep(Duration::from_secs(2));
            assert!(!heard()[done..].contains("plays"), "{}: {}", attack.name, &heard()[done..]);
        } else {
            wait_until(
                &format!("{}: {:?} is not said: {}", attack.name, attack.says, &heard()[done..]),
                || heard()[done..].contains(attack.says),
            );
        }
        prey.end(number, &peer);
        std::thread::sleep(Duration::from_millis(50));
        done = heard().len();
    }
    // It is as it was: the honest match is played whole.
    let deal = place.url("coordinator");
    let run = start(
        &bench,
        &["run", "x.toml", "--quiet", "--out", "far", "--workers", &deal],
        &bench.path("run.txt"),
    );
    assert_eq!(run.code(PATIENCE), Some(0));
    assert_eq!(timeless(report(&bench, "far")), timeless(report(&bench, "local")));
    let signalled = Instant::now();
    let _ = kill_process(Pid::from_child(&worker.0), Signal::TERM);
    assert_eq!(worker.code(PATIENCE), Some(143));
    assert!(signalled.elapsed() < Duration::from_secs(2), "{:?}", signalled.elapsed());
    let said = fs::read_to_string(&said).unwrap();
    assert!(!said.contains('\u{1b}'), "{said}");
    // Only the program that is listed was started, and it was told nothing that a job names.
    assert!(!bench.path("ran").exists() && !bench.path("toy/options").exists());
    let started = fs::read_to_string(bench.path("toy/started")).unwrap_or_default();
    assert!(started.lines().all(|line| line.trim() == "0"), "{started}");
    let after = files(bench.directory.path());
    let new: Vec<&PathBuf> = after.iter().filter(|file| !before.contains(file)).collect();
    let is_own = |file: &&&PathBuf| {
        let of_run = ["far", "run.txt", "said.txt", "toy/started"].map(|name| bench.path(name));
        !of_run.iter().any(|own| file.starts_with(own))
    };
    assert_eq!(new.iter().filter(is_own).collect::<Vec<_>>(), Vec::<&&PathBuf>::new());
}

#[test]
fn attacks_on_a_worker_under_the_sample_configuration() {
    attack_a_worker(false);
}

#[test]
fn attacks_on_a_worker_at_an_open_server() {
    attack_a_worker(true);
}

// The server.

/// Each role is refused some requests by the sample configuration, and granted others.
#[test]
fn a_role_may_do_what_it_needs_and_nothing_else() {
    let Some(place) = Place::new(false) else { return };
    let bench = bench(4, 300, "");
    let url = place.url("coordinator");
    let _coordinator =
        start(&bench, &["run", "x.toml", "--quiet", "--workers", &url], &bench.path("said.txt"));
    let peer = place.peer("coordinator");
    wait_until("there is no stream", || peer.api("$JS.API.STREAM.INFO.ARENA_JOBS", "").is_some());
    let all = [
        ("$JS.API.STREAM.INFO.ARENA_JOBS", "", &["coordinator", "worker", "reader"][..]),
        ("$JS.API.STREAM.PURGE.ARENA_JOBS", "", &[]),
        ("$JS.API.STREAM.DELETE.ARENA_JOBS", "", &[]),
        ("$JS.API.STREAM.UPDATE.ARENA_JOBS", "{\"name\":\"ARENA_JOBS\"}", &[]),
        ("$JS.API.STREAM.MSG.DELETE.ARENA_JOBS", "{\"seq\":999999}", &["coordinator"]),
        ("$JS.API.STREAM.CREATE.OTHER", "{\"name\":\"OTHER\",\"subjects\":[\"x\"]}", &[]),
        ("$JS.API.STREAM.LIST", "", &[]),
        ("$JS.API.CONSUMER.LIST.ARENA_JOBS", "", &[]),
        ("$JS.API.INFO", "", &[]),
    ];
    for role in ["coordinator", "worker", "reader"] {
        let peer = place.peer(role);
        for (subject, body, may) in all {
            let is_answered = peer.api(subject, body).is_some();
            assert_eq!(is_answered, may.contains(&role), "{role}: {subject}");
        }
    }
    // What is said where one may not say it is not heard.
    let heard = |listener: &str, subject: &str, speaker: &str| {
        let (listener, speaker) = (place.peer(listener), place.peer(speaker));
        let mut inbox =
            listener.runtime.block_on(listener.client.subscribe(subject.to_owned())).unwrap();
        listener.runtime.block_on(listener.client.flush()).unwrap();
        speaker.publish(subject, None, b"hello there".to_vec());
        listener.runtime.block_on(async {
            let next = async {
                while let Some(message) = inbox.next().await {
                    if message.payload.as_ref() == b"hello there" {
                        return true;
                    }
                }
                false
            };
            tokio::time::timeout(SILENCE, next).await.unwrap_or(false)
        })
    };
    for (listener, subject, speaker, is_heard) in [
        ("worker", "arena.v1.control.x", "coordinator", true),
        ("worker", "arena.v1.control.x", "worker", false),
        ("worker", "arena.v1.control.x", "reader", false),
        ("worker", "_INBOX.x", "coordinator", true),
        ("worker", "_INBOX.x", "worker", false),
        ("worker", "_INBOX.x", "reader", false),
        ("coordinator", "arena.v1.result.x", "worker", true),
        ("coordinator", "arena.v1.result.x", "reader", false),
        ("worker", "arena.v1.result.x", "worker", false),
        ("worker", "arena.v1.ask.x", "worker", false),
        ("worker", "arena.v1.hello.x", "worker", false),
        ("reader", "arena.v1.status", "worker", true),
        ("worker", "arena.v1.status", "worker", false),
        ("reader", "arena.v1.result.x", "worker", false),
    ] {
        assert_eq!(
            heard(listener, subject, speaker),
            is_heard,
            "{speaker} to {subject}, at {listener}"
        );
    }
    // A job is the coordinator's to tell.
    for (role, may) in [("worker", false), ("reader", false), ("coordinator", true)] {
        let is_told = place.peer(role).api("arena.v1.job.x", "{}").is_some();
        assert_eq!(is_told, may, "{role}");
    }
}
