//! `go`, and the limits in it.

use std::time::Duration;

/// The limits of a search, as `go` gives them. Without any the engine decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Whether the search is on the opponent's time: its own begins with `ponderhit`.
    pub ponder: bool,
    /// The clocks of both sides.
    pub clocks: Option<Clocks>,
    /// Moves until the next time period; said with the clocks.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Depth to search, in plies.
    pub depth: Option<u32>,
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// White's.
    pub white: Clock,
    /// Black's.
    pub black: Clock,
}

/// A clock as a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Go {
    /// A search to this depth.
    #[must_use]
    pub fn depth(depth: u32) -> Go {
        Go { depth: Some(depth), ..Go::default() }
    }

    /// Writes `go` with these limits, and its line break.
    ///
    /// Times are in whole milliseconds, rounded down: an engine never counts on time it does not
    /// have. A clock below one millisecond is sent as one, since engines take 0 for "no clock".
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.ponder { b"go ponder" } else { b"go" });
        if let Some(Clocks { white, black }) = self.clocks {
            write_number(out, b" wtime ", milliseconds(white.remaining).max(1));
            write_number(out, b" btime ", milliseconds(black.remaining).max(1));
            if !(white.increment.is_zero() && black.increment.is_zero()) {
                write_number(out, b" winc ", milliseconds(white.increment));
                write_number(out, b" binc ", milliseconds(black.increment));
            }
            if let Some(moves) = self.moves_to_go {
                write_number(out, b" movestogo ", u64::from(moves));
            }
        }
        if let Some(time) = self.move_time {
            write_number(out, b" movetime ", milliseconds(time).max(1));
        }
        if let Some(nodes) = self.nodes {
            write_number(out, b" nodes ", nodes);
        }
        if let Some(depth) = self.depth {
            write_number(out, b" depth ", u64::from(depth));
        }
        out.push(b'\n');
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn write_number(out: &mut Vec<u8>, key: &[u8], number: u64) {
    out.extend_from_slice(key);
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_in_full_and_rounded_down() {
        let clock = |micros| Clock {
            remaining: Duration::from_micros(micros),
            increment: Duration::from_millis(2),
        };
        let go = |go: Go| {
            let mut out = Vec::new();
            go.write(&mut out);
            String::from_utf8(out).unwrap()
        };
        let clocks = |white, black| Some(Clocks { white: clock(white), black: clock(black) });
        assert_eq!(
            go(Go { clocks: clocks(1, 199_999), ..Go::default() }),
            "go wtime 1 btime 199 winc 2 binc 2\n"
        );
        assert_eq!(
            go(Go {
                clocks: clocks(5_000, 5_000),
                moves_to_go: Some(7),
                nodes: Some(5),
                ..Go::default()
            }),
            "go wtime 5 btime 5 winc 2 binc 2 movestogo 7 nodes 5\n"
        );
        assert_eq!(go(Go::depth(3)), "go depth 3\n");
        assert_eq!(go(Go { ponder: true, ..Go::depth(3) }), "go ponder depth 3\n");
        let move_time = Some(Duration::from_millis(30));
        assert_eq!(go(Go { move_time, ..Go::default() }), "go movetime 30\n");
    }
}
