//! Chess clocks: exact arithmetic on durations, no reading of the time.

use std::time::Duration;

use engine::GameClock;

use crate::chess::limits::PlayLimits;
use crate::chess::runner_rules::RunnerRules;
use crate::chess::time_control::{Stage, TimeControl};

/// The clock of one side in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: Option<TimeControl>,
    move_time: Option<Duration>,
    margin: Duration,
    remaining: Duration,
    /// The number of the stage, from 0, and the moves made in it.
    stage: usize,
    moves_in_stage: u32,
    runner_rules: RunnerRules,
}

/// A flag fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstepped {
    /// By how much the move was late, the margin not deducted.
    pub by: Duration,
}

impl Clock {
    /// The clock of a side that plays under these limits, before its first move.
    #[must_use]
    pub fn new(limits: &PlayLimits) -> Clock {
        let control = limits.time_control;
        Clock {
            control,
            move_time: limits.movetime,
            margin: limits.time_margin,
            remaining: control
                .map_or(Duration::ZERO, |control| control.first.base + control.first.increment),
            stage: 0,
            moves_in_stage: 0,
            runner_rules: RunnerRules::default(),
        }
    }

    /// The same under these rules.
    #[must_use]
    pub fn under(self, runner_rules: RunnerRules) -> Clock {
        Clock { runner_rules, ..self }
    }

    /// The clock shown to an engine before its move; `None` without a time control.
    #[must_use]
    pub fn for_engine(&self) -> Option<GameClock> {
        self.stage().map(|stage| GameClock {
            remaining: self.remaining,
            increment: stage.increment,
            moves_to_go: stage.moves.map(|moves| moves.get() - self.moves_in_stage),
        })
    }

    /// The stage of the next move.
    fn stage(&self) -> Option<Stage> {
        self.control.map(|control| control.stage(self.stage))
    }

    /// The time after which a move loses, the margin included; `None` without a time limit.
    #[must_use]
    pub fn flag(&self) -> Option<Duration> {
        self.allowed().map(|allowed| allowed + self.margin)
    }

    /// The time for the next move.
    fn allowed(&self) -> Option<Duration> {
        let allowed = [self.control.map(|_| self.remaining), self.move_time];
        allowed.into_iter().flatten().min()
    }

    /// The time for the next move; `None` without a time limit.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.allowed()
    }

    /// Charges one move that took this long, less the time that the machine took from the player, in this move or in
    /// earlier ones.
    ///
    /// The flag is looked at first; only then come, after the last move of a stage, the next stage's time
    /// and the increment of the next move: a move that is late is late, whatever would have been added.
    /// By the rules of fastchess the next stage's time comes first, and fractions of a millisecond
    /// are not charged.
    ///
    /// Returns the lateness that the margin forgives, or zero.
    ///
    /// # Errors
    /// When the move took longer than the time on the clock, or than the time for a move, by more
    /// than the margin.
    pub fn charge(&mut self, elapsed: Duration, stolen: Duration) -> Result<Duration, Overstepped> {
        let is_foreign = !self.runner_rules.are_own();
        let elapsed = if is_foreign { whole_milliseconds(elapsed) } else { elapsed };
        if is_foreign {
            self.count_move();
        }
        let over = |allowed: Duration| elapsed.saturating_sub(allowed + stolen);
        let by = self.allowed().map_or(Duration::ZERO, over);
        if by > self.margin {
            return Err(Overstepped { by });
        }
        if self.control.is_some() {
            self.remaining = (self.remaining + stolen).saturating_sub(elapsed);
        }
        if !is_foreign {
            self.count_move();
        }
        self.remaining += self.stage().map_or(Duration::ZERO, |stage| stage.increment);
        Ok(by)
    }

    /// Counts a move; after the last of a stage the time of the next one is there, or of the same again.
    fn count_move(&mut self) {
        let moves = self.stage().and_then(|stage| stage.moves);
        self.moves_in_stage += 1;
        if moves.is_some_and(|moves| moves.get() == self.moves_in_stage) {
            (self.stage, self.moves_in_stage) = (self.stage + 1, 0);
            self.remaining += self.stage().map_or(Duration::ZERO, |stage| stage.base);
        }
    }
}

fn whole_milliseconds(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(control: &str) -> Clock {
        let limits =
            PlayLimits { time_control: Some(control.parse().unwrap()), ..PlayLimits::default() };
        Clock::new(&limits)
    }

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_increment_is_there_before_the_first_move() {
        let clock = clock("10+0.1").for_engine().unwrap();
        assert_eq!(clock.remaining, millis(10_100));
        assert_eq!(clock.increment, millis(100));
        assert_eq!(clock.moves_to_go, None);
    }

    #[test]
    fn time_is_taken_then_the_increment_given() {
        let mut clock = clock("1+0.5");
        clock.charge(millis(1500), Duration::ZERO).unwrap();
        assert_eq!(clock.for_engine().unwrap().remaining, millis(500));
        assert_eq!(clock.charge(millis(501), Duration::ZERO), Err(Overstepped { by: millis(1) }));
    }

    #[test]
    fn time_that_the_machine_took_is_not_charged() {
        let mut clock = clock("1+0");
        clock.charge(millis(600), millis(500)).unwrap();
        assert_eq!(clock.for_engine().unwrap().remaining, millis(900));
        assert_eq!(clock.charge(millis(1000), millis(100)), Ok(Duration::ZERO));
        // A credit of earlier moves.
        clock.charge(millis(10), millis(300)).unwrap();
        assert_eq!(clock.for_engine().unwrap().remaining, millis(290));
        assert_eq!(clock.charge(millis(350), millis(10)), Err(Overstepped { by: millis(50) }));
    }

    #[test]
    fn an_increment_alone_is_enforced() {
        let mut clock = clock("0+0.1");
        clock.charge(millis(100), Duration::ZERO).unwrap();
        assert_eq!(clock.charge(millis(101), Duration::ZERO), Err(Overstepped { by: millis(1) }));
    }

    #[test]
    fn a_new_period_begins_after_its_last_move() {
        let mut clock = clock("2/1");
        assert_eq!(clock.for_engine().unwrap().moves_to_go, Some(2));
        clock.charge(millis(300), Duration::ZERO).unwrap();
        assert_eq!(clock.for_engine().unwrap().moves_to_go, Some(1));
        clock.charge(millis(600), Duration::ZERO).unwrap();
        let next = clock.for_engine().unwrap();
        assert_eq!((next.moves_to_go, next.remaining), (Some(2), millis(1100)));
    }

    #[test]
    fn a_stage_has_its_own_time_and_increment() {
        let mut clock = clock("2/1+0.1:3+0.5");
        clock.charge(millis(300), Duration::ZERO).unwrap();
        clock.charge(millis(400), Duration::ZERO).unwrap();
        let second = clock.for_engine().unwrap();
        // 1.1 - 0.3 + 0.1 - 0.4, then 3 s and the first increment of 0.5 s.
        assert_eq!((second.remaining, second.increment), (millis(4000), millis(500)));
        assert_eq!(second.moves_to_go, None);
        clock.charge(millis(1000), Duration::ZERO).unwrap();
        assert_eq!(clock.for_engine().unwrap().remaining, millis(3500));
        let mut repeated = self::clock("1/1+0:2/3+0");
        for remaining in [4, 4, 7, 7] {
            repeated.charge(Duration::ZERO, Duration::ZERO).unwrap();
            assert_eq!(repeated.for_engine().unwrap().remaining, millis(1000 * remaining));
        }
    }

    #[test]
    fn the_last_move_of_a_period_is_late_before_the_next_period_is_added() {
        let mut clock = clock("1/1");
        assert_eq!(clock.charge(millis(1001), Duration::ZERO), Err(Overstepped { by: millis(1) }));
    }

    #[test]
    fn within_the_margin_the_clock_stops_at_zero() {
        let time_control = Some("1+0.1".parse().unwrap());
        let limits = PlayLimits { time_control, time_margin: millis(50), ..PlayLimits::default() };
        let mut clock = Clock::new(&limits);
        assert_eq!(clock.charge(millis(1150), Duration::ZERO), Ok(millis(50)));
        assert_eq!(clock.for_engine().unwrap().remaining, millis(100));
        assert_eq!(clock.charge(millis(151), Duration::ZERO), Err(Overstepped { by: millis(51) }));
    }

    #[test]
    fn by_default_a_move_is_late_by_a_whole_millisecond() {
        let mut clock = clock("1+0.1");
        let micros = Duration::from_micros;
        assert_eq!(clock.charge(micros(1_100_999), Duration::ZERO), Ok(micros(999)));
        assert_eq!(clock.for_engine().unwrap().remaining, millis(100), "it stood at zero");
        assert_eq!(
            clock.charge(micros(101_000), Duration::ZERO),
            Err(Overstepped { by: millis(1) })
        );
    }

    #[test]
    fn a_margin_of_zero_forgives_nothing() {
        let time_control = Some("1+0.1".parse().unwrap());
        let time_margin = Duration::ZERO;
        let mut clock =
            Clock::new(&PlayLimits { time_control, time_margin, ..PlayLimits::default() });
        assert!(clock.charge(Duration::from_micros(1_100_001), Duration::ZERO).is_err());
    }

    #[test]
    fn a_time_for_each_move_is_enforced() {
        let limits = PlayLimits { movetime: Some(millis(10)), ..PlayLimits::default() };
        let mut clock = Clock::new(&limits);
        clock.charge(millis(10), Duration::ZERO).unwrap();
        clock.charge(millis(10), Duration::ZERO).unwrap();
        assert_eq!(clock.charge(millis(12), Duration::ZERO), Err(Overstepped { by: millis(2) }));
        assert_eq!(clock.for_engine(), None);
    }

    #[test]
    fn without_time_no_flag_falls() {
        let mut clock = Clock::new(&PlayLimits { nodes: Some(1), ..PlayLimits::default() });
        assert_eq!(
            clock.charge(Duration::from_secs(1_000_000), Duration::ZERO),
            Ok(Duration::ZERO)
        );
    }

    #[test]
    fn fastchess_begins_the_next_period_before_it_looks_at_the_flag() {
        let mut clock = clock("1/1").under(RunnerRules::Fastchess);
        assert_eq!(
            clock.charge(Duration::from_micros(1_500_999), Duration::ZERO),
            Ok(Duration::ZERO)
        );
        let next = clock.for_engine().unwrap();
        assert_eq!((next.moves_to_go, next.remaining), (Some(1), millis(500)));
        let mut clock = self::clock("1+0.1").under(RunnerRules::Fastchess);
        assert_eq!(clock.charge(millis(1102), Duration::ZERO), Err(Overstepped { by: millis(2) }));
    }
}
