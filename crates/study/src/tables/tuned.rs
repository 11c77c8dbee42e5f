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
    let mut table = Table::of(parameters)
        .words("parameter", |row| format!("`{}`", row.name))
        .words("range", |row| row.range.clone())
        .numbers("start", |row| row.start.clone());
    for tuning in modern {
        let outcome = |row: &&Parameter, cell: fn(&Parameter) -> String| {
            tuning.parameters.iter().find(|own| own.name == row.name).map_or("-".to_owned(), cell)
        };
        let side = &tuning.name[MODERN.len()..];
        let head = linked(&format!("{side} singular multi-cut: mean and spread"), tuning);
        table = table
            .words(&head, |row| outcome(row, |own| format!("{}, {}", own.mean, own.spread)))
            .numbers("tuned", |row| outcome(row, |own| own.tuned.clone()));
    }
    table.text()
}

/// A tuning's outcome, in these words.
fn linked(words: &str, tuning: &Tuning) -> String {
    format!("[{words}](study/{}/parameters.md)", tuning.name)
}
