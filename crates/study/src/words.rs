//! The words and notations that the tables share.

use super::played::Played;

/// The text that replaces a table without a match.
pub const NOTHING: &str = "None of these matches is finished yet.\n";

/// The matches with names that begin with this prefix.
pub fn named<'a>(played: &'a [Played], prefix: &str) -> Vec<&'a Played> {
    played.iter().filter(|found| found.name.starts_with(prefix)).collect()
}

/// The technique of a match, in words.
pub fn technique(played: &Played) -> String {
    let name = &played.name;
    let prefix =
        ["primary-", "new-openings-", "tuned-"].into_iter().find(|prefix| name.starts_with(prefix));
    in_words(&name[prefix.map_or(0, str::len)..])
}

/// The counter of a match's technique in a report, for a primary match or one of a tuned form.
/// Singular multi-cut is a part of the singular extension.
pub fn counter(name: &str) -> &'static str {
    match name {
        "primary-mc-a" | "tuned-mc-a" => "multi_cut_all",
        "primary-multi-cut" | "tuned-multi-cut" => "multi_cut",
        "primary-enhanced-multi-cut" | "tuned-enhanced-multi-cut" => "enhanced_multi_cut",
        _ => "singular_extension",
    }
}

/// A technique by its name in the files' names.
pub fn in_words(technique: &str) -> String {
    match technique {
        "mc-a" => "multi-cut at expected ALL nodes (MC-A)".to_owned(),
        "multi-cut" => "the original multi-cut".to_owned(),
        "enhanced-multi-cut" => "the enhanced multi-cut".to_owned(),
        "singular-multi-cut" => "singular multi-cut".to_owned(),
        other => other.to_owned(),
    }
}

/// An interval of Elo, in brackets.
pub fn interval([low, high]: [f64; 2]) -> String {
    format!("[{low:+.1}, {high:+.1}]")
}
