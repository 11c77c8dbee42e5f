//! The pace by itself, and a match of many workers in simulated time: how long the pairs of a sequential test
//! take where one of them is slow.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::*;
use crate::ledger::{DealtTicket, Standing};
use crate::piece::Wanted;
use crate::protocol::WorkerKey;
use arena::chess::record::GameSpec;
use arena::runner::Ticket;

#[test]
fn the_time_of_a_game_is_the_median_once_there_is_one() {
    let mut pace = Pace::default();
    (0..4).for_each(|_| pace.note(Duration::from_secs(2)));
    assert_eq!(pace.median(), None);
    pace.note(Duration::from_secs(100));
    assert_eq!(pace.median(), Some(Duration::from_secs(2)));
    (0..100).for_each(|_| pace.note(Duration::from_millis(1)));
    assert_eq!((pace.median(), pace.times.len()), (Some(SHORTEST), REMEMBERED));
}

/// Time between two checks.
const STEP: Duration = Duration::from_millis(20);
/// Games at a time of a worker, and pairs it has ready.
const THREADS: usize = 4;
const AHEAD: usize = 2;
/// Pairs that decide.
const PAIRS: u32 = 127;

/// A worker: how much slower it is than others, and its tickets, with the end of each.
struct Worker {
    key: WorkerKey,
    slowness: u32,
    threads: [Option<(u32, Instant)>; THREADS],
    ready: VecDeque<u32>,
}

impl Worker {
    fn has_room(&self) -> bool {
        let idle = self.threads.iter().filter(|thread| thread.is_none()).count();
        self.ready.len() < idle + AHEAD
    }
}

/// A coordinator's ledger and pace, and workers. A ticket is a pair, of its number.
struct World {
    now: Instant,
    ledger: Ledger,
    pace: Pace,
    issued: u32,
    workers: Vec<Worker>,
    /// How long each pair takes a worker that is not slow.
    times: Vec<Duration>,
    done: HashSet<u32>,
    /// How often a worker got a pair that another one had.
    doubled: usize,
}

impl World {
    fn new(slowness: &[u32]) -> World {
        let mut random = ChaCha12Rng::seed_from_u64(7);
        let time = |_| Duration::from_millis(random.random_range(400..1200));
        let worker = |(number, &slowness): (usize, &u32)| {
            let key = WorkerKey::named(&number.to_string());
            Worker { key, slowness, threads: [None; THREADS], ready: VecDeque::new() }
        };
        World {
            now: Instant::now(),
            ledger: Ledger::new(HashSet::new()),
            pace: Pace::default(),
            issued: 0,
            workers: slowness.iter().enumerate().map(worker).collect(),
            times: (0..2000).map(time).collect(),
            done: HashSet::new(),
            doubled: 0,
        }
    }

    /// Seconds until the pairs that decide are there, and how many were played by two workers.
    fn play(mut self) -> (f64, usize) {
        let begun = self.now;
        while !(0..PAIRS).all(|pair| self.done.contains(&pair)) {
            self.coordinate();
            self.deal();
            (0..self.workers.len()).for_each(|number| self.work(number));
            self.now += STEP;
        }
        ((self.now - begun).as_secs_f64(), self.doubled)
    }

    fn coordinate(&mut self) {
        let threads = THREADS * self.workers.len();
        for _ in 0..self.ledger.room(threads) {
            let games = [0, 1].map(|game| Some(GameSpec::new(2 * self.issued + game, 0)));
            self.ledger.issue(vec![Ticket { pair: self.issued, games, attempt: 0 }]);
            self.issued += 1;
        }
        let is_idle = self.ledger.is_held_up(threads);
        self.pace.deal_again(&mut self.ledger, self.now, is_idle);
    }

    /// Deals tickets to one worker after the other.
    fn deal(&mut self) {
        // The one that has waited longest comes first.
        self.workers.rotate_left(1);
        let mut is_going_on = true;
        while is_going_on {
            is_going_on = false;
            for worker in self.workers.iter_mut().filter(|worker| worker.has_room()) {
                let dealt = self.ledger.deal(&worker.key, 0, self.now, |_| true);
                let Some(DealtTicket { pairs, is_second, .. }) = dealt else { continue };
                match is_second {
                    true => worker.ready.push_front(pairs[0].pair),
                    false => worker.ready.push_back(pairs[0].pair),
                }
                self.doubled += usize::from(is_second);
                is_going_on = true;
            }
        }
    }

    fn work(&mut self, number: usize) {
        for thread in 0..THREADS {
            let worker = &mut self.workers[number];
            if let Some((pair, end)) = worker.threads[thread]
                && end <= self.now
            {
                worker.threads[thread] = None;
                let time = worker.slowness * self.times[pair as usize];
                self.receive(pair, time / 2);
            }
            let worker = &mut self.workers[number];
            if worker.threads[thread].is_none()
                && let Some(pair) = worker.ready.pop_front()
            {
                let time = worker.slowness * self.times[pair as usize];
                worker.threads[thread] = Some((pair, self.now + time));
            }
        }
    }

    fn receive(&mut self, pair: u32, of_a_game: Duration) {
        for game in [2 * pair, 2 * pair + 1].map(|number| Wanted { number, attempt: 0 }) {
            if self.ledger.standing(game) == Standing::Wanted {
                self.ledger.arrives(game);
                self.ledger.decided(&[game], self.now);
                self.pace.note(of_a_game);
            }
        }
        self.done.insert(pair);
    }
}

#[test]
fn slow_workers_hold_no_decision_up() {
    let (alike, doubled) = World::new(&[1; 10]).play();
    assert!(doubled < 10, "workers that are alike play {doubled} pairs twice");
    for slow in [&[50][..], &[1000], &[5], &[50, 50], &[3, 10, 50]] {
        let workers = [&vec![1; 10 - slow.len()], slow].concat();
        let (seconds, doubled) = World::new(&workers).play();
        // A slow worker plays next to nothing.
        let times = seconds * (10 - slow.len()) as f64 / 10.0 / alike;
        assert!(times < 1.3, "{slow:?}: {times:.2} times as long");
        assert!(doubled < PAIRS as usize / 2, "{slow:?}: {doubled} pairs are played twice");
    }
}
