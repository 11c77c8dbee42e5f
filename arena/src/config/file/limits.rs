//! The table `[limits]`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::chess::time_control::{PositiveSeconds, Seconds, TimeControl};
use crate::config::ranges::{Depth, Nodes};
use crate::config::reference::Absent::{Is, Nothing};
use crate::config::reference::Kind;
use crate::config::values::TimeText;
use crate::file_table;

file_table! {
    /// `[limits]` as it is written.
    #[derive(Clone, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct LimitsTable;

    /// `[limits]` and its keys.
    pub const LIMITS =
        "[limits]",
        "The limits of a contender's moves; all given limits apply at once. One of time_control, movetime, nodes, \
         soft_nodes and depth is needed. At the top of the file for all contenders; in a contender, or in [each], \
         instead of that.";

    /// The game clock, in seconds: "10+0.1" is 10 s for the game and 0.1 s added a move, "40/300" is 40 moves in 300 s
    /// again and again, "40/60+0.6" both, "300" or "5:0" the game, "40/10+0.1:20+0.2" two stages.
    pub(crate) time_control: Option<TimeText<TimeControl>> = Kind::Words("time control in quotes"), Nothing, "\"10+0.1\"";

    /// Seconds for each move.
    pub(crate) movetime: Option<Spanned<TimeText<PositiveSeconds>>> = Kind::Seconds, Nothing, "\"0.1\"";

    /// Nodes for each move.
    pub(crate) nodes: Option<Nodes> = Kind::Whole(Nodes::RANGE), Nothing, "2000";

    /// Nodes after which the engine in this process begins no further iteration, so that every search ends with a
    /// complete one. UCI has no such limit.
    pub(crate) soft_nodes: Option<Spanned<Nodes>> = Kind::Whole(Nodes::RANGE), Nothing, "2000";

    /// Depth of each search, in plies.
    pub(crate) depth: Option<Depth> = Kind::Whole(Depth::RANGE), Nothing, "8";

    /// How late a move may be before the game is lost on time.
    pub(crate) time_margin: Option<TimeText<Seconds>> = Kind::Seconds, Is("\"0.000999\""), "\"0.005\"";

    /// The reserve of the engine in this process before its deadlines. A program has an option of its own for that.
    pub(crate) overhead: Option<TimeText<Seconds>> = Kind::Seconds, Is("\"0.005\""), "\"0.01\"";
}
