//! Two matches and a tuning on one server and the same workers, for two hours, while faults are
//! injected now and then: each finished one is compared with its run without workers, and restarted
//! with another seed.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rand::RngExt as _;
use serde_json::Value;

use super::storm::{Restarted, Storm};
use crate::nats::NatsServer;
use crate::process::peak_memory;
use crate::trials::Trials;

const WORKERS: usize = 3;
/// The time limit of each of the three, leases and faults included.
const PATIENCE: Duration = Duration::from_secs(3600);

/// A piece of work that is repeated.
#[derive(Clone, Copy, Debug)]
enum Task {
    Match { nodes: u32 },
    Tuning,
}

/// One of the three, and how far it is.
struct Round {
    task: Task,
    /// The name of its file, and of its directory of results.
    name: String,
    begun: Instant,
}

impl Round {
    /// Writes the file of the round of this number.
    fn begin(task: Task, place: usize, number: u64, scale: u64, directory: &Path) -> Round {
        let common = "hash = 1\nconcurrency = 2\n\
                      openings = { file = \"builtin:balanced\", order = \"shuffled\" }\n\
                      adjudication = { draw = true, resign = true, max_moves = 120 }\n";
        let text = match task {
            Task::Match { nodes } => format!(
                "games = {}\nlimits = {{ nodes = {nodes} }}\nseed = {number}\n{common}\
                 [[contender]]\nname = \"one\"\npreset = \"null-move\"\n\
                 [[contender]]\nname = \"other\"\npreset = \"none\"\n",
                20 * scale
            )
            .replace("hash = 1\n", ""),
            Task::Tuning => format!(
                "preset = \"null-move\"\niterations = {}\npairs = 4\nlimits = {{ nodes = 500 }}\n\
                 seed = {number}\n{common}\
                 [[parameter]]\nname = \"null_move.reduction\"\nrange = [1, 5]\n",
                3 * scale
            ),
        };
        let name = format!("{place}-{number}");
        fs::write(directory.join(&name).with_extension("toml"), text).unwrap();
        Round { task, name, begun: Instant::now() }
    }

    fn command(&self) -> &'static str {
        match self.task {
            Task::Match { .. } => "run",
            Task::Tuning => "tune",
        }
    }

    fn coordinator(&self, directory: &Path, server: &NatsServer) -> Restarted {
        let Round { name, .. } = self;
        let line = format!("{} {name}.toml --quiet --out far-{name} --workers", self.command());
        Restarted::new(directory, server, &line)
    }

    /// Plays the same without workers, and compares.
    fn compare(&self, directory: &Path) {
        let Round { name, .. } = self;
        let [local, far] = ["local", "far"].map(|side| directory.join(format!("{side}-{name}")));
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        arena.current_dir(directory).arg(self.command()).arg(format!("{name}.toml"));
        let output = arena.args(["--quiet", "--out"]).arg(&local).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let read = |directory: &Path, file| fs::read_to_string(directory.join(file)).unwrap();
        match self.task {
            Task::Match { .. } => {
                let [here, there] = [&local, &far].map(|directory| {
                    let report: Value =
                        serde_json::from_str(&read(directory, "report.json")).unwrap();
                    [report["games_digest"].clone(), report["games"].clone()]
                });
                assert_eq!(there, here, "{name}");
            }
            Task::Tuning => ["iterations.jsonl", "values.toml"]
                .iter()
                .for_each(|file| assert_eq!(read(&far, file), read(&local, file), "{name} {file}")),
        }
        [local, far].iter().for_each(|directory| fs::remove_dir_all(directory).unwrap());
    }
}

/// Faults come every two minutes for two hours, or every two seconds for twelve.
#[expect(clippy::print_stderr, reason = "two hours are long")]
pub(super) fn two_matches_and_a_tuning_go_on_through_faults(trials: &Trials) {
    let faults = trials.count(6, 60);
    let every = Duration::from_secs(trials.count(2, 120) as u64);
    let scale = trials.count(1, 10) as u64;
    let Some(server) = NatsServer::start() else {
        trials.skip("there is no nats-server");
        return;
    };
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let tasks = [Task::Match { nodes: 2000 }, Task::Match { nodes: 4000 }, Task::Tuning];
    let mut storm = Storm::new(server, directory, WORKERS, "", trials.random("soak").random());
    let mut rounds: Vec<Round> = (0..)
        .zip(tasks)
        .map(|(place, task)| Round::begin(task, place, 1, scale, directory))
        .collect();
    storm.coordinators =
        rounds.iter().map(|round| round.coordinator(directory, &storm.server)).collect();
    let mut ended = [0_u64; 3];
    trials.survive(faults, || {
        std::thread::scope(|comparisons| {
            let (begun, mut done) = (Instant::now(), 0);
            // All three end once more after the last fault.
            let mut last = [false; 3];
            while last.contains(&false) {
                for (place, coordinator) in storm.coordinators.iter_mut().enumerate() {
                    let since = rounds[place].begun.elapsed();
                    assert!(since < PATIENCE, "{} does not end", rounds[place].name);
                    if coordinator.ended().is_some_and(|status| status.success()) {
                        ended[place] += 1;
                        last[place] = done == faults;
                        let number = ended[place] + 1;
                        let next = Round::begin(tasks[place], place, number, scale, directory);
                        *coordinator = next.coordinator(directory, &storm.server);
                        let round = std::mem::replace(&mut rounds[place], next);
                        comparisons.spawn(move || round.compare(directory));
                    }
                }
                storm.start_what_is_gone();
                if done < faults && begun.elapsed() >= every * (done as u32 + 1) {
                    storm.event();
                    done += 1;
                    if trials.is_full() {
                        let memory = peak_memory(storm.server.child.id()).unwrap_or(0);
                        let kills = storm.kills;
                        eprintln!("{done} of {faults} faults, {kills} kills; ended {ended:?}; server {memory} KiB");
                    }
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
    });
}
