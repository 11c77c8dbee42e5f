//! A thousand messages at once from one login, beside a worker of another one; and the price of a message.

use std::fs;
use std::time::{Duration, Instant};

use nkeys::KeyPair;
use serde_json::{Value, json};

use super::Target;
use crate::hostile_peers::peer::Peer;
use crate::hostile_peers::{Place, VERSION};
use crate::remote::bench;

/// Messages of each kind whose price is measured: the coordinator lets 256 of unknown keys wait.
const MEASURED: usize = 200;
/// The subject of statuses.
const STATUS: &str = "arena.v1.status";

/// The dearest messages of a peer without a game of the match. [`Dearest::name`] names their row in the page on
/// trust.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dearest {
    Repeated,
    Ask,
    Status,
    File,
    Result,
    Hello,
}

impl Dearest {
    /// The kinds whose price the page tells. A status is small.
    const PRICED: [Dearest; 5] =
        [Dearest::Repeated, Dearest::Ask, Dearest::File, Dearest::Result, Dearest::Hello];

    fn name(self) -> &'static str {
        match self {
            Dearest::Repeated => "one message again and again",
            Dearest::Ask => "a request for tickets with 2,000 numbers of tickets",
            Dearest::Status => "a status with 32 refusals",
            Dearest::File => "a request for a file",
            Dearest::Result => "a result of 64 KiB by an unknown key",
            Dearest::Hello => "a hello of a new key",
        }
    }

    fn subject(self, target: &Target<'_>) -> String {
        match self {
            Dearest::Repeated | Dearest::Ask => target.subject_of("ask", "flood"),
            Dearest::Status => STATUS.to_owned(),
            Dearest::File => target.subject_of("file", "flood"),
            Dearest::Result => target.subject_of("result", "flood"),
            Dearest::Hello => target.subject_of("hello", "flood"),
        }
    }

    /// The text of one.
    fn text(self, target: &Target<'_>) -> Vec<u8> {
        let held: Vec<u64> = (0..2000).map(|number| 9_999_999 - number).collect();
        let value: Value = match self {
            Dearest::Repeated | Dearest::Ask => target.ask_message(&held, 1, 0),
            Dearest::Status => json!({
                "v": VERSION, "worker": "flood", "arena": target.job["arena"], "concurrency": 1, "playing": 0,
                "delivered": 0, "fingerprint": target.job["fingerprint"], "match_name": null,
                "refusals": vec!["x".repeat(200); 32],
            }),
            Dearest::File => json!({ "v": VERSION, "sha256": "0".repeat(64), "offset": 0 }),
            Dearest::Result => return vec![b'x'; 64 << 10],
            Dearest::Hello => target.hello(|_| {}),
        };
        value.to_string().into_bytes()
    }

    /// Messages of the kind by this peer, or by new keys.
    fn messages(self, target: &Target<'_>, peer: &mut Peer, count: usize) -> Vec<Vec<u8>> {
        let (subject, text) = (self.subject(target), self.text(target));
        match self {
            Dearest::Repeated => vec![peer.seal(&subject, &text)],
            Dearest::Ask | Dearest::Status | Dearest::File => {
                (0..count).map(|_| peer.seal(&subject, &text)).collect()
            }
            Dearest::Result | Dearest::Hello => {
                let own = std::mem::replace(&mut peer.key, KeyPair::new_user());
                let sealed = (0..count).map(|number| {
                    if self == Dearest::Hello && number > 0 {
                        peer.key = KeyPair::new_user();
                    }
                    peer.seal(&subject, &text)
                });
                let sealed = sealed.collect();
                peer.key = own;
                sealed
            }
        }
    }
}

/// A peer of the login `flood` that was let in.
fn admitted(target: &Target<'_>) -> Peer {
    let mut peer = target.peer();
    let hello = target.hello(|_| {}).to_string();
    let answer = peer.ask(&target.subject_of("hello", "flood"), hello.as_bytes()).unwrap();
    assert!(answer["admitted"].is_object(), "{answer}");
    peer
}

/// Asserts that a new worker of another login is admitted within a second.
fn assert_admitted_soon(target: &Target<'_>, during: &str) {
    let begun = Instant::now();
    target.admitted("new");
    assert!(begun.elapsed() < Duration::from_secs(1), "{during}: {:?}", begun.elapsed());
}

/// Sends this number of messages in turn, evenly over the time.
fn send(peer: &Peer, subject: &str, messages: &[Vec<u8>], count: usize, time: Duration) {
    let begun = Instant::now();
    for (sent, message) in messages.iter().cycle().take(count).enumerate() {
        let due = time.mul_f64(sent as f64 / count as f64);
        std::thread::sleep(due.saturating_sub(begun.elapsed()));
        let sending = peer.client.publish(subject.to_owned(), message.clone().into());
        peer.runtime.block_on(sending).unwrap();
    }
    peer.runtime.block_on(peer.client.flush()).unwrap();
}

/// Processor time of all threads of a process.
fn processor_time(process: u32) -> Duration {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let time = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    };
    threads.filter_map(|thread| time(thread.ok()?)).sum()
}

/// Processor time of a process until it rests.
fn time_until_rest(process: u32) -> Duration {
    loop {
        let before = processor_time(process);
        std::thread::sleep(Duration::from_millis(300));
        let now = processor_time(process);
        if now - before < Duration::from_millis(3) {
            return now;
        }
    }
}

/// The microseconds in the page's row of a kind.
fn in_the_page(kind: Dearest) -> f64 {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src/trust.md");
    let page = fs::read_to_string(page).unwrap();
    let row = format!("| {} |", kind.name());
    let row = page.lines().find_map(|line| line.strip_prefix(&row));
    row.unwrap_or_else(|| panic!("{}", kind.name())).trim_matches([' ', '|']).parse().unwrap()
}

/// Every kind costs the coordinator as much, beside a hello, as the page on trust says.
#[test]
fn the_dearest_message_of_each_kind_costs_what_the_page_says() {
    let Some(place) = Place::new(true) else { return };
    let bench = bench(40, 300, "");
    let (coordinator, target) = Target::of_a_match(&place, &bench);
    let mut flood = admitted(&target);
    let process = coordinator.0.id();
    let costs = Dearest::PRICED.map(|kind| {
        let messages = kind.messages(&target, &mut flood, MEASURED);
        let before = time_until_rest(process);
        send(&flood, &kind.subject(&target), &messages, MEASURED, Duration::ZERO);
        let spent = time_until_rest(process) - before;
        (kind, 1e6 * spent.as_secs_f64() / MEASURED as f64)
    });
    for (kind, cost) in costs {
        println!("| {} | {cost:.0} |", kind.name());
    }
    let of_hello = costs[4].1;
    // The reading of JSON is not optimised in tests, while cryptography is a little.
    let factor = if cfg!(debug_assertions) { 8.0 } else { 2.5 };
    for (kind, cost) in costs {
        let (ratio, told) = (cost / of_hello, in_the_page(kind) / in_the_page(Dearest::Hello));
        assert!(ratio < factor * told, "{}: {ratio:.2} hellos, and {told:.2} told", kind.name());
    }
}

/// Whatever one login sends at once, the hello of another one is answered within a second.
#[test]
fn a_flood_of_the_dearest_messages_delays_no_hello_of_another_login() {
    let Some(place) = Place::new(true) else { return };
    let bench = bench(40, 300, "");
    let (_coordinator, target) = Target::of_a_match(&place, &bench);
    let mut flood = admitted(&target);
    for kind in Dearest::PRICED.into_iter().chain([Dearest::Status]) {
        let messages = kind.messages(&target, &mut flood, 1000);
        send(&flood, &kind.subject(&target), &messages, 1000, Duration::ZERO);
        assert_admitted_soon(&target, kind.name());
    }
}
