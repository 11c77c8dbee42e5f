//! The lines an engine writes while it searches. They are taken apart by hand: there are many of them,
//! engines write them in their own ways, and nothing in them may be an error. The handshake, which
//! comes once, is left to `shakmaty-uci`.

use std::time::Duration;

/// A longer time is not believed that an engine says its search took: a million seconds.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// A line that an engine writes while it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `bestmove`, and what it names; nothing where it names nothing.
    BestMove(&'a [u8]),
    /// `info`, and what follows.
    Info(&'a [u8]),
    /// `readyok`.
    ReadyOk,
    /// Anything else.
    Other,
}

impl Reply<'_> {
    /// What a line is; `line` has no blanks at its ends.
    #[must_use]
    pub fn of(line: &[u8]) -> Reply<'_> {
        if let Some(rest) = keyword(line, b"info") {
            Reply::Info(rest)
        } else if let Some(rest) = keyword(line, b"bestmove") {
            Reply::BestMove(words(rest).next().unwrap_or_default())
        } else if keyword(line, b"readyok").is_some() {
            Reply::ReadyOk
        } else {
            Reply::Other
        }
    }
}

/// What follows a line's first word if it is this one.
pub(crate) fn keyword<'a>(line: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let rest = line.strip_prefix(word)?;
    rest.first().is_none_or(u8::is_ascii_whitespace).then_some(rest)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A score from the engine's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in this number of the engine's moves; 0 and negative numbers: it is mated in as many.
    Mate(i64),
}

/// What an engine has said of its search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Score of the best line, from the engine's view: the last exact one, else the last bound.
    pub score: Option<Score>,
    /// Whether it is exact.
    is_exact: bool,
    /// Depth of the iteration it is of, in plies.
    pub depth: u32,
    /// Deepest ply.
    pub selective_depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The engine's own measure of its time, less than a million seconds.
    pub time: Option<Duration>,
}

impl SearchInfo {
    /// Takes in what follows `info` in a line.
    pub fn note(&mut self, info: &[u8]) {
        let mut line = SearchInfo::default();
        let (mut is_first_line, mut is_bound) = (true, false);
        let mut words = words(info);
        while let Some(word) = words.next() {
            match word {
                b"depth" => line.depth = number(words.next()),
                b"seldepth" => line.selective_depth = number(words.next()),
                b"multipv" => is_first_line = number::<u32>(words.next()) <= 1,
                b"nodes" => line.nodes = number(words.next()),
                b"time" => {
                    let time = words.next().and_then(parsed).map(Duration::from_millis);
                    line.time = time.filter(|time| *time < LONGEST);
                }
                b"score" => line.score = score(words.next(), words.next()),
                b"lowerbound" | b"upperbound" => is_bound = true,
                // What follows is moves or free text.
                b"pv" | b"string" | b"refutation" | b"currline" => break,
                _ => {}
            }
        }
        self.nodes = self.nodes.max(line.nodes);
        self.time = line.time.or(self.time);
        if is_first_line && line.score.is_some() && (!is_bound || !self.is_exact) {
            (self.score, self.is_exact) = (line.score, !is_bound);
            if line.depth > 0 {
                (self.depth, self.selective_depth) = (line.depth, line.selective_depth);
            }
        }
    }
}

fn score(unit: Option<&[u8]>, value: Option<&[u8]>) -> Option<Score> {
    let value: i64 = value.and_then(parsed)?;
    match unit? {
        b"cp" => Some(Score::Centipawns(value)),
        b"mate" => Some(Score::Mate(value)),
        _ => None,
    }
}

fn number<T: std::str::FromStr + Default>(word: Option<&[u8]>) -> T {
    word.and_then(parsed).unwrap_or_default()
}

fn parsed<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn info(lines: &[&str]) -> SearchInfo {
        let mut search = SearchInfo::default();
        for line in lines {
            let Reply::Info(info) = Reply::of(line.as_bytes()) else { panic!("{line}") };
            search.note(info);
        }
        search
    }

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(Reply::of(b"bestmove e2e4 ponder e7e5"), Reply::BestMove(b"e2e4"));
        assert_eq!(Reply::of(b"bestmove\te7e8q"), Reply::BestMove(b"e7e8q"));
        assert_eq!(Reply::of(b"bestmove"), Reply::BestMove(b""));
        assert_eq!(Reply::of(b"bestmoves e2e4"), Reply::Other);
        assert_eq!(Reply::of(b"readyok"), Reply::ReadyOk);
        assert_eq!(Reply::of(b""), Reply::Other);
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let info = info(&[
            "info depth 9 seldepth 14 multipv 1 score cp 31 nodes 1000 time 5 pv e2e4 e7e5",
            "info depth 9 seldepth 15 multipv 2 score cp -80 nodes 1200 pv a2a3",
            "info depth 10 seldepth 16 score cp 55 lowerbound nodes 1500 time 8 pv d2d4",
            "info depth 10 currmove e2e4 currmovenumber 1",
            "info nodes 1700 time 9 nps 188888",
            "info string score cp 9999 depth 99",
        ]);
        assert_eq!(
            (info.score, info.depth, info.selective_depth),
            (Some(Score::Centipawns(31)), 9, 14)
        );
        assert_eq!((info.nodes, info.time), (1700, Some(Duration::from_millis(9))));
    }

    #[test]
    fn a_bound_is_better_than_nothing() {
        let info = info(&["info depth 1 score cp 20 upperbound nodes 3"]);
        assert_eq!((info.score, info.depth), (Some(Score::Centipawns(20)), 1));
    }

    #[test]
    fn scores_are_read_in_their_unit() {
        let score = |text| info(&[&format!("info score {text}")]).score;
        assert_eq!(score("mate 3"), Some(Score::Mate(3)));
        assert_eq!(score("mate -2"), Some(Score::Mate(-2)));
        assert_eq!(score("cp -123456789"), Some(Score::Centipawns(-123_456_789)));
        assert_eq!(score("cp much"), None);
        assert_eq!(score("wdl 3"), None);
    }

    #[test]
    fn a_time_of_weeks_is_not_believed() {
        let info = info(&["info time 999999999", "info time 1000000000", "info time -1"]);
        assert_eq!(info.time, Some(Duration::from_millis(999_999_999)));
        assert_eq!(self::info(&["info time 18446744073709551615"]).time, None);
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(line in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = Reply::of(&line);
            SearchInfo::default().note(&line);
        }

        #[test]
        fn no_number_makes_it_panic(number in any::<i128>()) {
            for key in ["depth", "seldepth", "nodes", "time", "multipv", "score cp", "score mate"] {
                SearchInfo::default().note(format!("{key} {number}").as_bytes());
            }
        }
    }
}
