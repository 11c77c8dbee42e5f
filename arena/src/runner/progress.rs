//! The progress of a match.

use std::time::{Duration, Instant};

use jiff::{Timestamp, Zoned};

use super::MatchEnding;
use crate::score::tally::Scoreboard;
use stats::stop::{StopCause, StopRules};

/// A match under way.
#[derive(Debug)]
pub(super) struct MatchState {
    /// All finished games.
    pub(super) scoreboard: Scoreboard,
    planned: u32,
    /// The rule that has set `planned`, if one has.
    limited: Option<StopCause>,
    /// Games that were in the journal when this run began.
    before: u32,
    begun: Instant,
    /// The time at which the run has to end, and the rule that requires it.
    ends: Option<(Ends, StopCause)>,
}

/// A time by the wall clock, or by the monotonic clock.
#[derive(Clone, Copy, Debug)]
enum Ends {
    At(Timestamp),
    After(Duration),
}

impl Ends {
    /// Time left, from the time by both clocks: that people see, and that a run has taken.
    fn left(self, now: Timestamp, elapsed: Duration) -> Duration {
        match self {
            Ends::At(time) => Duration::try_from(time.duration_since(now)),
            Ends::After(budget) => Ok(budget.saturating_sub(elapsed)),
        }
        .unwrap_or(Duration::ZERO)
    }
}

impl MatchState {
    /// A run that begins now. `games` is the number of each pairing; `scoreboard` has the games
    /// already in the journal.
    pub(super) fn new(games: u32, stop: &StopRules, scoreboard: Scoreboard) -> MatchState {
        let before = count(&scoreboard);
        let limit = stop.limit(games);
        let pairings = u32::try_from(scoreboard.pairings().len()).unwrap_or(u32::MAX);
        let planned = limit.saturating_mul(pairings);
        let limited = (limit < games).then_some(StopCause::Games(planned));
        let now = wall_clock();
        let left = |ends: Ends| ends.left(now.timestamp(), Duration::ZERO);
        let ends = ends(stop, &now).into_iter().min_by_key(|(ends, _)| left(*ends));
        MatchState { scoreboard, planned, limited, before, begun: Instant::now(), ends }
    }

    /// The same with this many games planned.
    pub(super) fn of(self, planned: u32) -> MatchState {
        MatchState { planned, ..self }
    }

    /// The progress so far.
    pub(super) fn progress(&self) -> MatchProgress<'_> {
        let MatchState { ref scoreboard, planned, before, begun, ends, .. } = *self;
        let elapsed = begun.elapsed();
        let deadline = ends.map(|(ends, cause)| {
            let left = ends.left(wall_clock().timestamp(), elapsed);
            Deadline { left, cause }
        });
        MatchProgress { planned, before, scoreboard, elapsed, deadline }
    }

    /// The rule that requires the match to stop now.
    pub(super) fn stop_cause(&self) -> Option<StopCause> {
        let decision = self.scoreboard.stopped().map(StopCause::Decision);
        let late = || self.progress().deadline.filter(|deadline| deadline.left.is_zero());
        decision.or_else(|| late().map(|deadline| deadline.cause))
    }

    /// The ending of a match whose planned games are all played.
    pub(super) fn completed(&self) -> MatchEnding {
        self.limited.map_or(MatchEnding::Complete, MatchEnding::Stopped)
    }
}

/// The time that people see, which can be set. It decides when a run ends that is to end at a time
/// of day, and nothing else.
#[expect(clippy::disallowed_methods, reason = "`until` is a time of day")]
fn wall_clock() -> Zoned {
    Zoned::now()
}

/// When the rules of a match end a run that begins now.
fn ends(stop: &StopRules, now: &Zoned) -> Vec<(Ends, StopCause)> {
    let mut ends = Vec::new();
    if let Some(time) = stop.until {
        let today = now.date().to_datetime(time).to_zoned(now.time_zone().clone());
        let next = match today {
            Ok(today) if today > *now => Ok(today),
            _ => now
                .date()
                .tomorrow()
                .and_then(|day| day.to_datetime(time).to_zoned(now.time_zone().clone())),
        };
        // The calendar has an end, but not within a day.
        ends.extend(next.ok().map(|next| (Ends::At(next.timestamp()), StopCause::Until(time))));
    }
    if let Some(budget) = stop.budget {
        let after = Ends::After(budget.unsigned_abs());
        ends.push((after, StopCause::Budget(budget)));
    }
    ends
}

/// The time at which a run has to end.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    /// Time left.
    pub left: Duration,
    /// The rule that ends it.
    pub cause: StopCause,
}

/// The progress of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchProgress<'a> {
    /// Games of the match, as far as a rule does not limit them.
    pub planned: u32,
    /// Games that were in the journal when this run began.
    pub before: u32,
    /// All finished games.
    pub scoreboard: &'a Scoreboard,
    /// Time since this run began.
    pub elapsed: Duration,
    /// The time at which this run has to end.
    pub deadline: Option<Deadline>,
}

impl MatchProgress<'_> {
    /// Games that are finished.
    #[must_use]
    pub fn finished(&self) -> u32 {
        count(self.scoreboard)
    }

    /// Games per hour in this run; `None` before the first.
    #[must_use]
    pub fn games_per_hour(&self) -> Option<f64> {
        let games = self.finished() - self.before;
        let hours = self.elapsed.as_secs_f64() / 3600.0;
        (games > 0 && hours > 0.0).then(|| f64::from(games) / hours)
    }

    /// Time the games that are left take at this pace.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let left = f64::from(self.planned.saturating_sub(self.finished()));
        self.games_per_hour().map(|pace| Duration::from_secs_f64(left / pace * 3600.0))
    }
}

fn count(scoreboard: &Scoreboard) -> u32 {
    u32::try_from(scoreboard.games()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::tally::Tally;
    use stats::Wdl;

    #[test]
    fn pace_counts_the_games_of_this_run_alone() {
        let mut tally = Tally::default();
        tally.encounter.as_white += Wdl { losses: 3, draws: 4, wins: 3 };
        let (elapsed, scoreboard) = (Duration::from_secs(60), &Scoreboard::from_iter([tally]));
        let progress =
            MatchProgress { planned: 20, before: 4, scoreboard, elapsed, deadline: None };
        assert_eq!(progress.games_per_hour(), Some(360.0));
        assert_eq!(progress.time_left(), Some(Duration::from_secs(100)));
        assert_eq!(MatchProgress { before: 10, ..progress }.time_left(), None);
    }

    #[test]
    fn a_clock_that_is_set_moves_a_time_of_day_and_no_budget() {
        let now: Zoned = "2026-11-21T23:00:00+00:00[UTC]".parse().unwrap();
        let rules: StopRules = "until{07:00} budget{6h}".parse().unwrap();
        let hours = |hours: i64| Duration::from_secs(3600 * hours.unsigned_abs());
        let [(until, _), (budget, _)] = ends(&rules, &now)[..] else { panic!("two rules") };
        let left = |ends: Ends, set: i64| {
            ends.left((&now + jiff::Span::new().hours(set)).timestamp(), hours(1))
        };
        for (set, expected) in [(0, 8), (-3, 11), (5, 3), (8, 0), (1000, 0)] {
            assert_eq!(left(until, set), hours(expected), "set by {set} h");
            assert_eq!(left(budget, set), hours(5), "set by {set} h");
        }
    }

    #[test]
    fn the_first_of_two_times_ends_a_run() {
        let stop = |text: &str| text.parse::<StopRules>().unwrap();
        let state =
            |text: &str| MatchState::new(8, &stop(text), Scoreboard::from_iter([Tally::default()]));
        assert!(state("").progress().deadline.is_none());
        let until = state("until{07:00}").progress().deadline.unwrap();
        // A day has 25 hours at most, when summer time ends.
        assert!(until.left > Duration::ZERO && until.left <= Duration::from_secs(25 * 3600));
        let both = state("until{07:00} budget{100h}").progress().deadline.unwrap();
        assert_eq!(both.cause, until.cause);
        let budget = state("until{07:00} budget{1ns}");
        std::thread::sleep(Duration::from_millis(1));
        assert!(matches!(budget.stop_cause(), Some(StopCause::Budget(_))));
        assert_eq!(state("games{6}").progress().planned, 6);
        assert_eq!(state("games{6}").completed(), MatchEnding::Stopped(StopCause::Games(6)));
        assert_eq!(state("games{60}").completed(), MatchEnding::Complete);
    }
}
