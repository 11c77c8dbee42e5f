//! The table `[limits]`.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chess::limits::PlayLimits;
use crate::chess::time_control::TimeControl;
use crate::config::ranges::{Depth, Nodes};
use crate::config::reference::Absent::{Is, Nothing};
use crate::config::reference::Kind;
use crate::config::values::{As, ControlText, TimeText};
use crate::file_table;

/// `[limits]` as it is written: the limits themselves.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct LimitsTable(#[serde(with = "LimitKeys")] pub PlayLimits);

file_table! {
    #[derive(Deserialize, Serialize)]
    #[serde(remote = "PlayLimits", default = "PlayLimits::default", deny_unknown_fields)]
    struct LimitKeys;

    /// `[limits]` and its keys.
    pub const LIMITS =
        "[limits]",
        "The limits of a contender's moves; all given limits apply at once. One of time_control, movetime, nodes, \
         soft_nodes and depth is needed. At the top of the file for all contenders; in a contender, or in [each], \
         instead of that.";

    /// The game clock, in seconds: "10+0.1" is 10 s for the game and 0.1 s added a move, "40/300" is 40 moves in 300 s
    /// again and again, "40/60+0.6" both, "300" or "5:0" the game, "40/10+0.1:20+0.2" two stages.
    #[serde(with = "As::<Option<ControlText>>")]
    time_control: Option<TimeControl> = Kind::Words("time control in quotes"), Nothing, "\"10+0.1\"";

    /// Seconds for each move.
    #[serde(with = "As::<Option<TimeText<false>>>")]
    movetime: Option<Duration> = Kind::Seconds, Nothing, "\"0.1\"";

    /// Nodes for each move.
    #[serde(with = "As::<Option<Nodes>>")]
    nodes: Option<u64> = Kind::Whole(Nodes::RANGE), Nothing, "2000";

    /// Nodes after which the engine in this process begins no further iteration, so that every search ends with a
    /// complete one. UCI has no such limit.
    #[serde(with = "As::<Option<Nodes>>")]
    soft_nodes: Option<u64> = Kind::Whole(Nodes::RANGE), Nothing, "2000";

    /// Depth of each search, in plies.
    #[serde(with = "As::<Option<Depth>>")]
    depth: Option<u32> = Kind::Whole(Depth::RANGE), Nothing, "8";

    /// How late a move may be before the game is lost on time.
    #[serde(with = "As::<TimeText<true>>")]
    time_margin: Duration = Kind::Seconds, Is("\"0.000999\""), "\"0.005\"";

    /// The reserve of the engine in this process before its deadlines. A program has an option of its own for that.
    #[serde(with = "As::<TimeText<true>>")]
    overhead: Duration = Kind::Seconds, Is("\"0.005\""), "\"0.01\"";
}
