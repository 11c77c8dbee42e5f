//! How far a match has come.

use std::time::Duration;

use shakmaty::{Color, KnownOutcome};

use crate::record::{Contender, GameRecord};

/// Results so far, from the first contender's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games the first contender won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games the first contender lost.
    pub losses: u32,
}

impl Standing {
    /// Counts one more game.
    pub fn add(&mut self, record: &GameRecord) {
        let first = if record.spec.white == Contender::First { Color::White } else { Color::Black };
        match record.outcome {
            KnownOutcome::Draw => self.draws += 1,
            KnownOutcome::Decisive { winner } if winner == first => self.wins += 1,
            KnownOutcome::Decisive { .. } => self.losses += 1,
        }
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first contender in halves: two for a win, one for a draw.
    #[must_use]
    pub fn half_points(&self) -> u32 {
        2 * self.wins + self.draws
    }
}

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games of the match.
    pub planned: u32,
    /// Games that were in the journal when this run began.
    pub before: u32,
    /// Results of all finished games.
    pub standing: Standing,
    /// Time since this run began.
    pub elapsed: Duration,
}

impl Progress {
    pub(super) fn new(planned: u32, before: usize, standing: Standing) -> Progress {
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        Progress { planned, before, standing, elapsed: Duration::ZERO }
    }

    /// Games that are finished.
    #[must_use]
    pub fn finished(&self) -> u32 {
        self.standing.games()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_counts_the_games_of_this_run_alone() {
        let standing = Standing { wins: 3, draws: 4, losses: 3 };
        let progress =
            Progress { planned: 20, before: 4, standing, elapsed: Duration::from_secs(60) };
        assert_eq!(progress.games_per_hour(), Some(360.0));
        assert_eq!(progress.time_left(), Some(Duration::from_secs(100)));
        assert_eq!(Progress { before: 10, ..progress }.time_left(), None);
    }
}
