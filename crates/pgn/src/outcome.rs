//! Results, in tags and movetexts.

use shakmaty::{Color, KnownOutcome, Outcome};

/// The ways in which files write results.
const RESULTS: [(&str, Outcome); 9] = [
    ("1-0", decisive(Color::White)),
    ("0-1", decisive(Color::Black)),
    ("1/2-1/2", Outcome::Known(KnownOutcome::Draw)),
    ("*", Outcome::Unknown),
    ("½-½", Outcome::Known(KnownOutcome::Draw)),
    ("1/2", Outcome::Known(KnownOutcome::Draw)),
    ("½", Outcome::Known(KnownOutcome::Draw)),
    ("1–0", decisive(Color::White)),
    ("0–1", decisive(Color::Black)),
];

const fn decisive(winner: Color) -> Outcome {
    Outcome::Known(KnownOutcome::Decisive { winner })
}

/// A result, as a `Result` tag or a termination marker has it: `1-0`, `0-1`, `1/2-1/2`, `*`, and the ways in
/// which files depart from these, `½-½`, `1/2` and a dash for the hyphen. `None` for other text.
#[must_use]
pub fn outcome(text: &str) -> Option<Outcome> {
    let text = text.trim();
    RESULTS.iter().find(|(written, _)| *written == text).map(|(_, outcome)| *outcome)
}

/// The result that begins a text, as the standard writes it, and its length.
pub(crate) fn at_start(text: &[u8]) -> Option<(usize, Outcome)> {
    match text {
        [b'1', b'-', b'0', ..] => Some((3, decisive(Color::White))),
        [b'0', b'-', b'1', ..] => Some((3, decisive(Color::Black))),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => {
            Some((7, Outcome::Known(KnownOutcome::Draw)))
        }
        _ => None,
    }
}

/// The result at the end of a word, and the length of the text before it.
pub(crate) fn at_end(word: &str) -> Option<(usize, Outcome)> {
    let ends =
        |(written, outcome): &(&str, Outcome)| Some((word.strip_suffix(written)?.len(), *outcome));
    // The shortest beginning: a draw is `1/2-1/2` and not `1/2`.
    RESULTS.iter().filter_map(ends).min_by_key(|(before, _)| *before)
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The result; `Unknown` where neither tag nor marker has one.
    pub outcome: Outcome,
    /// Whether tag and termination marker have different results.
    pub is_contradicted: bool,
}

/// The result of a game by its `Result` tag and its termination marker. The marker counts where the tag is
/// absent, `*` or unreadable; else the tag does, also where the marker contradicts it.
#[must_use]
pub fn settle(tag: Option<&str>, marker: Option<Outcome>) -> Settled {
    let known = |outcome: Outcome| outcome.known();
    let (tag, marker) = (tag.and_then(outcome).and_then(known), marker.and_then(known));
    let outcome = tag.or(marker).map_or(Outcome::Unknown, Outcome::Known);
    Settled { outcome, is_contradicted: tag.zip(marker).is_some_and(|(tag, marker)| tag != marker) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marker_counts_where_the_tag_has_no_result() {
        let white = outcome("1-0");
        for tag in [None, Some("*"), Some(""), Some("unfinished")] {
            let settled = settle(tag, white);
            assert_eq!((Some(settled.outcome), settled.is_contradicted), (white, false), "{tag:?}");
        }
        let settled = settle(Some("0-1"), white);
        assert_eq!((Some(settled.outcome), settled.is_contradicted), (outcome("0-1"), true));
        assert!(!settle(Some("0-1"), Some(Outcome::Unknown)).is_contradicted);
        assert_eq!(settle(None, None).outcome, Outcome::Unknown);
    }

    #[test]
    fn a_result_may_be_the_end_of_a_word() {
        assert_eq!(at_end("Nf61/2-1/2"), Some((3, Outcome::Known(KnownOutcome::Draw))));
        assert_eq!(at_end("Rd10-1"), Some((3, decisive(Color::Black))));
        assert_eq!(at_end("Nf6"), None);
    }
}
