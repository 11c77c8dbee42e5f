//! The rights of each role under the sample configuration.

use std::time::{Duration, Instant};

use tokio_stream::StreamExt;

use super::{PATIENCE, Place, SILENCE, start, wait_until};
use crate::remote::bench;

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
            let may = may.contains(&role);
            let answer = peer.request(subject, body.as_bytes().to_vec(), wait(may));
            assert_eq!(answer.is_some(), may, "{role}: {subject}");
        }
    }
    // A message to a forbidden subject does not arrive.
    let heard = |listener: &str, subject: &str, speaker: &str, may: bool| {
        let (listener, speaker) = (place.peer(listener), place.peer(speaker));
        let mut inbox =
            listener.runtime.block_on(listener.client.subscribe(subject.to_owned())).unwrap();
        listener.runtime.block_on(listener.client.flush()).unwrap();
        let begun = Instant::now();
        // Nobody tells when the server has taken the subscription: it is said again until it is heard.
        while begun.elapsed() < wait(may) {
            speaker.publish(subject, None, b"hello there".to_vec());
            let heard = listener.runtime.block_on(async {
                let next = async {
                    while let Some(message) = inbox.next().await {
                        if message.payload.as_ref() == b"hello there" {
                            return true;
                        }
                    }
                    false
                };
                tokio::time::timeout(SILENCE / 2, next).await.unwrap_or(false)
            });
            if heard {
                return true;
            }
        }
        false
    };
    for (listener, subject, speaker, is_heard) in [
        ("worker", "arena.v1.control.x", "coordinator", true),
        ("worker", "arena.v1.control.x", "worker", false),
        ("worker", "arena.v1.control.x", "reader", false),
        ("worker", "_INBOX.x", "coordinator", true),
        ("worker", "_INBOX.x", "worker", false),
        ("worker", "_INBOX.x", "reader", false),
        ("coordinator", "arena.v1.result.x.worker", "worker", true),
        ("coordinator", "arena.v1.result.x.worker", "reader", false),
        ("worker", "arena.v1.result.x.worker", "worker", false),
        ("worker", "arena.v1.ask.x.worker", "worker", false),
        ("worker", "arena.v1.hello.x.worker", "worker", false),
        ("coordinator", "arena.v1.result.x.other", "worker", false),
        ("reader", "arena.v1.status", "worker", true),
        ("worker", "arena.v1.status", "worker", false),
        ("reader", "arena.v1.result.x.worker", "worker", false),
    ] {
        assert_eq!(
            heard(listener, subject, speaker, is_heard),
            is_heard,
            "{speaker} to {subject}, at {listener}"
        );
    }
    // A job is the coordinator's to tell.
    for (role, may) in [("worker", false), ("reader", false), ("coordinator", true)] {
        let answer = place.peer(role).request("arena.v1.job.x", b"{}".to_vec(), wait(may));
        assert_eq!(answer.is_some(), may, "{role}");
    }
}

/// The wait for an answer: one that must come may be late on a busy machine.
fn wait(comes: bool) -> Duration {
    if comes { PATIENCE } else { SILENCE }
}
