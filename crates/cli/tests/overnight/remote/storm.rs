//! The processes around a server and their links, and the faults that hit them.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rustix::process::Signal;

use super::proxy::{Proxy, Weather};
use crate::nats::{NatsServer, Process};
use crate::process::send;

/// A process that is started again when it is gone.
pub(super) struct Restarted {
    directory: PathBuf,
    line: String,
    pub(super) link: Proxy,
    process: Option<Process>,
}

impl Restarted {
    /// A process whose arguments end with the server's address, reached by a link of its own.
    pub(super) fn new(directory: &Path, server: &NatsServer, arguments: &str) -> Restarted {
        let link = Proxy::before(server.port);
        let line = format!("{arguments} {}", link.url());
        Restarted { directory: directory.to_owned(), line, link, process: None }
    }

    /// Its exit status, if it has ended by itself since it was started.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.process.as_mut()?.0.try_wait().unwrap()
    }

    fn start(&mut self) {
        if self.process.is_none() || self.ended().is_some() {
            let arena = Path::new(env!("CARGO_BIN_EXE_arena"));
            self.process = Some(Process::start(arena, &self.directory, &self.line));
        }
    }

    fn kill(&mut self) {
        if let Some(process) = self.process.take() {
            process.kill();
        }
    }
}

/// All processes and links.
pub(super) struct Storm {
    pub(super) server: NatsServer,
    pub(super) coordinators: Vec<Restarted>,
    pub(super) workers: Vec<Restarted>,
    random: ChaCha12Rng,
    /// Kills so far.
    pub(super) kills: usize,
}

impl Storm {
    /// All processes around this server; `workers` is the number of workers, each playing one game at a time, with
    /// more arguments.
    pub(super) fn new(
        server: NatsServer,
        directory: &Path,
        workers: usize,
        more: &str,
        seed: u64,
    ) -> Storm {
        let worker = |number| {
            let line = format!("worker --concurrency 1 --name w{number} --quiet{more}");
            Restarted::new(directory, &server, &line)
        };
        let workers = (0..workers).map(worker).collect();
        let random = ChaCha12Rng::seed_from_u64(seed);
        Storm { server, coordinators: Vec::new(), workers, random, kills: 0 }
    }

    /// A time between these, in milliseconds.
    pub(super) fn time(&mut self, range: std::ops::Range<u64>) -> Duration {
        Duration::from_millis(self.random.random_range(range))
    }

    /// One thing goes wrong.
    pub(super) fn event(&mut self) {
        let worker = self.random.random_range(0..self.workers.len());
        let coordinator = self.random.random_range(0..self.coordinators.len());
        let pause = self.time(200..3000);
        match self.random.random_range(0..12) {
            0..3 => {
                self.workers[worker].kill();
                self.kills += 1;
            }
            3..5 => {
                self.coordinators[coordinator].kill();
                self.kills += 1;
            }
            5 => {
                self.server.kill();
                std::thread::sleep(pause / 4);
                self.server.start_again();
                self.kills += 1;
            }
            6 => {
                for signal in [Signal::STOP, Signal::CONT] {
                    if let Some(process) = &self.workers[worker].process {
                        send(&process.0, signal);
                    }
                    std::thread::sleep(pause);
                }
            }
            fault => {
                let weather = [Weather::Slow, Weather::Still, Weather::Cut][fault % 3];
                let link = match fault {
                    7..10 => &self.workers[worker].link,
                    _ => &self.coordinators[coordinator].link,
                };
                link.set(weather);
                std::thread::sleep(pause);
                link.set(Weather::Fine);
            }
        }
    }

    /// Restarts processes that were killed or have ended.
    pub(super) fn start_what_is_gone(&mut self) {
        self.workers.iter_mut().chain(&mut self.coordinators).for_each(Restarted::start);
    }
}
