//! Tickets of a real server.

#[path = "../../../../cli/tests/arena/nats.rs"]
#[expect(dead_code, reason = "kills and processes are for other tests")]
mod nats;

use std::time::Instant;

use super::*;
use crate::server::{Credentials, Server};
use nats::NatsServer;

const CONSUMER: &str = "of-a-test";
/// Longer than any silence after which the client or the server says that it is there.
const WAIT: Duration = Duration::from_secs(4);

async fn broker(server: &NatsServer) -> (Broker, Subjects) {
    let at = Server::new(&server.url(), None, Credentials::default()).unwrap();
    let broker = Broker::connect(&at, "a test").await.unwrap();
    broker.set_up().await.unwrap();
    let subjects = Subjects::of("test");
    broker.begin_anew(&subjects, CONSUMER, Duration::from_secs(30)).await.unwrap();
    (broker, subjects)
}

fn ticket(number: u32) -> Vec<(String, Vec<u8>)> {
    vec![(number.to_string(), number.to_string().into_bytes())]
}

#[tokio::test]
async fn a_ticket_is_dealt_at_once_to_who_has_waited_long() {
    let Some(server) = NatsServer::start() else { return };
    let (broker, subjects) = broker(&server).await;
    let (waiting, (_stop, stopped)) = (broker.clone(), watch::channel(()));
    let pull = tokio::spawn(async move { waiting.pull(CONSUMER, 3 * WAIT, stopped).await });
    tokio::time::sleep(WAIT).await;
    let put = Instant::now();
    broker.put_tickets(&subjects, ticket(7)).await.unwrap();
    let dealt = pull.await.unwrap().unwrap().unwrap();
    assert_eq!((dealt.bytes, dealt.deliveries), (b"7".to_vec(), 1));
    assert!(put.elapsed() < WAIT, "{:?}", put.elapsed());
}

#[tokio::test]
async fn a_request_that_ends_by_its_time_or_by_its_sender_leaves_what_comes_to_the_next() {
    let Some(server) = NatsServer::start() else { return };
    let (broker, subjects) = broker(&server).await;
    let begun = Instant::now();
    let ((_stop, going_on), (stop, stopped)) = (watch::channel(()), watch::channel(()));
    let soon = Duration::from_millis(300);
    assert!(broker.pull(CONSUMER, soon, going_on.clone()).await.unwrap().is_none());
    drop(stop);
    assert!(broker.pull(CONSUMER, WAIT, stopped).await.unwrap().is_none());
    assert!(begun.elapsed() < WAIT, "{:?}", begun.elapsed());
    broker.put_tickets(&subjects, ticket(8)).await.unwrap();
    let dealt = broker.pull(CONSUMER, WAIT, going_on).await.unwrap().unwrap();
    assert_eq!((dealt.bytes, dealt.deliveries), (b"8".to_vec(), 1));
}
