//! How far a match has come.

use std::time::{Duration, Instant};

use crate::tally::Tally;

/// A match under way.
#[derive(Debug)]
pub(super) struct Course {
    /// All finished games.
    pub(super) tally: Tally,
    planned: u32,
    /// Games that were in the journal when this run began.
    before: u32,
    begun: Instant,
}

impl Course {
    /// A run of a match of so many games, some of which are in the journal already.
    pub(super) fn new(planned: u32, tally: Tally) -> Course {
        let before = games(&tally);
        Course { tally, planned, before, begun: Instant::now() }
    }

    /// How far it has come by now.
    pub(super) fn progress(&self) -> Progress<'_> {
        let Course { ref tally, planned, before, begun } = *self;
        Progress { planned, before, tally, elapsed: begun.elapsed() }
    }
}

/// How far a match has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Games of the match.
    pub planned: u32,
    /// Games that were in the journal when this run began.
    pub before: u32,
    /// All finished games.
    pub tally: &'a Tally,
    /// Time since this run began.
    pub elapsed: Duration,
}

impl Progress<'_> {
    /// Games that are finished.
    #[must_use]
    pub fn finished(&self) -> u32 {
        games(self.tally)
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
        let left = f64::from(self.planned - self.finished());
        self.games_per_hour().map(|pace| Duration::from_secs_f64(left / pace * 3600.0))
    }
}

fn games(tally: &Tally) -> u32 {
    u32::try_from(tally.games().games()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Wdl;

    #[test]
    fn pace_counts_the_games_of_this_run_alone() {
        let mut tally = Tally::default();
        tally.as_white += Wdl { losses: 3, draws: 4, wins: 3 };
        let progress =
            Progress { planned: 20, before: 4, tally: &tally, elapsed: Duration::from_secs(60) };
        assert_eq!(progress.games_per_hour(), Some(360.0));
        assert_eq!(progress.time_left(), Some(Duration::from_secs(100)));
        assert_eq!(Progress { before: 10, ..progress }.time_left(), None);
    }
}
