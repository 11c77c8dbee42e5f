//! The comment of a move on its search, in the ways of the runners.
//!
//! ```text
//! +0.35/12 0.103s, n=12345, sd=18        fastchess, and this program
//! +0.35/12 0.10s 12345n                  others like it
//! +0.35/16 5.1s                          cutechess-cli
//! -12/9 34ms                             c-chess-cli: centipawns, milliseconds
//! ```

use std::time::Duration;

use engine::Score;

use crate::chess::notation;
use crate::chess::time_control::parse_seconds;

/// A longer time is not believed: a million seconds.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// The figures of a comment; `None` where it has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The mover's score, from its own point of view.
    pub score: Option<Score>,
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Thinking time.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Deepest ply.
    pub selective_depth: Option<u32>,
}

impl Figures {
    /// The figures of a comment, without its braces.
    pub(super) fn of(comment: &str) -> Figures {
        let mut words = comment.split([' ', ',', '\n', '\r', '\t']).filter(|word| !word.is_empty());
        let mut figures = Figures::default();
        let Some((score, depth)) = words.next().and_then(|word| word.split_once('/')) else {
            return figures;
        };
        figures.score = notation::score(score).or_else(|| score.parse().ok().and_then(centipawns));
        // A depth of 0 is that of a move which was not searched for.
        figures.depth = depth.parse().ok().filter(|depth| *depth > 0);
        figures.time = words.next().and_then(time);
        for word in words {
            // What follows is the engine's own text.
            if word.starts_with("pv=") || word.starts_with("line=") {
                break;
            }
            if let Some(nodes) = word.strip_prefix("n=").or_else(|| word.strip_suffix('n')) {
                figures.nodes = figures.nodes.or(nodes.parse().ok());
            } else if let Some(depth) = word.strip_prefix("sd=") {
                figures.selective_depth = depth.parse().ok();
            }
        }
        figures
    }
}

/// A score in hundredths of a pawn, as far as one can be.
fn centipawns(score: i32) -> Option<Score> {
    (-Score::MATE..=Score::MATE).contains(&score).then_some(Score(score))
}

/// `0.103s`, `34ms`.
fn time(word: &str) -> Option<Duration> {
    match word.strip_suffix("ms") {
        Some(milliseconds) => {
            let time = milliseconds.parse().ok().map(Duration::from_millis);
            time.filter(|time| *time < LONGEST)
        }
        None => parse_seconds(word.strip_suffix('s')?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn figures(score: i32, depth: u32, millis: u64, nodes: Option<u64>) -> Figures {
        Figures {
            score: Some(Score(score)),
            depth: Some(depth),
            time: Some(Duration::from_millis(millis)),
            nodes,
            selective_depth: None,
        }
    }

    #[test]
    fn comments_are_read_in_the_ways_of_the_runners() {
        let read = Figures::of;
        assert_eq!(read("+0.35/12 0.10s"), figures(35, 12, 100, None));
        assert_eq!(read("+0.35/12 0.10s 12345n"), figures(35, 12, 100, Some(12_345)));
        assert_eq!(read("0.00/1 0s, White wins by adjudication"), figures(0, 1, 0, None));
        assert_eq!(read("-M4/16 5.1s"), figures(4 - Score::MATE, 16, 5100, None));
        assert_eq!(read("-12/9 34ms"), figures(-12, 9, 34, None));
        let full = "+0.31/12 0.103s, tl=9.897s, n=12345, sd=18, nps=1, pv=\"g1f3 n=7\"";
        let selective_depth = Some(18);
        assert_eq!(read(full), Figures { selective_depth, ..figures(31, 12, 103, Some(12_345)) });
        assert_eq!(read("book"), Figures::default());
        assert_eq!(read("/0 0.000s").depth, None);
        assert_eq!(read("a good move"), Figures::default());
        let beyond = read("-2147483648/9 18446744073709551615ms");
        assert_eq!((beyond.score, beyond.time), (None, None));
    }

    proptest! {
        #[test]
        fn no_comment_is_an_error(comment in "\\PC{0,60}") {
            let _ = Figures::of(&comment);
            let _ = Figures::of(&format!("+0.35/12 {comment}"));
        }
    }
}
