//! Games that one contender lost through faults, too many one after the other: more of them would add no
//! information.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use shakmaty::Color;

use crate::chess::machine_time::{BUSY_PERCENT, took_from};
use crate::chess::pairings::place;
use crate::chess::record::{Contender, GameRecord, Termination};

/// The faults of each contender's games, in schedule order, whatever order the games finish in.
#[derive(Debug, Default)]
pub(super) struct FaultRows {
    /// The number in a row that ends the match; `None` for no limit.
    limit: Option<u32>,
    pairings: Vec<[usize; 2]>,
    /// The games of this run, in the order of the schedule.
    order: Vec<u32>,
    /// The number of games examined.
    seen: usize,
    /// Finished games after one that is unfinished: their contenders, and the one at fault; `None` for no evidence.
    held_back: BTreeMap<u32, Option<Ended>>,
    /// The last games of each contender.
    recent: BTreeMap<usize, Recent>,
}

/// The contenders of a finished game, and the one that lost it by a fault.
type Ended = ([usize; 2], Option<(usize, Fault)>);

/// A fault that lost a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A crash, a stall or an illegal move.
    Failure,
    /// The time.
    Time,
}

/// The last games of a contender.
#[derive(Debug, Default)]
struct Recent {
    /// Failures in a row by now.
    failures: u32,
    /// Whether each of the last games was lost by any fault, the newest last.
    lost: VecDeque<bool>,
}

/// Games that are looked at together: a contender that lost more than half of them by any fault stops the match.
const WINDOW: usize = 20;

/// A contender that lost this many of its last games by faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultRow {
    /// Its number, from 0.
    pub contender: usize,
    /// Games lost by faults.
    pub games: u32,
    /// Of how many.
    pub of: u32,
}

/// `lost 11 of its last 20 games by faults`
impl fmt::Display for FaultRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games == self.of {
            true => write!(f, "lost {} games in a row by faults", self.games),
            false => write!(f, "lost {} of its last {} games by faults", self.games, self.of),
        }
    }
}

impl Recent {
    /// Takes the contender's next game; says how many games it has lost of how many, if these are too many.
    fn add(&mut self, fault: Option<Fault>, limit: u32) -> Option<[u32; 2]> {
        self.failures = if fault == Some(Fault::Failure) { self.failures + 1 } else { 0 };
        self.lost.push_back(fault.is_some());
        if self.lost.len() > WINDOW {
            self.lost.pop_front();
        }
        let lost = self.lost.iter().filter(|lost| **lost).count();
        if self.failures >= limit {
            return Some([self.failures; 2]);
        }
        let is_too_many = self.lost.len() == WINDOW && 2 * lost > WINDOW;
        is_too_many.then_some([lost, WINDOW].map(|games| games as u32))
    }
}

impl FaultRows {
    /// Of a run of these games, in the order of the schedule.
    pub(super) fn new(limit: u32, pairings: Vec<[usize; 2]>, order: Vec<u32>) -> FaultRows {
        let limit = (limit > 0).then_some(limit);
        FaultRows { limit, pairings, order, ..FaultRows::default() }
    }

    /// Takes a finished game; says which contender has reached the limit, if one has.
    pub(super) fn add(&mut self, record: &GameRecord) -> Option<FaultRow> {
        let limit = self.limit?;
        let (pairing, _) = place(record.spec.pair(), self.pairings.len());
        let contenders = *self.pairings.get(pairing)?;
        let number = |side: Color| match record.spec.player(side) {
            Contender::First => contenders[0],
            Contender::Second => contenders[1],
        };
        let faulty = match record.termination {
            Termination::Abandoned(side) | Termination::IllegalMove(side) => {
                Some((number(side), Fault::Failure))
            }
            Termination::TimeForfeit(side) => Some((number(side), Fault::Time)),
            _ => None,
        };
        // A game in which the machine took time is no evidence.
        let is_evidence = !took_from(record, BUSY_PERCENT);
        self.held_back.insert(record.spec.game, is_evidence.then_some((contenders, faulty)));
        let mut reached = None;
        while let Some(next) = self.order.get(self.seen)
            && let Some(ended) = self.held_back.remove(next)
        {
            self.seen += 1;
            let Some((contenders, faulty)) = ended else { continue };
            for contender in contenders {
                let fault = faulty.filter(|(loser, _)| *loser == contender);
                let too_many = self
                    .recent
                    .entry(contender)
                    .or_default()
                    .add(fault.map(|(_, fault)| fault), limit);
                let row = too_many.map(|[games, of]| FaultRow { contender, games, of });
                reached = reached.or(row);
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::record::GameSpec;
    use crate::runner::transport::FinishedGame;
    use shakmaty::KnownOutcome;

    fn game(game: u32, termination: impl Fn(Color) -> Termination, fails: Contender) -> GameRecord {
        let spec = GameSpec::new(game, 0);
        let side = Color::ALL.into_iter().find(|&side| spec.player(side) == fails).unwrap();
        let outcome = KnownOutcome::Decisive { winner: !side };
        let game = FinishedGame::example(game, 0, false).record;
        GameRecord { termination: termination(side), outcome, ..game }
    }

    #[test]
    fn a_row_goes_by_the_schedule_and_not_by_the_order_of_the_ends() {
        let failed = |number| game(number, Termination::Abandoned, Contender::First);
        let mut rows = FaultRows::new(3, vec![[0, 1]], (0..8).collect());
        for number in [1, 3, 2] {
            assert_eq!(rows.add(&failed(number)), None, "game 0 is not finished");
        }
        // Game 0 was lost at chess: 1, 2 and 3 are a row.
        let at_chess = game(0, |_| Termination::Checkmate, Contender::First);
        assert_eq!(rows.add(&at_chess), Some(FaultRow { contender: 0, games: 3, of: 3 }));
    }

    #[test]
    fn another_end_begins_a_row_anew() {
        let mut rows = FaultRows::new(2, vec![[0, 1]], (0..8).collect());
        let illegal = |number, fails| game(number, Termination::IllegalMove, fails);
        assert_eq!(rows.add(&illegal(0, Contender::First)), None);
        assert_eq!(rows.add(&illegal(1, Contender::Second)), None);
        assert_eq!(rows.add(&illegal(2, Contender::First)), None);
        assert_eq!(rows.add(&game(3, Termination::TimeForfeit, Contender::First)), None);
        assert_eq!(rows.add(&illegal(4, Contender::First)), None);
        let row = FaultRow { contender: 0, games: 2, of: 2 };
        assert_eq!(rows.add(&illegal(5, Contender::First)), Some(row));
    }

    #[test]
    fn each_contender_of_a_tournament_has_a_row_of_its_own_games() {
        let failed = |number| game(number, Termination::Abandoned, Contender::Second);
        let fine = |number| game(number, |_| Termination::Checkmate, Contender::First);
        // Pairs 0, 1 and 2 are of 0 and 1, of 0 and 2, of 1 and 2.
        let mut rows = FaultRows::new(4, vec![[0, 1], [0, 2], [1, 2]], (0..12).collect());
        let fails = [2, 3, 4, 5];
        for number in 0..5 {
            let record = if fails.contains(&number) { failed(number) } else { fine(number) };
            assert_eq!(rows.add(&record), None, "{number}");
        }
        assert_eq!(rows.add(&failed(5)), Some(FaultRow { contender: 2, games: 4, of: 4 }));
    }

    #[test]
    fn more_than_half_of_twenty_games_lost_on_time_are_too_many() {
        // Of every three games the first contender loses `lost` on time.
        let reached = |lost: u32| {
            let mut rows = FaultRows::new(5, vec![[0, 1]], (0..60).collect());
            (0..60).find_map(|number| {
                let record = match number % 3 < lost {
                    true => game(number, Termination::TimeForfeit, Contender::First),
                    false => game(number, |_| Termination::Checkmate, Contender::First),
                };
                rows.add(&record).map(|row| (number, row))
            })
        };
        assert_eq!(reached(2), Some((19, FaultRow { contender: 0, games: 14, of: 20 })));
        assert_eq!(reached(1), None);
        let row = FaultRow { contender: 0, games: 14, of: 20 };
        assert_eq!(row.to_string(), "lost 14 of its last 20 games by faults");
    }

    #[test]
    fn a_game_in_which_the_machine_took_time_is_no_evidence() {
        let lost_with = |stolen| {
            let mut rows = FaultRows::new(3, vec![[0, 1]], (0..40).collect());
            (0..40).find_map(|number| {
                let mut record = game(number, Termination::TimeForfeit, Contender::First);
                record.stolen.white = std::time::Duration::from_millis(stolen);
                rows.add(&record)
            })
        };
        assert!(lost_with(0).is_some() && lost_with(1).is_none());
    }

    #[test]
    fn without_a_limit_nothing_is_enough() {
        let mut rows = FaultRows::new(0, vec![[0, 1]], (0..80).collect());
        let all = (0..80).map(|number| game(number, Termination::Abandoned, Contender::First));
        assert!(all.map(|record| rows.add(&record)).all(|row| row.is_none()));
    }
}
