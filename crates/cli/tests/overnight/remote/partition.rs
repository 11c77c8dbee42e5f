//! Partitions that last for three leases in the middle of a match: a link that is silent or cut, one over which only
//! one side is heard, and a server that stands still. No process gives up, and no game is lost or played twice.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::proxy::Weather;
use super::storm::{Restarted, Storm};
use super::{PATIENCE, differing, report, text};
use crate::bench::Bench;
use crate::nats::NatsServer;
use crate::process::send;
use crate::timeless::timeless;
use crate::trials::Trials;

const LEASE: Duration = Duration::from_secs(1);
const WORKERS: usize = 2;

/// The place of a fault.
#[derive(Clone, Copy, Debug)]
enum Place {
    Worker(Weather),
    Coordinator(Weather),
    Server,
}

const PARTITIONS: [Place; 9] = [
    Place::Worker(Weather::Mute),
    Place::Coordinator(Weather::Deaf),
    Place::Server,
    Place::Worker(Weather::Deaf),
    Place::Worker(Weather::Still),
    Place::Worker(Weather::Cut),
    Place::Coordinator(Weather::Mute),
    Place::Coordinator(Weather::Still),
    Place::Coordinator(Weather::Cut),
];

impl Place {
    /// Begins the fault, or ends it.
    fn set(self, storm: &Storm, is_fault: bool) {
        let weather = |weather| if is_fault { weather } else { Weather::Fine };
        match self {
            Place::Worker(fault) => storm.workers[0].link.set(weather(fault)),
            Place::Coordinator(fault) => storm.coordinators[0].link.set(weather(fault)),
            Place::Server => {
                send(&storm.server.child, if is_fault { Signal::STOP } else { Signal::CONT });
            }
        }
    }
}

/// Games in a journal that grows.
fn games(journal: &Path) -> usize {
    fs::read_to_string(journal).unwrap_or_default().matches("[Event ").count()
}

#[expect(clippy::print_stdout, reason = "figures are what the full form is for")]
pub(super) fn a_partition_for_three_leases_loses_and_doubles_no_game(trials: &Trials) {
    let partitions = &PARTITIONS[..trials.count(3, PARTITIONS.len())];
    let Some(server) = NatsServer::start() else {
        trials.skip("there is no nats-server");
        return;
    };
    let (pairs, nodes) = (trials.count(10, 60), trials.count(1000, 4000));
    let bench = Bench::new(&text(pairs).replace("4000", &nodes.to_string()));
    let directory = bench.directory.path();
    let local = bench.path("local");
    let run = bench.run(&["--quiet", "--out", local.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let mut storm = Storm::new(server, directory, WORKERS, "", 0);
    for (number, &place) in partitions.iter().enumerate() {
        let far = bench.path(&format!("far-{number}"));
        let lease = LEASE.as_secs();
        let line = format!("run x.toml --quiet --out far-{number} --lease {lease} --workers");
        storm.coordinators = vec![Restarted::new(directory, &storm.server, &line)];
        storm.start_what_is_gone();
        trials.survive(1, || {
            let (begun, journal) = (Instant::now(), far.join("games.pgn"));
            while games(&journal) < 4 {
                assert!(begun.elapsed() < PATIENCE, "no game is played");
                std::thread::sleep(Duration::from_millis(20));
            }
            place.set(&storm, true);
            let before = games(&journal);
            std::thread::sleep(3 * LEASE);
            let during = games(&journal) - before;
            place.set(&storm, false);
            let healed = Instant::now();
            let status = loop {
                assert!(begun.elapsed() < PATIENCE, "{place:?}: the match does not end");
                assert!(
                    storm.workers.iter_mut().all(|worker| worker.ended().is_none()),
                    "{place:?}"
                );
                if let Some(status) = storm.coordinators[0].ended() {
                    break status;
                }
                std::thread::sleep(Duration::from_millis(50));
            };
            assert!(status.success(), "{place:?}: {status}");
            println!(
                "{place:?} after {before} of {} games: {during} meanwhile, the rest in {:.1} s",
                2 * pairs,
                healed.elapsed().as_secs_f64()
            );
            assert_eq!(differing(&far, &local), [].into(), "{place:?}");
            assert_eq!(timeless(report(&far)), timeless(report(&local)), "{place:?}");
        });
    }
}
