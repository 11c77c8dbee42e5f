//! The ledger by itself, and through thousands of seeded schedules of a network that loses, doubles and
//! reorders, with crashes of either side.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::*;
use arena::chess::record::GameSpec;

const LEASE: Duration = Duration::from_secs(30);

fn pair(number: u32, attempt: u32) -> Ticket {
    let games = [0, 1].map(|game| Some(GameSpec::new(2 * number + game, 0)));
    Ticket { pair: number, games, attempt }
}

fn wanted(number: u32) -> Wanted {
    Wanted { number, attempt: 0 }
}

fn worker(name: &str) -> WorkerKey {
    WorkerKey::named(name)
}

/// A ledger with this number of pairs, a ticket each.
fn ledger(pairs: u32) -> Ledger {
    let mut ledger = Ledger::new(HashSet::new());
    for number in 0..pairs {
        ledger.issue(vec![pair(number, 0)]);
    }
    ledger
}

/// Deals to a worker, which may have all.
fn deal(ledger: &mut Ledger, name: &str, request: u64, now: Instant) -> Option<u64> {
    ledger.deal(&worker(name), request, now, |_| true).map(|dealt| dealt.ticket)
}

#[test]
fn a_ticket_is_out_until_all_its_games_are_on_disk() {
    let (mut ledger, now) = (Ledger::new(HashSet::new()), Instant::now());
    let ticket = ledger.issue(vec![pair(0, 0), pair(1, 0)]);
    assert_eq!(deal(&mut ledger, "a", 1, now), Some(ticket));
    assert_eq!(deal(&mut ledger, "b", 1, now), None);
    assert_eq!(ledger.standing(wanted(1)), Standing::Wanted);
    ledger.arrives(wanted(1));
    assert_eq!(ledger.standing(wanted(1)), Standing::Superseded);
    ledger.decided(&[wanted(1)], now);
    assert_eq!(ledger.standing(wanted(1)), Standing::Kept);
    assert_eq!(ledger.standing(wanted(9)), Standing::Unknown);
    // Given back, it asks for the rest alone.
    assert!(ledger.renew(&worker("a"), 2, &[], now).is_empty());
    let dealt = ledger.deal(&worker("b"), 1, now, |_| true).unwrap();
    let remaining: Vec<u32> =
        dealt.pairs.iter().flat_map(piece::wanted).map(|wanted| wanted.number).collect();
    assert_eq!((dealt.ticket, remaining), (ticket, vec![0, 2, 3]));
    ledger.decided(&[wanted(0), wanted(2), wanted(3)], now);
    assert_eq!(ledger.out(), 0);
}

#[test]
fn a_worker_holds_what_it_says_and_what_is_on_its_way_to_it() {
    let (mut ledger, now) = (ledger(4), Instant::now());
    assert_eq!(deal(&mut ledger, "a", 5, now), Some(0));
    assert_eq!(deal(&mut ledger, "a", 7, now), Some(1));
    assert_eq!(deal(&mut ledger, "b", 6, now), Some(2));
    // Its request 7 is under way: the answer may come still, and that to 5 has not.
    assert_eq!(ledger.renew(&worker("a"), 7, &[], now), [0; 0]);
    assert_eq!(deal(&mut ledger, "c", 1, now), Some(0));
    assert_eq!(ledger.renew(&worker("a"), 8, &[1], now), [1]);
    // A worker keeps nobody's tickets but its own, and gives back nobody's.
    assert_eq!(ledger.renew(&worker("a"), 9, &[0, 1, 2, 77], now), [1]);
    assert_eq!(ledger.renew(&worker("b"), 9, &[2], now), [2]);
    ledger.release(&worker("b"));
    assert_eq!(ledger.renew(&worker("b"), 9, &[2], now), [0; 0]);
    assert_eq!(deal(&mut ledger, "c", 1, now), Some(2));
    assert!(ledger.holds_any(&worker("c")) && !ledger.holds_any(&worker("b")));
}

#[test]
fn a_silent_worker_loses_its_tickets_and_they_go_to_those_that_may_have_them() {
    let (mut ledger, begun) = (ledger(2), Instant::now());
    deal(&mut ledger, "a", 1, begun);
    deal(&mut ledger, "b", 1, begun);
    let later = begun + LEASE;
    ledger.renew(&worker("b"), 2, &[1], later);
    assert!(ledger.lose(later, LEASE, |_| None).is_empty());
    let later = later + Duration::from_secs(1);
    let lost = Lost { ticket: 0, worker: worker("a") };
    assert_eq!(ledger.lose(later, LEASE, |_| None), [lost]);
    assert!(ledger.has_lost() && ledger.lost_by(0) == [worker("a")]);
    let may = |ledger: &mut Ledger, name: &str| {
        ledger.deal(&worker(name), 3, later, |lost| !lost.contains(&worker(name)))
    };
    assert_eq!(may(&mut ledger, "a"), None);
    assert_eq!(may(&mut ledger, "c").unwrap().ticket, 0);
    // One that says that it is there does not hold a ticket for ever, where that is bounded.
    ledger.renew(&worker("c"), 4, &[0], later + LEASE);
    let much_later = later + LEASE + Duration::from_secs(11);
    let whole = |_: &WorkerKey| Some(Duration::from_secs(5));
    let lost: Vec<WorkerKey> =
        ledger.lose(much_later, LEASE, whole).into_iter().map(|lost| lost.worker).collect();
    assert!(lost.contains(&worker("c")), "{lost:?}");
}

#[test]
fn on_a_clock_nobody_chooses_between_two_results() {
    let (mut ledger, begun) = (ledger(1), Instant::now());
    deal(&mut ledger, "a", 1, begun);
    let later = begun + LEASE + Duration::from_secs(1);
    ledger.lose(later, LEASE, |_| None);
    let may_bring = |ledger: &Ledger, name: &str| {
        [true, false].map(|is_timed| ledger.may_bring(wanted(0), &worker(name), is_timed))
    };
    assert_eq!(may_bring(&ledger, "a"), [true, true], "nobody else plays it");
    deal(&mut ledger, "b", 1, later);
    assert_eq!(may_bring(&ledger, "a"), [false, true]);
    assert_eq!(may_bring(&ledger, "b"), [true, true]);
}

#[test]
fn a_later_attempt_supersedes_an_earlier_one() {
    let mut ledger = ledger(1);
    (0..2).for_each(|game| ledger.arrives(wanted(game)));
    ledger.decided(&[wanted(0), wanted(1)], Instant::now());
    // The dispatcher has found it void.
    ledger.issue(vec![pair(0, 1)]);
    assert_eq!(ledger.standing(wanted(0)), Standing::Superseded);
    assert_eq!(ledger.standing(Wanted { number: 0, attempt: 1 }), Standing::Wanted);
}

#[test]
fn the_window_is_bounded_in_number_and_in_span() {
    let mut ledger = Ledger::new(HashSet::new());
    for number in 0..ledger.room(1) as u32 {
        ledger.issue(vec![pair(number, 0)]);
    }
    assert_eq!((ledger.out(), ledger.room(1), ledger.room(20)), (16, 0, 24));
    // The oldest does not come, all others do.
    let mut number = 16;
    loop {
        for game in 2..2 * number {
            ledger.decided(&[wanted(game)], Instant::now());
        }
        if ledger.room(1) == 0 {
            break;
        }
        ledger.issue(vec![pair(number, 0)]);
        number += 1;
    }
    assert_eq!(u64::from(number), SPAN);
}

#[test]
fn a_late_ticket_is_dealt_to_other_workers() {
    let (mut ledger, begun) = (ledger(4), Instant::now());
    let late = Duration::from_secs(2);
    for ticket in 0..4 {
        assert_eq!(deal(&mut ledger, "a", 1, begun), Some(ticket));
    }
    let after = |seconds| begun + Duration::from_secs(seconds);
    assert!(ledger.deal_again(after(99), late, 9).is_empty(), "nothing has overtaken them");
    ledger.decided(&[wanted(4), wanted(5)], begun);
    assert!(ledger.deal_again(after(4), late, 9).is_empty());
    assert_eq!(ledger.deal_again(after(5), late, 1), [0]);
    assert!(ledger.deal_again(after(5), late, 1).is_empty());
    assert_eq!(deal(&mut ledger, "a", 1, begun), None, "it has it already");
    let second = ledger.deal(&worker("b"), 1, after(5), |_| true).unwrap();
    assert_eq!((second.ticket, second.is_second), (0, true));
    assert_eq!(deal(&mut ledger, "c", 1, begun), None);
    assert_eq!(ledger.deal_again(after(5), late, 9), [1]);
    ledger.nothing_follows(after(5));
    assert!(ledger.deal_again(after(9), late, 9).is_empty());
    // The second may be late, too; there is no fourth.
    assert_eq!(ledger.deal_again(after(10), late, 9), [0, 1, 3]);
    assert_eq!(deal(&mut ledger, "c", 1, begun), Some(0));
    assert!(ledger.deal_again(after(99), late, 1).is_empty());
    // The first result completes it.
    ledger.decided(&[wanted(0), wanted(1)], after(6));
    assert_eq!(ledger.out(), 2);
}

#[test]
fn what_nobody_holds_is_withdrawn() {
    let mut ledger = ledger(4);
    deal(&mut ledger, "a", 1, Instant::now());
    ledger.arrives(wanted(6));
    ledger.withdraw();
    assert_eq!(ledger.out.keys().copied().collect::<Vec<u64>>(), [0, 3]);
    assert_eq!(ledger.standing(wanted(2)), Standing::Unknown);
}

/// Workers as the ledger's environment: tickets in their hands, results under way.
struct World {
    random: ChaCha12Rng,
    pairs: u32,
    next_pair: u32,
    ledger: Ledger,
    /// Games on disk, which survive everything.
    disk: Vec<u32>,
    /// In the hands of workers, each with one ticket.
    held: Vec<(WorkerKey, u64, Vec<Wanted>)>,
    /// On their way back.
    results: VecDeque<Wanted>,
    workers: u32,
    now: Instant,
}

impl World {
    fn new(seed: u64) -> World {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        World {
            pairs: random.random_range(1..40),
            random,
            next_pair: 0,
            ledger: Ledger::new(HashSet::new()),
            disk: Vec::new(),
            held: Vec::new(),
            results: VecDeque::new(),
            workers: 0,
            now: Instant::now(),
        }
    }

    fn step(&mut self) {
        match self.random.random_range(0..100) {
            0..30 => self.issue(),
            30..50 => self.deal(),
            50..65 => self.play(),
            65..90 => self.receive(),
            // Time passes, in which those that are there say so.
            90..92 => {
                self.now += LEASE.mul_f64(0.6);
                for (worker, ticket, _) in &self.held {
                    self.ledger.renew(worker, 9, &[*ticket], self.now);
                }
                self.ledger.lose(self.now, LEASE, |_| None);
            }
            // A worker is killed, or gives its ticket back.
            92 => drop(self.held.pop()),
            93 => {
                if let Some((worker, _, _)) = self.held.pop() {
                    self.ledger.renew(&worker, 9, &[], self.now);
                }
            }
            // Tickets are late.
            94 => {
                self.now += Duration::from_secs(1);
                let most = self.random.random_range(1..4);
                self.ledger.deal_again(self.now, Duration::from_millis(500), most);
            }
            // The coordinator is killed: the disk alone decides.
            95 => {
                self.ledger = Ledger::new(self.disk.iter().copied().collect());
                self.next_pair = 0;
            }
            // A result is doubled, lost, or comes after another.
            96 => self.results.extend(self.results.front().copied()),
            97 => drop(self.results.pop_front()),
            _ => {
                let front = self.results.pop_front();
                self.results.extend(front);
            }
        }
        assert!(self.ledger.out() <= FEWEST, "the window is bounded");
    }

    fn issue(&mut self) {
        while self.next_pair < self.pairs && self.ledger.room(1) > 0 {
            let mut ticket = pair(self.next_pair, 0);
            self.next_pair += 1;
            ticket.games =
                ticket.games.map(|game| game.filter(|game| !self.disk.contains(&game.game)));
            if ticket.games().next().is_some() {
                self.ledger.issue(vec![ticket]);
            }
        }
    }

    fn deal(&mut self) {
        self.workers += 1;
        let key = worker(&self.workers.to_string());
        if let Some(dealt) = self.ledger.deal(&key, 1, self.now, |_| true) {
            let games = dealt.pairs.iter().flat_map(piece::wanted).collect();
            self.held.push((key, dealt.ticket, games));
        }
    }

    /// A worker plays its ticket, and says no more: a result that is lost is to be played again.
    fn play(&mut self) {
        if let Some((_, _, games)) = self.held.pop() {
            self.results.extend(games);
        }
    }

    fn receive(&mut self) {
        let Some(wanted) = self.results.pop_front() else { return };
        match self.ledger.standing(wanted) {
            Standing::Wanted => {
                self.ledger.arrives(wanted);
                assert_ne!(self.ledger.standing(wanted), Standing::Wanted, "it is taken once");
                assert!(!self.disk.contains(&wanted.number), "no game is there twice");
                self.disk.push(wanted.number);
                self.ledger.decided(&[wanted], self.now);
            }
            Standing::Kept => assert!(self.disk.contains(&wanted.number)),
            Standing::Superseded | Standing::Unknown => {}
        }
    }
}

#[test]
fn ten_thousand_schedules_end_with_every_game_once() {
    for seed in 0..10_000 {
        let mut world = World::new(seed);
        let mut steps = 0;
        while world.disk.len() < 2 * world.pairs as usize {
            world.step();
            steps += 1;
            assert!(steps < 100_000, "schedule {seed} does not end");
        }
        let mut games = world.disk.clone();
        games.sort_unstable();
        assert_eq!(games, (0..2 * world.pairs).collect::<Vec<u32>>(), "schedule {seed}");
    }
}
