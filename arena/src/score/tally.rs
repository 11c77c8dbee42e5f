//! The sums of a match: counts only, fed one finished game at a time.
//!
//! Feeding order does not matter. Memory grows with the number of different openings, of gaps in the
//! schedule and of pairs that repeat others, not with the number of games.

mod by_contender;
mod ordered_pairs;
mod scoreboard;
mod search_sums;
mod termination;
mod timing;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher};
use std::ops::AddAssign;

use engine::Counters;
use serde::Serialize;
use shakmaty::{Color, KnownOutcome, Move};

use super::encounter::Encounter;
use crate::chess::machine_time::{VOID_PERCENT, took_from};
use crate::chess::record::{Contender, GameRecord, MoveRecord, Overruns, Replays, Termination};
use stats::anytime::{Anytime, Method};
use stats::stop::{SequentialMonitor, StopRule};
use stats::{CONFIDENCE, Pentanomial, Wdl};

pub use by_contender::ByContender;
use ordered_pairs::{Change, Released};
pub use ordered_pairs::{OrderedPairs, PlayedPair, Repetition};
pub use scoreboard::Scoreboard;
pub use search_sums::{Figures, SearchMeans, SearchSums, Sum};
pub use termination::TerminationKind;
pub use timing::{ClockDifferences, Timing};

/// The counts of a match, from the first contender's view.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Games, pairs and openings, those that are indexed as in the book.
    pub encounter: Encounter,
    /// Complete pairs, in schedule order as far as they are contiguous.
    pub ordered_pairs: OrderedPairs,
    /// Results by the way the game ended.
    pub terminations: BTreeMap<TerminationKind, Wdl>,
    /// Pairs that were played again.
    pub replayed: Replayed,
    /// Games that count although the machine took more of a side's time than voids a game.
    pub disturbed_games: u64,
    /// Each contender's counts.
    pub contenders: ByContender<ContenderCount>,
    /// How long the games were.
    pub lengths: Lengths,
    /// The rules that may end the match, fed with the complete pairs in schedule order.
    pub monitor: SequentialMonitor,
    /// The anytime-valid interval, fed with the same pairs.
    pub anytime: Anytime,
    /// Pairs that were left out before a rule stopped the match.
    pub repeated_before_stop: u64,
    /// Games whose partner is not there yet, by pair.
    unpaired: BTreeMap<u32, PlayedGame>,
}

/// A game as a part of its pair.
#[derive(Clone, Copy, Debug)]
struct PlayedGame {
    /// The first contender's half points.
    half_points: u8,
    /// Tells its moves and its result from others.
    moves: u64,
}

/// Sums over the moves and games of one contender.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContenderCount {
    /// Its searches, by its own figures.
    pub searches: SearchSums,
    /// The counts of its techniques.
    pub counters: Counters,
    /// The largest overruns of a deadline in any game.
    pub overruns: Overruns,
    /// Games in which it overstepped the time.
    pub time_forfeits: u64,
    /// Games its engine abandoned or spoilt by an illegal move.
    pub failures: u64,
    /// How its own account of its time agrees with the runner's.
    pub timing: Timing,
}

/// Pairs that were played again because the machine took too much of a side's time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Their numbers.
    pub pairs: BTreeSet<u32>,
    /// Attempts that do not count.
    pub attempts: u64,
    /// The results of completed games of these attempts.
    pub dropped: Wdl,
    /// The results of their games that count.
    pub counted: Wdl,
}

impl Replayed {
    fn add(&mut self, pair: u32, replays: Replays, result: Wdl) {
        let Replays { attempts, dropped } = replays;
        if attempts == 0 {
            return;
        }
        self.counted += result;
        // Both games of a pair say the same.
        if self.pairs.insert(pair) {
            self.attempts += u64::from(attempts);
            self.dropped += dropped;
        }
    }
}

/// Lengths of games in plies, without the opening's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lengths {
    /// All plies together.
    pub total: u64,
    /// Plies of the shortest game.
    pub shortest: u64,
    /// Plies of the longest game.
    pub longest: u64,
}

impl Tally {
    /// Nothing counted yet of a match that these rules may end, and whose anytime-valid interval is
    /// computed by this method. Where its games may repeat, pairs that do so are left out; see
    /// [`MatchFacts::may_repeat`](crate::storage::facts::MatchFacts::may_repeat).
    #[must_use]
    pub fn watched_by(rules: &[StopRule], method: &Method, may_repeat: bool) -> Tally {
        Tally {
            encounter: Encounter::default(),
            ordered_pairs: OrderedPairs::new(may_repeat),
            terminations: BTreeMap::new(),
            replayed: Replayed::default(),
            disturbed_games: 0,
            contenders: ByContender::default(),
            lengths: Lengths::default(),
            monitor: SequentialMonitor::new(rules.to_vec()),
            anytime: Anytime::new(method.clone(), CONFIDENCE),
            repeated_before_stop: 0,
            unpaired: BTreeMap::new(),
        }
    }

    /// Counts a finished game. Every game of the schedule is to be added once.
    pub fn add(&mut self, record: &GameRecord) {
        self.add_to_pair(record.spec.pair(), record);
    }

    /// Counts a finished game that belongs to this pair of the pairing.
    pub(crate) fn add_to_pair(&mut self, pair: u32, record: &GameRecord) {
        let half_points = half_points(record);
        let result = wdl(half_points);
        self.count_length(record.moves.len() as u64);
        let first_is_white = record.spec.white == Contender::First;
        self.encounter.add_game(first_is_white, result, Some(record.spec.opening as u64));
        *self.terminations.entry(record.termination.into()).or_default() += result;
        self.replayed.add(pair, record.replays, result);
        self.disturbed_games += u64::from(took_from(record, VOID_PERCENT));
        self.count_pair(pair, record, half_points);
        self.count_contenders(record);
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> Wdl {
        self.encounter.games()
    }

    /// All complete pairs but the repeated ones.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.encounter.pairs
    }

    /// Complete pairs that repeat an earlier one move for move: counted in the games and nowhere else.
    #[must_use]
    pub fn repeated_pairs(&self) -> u64 {
        self.ordered_pairs.repeated()
    }

    /// Games whose partner is missing. They count as games, not as pairs.
    #[must_use]
    pub fn unpaired_games(&self) -> u64 {
        self.unpaired.len() as u64
    }

    /// Whether one game of this pair has been counted, and the other not.
    #[must_use]
    pub fn is_half_a_pair(&self, pair: u32) -> bool {
        self.unpaired.contains_key(&pair)
    }

    /// The counts of the games of these players.
    #[must_use]
    pub fn encounter(&self, players: [usize; 2]) -> Encounter {
        let unpaired = self.unpaired.values();
        let unpaired = unpaired.fold(Wdl::default(), |sum, game| sum + wdl(game.half_points));
        let repeated = self.encounter.singles() - unpaired;
        Encounter { players, repeated, ..self.encounter.clone() }
    }

    fn count_length(&mut self, plies: u64) {
        let first = self.games().games() == 0;
        self.lengths = Lengths {
            total: self.lengths.total + plies,
            shortest: if first { plies } else { self.lengths.shortest.min(plies) },
            longest: self.lengths.longest.max(plies),
        };
    }

    fn count_pair(&mut self, pair: u32, record: &GameRecord, half_points: u8) {
        let game = PlayedGame { half_points, moves: moves_of(record) };
        let Some(partner) = self.unpaired.remove(&pair) else {
            self.unpaired.insert(pair, game);
            return;
        };
        let is_first = record.spec.game.is_multiple_of(2);
        let moves = if is_first { [game, partner] } else { [partner, game] }.map(|game| game.moves);
        let played = PlayedPair {
            half_points: [partner.half_points, half_points],
            opening: record.spec.opening,
            moves: moves[0].rotate_left(1) ^ moves[1],
        };
        self.complete_pair(pair, played);
    }

    /// Counts a complete pair, and hands those on that are next in the order of the schedule.
    pub fn complete_pair(&mut self, number: u32, pair: PlayedPair) {
        let Change { counted, released } = self.ordered_pairs.add(number, pair);
        for PlayedPair { half_points, opening, .. } in counted {
            self.encounter.add_pair(half_points, Some(opening as u64));
        }
        for Released { half_points, is_repeat } in released {
            if is_repeat {
                self.repeated_before_stop += u64::from(self.monitor.stopped().is_none());
                continue;
            }
            // Interval and decision are those of the pair that ended the match.
            if self.monitor.stopped().is_none() {
                self.anytime.add(half_points);
                self.monitor.note(half_points, self.anytime.evidence());
            }
        }
    }

    fn count_contenders(&mut self, record: &GameRecord) {
        for (mover, played) in record.moves_by_side() {
            self.contenders[record.spec.player(mover)].add_move(played, record.thread);
        }
        for color in Color::ALL {
            let count = &mut self.contenders[record.spec.player(color)];
            count.counters += *record.counters.get(color);
            count.overruns = count.overruns.max(*record.overruns.get(color));
            count.timing.add_late(*record.late.get(color));
            count.timing.stolen += *record.stolen.get(color);
        }
        match record.termination {
            Termination::TimeForfeit(color) => {
                self.contenders[record.spec.player(color)].time_forfeits += 1;
            }
            Termination::Abandoned(color) | Termination::IllegalMove(color) => {
                self.contenders[record.spec.player(color)].failures += 1;
            }
            _ => {}
        }
    }
}

/// Nothing counted yet of a match without rules.
impl Default for Tally {
    fn default() -> Tally {
        Tally::watched_by(&[], &Method::default(), false)
    }
}

impl ContenderCount {
    fn add_move(&mut self, played: &MoveRecord, table: Option<u32>) {
        if let Some(reported) = played.reported_time {
            self.timing.add(table, played.time, reported);
        }
        self.searches.add(played.into());
    }
}

/// The sums over both.
impl AddAssign<&ContenderCount> for ContenderCount {
    fn add_assign(&mut self, other: &ContenderCount) {
        let ContenderCount { searches, counters, overruns, time_forfeits, failures, timing } =
            other;
        self.searches.merge(searches);
        self.counters += *counters;
        self.overruns = self.overruns.max(*overruns);
        self.time_forfeits += *time_forfeits;
        self.failures += *failures;
        self.timing += timing;
    }
}

/// Tells the moves of a game and its result from those of others.
fn moves_of(record: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.moves.iter().for_each(|moved| hasher.write_u32(squares(moved.played)));
    hasher.write_u8(half_points(record));
    hasher.finish()
}

/// Tells a move from the others of its position.
fn squares(m: Move) -> u32 {
    let from = m.from().map_or(64, u32::from);
    let promotion = m.promotion().map_or(0, |role| role as u32);
    from << 16 | u32::from(m.to()) << 8 | promotion
}

/// The first contender's half points: 0, 1 or 2.
pub(crate) fn half_points(record: &GameRecord) -> u8 {
    match record.outcome {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } => match record.spec.player(winner) {
            Contender::First => 2,
            Contender::Second => 0,
        },
    }
}

pub(crate) fn wdl(half_points: u8) -> Wdl {
    Wdl {
        losses: u64::from(half_points == 0),
        draws: u64::from(half_points == 1),
        wins: u64::from(half_points == 2),
    }
}
