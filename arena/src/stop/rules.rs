//! All the rules of a match.

use jiff::SignedDuration;
use jiff::civil::Time;
use serde::{Serialize, Serializer};

use super::StopRule;

/// The rules that may end a match before its last game. The first that applies ends it, after the
/// pairs in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StopRules {
    /// Rules that look at the results.
    pub sequential: Vec<StopRule>,
    /// Games after which the match ends, an even number.
    pub games: Option<u32>,
    /// Local time of day at which a run ends: the next one after it was begun.
    pub until: Option<Time>,
    /// How long a run may take.
    pub budget: Option<SignedDuration>,
}

impl StopRules {
    /// How many of the games of a match are to be played at most.
    #[must_use]
    pub fn limit(&self, games: u32) -> u32 {
        self.games.map_or(games, |limit| limit.min(games))
    }

    /// All of them in words; empty where there is none.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words: Vec<String> = self.sequential.iter().map(ToString::to_string).collect();
        words.extend(self.games.map(|games| format!("after {games} games")));
        words.extend(self.until.map(|time| format!("at {}", time.strftime("%H:%M"))));
        words.extend(self.budget.map(|budget| format!("after {budget:#}")));
        words.join("; ")
    }
}

/// In their notation, as one text.
impl Serialize for StopRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
