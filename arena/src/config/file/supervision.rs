//! The table `[supervision]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::chess::time_control::PositiveSeconds;
use crate::config::OnSuspect;
use crate::config::ranges::FaultsInARow;
use crate::config::reference::Absent::Is;
use crate::config::reference::Kind;
use crate::config::values::{Named, TimeText, names};
use crate::file_table;

file_table! {
    /// `[supervision]` as it is written.
    #[derive(Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct SupervisionTable;

    /// `[supervision]` and its keys.
    pub const SUPERVISION =
        "[supervision]",
        "Timeouts of programs, the treatment of a move that the runner itself may have seen too late, and the number \
         of faults that ends the match.";

    /// From the start of the process to `uciok`.
    pub startup: Option<TimeText<PositiveSeconds>> = Kind::Seconds, Is("\"30\""), "\"30\"";

    /// From `isready` to `readyok`.
    pub ready: Option<TimeText<PositiveSeconds>> = Kind::Seconds, Is("\"30\""), "\"30\"";

    /// From `ucinewgame` to the `readyok` after it.
    pub new_game: Option<TimeText<PositiveSeconds>> = Kind::Seconds, Is("\"60\""), "\"60\"";

    /// For a move that no clock limits.
    pub hang: Option<TimeText<PositiveSeconds>> = Kind::Seconds, Is("\"60\""), "\"60\"";

    /// From `stop` to `bestmove`, before the process is killed.
    pub grace: Option<TimeText<PositiveSeconds>> = Kind::Seconds, Is("\"1\""), "\"1\"";

    /// The treatment of a late move if the runner may be to blame: the game is lost, or both games of the pair are
    /// played again.
    pub on_suspect: Option<Spanned<Named<OnSuspect>>> = Kind::OneOf(names::<OnSuspect>), Is("\"forfeit\""),
        "\"replay-pair\"";

    /// The match stops once a contender has lost this many of its games in a row, in the order of the schedule, by a
    /// crash, a stall or an illegal move, or more than half of its last 20 by these or on time; 0 disables both rules.
    pub faults_in_a_row: Option<Spanned<FaultsInARow>> = Kind::Whole(FaultsInARow::RANGE), Is("5"), "20";
}
