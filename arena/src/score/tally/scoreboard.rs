//! The counts of every pairing.

use super::Tally;
use crate::chess::pairings::place;
use crate::chess::record::GameRecord;
use stats::anytime::Method;
use stats::stop::{SequentialMonitor, StopRule, Stopped};

/// One [`Tally`] for each pairing of a match; a match of two contenders has one.
#[derive(Clone, Debug)]
pub struct Scoreboard(Vec<Tally>);

impl Scoreboard {
    /// Nothing counted yet, of this number of pairings (at least one); the rest is as in
    /// [`Tally::watched_by`].
    #[must_use]
    pub fn watched_by(
        pairings: usize,
        rules: &[StopRule],
        method: &Method,
        may_repeat: bool,
    ) -> Scoreboard {
        Scoreboard(vec![Tally::watched_by(rules, method, may_repeat); pairings.max(1)])
    }

    /// Counts a finished game. Every game of the schedule is to be added once.
    pub fn add(&mut self, record: &GameRecord) {
        let (pairing, round) = self.place(record.spec.pair());
        self.0[pairing].add_to_pair(round, record);
    }

    /// The tallies, in the order of the pairings.
    #[must_use]
    pub fn pairings(&self) -> &[Tally] {
        &self.0
    }

    /// The tally of a match of two contenders; `None` where there are more.
    #[must_use]
    pub fn of_match(&self) -> Option<&Tally> {
        match self.0.as_slice() {
            [tally] => Some(tally),
            _ => None,
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.0.iter().map(|tally| tally.games().games()).sum()
    }

    /// Whether one game of this pair of the schedule has been counted, and the other not.
    #[must_use]
    pub fn is_half_a_pair(&self, pair: u32) -> bool {
        let (pairing, round) = self.place(pair);
        self.0[pairing].is_half_a_pair(round)
    }

    /// The rules that look at the results. They are for two contenders.
    #[must_use]
    pub fn monitor(&self) -> &SequentialMonitor {
        &self.0[0].monitor
    }

    /// How these rules have stopped the match, if they have.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.monitor().stopped()
    }

    /// The pairing that plays a pair of the schedule, and the number of that pair within it.
    fn place(&self, pair: u32) -> (usize, u32) {
        place(pair, self.0.len())
    }
}

/// The scoreboard of these pairings.
impl FromIterator<Tally> for Scoreboard {
    fn from_iter<I: IntoIterator<Item = Tally>>(tallies: I) -> Scoreboard {
        Scoreboard(tallies.into_iter().collect())
    }
}
