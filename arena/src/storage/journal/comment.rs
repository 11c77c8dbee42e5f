//! The comment of a move: written and read.

use std::time::Duration;

use engine::Score;
use shakmaty::Move;

use crate::chess::notation;
use crate::chess::record::MoveRecord;
use crate::chess::time_control::parse_seconds;

/// The comment of an opening's move.
pub(super) const BOOK: &str = "book";

/// Appends a move's comment, braces included.
pub(super) fn write(out: &mut String, record: &MoveRecord) {
    let mut digits = itoa::Buffer::new();
    out.push('{');
    if let Some(score) = record.score {
        write_score(out, score);
    }
    out.push('/');
    out.push_str(digits.format(record.depth));
    out.push(' ');
    write_seconds(out, record.time);
    out.push_str("s, n=");
    out.push_str(digits.format(record.nodes));
    out.push_str(", sd=");
    out.push_str(digits.format(record.selective_depth));
    if let Some(time) = record.reported_time {
        out.push_str(", et=");
        write_seconds(out, time);
    }
    out.push('}');
}

/// Reads the output of [`write()`], without the braces.
pub(super) fn read(comment: &str, played: Move) -> Option<MoveRecord> {
    let (score, rest) = comment.split_once('/')?;
    let (depth, rest) = rest.split_once(' ')?;
    // By one byte: a search for several makes its tables for each of millions of comments.
    let (time, rest) = rest.split_once(',')?;
    let (nodes, rest) = rest.strip_prefix(" n=")?.split_once(',')?;
    let rest = rest.strip_prefix(" sd=")?;
    let (selective_depth, reported_time) = match rest.split_once(',') {
        Some((selective_depth, time)) => {
            let time = time.strip_prefix(" et=").filter(|time| !time.ends_with('.'))?;
            (selective_depth, Some(parse_seconds(time).ok()?))
        }
        None => (rest, None),
    };
    Some(MoveRecord {
        played,
        score: if score.is_empty() { None } else { Some(read_score(score)?) },
        depth: depth.parse().ok()?,
        selective_depth: selective_depth.parse().ok()?,
        nodes: nodes.parse().ok()?,
        time: parse_seconds(time.strip_suffix('s')?).ok()?,
        reported_time,
    })
}

/// Appends seconds with six decimals.
pub(super) fn write_seconds(out: &mut String, time: Duration) {
    out.push_str(itoa::Buffer::new().format(time.as_secs()));
    out.push('.');
    push_padded(out, time.subsec_micros(), 6);
}

fn write_score(out: &mut String, score: Score) {
    let magnitude = score.centipawns().unsigned_abs();
    out.push(if score.centipawns() < 0 { '-' } else { '+' });
    let mut digits = itoa::Buffer::new();
    match mate_plies(score) {
        Some(plies) => {
            out.push('M');
            out.push_str(digits.format(plies));
        }
        None => {
            out.push_str(digits.format(magnitude / 100));
            out.push('.');
            push_padded(out, magnitude % 100, 2);
        }
    }
}

/// Plies to mate, in the journal as in most match runners; the engine's own text counts in moves.
fn mate_plies(score: Score) -> Option<i32> {
    score.mate_plies().filter(|plies| *plies >= 0)
}

/// A score as [`write_score`] writes it: never without a sign.
fn read_score(text: &str) -> Option<Score> {
    notation::score(text).filter(|_| text.starts_with(['+', '-']))
}

fn push_padded(out: &mut String, number: u32, width: usize) {
    let mut digits = itoa::Buffer::new();
    let digits = digits.format(number);
    (digits.len()..width).for_each(|_| out.push('0'));
    out.push_str(digits);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::{Role, Square};

    const MOVE: Move = Move::Normal {
        role: Role::Pawn,
        from: Square::E2,
        capture: None,
        to: Square::E4,
        promotion: None,
    };

    fn text(record: &MoveRecord) -> String {
        let mut out = String::new();
        write(&mut out, record);
        out
    }

    fn record(score: Option<i32>) -> MoveRecord {
        MoveRecord {
            played: MOVE,
            score: score.map(Score),
            depth: 12,
            selective_depth: 18,
            nodes: 12_345,
            time: Duration::from_micros(103_482),
            reported_time: None,
        }
    }

    #[test]
    fn comments_look_as_other_runners_write_them() {
        assert_eq!(text(&record(Some(35))), "{+0.35/12 0.103482s, n=12345, sd=18}");
        assert_eq!(text(&record(Some(-1205))), "{-12.05/12 0.103482s, n=12345, sd=18}");
        assert_eq!(text(&record(Some(0))), "{+0.00/12 0.103482s, n=12345, sd=18}");
        assert_eq!(text(&record(None)), "{/12 0.103482s, n=12345, sd=18}");
        assert_eq!(text(&record(Some(Score::MATE - 5))), "{+M5/12 0.103482s, n=12345, sd=18}");
        assert_eq!(text(&record(Some(-Score::MATE + 4))), "{-M4/12 0.103482s, n=12345, sd=18}");
        let far = Some((-Score::mate_in_plies(2400)).0);
        assert_eq!(text(&record(far)), "{-M2400/12 0.103482s, n=12345, sd=18}");
    }

    proptest! {
        #[test]
        fn a_comment_reads_back_the_same(
            score in proptest::option::of(-32_001i32..=32_001),
            depth: u32,
            selective_depth: u32,
            nodes: u64,
            micros in 0u64..1_000_000_000_000,
            reported in proptest::option::of(0u64..1_000_000_000_000),
        ) {
            let score = score.map(Score);
            let time = Duration::from_micros(micros);
            let reported_time = reported.map(Duration::from_micros);
            let played = MOVE;
            let record =
                MoveRecord { played, score, depth, selective_depth, nodes, time, reported_time };
            let comment = text(&record);
            let inner = comment.trim_start_matches('{').trim_end_matches('}');
            prop_assert_eq!(read(inner, MOVE), Some(record));
        }

        #[test]
        fn a_comment_of_another_form_is_refused(comment in "\\PC{0,40}") {
            let has_the_form = comment.contains('/') && comment.contains("s, n=") && comment.contains(", sd=");
            prop_assert!(has_the_form || read(&comment, MOVE).is_none(), "{comment}");
        }

        #[test]
        fn a_comment_that_is_cut_short_is_another_one_or_refused(end in 0usize..42) {
            let whole = "+0.35/12 0.103482s, n=12345, sd=18, et=0.1";
            let cut = &whole[..end];
            let is_whole_again = [", sd=1", ", sd=18", "et=0"].iter().any(|tail| cut.ends_with(tail));
            prop_assert_eq!(read(cut, MOVE).is_some(), is_whole_again, "{}", cut);
        }
    }
}
