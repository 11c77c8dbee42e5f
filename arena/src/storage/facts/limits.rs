//! The limits of a contender, as a journal records them on one line.

use std::fmt;

use crate::chess::limits::PlayLimits;

/// The limits on a contender's moves. Their written form goes into the fingerprint of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitFacts {
    /// Limits of this version.
    Known(PlayLimits),
    /// A line of another version: it is kept as it is.
    Unknown(String),
}

impl LimitFacts {
    /// Reads the line of a journal, whatever its content: the facts are written as the same line
    /// again.
    #[must_use]
    pub fn read(line: &str) -> LimitFacts {
        let known = line.parse().ok().filter(|limits: &PlayLimits| limits.to_string() == line);
        known.map_or_else(|| LimitFacts::Unknown(line.to_owned()), LimitFacts::Known)
    }

    /// Nodes for each move, where they limit it.
    #[must_use]
    pub fn nodes(&self) -> Option<u64> {
        match self {
            LimitFacts::Known(limits) => limits.nodes_a_move(),
            LimitFacts::Unknown(_) => None,
        }
    }

    /// `8+0.08`, `2000 nodes`, `depth 8`, `0.1 s a move`: limits without margin and overhead.
    pub(crate) fn summary(&self) -> String {
        match self {
            LimitFacts::Known(limits) => limits.summary(),
            LimitFacts::Unknown(line) => line.clone(),
        }
    }
}

/// As the tag `WhiteLimits` has them.
impl fmt::Display for LimitFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitFacts::Known(limits) => limits.fmt(f),
            LimitFacts::Unknown(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back_to_the_byte() {
        for line in [
            "nodes=2000",
            "depth=8",
            "10+0.1 nodes=2000 depth=9 margin=0.000999 overhead=0.005",
            "40/60+0.6 margin=0 overhead=0",
            "movetime=0.1 margin=0.000999 overhead=0",
        ] {
            let read = LimitFacts::read(line);
            assert!(matches!(read, LimitFacts::Known(_)), "{line}");
            assert_eq!(read.to_string(), line);
        }
        for line in ["", "nodes=many", "depth=8 nodes=2000", "10+0.1", "mate=4", "nodes=1  depth=2"]
        {
            assert_eq!(LimitFacts::read(line), LimitFacts::Unknown(line.to_owned()), "{line}");
        }
    }
}
