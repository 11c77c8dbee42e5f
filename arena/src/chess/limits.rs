//! Limits on a contender's moves.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use engine::{GameClock, Limits, Score};

use crate::chess::time_control::{Seconds, Stage, TimeControl, parse_seconds};

/// The depths an engine searches to.
pub const DEPTH: RangeInclusive<i64> = 1..=Score::MAX_PLY as i64 - 1;
/// Moves that a game's time is commonly reckoned to last.
const USUAL_MOVES: u32 = 40;

/// The limits on one contender's moves. All that are given apply at once. In JSON they are their line,
/// `10+0.1 nodes=2000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayLimits {
    /// The game clock.
    pub time_control: Option<TimeControl>,
    /// Time for each move.
    pub movetime: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Nodes after which a search begins no further iteration.
    pub soft_nodes: Option<u64>,
    /// Nominal depth of each search, in plies.
    pub depth: Option<u32>,
    /// By how much a move may be late before it loses.
    pub time_margin: Duration,
    /// The engine's reserve before its deadlines, for work outside the search.
    pub overhead: Duration,
}

impl PlayLimits {
    /// The default overhead. A machine with every core busy takes a thread off its core for a few
    /// milliseconds at a time.
    pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(5);
    /// The text of PGN's `TimeControl` tag where time limits nothing.
    pub const NO_TIME_CONTROL: &str = "-";

    /// The default margin: below one millisecond (clocks count microseconds). UCI reports whole
    /// milliseconds, so no program can foresee such lateness.
    pub const DEFAULT_MARGIN: Duration = Duration::from_micros(999);

    /// The limits of the next search, with this on the clock; `None` without a time control.
    #[must_use]
    pub fn for_search(&self, clock: Option<GameClock>) -> Limits {
        let PlayLimits {
            time_control: _,
            movetime: move_time,
            nodes,
            soft_nodes,
            depth,
            time_margin: _,
            overhead,
        } = *self;
        Limits { clock, move_time, nodes, soft_nodes, depth, mate: None, overhead }
    }

    /// A summary: `8+0.08`, `2000 nodes`, `depth 8`, `0.1 s a move`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut words = Vec::new();
        words.extend(self.time_control.map(|control| control.to_string()));
        words.extend(self.movetime.map(|time| format!("{} s a move", Seconds(time))));
        words.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        words.extend(self.soft_nodes.map(|nodes| format!("{nodes} soft nodes")));
        words.extend(self.depth.map(|depth| format!("depth {depth}")));
        words.join(", ")
    }

    /// The summary of testing frameworks, word by word: `8.0+0.08s`, `MT=100`, `N=2000`, `D=8`.
    #[must_use]
    pub fn framework_words(&self) -> Vec<String> {
        let PlayLimits {
            time_control,
            movetime,
            nodes,
            soft_nodes,
            depth,
            time_margin: _,
            overhead: _,
        } = *self;
        let mut words = Vec::new();
        words.extend(time_control.map(TimeControl::framework_word));
        words.extend(movetime.map(|time| format!("MT={}", Seconds(1000 * time))));
        words.extend(nodes.map(|nodes| format!("N={nodes}")));
        words.extend(soft_nodes.map(|nodes| format!("SN={nodes}")));
        words.extend(depth.map(|depth| format!("D={depth}")));
        words
    }

    /// The text of PGN's `TimeControl` tag.
    #[must_use]
    pub fn pgn_time_control(&self) -> String {
        match (self.time_control, self.movetime) {
            (Some(control), _) => control.to_string(),
            (None, Some(time)) => format!("{}/move", Seconds(time)),
            (None, None) => PlayLimits::NO_TIME_CONTROL.to_owned(),
        }
    }

    /// The time for a move in the long run, as engines reckon it: the time of each move, or a share
    /// of the first stage's time, or of forty moves, and the increment. `None` without a time limit.
    #[must_use]
    pub fn time_a_move(&self) -> Option<Duration> {
        let of_clock = self.time_control.map(|control| {
            let Stage { moves, base, increment } = control.first;
            base / moves.map_or(USUAL_MOVES, NonZeroU32::get) + increment
        });
        of_clock.into_iter().chain(self.movetime).min()
    }

    /// The longest that one side may think in a game of this many of its moves, the margin of each included; `None`
    /// without a time limit.
    #[must_use]
    pub fn longest(&self, moves: u32) -> Option<Duration> {
        let of_clock = self.time_control.map(|control| {
            let (mut time, mut left) = (Duration::ZERO, moves);
            let mut stages = control.stages();
            let last = stages.next_back().unwrap_or(control.first);
            for stage in stages {
                let played = stage.moves.map_or(left, NonZeroU32::get).min(left);
                time += stage.base + stage.increment * played;
                left -= played;
            }
            let periods = last.moves.map_or(1, |period| left.div_ceil(period.get()).max(1));
            time + last.base * periods + last.increment * left
        });
        let of_moves = self.movetime.map(|time| time * moves);
        let time = of_clock.into_iter().chain(of_moves).min()?;
        Some(time + self.time_margin * moves)
    }

    /// Whether a time limits the moves, so that games depend on the machine.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.time_control.is_some() || self.movetime.is_some()
    }

    /// About as many nodes as a move has; `None` where nodes do not limit it.
    #[must_use]
    pub fn nodes_a_move(&self) -> Option<u64> {
        self.nodes.into_iter().chain(self.soft_nodes).min()
    }

    /// Whether anything ends a search.
    #[must_use]
    pub fn end_a_search(&self) -> bool {
        let counted = [self.nodes, self.soft_nodes, self.depth.map(u64::from)];
        self.is_timed() || counted.iter().any(Option::is_some)
    }
}

impl Default for PlayLimits {
    fn default() -> PlayLimits {
        PlayLimits {
            time_control: None,
            movetime: None,
            nodes: None,
            soft_nodes: None,
            depth: None,
            time_margin: PlayLimits::DEFAULT_MARGIN,
            overhead: PlayLimits::DEFAULT_OVERHEAD,
        }
    }
}

/// All limits on one line, `10+0.1 nodes=2000`; margin and overhead where time counts.
impl fmt::Display for PlayLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.time_control.map(|control| control.to_string()));
        parts.extend(self.movetime.map(|time| format!("movetime={}", Seconds(time))));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.soft_nodes.map(|nodes| format!("soft_nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        if self.is_timed() {
            parts.push(format!("margin={}", Seconds(self.time_margin)));
            parts.push(format!("overhead={}", Seconds(self.overhead)));
        }
        write!(f, "{}", parts.join(" "))
    }
}

/// A text is not a line of limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no limits such as 10+0.1, movetime=0.1, nodes=2000 or depth=8")]
pub struct ParseLimitsError;

/// The limits of a line that [`fmt::Display`] wrote.
impl FromStr for PlayLimits {
    type Err = ParseLimitsError;

    fn from_str(text: &str) -> Result<PlayLimits, ParseLimitsError> {
        let error = |_| ParseLimitsError;
        let seconds = |text| parse_seconds(text).map_err(error);
        let mut limits = PlayLimits::default();
        for word in text.split(' ') {
            match word.split_once('=') {
                None => limits.time_control = Some(word.parse().map_err(error)?),
                Some(("movetime", time)) => limits.movetime = Some(seconds(time)?),
                Some(("nodes", nodes)) => {
                    limits.nodes = Some(nodes.parse().map_err(|_| ParseLimitsError)?);
                }
                Some(("soft_nodes", nodes)) => {
                    limits.soft_nodes = Some(nodes.parse().map_err(|_| ParseLimitsError)?);
                }
                Some(("depth", depth)) => {
                    limits.depth = Some(depth.parse().map_err(|_| ParseLimitsError)?);
                }
                Some(("margin", time)) => limits.time_margin = seconds(time)?,
                Some(("overhead", time)) => limits.overhead = seconds(time)?,
                Some(_) => return Err(ParseLimitsError),
            }
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_print_on_one_line() {
        let limits = PlayLimits {
            time_control: Some("40/60+0.6".parse().unwrap()),
            nodes: Some(2000),
            ..PlayLimits::default()
        };
        assert_eq!(limits.to_string(), "40/60+0.6 nodes=2000 margin=0.000999 overhead=0.005");
        assert_eq!(limits.pgn_time_control(), "40/60+0.6");
        let limits = PlayLimits { depth: Some(6), ..PlayLimits::default() };
        assert_eq!(limits.to_string(), "depth=6");
        assert_eq!(limits.pgn_time_control(), "-");
        let movetime = Some(Duration::from_millis(100));
        let limits = PlayLimits { movetime, ..PlayLimits::default() };
        assert_eq!(limits.pgn_time_control(), "0.1/move");
    }

    #[test]
    fn a_line_is_read_back_to_the_byte() {
        for line in [
            "nodes=2000",
            "depth=8",
            "10+0.1 nodes=2000 depth=9 margin=0.000999 overhead=0.005",
            "40/60+0.6 margin=0 overhead=0",
            "40/10+0.1:20+0.2 margin=0 overhead=0",
            "movetime=0.1 margin=0.000999 overhead=0",
        ] {
            assert_eq!(line.parse::<PlayLimits>().unwrap().to_string(), line);
        }
        for line in ["nodes=many", "mate=4", "nodes=1  depth=2"] {
            assert_eq!(line.parse::<PlayLimits>(), Err(ParseLimitsError), "{line}");
        }
    }

    #[test]
    fn the_longest_that_a_side_may_think_has_every_period_increment_and_margin() {
        let longest = |text: &str, moves: u32| text.parse::<PlayLimits>().unwrap().longest(moves);
        let seconds = |seconds: f64| Some(Duration::from_secs_f64(seconds));
        assert_eq!(longest("10+0.1 margin=0", 50), seconds(15.0));
        assert_eq!(longest("40/60+0.5 margin=0", 41), seconds(140.5));
        assert_eq!(longest("40/10+0.1:20+0.2 margin=0", 50), seconds(36.0));
        assert_eq!(longest("movetime=0.2 margin=0.1", 10), seconds(3.0));
        assert_eq!(longest("1+0 movetime=9 margin=0", 10), seconds(1.0));
        assert_eq!(longest("nodes=9", 10), None);
    }
}
