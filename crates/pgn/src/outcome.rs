//! Results, in tags and movetexts.

use shakmaty::{Color, KnownOutcome, Outcome};

const DRAW: Outcome = Outcome::Known(KnownOutcome::Draw);

/// The ways in which files write results, with a hyphen for every dash and colon.
const RESULTS: [(&str, Outcome); 6] = [
    ("1-0", decisive(Color::White)),
    ("0-1", decisive(Color::Black)),
    ("1/2-1/2", DRAW),
    ("0.5-0.5", DRAW),
    ("1/2", DRAW),
    ("*", Outcome::Unknown),
];
/// The ways in which tags alone write results: with the signs of games that were not played out, and in a word. In a
/// movetext `+/-` is a judgement of the position.
const RESULTS_OF_TAGS: [(&str, Outcome); 6] = [
    ("+/-", decisive(Color::White)),
    ("+--", decisive(Color::White)),
    ("-/+", decisive(Color::Black)),
    ("--+", decisive(Color::Black)),
    ("=/=", DRAW),
    ("draw", DRAW),
];
/// No result has more bytes.
const LONGEST: usize = 16;

const fn decisive(winner: Color) -> Outcome {
    Outcome::Known(KnownOutcome::Decisive { winner })
}

/// A result, as a `Result` tag or a termination marker has it: `1-0`, `0-1`, `1/2-1/2`, `*`, and the ways in
/// which files depart from these, `½-½`, `1/2`, `0.5-0.5`, any dash or a colon for the hyphen, and blanks. `None` for other text.
#[must_use]
pub fn outcome(text: &str) -> Option<Outcome> {
    among(&RESULTS, text)
}

/// A result, as a `Result` tag has it: like [`outcome`], and `+/-`, `-/+`, `=/=` and `draw` in letters of any size.
fn outcome_of_tag(text: &str) -> Option<Outcome> {
    outcome(text).or_else(|| among(&RESULTS_OF_TAGS, &text.to_ascii_lowercase()))
}

fn among(results: &[(&str, Outcome)], text: &str) -> Option<Outcome> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let mut standard = String::with_capacity(LONGEST);
    for letter in text.chars() {
        match letter {
            '½' => standard.push_str("1/2"),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | ':' => standard.push('-'),
            ',' => standard.push('.'),
            _ if letter.is_whitespace() => {}
            _ => standard.push(letter),
        }
    }
    results.iter().find(|(written, _)| *written == standard).map(|(_, outcome)| *outcome)
}

/// The result that begins a text, as the standard writes it, and its length.
pub(crate) fn at_start(text: &[u8]) -> Option<(usize, Outcome)> {
    match text {
        [b'1', b'-', b'0', ..] => Some((3, decisive(Color::White))),
        [b'0', b'-', b'1', ..] => Some((3, decisive(Color::Black))),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..]
        | [b'0', b'.', b'5', b'-', b'0', b'.', b'5', ..] => Some((7, DRAW)),
        _ => None,
    }
}

/// The result at the end of a word, and the length of the text before it.
pub(crate) fn at_end(word: &str) -> Option<(usize, Outcome)> {
    // The shortest beginning: a draw is `1/2-1/2` and not `1/2`.
    let mut places = word.char_indices().map(|(place, _)| place);
    places.find_map(|place| Some((place, outcome(&word[place..])?)))
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
    let (tag, marker) = (tag.and_then(outcome_of_tag).and_then(known), marker.and_then(known));
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
    fn results_are_read_as_files_write_them() {
        for draw in [
            "1/2-1/2",
            "½-½",
            "½:½",
            "1/2–1/2",
            "½−½",
            "0.5-0.5",
            "0,5-0,5",
            "1/2",
            " ½ ",
            "1/2 - 1/2",
        ] {
            assert_eq!(outcome(draw), Some(DRAW), "{draw}");
        }
        for (won, winner) in [
            ("1:0", Color::White),
            ("1 - 0", Color::White),
            ("1—0", Color::White),
            ("0–1", Color::Black),
        ] {
            assert_eq!(outcome(won), Some(decisive(winner)), "{won}");
        }
        for other in ["1-1", "0-0", "2-0", "5-0", "", "won by White"] {
            assert_eq!(outcome(other), None, "{other}");
        }
    }

    #[test]
    fn a_tag_has_signs_and_a_word_that_a_movetext_has_not() {
        for (text, result) in [
            ("+/-", decisive(Color::White)),
            ("+:-", decisive(Color::White)),
            ("-/+", decisive(Color::Black)),
            ("=/=", DRAW),
            ("Draw", DRAW),
        ] {
            assert_eq!(settle(Some(text), None).outcome, result, "{text}");
            assert_eq!(at_end(&format!("Nf3{text}")), None, "{text}");
        }
    }

    #[test]
    fn a_result_may_be_the_end_of_a_word() {
        assert_eq!(at_end("Nf61/2-1/2"), Some((3, DRAW)));
        assert_eq!(at_end("Rd10-1"), Some((3, decisive(Color::Black))));
        assert_eq!(at_end("Nf6"), None);
    }
}
