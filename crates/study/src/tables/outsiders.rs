//! The forms of multi-cut against programs that are not ours.

use crate::interaction::{Difference, by_opening};
use crate::played::{Played, linked};
use crate::table::Table;
use crate::words::{NOTHING, in_words, interval};

/// The outsiders, in the names of matches.
const OUTSIDERS: [&str; 4] = ["glaurung", "toga2", "ethereal", "stockfish"];

/// The searches that each of them meets, in the names of matches, and in words.
const SEARCHES: [(&str, &str); 5] = [
    ("modern", "`modern`"),
    ("without-singular-multi-cut", "without singular multi-cut"),
    ("with-multi-cut", "with the original multi-cut"),
    ("with-enhanced-multi-cut", "with the enhanced multi-cut"),
    ("with-mc-a", "with MC-A"),
];

/// Each form of multi-cut: the searches with it and without it.
const FORMS: [(&str, [&str; 2]); 4] = [
    ("singular-multi-cut", ["modern", "without-singular-multi-cut"]),
    ("multi-cut", ["with-multi-cut", "modern"]),
    ("enhanced-multi-cut", ["with-enhanced-multi-cut", "modern"]),
    ("mc-a", ["with-mc-a", "modern"]),
];

/// Confidence of each of the four pooled differences: 95 % for all of them together.
const POOLED: f64 = 0.9875;

/// Each search against each outsider; nothing before all matches are finished.
pub(super) fn scores(played: &[Played]) -> String {
    let Some(matches) = all(played) else { return NOTHING.to_owned() };
    let score = |search: &str, outsider: usize| {
        let found = of_search(&matches, search)[outsider];
        format!("{} {}", linked(&format!("{:+.1}", found.elo), found), interval(found.once))
    };
    let mut table = Table::of(SEARCHES).words("search", |(_, words)| *words);
    for (outsider, found) in of_search(&matches, "modern").iter().enumerate() {
        let head = format!("over {}: Elo, 95 % CI", found.contenders[1]);
        table = table.words(&head, |(search, _)| score(search, outsider));
    }
    table.text()
}

/// The worth of each form against the outsiders beside that against `modern` itself, at the same nodes.
pub(super) fn worth(played: &[Played]) -> String {
    let Some(matches) = all(played) else { return NOTHING.to_owned() };
    let pairs = |[with, without]: [&str; 2]| -> Vec<[&Played; 2]> {
        let both = of_search(&matches, with).iter().zip(of_search(&matches, without));
        both.map(|(with, without)| [*with, *without]).collect()
    };
    let cell = |Difference { elo, interval: ends, .. }: Difference| {
        format!("{elo:+.1} {}", interval(ends))
    };
    let itself = |form: &str| {
        let found = played.iter().find(|found| found.name == format!("depth-{form}-5000"));
        let elo = |found: &Played| linked(&format!("{:+.1}", found.elo), found);
        found.map(|found| format!("{} {}", elo(found), interval(found.once))).unwrap_or_default()
    };
    let mut table = Table::of(FORMS)
        .words("technique", |(form, _)| in_words(form))
        .words("against four outsiders: Elo, 98.75 % CI", |(_, searches)| {
            cell(by_opening(&pairs(*searches), POOLED))
        })
        .words("against itself: Elo, 95 % CI", |(form, _)| itself(form));
    for (outsider, found) in of_search(&matches, "modern").iter().enumerate() {
        table = table.words(&format!("{}: Elo, 95 % CI", found.contenders[1]), |(_, searches)| {
            cell(by_opening(&pairs(*searches)[outsider..=outsider], 0.95))
        });
    }
    table.text()
}

/// The matches of each search, in the order of the searches and the outsiders; `None` if one is missing.
fn all(played: &[Played]) -> Option<Vec<[&Played; 4]>> {
    let finished = |search: &str, outsider: &str| {
        let name = format!("outsider-{outsider}-{search}");
        played.iter().find(|found| found.name == name)
    };
    let of_search = |(search, _): (&str, &str)| {
        let matches: Option<Vec<_>> = OUTSIDERS.iter().map(|name| finished(search, name)).collect();
        matches?.try_into().ok()
    };
    SEARCHES.into_iter().map(of_search).collect()
}

/// The matches of one search.
fn of_search<'a, 'b>(matches: &'a [[&'b Played; 4]], search: &str) -> &'a [&'b Played; 4] {
    let place = SEARCHES.iter().position(|(name, _)| *name == search);
    &matches[place.unwrap_or_default()]
}
