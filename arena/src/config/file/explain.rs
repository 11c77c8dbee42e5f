//! The table `[explain]`.

use serde::{Deserialize, Serialize};

use crate::config::ranges::{AccountGames, JudgedPositions};
use crate::config::reference::Absent::Words;
use crate::config::reference::Kind;
use crate::file_table;

file_table! {
    /// How a match is explained at its end, as far as its file says.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct ExplainSettings;

    /// `[explain]` and its keys.
    pub const EXPLAIN =
        "[explain]",
        "The match is explained at its end, as `arena explain` does it: an account of its Elo difference by games at equal \
         depth, the nodes that each side needs for a depth, and the worth of twice the nodes.";

    /// The price of the account, in games of the match.
    pub games: Option<AccountGames> = Kind::Whole(AccountGames::RANGE), Words("the games of the match"), "1000";

    /// Positions of the match that both search to one depth, at most.
    pub positions: Option<JudgedPositions> =
        Kind::Whole(JudgedPositions::RANGE), Words("2000, and 5 for each game of the price"), "500";
}
