//! The long form: a thousand messages a second from one login, beside an honest worker of another one.

use std::fs;
use std::time::{Duration, Instant};

use nkeys::KeyPair;
use serde_json::json;

use super::Target;
use crate::hostile_peers::peer::Peer;
use crate::hostile_peers::{Place, VERSION, start};
use crate::remote::{bench, games, wait_for};

/// The time of a flood.
const WINDOW: Duration = Duration::from_secs(15);
/// Messages of a flood.
const MESSAGES: usize = 15_000;
/// The subject of statuses.
const STATUS: &str = "arena.v1.status";
/// The part of its games that an honest worker keeps.
const KEPT: f64 = 0.9;

/// Processor time of a process, in seconds: the system counts a hundred ticks a second.
fn processor_time(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<f64>().unwrap();
    (ticks(11) + ticks(12)) / 100.0
}

/// Sends these messages in turn, evenly over the window.
fn send(peer: &Peer, subject: &str, messages: &[Vec<u8>]) {
    let begun = Instant::now();
    for (sent, message) in messages.iter().cycle().take(MESSAGES).enumerate() {
        let due = WINDOW.mul_f64(sent as f64 / MESSAGES as f64);
        std::thread::sleep(due.saturating_sub(begun.elapsed()));
        let sending = peer.client.publish(subject.to_owned(), message.clone().into());
        peer.runtime.block_on(sending).unwrap();
    }
}

#[test]
#[ignore = "two minutes, and a machine that does nothing else"]
fn an_honest_worker_keeps_its_games_under_a_flood_from_another_login() {
    let Some(place) = Place::new(true) else { return };
    let bench = bench(20_000, 3000, "");
    let (coordinator, target) = Target::of_a_match(&place, &bench);
    let url = place.url("coordinator");
    let arguments = ["worker", &url, "--concurrency", "1", "--name", "honest"];
    let _honest = start(&bench, &arguments, &bench.path("honest.txt"));
    wait_for(&bench, "far", 4);
    // Games and processor time of the coordinator in a window.
    let observe = |during: &dyn Fn()| {
        let before = (games(&bench, "far"), processor_time(coordinator.0.id()));
        let begun = Instant::now();
        during();
        std::thread::sleep(WINDOW.saturating_sub(begun.elapsed()));
        let spent = processor_time(coordinator.0.id()) - before.1;
        let played = (games(&bench, "far") - before.0) as f64;
        (played / begun.elapsed().as_secs_f64(), spent)
    };
    let mut flood = target.peer();
    let at = |kind: &str| target.subject_of(kind, "flood");
    let hello = target.hello(|_| {}).to_string();
    let admission = flood.ask(&at("hello"), hello.as_bytes()).unwrap();
    assert!(admission["admitted"].is_object(), "{admission}");
    let held: Vec<u64> = (1_000_000..1_002_000).collect();
    let ask = target.ask_message(&held, 1, 0).to_string();
    let once = vec![flood.seal(&at("ask"), ask.as_bytes())];
    let asks = (0..MESSAGES).map(|_| flood.seal(&at("ask"), ask.as_bytes())).collect();
    let status = json!({
        "v": VERSION, "worker": "flood", "arena": target.job["arena"], "concurrency": 1, "playing": 0, "delivered": 0,
        "fingerprint": target.job["fingerprint"], "match_name": null, "refusals": [vec!["x"; 8 << 10].concat()],
    })
    .to_string();
    let statuses = (0..MESSAGES).map(|_| flood.seal(STATUS, status.as_bytes())).collect();
    let file = json!({ "v": VERSION, "sha256": "0".repeat(64), "offset": 0 }).to_string();
    let files = (0..MESSAGES).map(|_| flood.seal(&at("file"), file.as_bytes())).collect();
    flood.key = KeyPair::new_user();
    let junk = vec![b'x'; 64 << 10];
    let results = (0..1000).map(|_| flood.seal(&at("result"), &junk)).collect();
    let hellos = (0..MESSAGES).map(|_| {
        flood.key = KeyPair::new_user();
        flood.seal(&at("hello"), hello.as_bytes())
    });
    let hellos = hellos.collect();
    let floods: [(&str, String, Vec<Vec<u8>>); 6] = [
        ("one request for tickets, repeated", at("ask"), once),
        ("requests for tickets with 2,000 numbers", at("ask"), asks),
        ("statuses of 8 KiB", STATUS.to_owned(), statuses),
        ("requests for a file", at("file"), files),
        ("results of 64 KiB by unknown keys", at("result"), results),
        ("hellos of new keys", at("hello"), hellos),
    ];
    for (name, subject, messages) in floods {
        let (quiet, idle) = observe(&|| ());
        let (flooded, busy) = observe(&|| send(&flood, &subject, &messages));
        let cost = 1e6 * (busy - idle) / MESSAGES as f64;
        println!(
            "{name}: {quiet:.1} games a second before, {flooded:.1} meanwhile ({:.0} %); {cost:.0} us a message",
            100.0 * flooded / quiet
        );
        let mut other = target.peer();
        let begun = Instant::now();
        assert!(other.ask(&target.subject("hello"), hello.as_bytes()).is_some(), "{name}");
        assert!(begun.elapsed() < Duration::from_secs(1), "{name}: {:?}", begun.elapsed());
        assert!(flooded >= KEPT * quiet, "{name}: {flooded} of {quiet} games a second");
    }
}
