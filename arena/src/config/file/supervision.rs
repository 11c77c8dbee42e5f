//! The table `[supervision]`.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use uci_client::Timeouts;

use crate::config::ranges::FaultsInARow;
use crate::config::reference::Absent::Is;
use crate::config::reference::Kind;
use crate::config::values::{As, TimeText};
use crate::file_table;

file_table! {
    /// Timeouts of programs, and the policy for their faults.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Supervision;

    /// `[supervision]` and its keys.
    pub const SUPERVISION =
        "[supervision]",
        "Timeouts of programs, and the number of faults that ends the match.";

    /// From the start of the process to `uciok`.
    #[serde(with = "As::<TimeText<false>>")]
    pub startup: Duration = Kind::Seconds, Is("\"30\""), "\"30\"";

    /// From `isready` to `readyok`.
    #[serde(with = "As::<TimeText<false>>")]
    pub ready: Duration = Kind::Seconds, Is("\"30\""), "\"30\"";

    /// From `ucinewgame` to the `readyok` after it.
    #[serde(with = "As::<TimeText<false>>")]
    pub new_game: Duration = Kind::Seconds, Is("\"60\""), "\"60\"";

    /// For a move that no clock limits.
    #[serde(with = "As::<TimeText<false>>")]
    pub hang: Duration = Kind::Seconds, Is("\"60\""), "\"60\"";

    /// From `stop` to `bestmove`, before the process is killed.
    #[serde(with = "As::<TimeText<false>>")]
    pub grace: Duration = Kind::Seconds, Is("\"1\""), "\"1\"";

    /// The match stops once a contender has lost this many of its games in a row, in the order of the schedule, by a
    /// crash, a stall or an illegal move, or more than half of its last 20 by these or on time; 0 disables both rules.
    #[serde(with = "As::<FaultsInARow>")]
    pub faults_in_a_row: u32 = Kind::Whole(FaultsInARow::RANGE), Is("5"), "20";
}

impl Default for Supervision {
    fn default() -> Supervision {
        let Timeouts { startup, ready, new_game, hang, grace } = Timeouts::default();
        Supervision { startup, ready, new_game, hang, grace, faults_in_a_row: 5 }
    }
}

impl Supervision {
    /// The time limits for an engine's answers.
    #[must_use]
    pub fn timeouts(&self) -> Timeouts {
        let Supervision { startup, ready, new_game, hang, grace, .. } = *self;
        Timeouts { startup, ready, new_game, hang, grace }
    }
}
