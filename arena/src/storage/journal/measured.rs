//! The measurements of each side of a game: its techniques' counters, its overruns, its late moves.
//!
//! They are in the comment after its last move: `{WhiteCounters null_move 59/36/118; BlackOverrun soft
//! 0.001 hard 0}`.

use shakmaty::Color;

use super::detail;
use crate::chess::record::GameRecord;

/// The endings of the values' names.
const KINDS: [&str; 4] = ["Counters", "Overrun", "Late", "Stolen"];
/// Between two values of a comment.
const SEPARATOR: &str = "; ";

/// The values that say anything, with the names of their tags.
pub(super) fn values(record: &GameRecord) -> impl Iterator<Item = (String, String)> {
    let of_color = |color: Color| {
        let prefix = color.fold_wb("White", "Black");
        let values = [
            detail::counters(&record.counters[color]),
            detail::overruns(&record.overruns[color]),
            detail::lateness(&record.late[color]),
            detail::seconds(record.stolen[color]),
        ];
        KINDS.into_iter().zip(values).map(move |(kind, value)| (format!("{prefix}{kind}"), value))
    };
    Color::ALL.into_iter().flat_map(of_color).filter(|(_, value)| !value.is_empty())
}

/// The comment, on a line of its own; empty without measurements.
pub(super) fn comment(record: &GameRecord) -> String {
    let words: Vec<String> =
        values(record).map(|(name, value)| format!("{name} {value}")).collect();
    if words.is_empty() { String::new() } else { format!("{{{}}}\n", words.join(SEPARATOR)) }
}

/// The names and values of a comment, without its braces; `None` for another comment.
pub(super) fn read_comment(text: &str) -> Option<Vec<(String, String)>> {
    let read = |part: &str| {
        let (name, value) = part.split_once(' ')?;
        let kind = name.strip_prefix("White").or_else(|| name.strip_prefix("Black"))?;
        KINDS.contains(&kind).then(|| (name.to_owned(), value.to_owned()))
    };
    text.split(SEPARATOR).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_read_by_its_names() {
        let read = |text| read_comment(text).map(|values| values.len());
        assert_eq!(read("WhiteCounters null_move 59/36/118; BlackOverrun soft 1 hard 0"), Some(2));
        assert_eq!(read("+0.35/12 0.103482s, n=12345, sd=18"), None);
        assert_eq!((read("WhiteFiles none"), read("WhiteLate"), read("")), (None, None, None));
    }
}
