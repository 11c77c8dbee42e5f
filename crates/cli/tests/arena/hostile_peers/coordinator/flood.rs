//! A thousand messages a second from one login, beside an honest worker of another one; and the price of a message.

use std::fs;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use nkeys::KeyPair;
use rustix::thread::{CpuSet, sched_setaffinity};
use serde_json::{Value, json};

use super::Target;
use crate::common::Bench;
use crate::hostile_peers::peer::Peer;
use crate::hostile_peers::{Place, VERSION, start};
use crate::remote::{bench, wait_for};

/// The time of a flood, and messages in it.
const FLOOD: Duration = Duration::from_secs(60);
const MESSAGES: usize = 60_000;
/// The time before a flood in which the honest worker's moves are counted.
const QUIET: Duration = Duration::from_secs(60);
/// The part of its games that an honest worker keeps.
const KEPT: f64 = 0.9;
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

/// Moves of the games in the journal: each has a comment.
fn moves(bench: &Bench) -> usize {
    let journal = bench.path("far").join("games.pgn");
    fs::read_to_string(journal).unwrap_or_default().matches('{').count()
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

/// How far this thread, and those that it starts, give way to others.
fn give_way(nice: i32) {
    // Only root may take it back, which saves time.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), nice);
}

/// Keeps this thread, and the threads and processes that it starts, on one core, if there are two. The honest worker has the
/// first, as if it had a machine of its own; the coordinator, the server and the flood share the second.
fn stay_on(core: usize) {
    let mut cores = CpuSet::new();
    cores.set(core);
    // Fails where there is no such core.
    let _ = sched_setaffinity(None, &cores);
}

/// A thousand messages of a kind a second: the honest worker keeps its games, and honest hellos are answered.
#[expect(clippy::print_stdout, reason = "figures are what the long form is for")]
fn an_honest_worker_keeps_its_games_under(kind: Dearest) {
    stay_on(1);
    let Some(place) = Place::new(true) else { return };
    let bench = bench(40_000, 3000, "");
    let (coordinator, target) = Target::of_a_match(&place, &bench);
    let url = place.url("coordinator");
    let arguments = ["worker", &url, "--concurrency", "1", "--name", "honest"];
    stay_on(0);
    let _honest = start(&bench, &arguments, &bench.path("honest.txt"));
    stay_on(1);
    wait_for(&bench, "far", 4);
    // Moves a second, and seconds of the coordinator's processor time a second. Games differ in length: their number of a
    // minute would itself differ by a twentieth.
    let observe = |during: &mut dyn FnMut()| {
        let before = (moves(&bench), processor_time(coordinator.0.id()));
        let begun = Instant::now();
        during();
        let seconds = begun.elapsed().as_secs_f64();
        let spent = processor_time(coordinator.0.id()) - before.1;
        let played = (moves(&bench) - before.0) as f64;
        (played / seconds, spent.as_secs_f64() / seconds, seconds)
    };
    let turn = Barrier::new(2);
    std::thread::scope(|scope| {
        let flood = scope.spawn(|| {
            // The coordinator would have a machine of its own, too.
            give_way(10);
            let mut peer = admitted(&target);
            give_way(0);
            let messages = kind.messages(&target, &mut peer, MESSAGES);
            give_way(10);
            turn.wait();
            turn.wait();
            send(&peer, &kind.subject(&target), &messages, MESSAGES, FLOOD);
        });
        turn.wait();
        let (quiet, idle, _) = observe(&mut || std::thread::sleep(QUIET));
        turn.wait();
        let (flooded, busy, seconds) = observe(&mut || {
            while !flood.is_finished() {
                std::thread::sleep(FLOOD / 12);
                assert_admitted_soon(&target, kind.name());
            }
        });
        let kept = flooded / quiet;
        println!(
            "{}: {quiet:.0} moves a second before, {flooded:.0} meanwhile ({:.0} %); {:.0} messages a second; the \
             coordinator takes {:.0} % of a core more",
            kind.name(),
            100.0 * kept,
            MESSAGES as f64 / seconds,
            100.0 * (busy - idle)
        );
        assert!(kept >= KEPT, "{kept}");
    });
}

/// A test for each kind, since each takes a minute and a half.
macro_rules! floods {
    ($($name:ident: $kind:ident,)*) => {$(
        #[test]
        #[ignore = "a minute and a half, in a release build on a machine that does nothing else"]
        fn $name() {
            an_honest_worker_keeps_its_games_under(Dearest::$kind);
        }
    )*};
}

floods! {
    an_honest_worker_keeps_its_games_under_one_message: Repeated,
    an_honest_worker_keeps_its_games_under_requests_for_tickets: Ask,
    an_honest_worker_keeps_its_games_under_statuses: Status,
    an_honest_worker_keeps_its_games_under_requests_for_files: File,
    an_honest_worker_keeps_its_games_under_results: Result,
    an_honest_worker_keeps_its_games_under_hellos: Hello,
}
