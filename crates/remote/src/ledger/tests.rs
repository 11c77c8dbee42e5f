//! The ledger by itself, and through thousands of seeded schedules of a network that loses, doubles and
//! reorders, with crashes of either side.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::*;
use arena::chess::record::GameSpec;
use arena::runner::Ticket;

fn pair(number: u32, attempt: u32) -> Ticket {
    let games = [0, 1].map(|game| Some(GameSpec::new(2 * number + game, 0)));
    Ticket { pair: number, games, attempt }
}

fn wanted(number: u32) -> Wanted {
    Wanted { number, attempt: 0 }
}

#[test]
fn a_ticket_is_out_until_all_its_games_are_on_disk() {
    let mut ledger = Ledger::new(HashSet::new());
    let ticket = ledger.issue(vec![pair(0, 0), pair(1, 0)]);
    assert_eq!(ledger.unplaced(9).len(), 1);
    ledger.placed(ticket, 7);
    assert!(ledger.unplaced(9).is_empty());
    assert_eq!(ledger.standing(wanted(1)), Standing::Wanted);
    ledger.arrives(wanted(1));
    assert_eq!(ledger.standing(wanted(1)), Standing::Superseded);
    assert!(ledger.decided(&[wanted(1)], Instant::now()).is_empty());
    assert_eq!(ledger.standing(wanted(1)), Standing::Kept);
    assert_eq!(ledger.standing(wanted(9)), Standing::Unknown);
    // What is put there anew asks for the rest alone.
    ledger.rebuild();
    let remaining = ledger.unplaced(9).remove(0).pieces;
    let remaining: Vec<u32> =
        remaining.iter().flat_map(Piece::results).map(|wanted| wanted.number).collect();
    assert_eq!(remaining, [0, 2, 3]);
    ledger.placed(ticket, 8);
    assert_eq!(ledger.decided(&[wanted(0), wanted(2), wanted(3)], Instant::now()), [[8]]);
    assert_eq!(ledger.out(), 0);
}

#[test]
fn a_later_attempt_supersedes_an_earlier_one() {
    let mut ledger = Ledger::new(HashSet::new());
    ledger.issue(vec![pair(0, 0)]);
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
    let mut ledger = Ledger::new(HashSet::new());
    let (begun, late) = (Instant::now(), Duration::from_secs(2));
    for number in 0..4 {
        let ticket = ledger.issue(vec![pair(number, 0)]);
        ledger.placed(ticket, 10 + ticket);
    }
    let after = |seconds| begun + Duration::from_secs(seconds);
    assert!(ledger.deal_again(after(99), late, 9).is_empty(), "nothing has overtaken them");
    ledger.decided(&[wanted(4), wanted(5)], begun);
    assert!(ledger.deal_again(after(4), late, 9).is_empty());
    assert_eq!(ledger.deal_again(after(5), late, 1), [0]);
    assert!(ledger.deal_again(after(5), late, 1).is_empty());
    let unplaced = ledger.unplaced(9);
    assert_eq!((unplaced.len(), unplaced[0].ticket, unplaced[0].copy), (1, 0, 1));
    ledger.placed(0, 20);
    assert!(ledger.unplaced(9).is_empty());
    assert_eq!(ledger.deal_again(after(5), late, 9), [1]);
    ledger.nothing_follows(after(5));
    assert!(ledger.deal_again(after(9), late, 9).is_empty());
    // The second may be late, too; there is no fourth.
    assert_eq!(ledger.deal_again(after(10), late, 9), [0, 1, 3]);
    ledger.placed(0, 30);
    assert!(ledger.deal_again(after(99), late, 1).is_empty());
    // Who comes first completes it; all of its places are known.
    assert_eq!(ledger.decided(&[wanted(0), wanted(1)], after(6)), [[10, 20, 30]]);
    // At a server that has lost everything all lie once.
    ledger.rebuild();
    assert!(ledger.unplaced(9).iter().all(|unplaced| unplaced.copy == 0));
    assert!(ledger.deal_again(after(99), late, 9).is_empty(), "they are dealt anew");
}

#[test]
fn what_nobody_holds_is_withdrawn() {
    let mut ledger = Ledger::new(HashSet::new());
    for number in 0..4 {
        ledger.issue(vec![pair(number, 0)]);
    }
    ledger.arrives(wanted(6));
    ledger.withdraw(&HashSet::from([1]));
    assert_eq!(ledger.out.keys().copied().collect::<Vec<u64>>(), [1, 3]);
    assert_eq!(ledger.standing(wanted(0)), Standing::Unknown);
}

/// A worker and a server as the ledger's environment: tickets that are dealt, results under way.
struct World {
    random: ChaCha12Rng,
    pairs: u32,
    next_pair: u32,
    ledger: Ledger<Ticket>,
    /// Games on disk, which survive everything.
    disk: Vec<u32>,
    /// At the server: place and games.
    server: Vec<(u64, u64, Vec<Wanted>)>,
    /// In workers' hands.
    held: Vec<Vec<Wanted>>,
    /// On their way back.
    results: VecDeque<Wanted>,
    places: u64,
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
            server: Vec::new(),
            held: Vec::new(),
            results: VecDeque::new(),
            places: 0,
            now: Instant::now(),
        }
    }

    fn step(&mut self) {
        match self.random.random_range(0..100) {
            0..30 => self.issue_and_place(),
            30..50 => self.deal(),
            50..65 => self.play(),
            65..90 => self.receive(),
            // The server forgets everything.
            90..92 => {
                self.server.clear();
                self.ledger.rebuild();
            }
            // A worker is killed.
            92..94 => drop(self.held.pop()),
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

    fn issue_and_place(&mut self) {
        while self.next_pair < self.pairs && self.ledger.room(1) > 0 {
            let mut ticket = pair(self.next_pair, 0);
            self.next_pair += 1;
            ticket.games =
                ticket.games.map(|game| game.filter(|game| !self.disk.contains(&game.game)));
            if ticket.games().next().is_some() {
                self.ledger.issue(vec![ticket]);
            }
        }
        for Unplaced { ticket, pieces, .. } in self.ledger.unplaced(3) {
            self.places += 1;
            let games = pieces.iter().flat_map(Piece::results).collect();
            self.server.push((self.places, ticket, games));
            self.ledger.placed(ticket, self.places);
        }
    }

    /// Deals a ticket, and leaves it at the server: the worker that holds it may be gone.
    fn deal(&mut self) {
        if !self.server.is_empty() {
            let at = self.random.random_range(0..self.server.len());
            self.held.push(self.server[at].2.clone());
        }
    }

    fn play(&mut self) {
        if let Some(games) = self.held.pop() {
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
                for places in self.ledger.decided(&[wanted], self.now) {
                    self.server.retain(|(at, _, _)| !places.contains(at));
                }
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
