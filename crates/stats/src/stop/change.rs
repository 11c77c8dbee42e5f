//! Changes of the rules during a match.

use std::fmt;

use serde::Serialize;

use super::StopRule;

/// A change of the stop rules on results, after some results could be known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleChange {
    /// Games that were finished before.
    pub after_games: u64,
    /// The rules until then, in words; empty if there was none.
    pub from: String,
    /// The rules from then on.
    pub to: String,
}

impl RuleChange {
    /// The change from these rules to those; `None` if they are equal.
    #[must_use]
    pub fn between(after_games: u64, from: &[StopRule], to: &[StopRule]) -> Option<RuleChange> {
        let words = |rules: &[StopRule]| {
            rules.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        (from != to).then(|| RuleChange { after_games, from: words(from), to: words(to) })
    }
}

/// In a sentence.
impl fmt::Display for RuleChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = if self.after_games == 1 { "game" } else { "games" };
        let named = |rules: &str| if rules.is_empty() { "none" } else { rules }.to_owned();
        let (from, to) = (named(&self.from), named(&self.to));
        write!(
            f,
            "The stop rule was changed after {} {games}, from {from} to {to}.",
            self.after_games
        )
    }
}
