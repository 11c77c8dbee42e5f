//! Tables of tunings.

use document::number::count;

use crate::table::Table;
use crate::tunings::{Parameter, Tuning};
use crate::words::in_words;

/// The beginning of the names of the tunings of `modern` as a whole.
const MODERN: &str = "tune-modern-";

/// The outcome of each tuning of a form of multi-cut, a parameter a row.
pub(super) fn forms(tunings: &[Tuning]) -> String {
    let technique = |tuning: &Tuning| match tuning.name.strip_prefix("retune-") {
        Some(technique) => in_words(technique) + ", third edition",
        None => in_words(tuning.name.trim_start_matches("tune-")),
    };
    let forms = tunings.iter().filter(|tuning| !tuning.name.starts_with(MODERN));
    Table::of(forms.flat_map(|tuning| tuning.parameters.iter().map(move |found| (tuning, found))))
        .words("tuning", |(tuning, _)| linked(&technique(tuning), tuning))
        .numbers("games", |(tuning, _)| count(tuning.games))
        .words("parameter", |(_, found)| format!("`{}`", found.name))
        .words("range", |(_, found)| found.range.clone())
        .numbers("start", |(_, found)| found.start.clone())
        .numbers("mean", |(_, found)| found.mean.clone())
        .numbers("spread", |(_, found)| found.spread.clone())
        .numbers("tuned", |(_, found)| found.tuned.clone())
        .text()
}

/// The outcomes of the tunings of `modern` as a whole, side by side.
pub(super) fn modern_twice(tunings: &[Tuning]) -> String {
    let modern: Vec<&Tuning> =
        tunings.iter().filter(|tuning| tuning.name.starts_with(MODERN)).collect();
    let parameters = modern.first().map_or(&[][..], |tuning| &tuning.parameters);
    let table = Table::of(parameters.iter().enumerate())
        .words("parameter", |(_, found)| format!("`{}`", found.name))
        .words("range", |(_, found)| found.range.clone())
        .numbers("start", |(_, found)| found.start.clone());
    let with_tuning = |table: Table<(usize, _)>, tuning: &&Tuning| {
        let of = |row: &(usize, &Parameter)| tuning.parameters[row.0].clone();
        let head = format!("{} singular multi-cut", &tuning.name[MODERN.len()..]);
        table
            .words(&linked(&format!("{head}: mean and spread"), tuning), |row| {
                format!("{}, {}", of(row).mean, of(row).spread)
            })
            .numbers("tuned", |row| of(row).tuned)
    };
    modern.iter().fold(table, with_tuning).text()
}

/// A tuning's outcome, in these words.
fn linked(words: &str, tuning: &Tuning) -> String {
    format!("[{words}](study/{}/parameters.md)", tuning.name)
}
