//! The comment of a move on its search, in the dialects of the programs that write them.
//!
//! | written | by | unit of the time | the score is seen by |
//! |---|---|---|---|
//! | `+0.35/12 0.103s, n=12345, sd=18` | fastchess, and this program | second | the mover |
//! | `+0.35/12 0.10s 12345n` | others like it | second | the mover |
//! | `+0.35/16 5.1s` | cutechess-cli | second | the mover |
//! | `+0.35/12 103 12345`, `M+4/16 5100 1 900/90/10` | Banksia | millisecond | the mover |
//! | `+0.35/12 5`, `+0.35/12 0.4` | XBoard | second | the mover |
//! | `-12/9 34ms` | c-chess-cli, in centipawns | millisecond | the mover |
//! | `(Nf3) +0.59/28 20s` | Arena, with the reply that it expects | second | the mover |
//! | `+1.25 9/17 11 16328` | compact: score, depths, time, nodes | millisecond | the mover |
//! | `d=30, sd=45, mt=12345, n=1000, wv=0.25` | TCEC | millisecond | White |
//! | `[%eval 0.18,20] [%emt 0:00:07]` | lichess, ChessBase | hours, minutes, seconds | White |

use std::time::Duration;

use engine::Score;
use shakmaty::Color;

use crate::chess::notation;
use crate::chess::time_control::parse_seconds;
use crate::score::tally::Figures;

/// A longer time is not believed: a million seconds.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Reads a comment of one dialect, on a move of this side.
type Dialect = fn(&str, Color) -> Option<Figures>;

/// Each reads its own comments and no other's.
const DIALECTS: [Dialect; 4] = [bracketed, lettered, compact, slashed];

impl Figures {
    /// The figures of a comment, without its braces, on a move of this side; `None` where it is in no known form.
    pub(super) fn of(comment: &str, mover: Color) -> Option<Figures> {
        DIALECTS.iter().find_map(|dialect| dialect(comment, mover))
    }

    /// Whether they are those that Arena writes to a move of the book: `+0.00/1 0s`.
    pub(super) fn is_of_book(&self) -> bool {
        let Figures { score, depth, time, nodes, .. } = *self;
        (score, depth, time) == (Some(Score(0)), Some(1), Some(Duration::ZERO)) && nodes.is_none()
    }
}

/// `+0.35/12 0.103s`, and the texts that may stand before and behind it.
fn slashed(comment: &str, _: Color) -> Option<Figures> {
    let mut words = words(comment);
    let first = words.next()?;
    let is_reply = first.starts_with('(') && first.ends_with(')');
    let (score, depth) = if is_reply { words.next()? } else { first }.split_once('/')?;
    let (time, nodes) = effort(words.next(), words.clone().next());
    let mut figures = Figures {
        score: notation::score(score)
            .or_else(|| score.parse().ok().and_then(centipawns))
            .or_else(|| mate(score.strip_prefix('M')?.parse().ok()?)),
        // A depth of 0 is that of a move which was not searched for.
        depth: depth.parse().ok().filter(|depth| *depth > 0),
        time,
        nodes,
        ..Figures::default()
    };
    for word in words {
        // The rest is the engine's own text.
        if word.starts_with("pv=") || word.starts_with("line=") {
            break;
        }
        if let Some(nodes) = word.strip_prefix("n=").or_else(|| word.strip_suffix('n')) {
            figures.nodes = figures.nodes.or(nodes.parse().ok());
        } else if let Some(depth) = word.strip_prefix("sd=") {
            figures.selective_depth = depth.parse().ok();
        }
    }
    Some(figures)
}

/// Time and nodes behind the depth: `0.103s`, `34ms`, `103 12345` in milliseconds, or a number of seconds alone.
fn effort(first: Option<&str>, second: Option<&str>) -> (Option<Duration>, Option<u64>) {
    let Some(first) = first else { return (None, None) };
    match (time(first), milliseconds(first), second.and_then(|word| word.parse().ok())) {
        (None, Some(time), Some(nodes)) => (Some(time), Some(nodes)),
        (None, ..) => (parse_seconds(first).ok().filter(|time| *time < LONGEST), None),
        (time, ..) => (time, None),
    }
}

/// `+1.25 9/17 11 16328`.
fn compact(comment: &str, _: Color) -> Option<Figures> {
    let mut words = words(comment);
    let score = notation::score(words.next()?)?;
    let (depth, selective) = words.next()?.split_once('/')?;
    Some(Figures {
        score: Some(score),
        depth: Some(depth.parse().ok()?),
        selective_depth: Some(selective.parse().ok()?),
        time: words.next().and_then(milliseconds),
        nodes: words.next().and_then(|nodes| nodes.parse().ok()),
    })
}

/// `d=30, sd=45, mt=12345, n=1000234567, wv=0.25`.
fn lettered(comment: &str, mover: Color) -> Option<Figures> {
    let fields = comment.split(',').filter_map(|field| field.trim().split_once('='));
    let value = |key: &str| fields.clone().find(|(name, _)| *name == key).map(|(_, value)| value);
    value("d").or(value("mt")).filter(|_| comment.trim_start().starts_with(['d', 'm']))?;
    Some(Figures {
        score: value("wv").and_then(notation::score).map(|score| seen_by(mover, score)),
        depth: value("d").and_then(|depth| depth.parse().ok()).filter(|depth| *depth > 0),
        time: value("mt").and_then(milliseconds),
        nodes: value("n").and_then(|nodes| nodes.parse().ok()),
        selective_depth: value("sd").and_then(|depth| depth.parse().ok()),
    })
}

/// `[%eval 0.18,20] [%emt 0:00:07]`; mate is `#-3`. A clock by itself tells nothing about the search.
fn bracketed(comment: &str, mover: Color) -> Option<Figures> {
    let command = |name: &str| {
        let (_, rest) = comment.split_once(name)?;
        Some(rest.split_once(']')?.0.trim())
    };
    let (eval, time) = (command("[%eval "), command("[%emt "));
    eval.or(time).or_else(|| command("[%clk "))?;
    let (score, depth) = match eval.map(|eval| eval.split_once(',').unwrap_or((eval, ""))) {
        Some((score, depth)) => (Some(score), depth.trim().parse().ok()),
        None => (None, None),
    };
    let score = score.and_then(|score| match score.strip_prefix('#') {
        Some(moves) => mate(moves.parse().ok()?),
        None => notation::score(score),
    });
    Some(Figures {
        score: score.map(|score| seen_by(mover, score)),
        depth,
        time: time.and_then(clock),
        ..Figures::default()
    })
}

/// The words of a comment, which blanks and commas part.
fn words(comment: &str) -> impl Iterator<Item = &str> + Clone {
    comment.split([' ', ',', '\n', '\r', '\t']).filter(|word| !word.is_empty())
}

/// The score of a mate in this number of moves. A negative number: the side itself is mated.
fn mate(moves: i32) -> Option<Score> {
    let plies = moves.unsigned_abs().checked_mul(2)?.saturating_sub(1);
    let score = Score::mate_in_plies(u64::from(plies));
    Some(if moves < 0 { -score } else { score })
}

/// White's score as this side sees it.
fn seen_by(mover: Color, score: Score) -> Score {
    mover.fold_wb(score, -score)
}

/// A score in hundredths of a pawn, as far as one can be.
fn centipawns(score: i32) -> Option<Score> {
    (-Score::MATE..=Score::MATE).contains(&score).then_some(Score(score))
}

/// `0.103s`, `34ms`.
fn time(word: &str) -> Option<Duration> {
    match word.strip_suffix("ms") {
        Some(time) => milliseconds(time),
        None => parse_seconds(word.strip_suffix('s')?).ok(),
    }
}

fn milliseconds(text: &str) -> Option<Duration> {
    let time = text.parse().ok().map(Duration::from_millis);
    time.filter(|time| *time < LONGEST)
}

/// `0:00:07`.
fn clock(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        seconds = 60.0 * seconds + parse_seconds(part).ok()?.as_secs_f64();
    }
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time < LONGEST)
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

    fn read(comment: &str) -> Figures {
        Figures::of(comment, Color::Black).unwrap_or_else(|| panic!("{comment}"))
    }

    #[test]
    fn comments_are_read_in_the_dialects_of_the_runners() {
        assert_eq!(read("+0.35/12 0.10s"), figures(35, 12, 100, None));
        assert_eq!(read("+0.35/12 0.10s 12345n"), figures(35, 12, 100, Some(12_345)));
        assert_eq!(read("0.00/1 0s, White wins by adjudication"), figures(0, 1, 0, None));
        assert_eq!(read("-M4/16 5.1s"), figures(4 - Score::MATE, 16, 5100, None));
        assert_eq!(read("-12/9 34ms"), figures(-12, 9, 34, None));
        assert_eq!(read("+0.35/12 103 12345"), figures(35, 12, 103, Some(12_345)));
        assert_eq!(read("M-4/16 5100 1 900/90/10"), figures(7 - Score::MATE, 16, 5100, Some(1)));
        assert_eq!(read("-0.35/12 5"), figures(-35, 12, 5000, None));
        assert_eq!(read("+0.35/12 0.4"), figures(35, 12, 400, None));
        assert_eq!(read("(Nf3) +0.59/28 20s"), figures(59, 28, 20_000, None));
        let full = "+0.31/12 0.103s, tl=9.897s, n=12345, sd=18, nps=1, pv=\"g1f3 n=7\"";
        let selective_depth = Some(18);
        assert_eq!(read(full), Figures { selective_depth, ..figures(31, 12, 103, Some(12_345)) });
        let compact = Figures { selective_depth: Some(17), ..figures(125, 9, 11, Some(16_328)) };
        assert_eq!(read("+1.25 9/17 11 16328"), compact);
        assert_eq!(read("/0 0.000s").depth, None);
        let beyond = read("-2147483648/9 18446744073709551615ms");
        assert_eq!((beyond.score, beyond.time), (None, None));
    }

    #[test]
    fn scores_that_white_sees_are_turned_round_for_black() {
        let tcec =
            "d=30, sd=45, mt=12345, tl=7187655, n=1000234567, pv=e4 e5, tb=0, wv=0.25, R50=50,";
        let expected = figures(-25, 30, 12_345, Some(1_000_234_567));
        assert_eq!(read(tcec), Figures { selective_depth: Some(45), ..expected });
        let white = Figures::of(tcec, Color::White).unwrap();
        assert_eq!(white.score, Some(Score(25)));
        let score = Figures { score: Some(Score(-18)), ..Figures::default() };
        assert_eq!(read(" [%eval 0.18] [%clk 0:03:00] "), score);
        let eval = read("[%eval -0.18,20][%emt 0:01:07.5]");
        assert_eq!(eval, figures(18, 20, 67_500, None));
        assert_eq!(read("[%eval #-3]").score, Some(Score(Score::MATE - 5)));
        assert_eq!(read("[%clk 0:03:00]"), Figures::default());
    }

    #[test]
    fn other_comments_are_read_as_none() {
        for comment in ["book", "a good move", "", "12", "see move 12, d=4", "1.25 pawns up"] {
            assert_eq!(Figures::of(comment, Color::White), None, "{comment}");
        }
    }

    proptest! {
        #[test]
        fn no_comment_is_an_error(comment in "\\PC{0,60}") {
            let _ = Figures::of(&comment, Color::White);
            let _ = Figures::of(&format!("+0.35/12 {comment}"), Color::White);
            let _ = Figures::of(&format!("[%eval {comment}] d={comment}"), Color::Black);
        }
    }
}
