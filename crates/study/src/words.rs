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
    in_words(key(&played.name))
}

/// The technique in the name of a match that asks about one.
fn key(name: &str) -> &str {
    let prefixes =
        ["primary-", "fixed-", "new-openings-", "tuned-", "retuned-", "replicated-", "both-tuned-"];
    prefixes.into_iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// The counter of a match's technique in a report. Singular multi-cut is a part of the singular extension.
pub fn counter(name: &str) -> &'static str {
    match key(name) {
        "mc-a" => "multi_cut_all",
        "multi-cut" => "multi_cut",
        "enhanced-multi-cut" => "enhanced_multi_cut",
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
        "uncertainty-safe" => "safe uncertainty cut-offs".to_owned(),
        "uncertainty-unsafe" => "unsafe uncertainty cut-offs".to_owned(),
        "re-ordering" => "re-ordering, at 70,000 nodes".to_owned(),
        "uncertainty-cut-offs" => "uncertainty cut-offs".to_owned(),
        "by-the-table" => "multi-cut by the table, not at CUT nodes".to_owned(),
        "probcut" => "ProbCut".to_owned(),
        other => other.replace('-', " "),
    }
}

/// An interval of Elo, in brackets.
pub fn interval([low, high]: [f64; 2]) -> String {
    format!("[{low:+.1}, {high:+.1}]")
}
