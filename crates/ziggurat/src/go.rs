//! The `go` line.
//!
//! [`shakmaty_uci::UciMessage::Go`] holds one kind of time control, drops the clocks of
//! `go ponder wtime …`, and takes neither negative times nor limits above 255. Engines are sent all
//! of these, so the line is read here.

use std::time::Duration;

use engine::{GameClock, Limits};
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, Color};

use super::output::excerpt;

/// The limits of a `go` line. All given limits apply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) ponder: bool,
    /// No move is sent before `stop`, even if the search ends.
    pub(crate) infinite: bool,
    /// The moves to choose from; empty for all.
    pub(crate) search_moves: Vec<UciMove>,
    clocks: Option<Clocks>,
    move_time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    mate: Option<u32>,
    /// The unreadable parts. A limit with an unreadable number is taken for depth 1: the GUI waits
    /// for a move, and the intended time is unknown.
    pub(crate) mistakes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Clocks {
    remaining: ByColor<Duration>,
    increment: ByColor<Duration>,
    moves_to_go: Option<u32>,
}

impl Go {
    /// Reads the text after `go`.
    pub(crate) fn parse<'a>(tokens: impl Iterator<Item = &'a str>) -> Go {
        let mut go = Go::default();
        let mut tokens = tokens.peekable();
        while let Some(token) = tokens.next() {
            match token {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    let as_move = |text: &&str| text.parse::<UciMove>().is_ok();
                    while let Some(text) = tokens.next_if(as_move) {
                        go.search_moves.extend(text.parse::<UciMove>());
                    }
                }
                limit if !is_limit(limit) => {
                    let unknown = format!("go: `{}` is not a limit, ignored", excerpt(limit));
                    go.mistakes.push(unknown);
                }
                limit => match tokens.next().map(|text| (text, number(text))) {
                    Some((_, Some(value))) => go.set(limit, value),
                    Some((text, None)) => {
                        let text = excerpt(text);
                        go.unreadable(format!("go: {limit} wants a number, not `{text}`"));
                    }
                    None => go.unreadable(format!("go: {limit} wants a number")),
                },
            }
        }
        go
    }

    fn unreadable(&mut self, mistake: String) {
        self.mistakes.push(mistake);
        self.depth = Some(1);
    }

    fn set(&mut self, limit: &str, value: u64) {
        let count = u32::try_from(value).unwrap_or(u32::MAX);
        let time = Duration::from_millis(value);
        match limit {
            "movetime" => self.move_time = Some(time),
            "nodes" => self.nodes = Some(value),
            "depth" => self.depth = Some(count.min(self.depth.unwrap_or(u32::MAX))),
            "mate" => self.mate = Some(count),
            _ => {
                let clocks = self.clocks.get_or_insert_default();
                match limit {
                    "wtime" => clocks.remaining.white = time,
                    "btime" => clocks.remaining.black = time,
                    "winc" => clocks.increment.white = time,
                    "binc" => clocks.increment.black = time,
                    _ => clocks.moves_to_go = Some(count).filter(|count| *count > 0),
                }
            }
        }
    }

    /// The limits for the side to move. A side without a given time, although other clock fields
    /// are given, has none left: runners leave out zeros. At most a tenth of `movetime` is
    /// reserved, or nothing would be left of a short one.
    pub(crate) fn limits(&self, turn: Color, overhead: Duration) -> Limits {
        let clock = self.clocks.as_ref().map(|clocks| GameClock {
            remaining: *clocks.remaining.get(turn),
            increment: *clocks.increment.get(turn),
            moves_to_go: clocks.moves_to_go,
        });
        let timed = !self.infinite;
        Limits {
            clock: clock.filter(|_| timed),
            move_time: self.move_time.filter(|_| timed),
            nodes: self.nodes,
            soft_nodes: None,
            depth: self.depth,
            mate: self.mate,
            overhead: self.move_time.map_or(overhead, |time| overhead.min(time / 10)),
        }
    }
}

fn is_limit(token: &str) -> bool {
    const LIMITS: [&str; 9] =
        ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"];
    LIMITS.contains(&token)
}

/// A number of any size; a negative one is 0, because a clock may have run out.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::parse(text.split_whitespace())
    }

    fn limits(text: &str) -> Limits {
        go(text).limits(Color::Black, Duration::ZERO)
    }

    fn millis(value: u64) -> Duration {
        Duration::from_millis(value)
    }

    #[test]
    fn every_limit_is_read_and_they_combine() {
        let all = limits("depth 9 nodes 5000 mate 3 movetime 70 wtime 1 btime 2 winc 3 binc 4");
        let clock = GameClock { remaining: millis(2), increment: millis(4), moves_to_go: None };
        let expected = Limits {
            clock: Some(clock),
            move_time: Some(millis(70)),
            nodes: Some(5000),
            soft_nodes: None,
            depth: Some(9),
            mate: Some(3),
            overhead: Duration::ZERO,
        };
        assert_eq!(all, expected);
        assert_eq!(limits("movestogo 7 btime 5").clock.unwrap().moves_to_go, Some(7));
        assert_eq!(limits(""), Limits::default());
    }

    #[test]
    fn a_search_while_pondering_keeps_the_clocks_for_later() {
        let go = go("ponder wtime 1000 btime 2000");
        assert!(go.ponder && !go.infinite);
        let clock = go.limits(Color::White, Duration::ZERO).clock;
        assert_eq!(clock.unwrap().remaining, millis(1000));
    }

    #[test]
    fn a_short_time_for_the_move_is_not_all_kept_back() {
        let overhead = |text: &str| go(text).limits(Color::White, millis(30)).overhead;
        assert_eq!(overhead("movetime 30"), millis(3));
        assert_eq!(overhead("movetime 3000"), millis(30));
        assert_eq!(overhead("wtime 30"), millis(30));
    }

    #[test]
    fn an_infinite_search_looks_at_no_clock_but_at_depth_and_nodes() {
        assert_eq!(limits("infinite btime 5 movetime 3"), Limits::default());
        assert_eq!(limits("infinite depth 3"), Limits::depth(3));
    }

    #[test]
    fn search_moves_end_at_the_next_word() {
        for text in ["searchmoves e2e4 d2d4 depth 3", "depth 3 searchmoves e2e4 d2d4"] {
            let go = go(text);
            assert_eq!(go.search_moves.len(), 2, "{text}");
            assert_eq!(go.limits(Color::White, Duration::ZERO), Limits::depth(3), "{text}");
        }
        assert!(go("searchmoves e2e4 infinite").infinite);
        assert_eq!(go("searchmoves a7a8q").search_moves.len(), 1);
    }

    #[test]
    fn times_below_zero_are_zero_and_those_left_out_too() {
        assert_eq!(limits("btime -31 binc 0").clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(limits("wtime 1000 binc 8").clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(limits("movetime -5").move_time, Some(Duration::ZERO));
        assert_eq!(limits("btime 5 movestogo 0").clock.unwrap().moves_to_go, None);
    }

    #[test]
    fn numbers_of_any_size_are_taken() {
        assert_eq!(limits("depth 1000").depth, Some(1000));
        assert_eq!(limits("depth 99999999999999999999999").depth, Some(u32::MAX));
        assert_eq!(limits("movestogo 300 btime 9").clock.unwrap().moves_to_go, Some(300));
        assert!(
            limits("btime 99999999999999999999999 binc 18446744073709551615").deadlines().is_some()
        );
    }

    #[test]
    fn what_cannot_be_read_is_named_and_still_gets_a_move() {
        for text in ["depth", "depth ten", "btime 1.5", "nodes -", "depth x depth 7"] {
            let go = go(text);
            assert_eq!(go.limits(Color::White, Duration::ZERO).depth, Some(1), "{text}");
            assert!(go.mistakes[0].contains("wants a number"), "{text}");
        }
        let unknown = go("depth 4 sideways");
        assert_eq!(unknown.mistakes, ["go: `sideways` is not a limit, ignored"]);
        assert_eq!(unknown.limits(Color::White, Duration::ZERO), Limits::depth(4));
    }
}
