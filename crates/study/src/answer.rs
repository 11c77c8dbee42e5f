//! The answer of the study for a chess programmer, in four sentences; the numbers are in the tables.

use super::finding::finding;
use super::interaction;
use super::played::Played;
use super::words::{in_words, interval, named};

/// The sentences, a line each.
#[must_use]
pub fn answer(played: &[Played]) -> String {
    let sentences = [singular(played), published(played), Some(tuned(played)), more_nodes(played)];
    sentences.into_iter().flatten().map(|sentence| sentence + "\n").collect()
}

/// The first two of them, for the README.
#[must_use]
pub fn short_answer(played: &[Played]) -> String {
    answer(played).split_inclusive('\n').take(2).collect()
}

/// The form that engines of today have.
fn singular(played: &[Played]) -> Option<String> {
    let form = "singular-multi-cut";
    let found = match_of(played, "new-openings-", form)?;
    let [answer, tuned] = [Some(found), match_of(played, "both-tuned-", form)].map(answer_of);
    Some(format!(
        "Singular multi-cut: {answer}: {:+.1} Elo {} at 20,000 nodes a move; where the search is \
         tuned with it and without it: {tuned}.",
        found.elo,
        interval(found.deciding)
    ))
}

/// The forms of the papers, which have a match of a fixed length or are to have one.
const PAPERS: [&str; 3] = ["multi-cut", "enhanced-multi-cut", "mc-a"];

/// The match of a form whose name begins with this prefix, if it is finished.
fn match_of<'a>(played: &'a [Played], prefix: &str, form: &str) -> Option<&'a Played> {
    played.iter().find(|found| found.name.strip_prefix(prefix) == Some(form))
}

/// The answer of a match, if it is finished.
fn answer_of(found: Option<&Played>) -> &'static str {
    found.map_or("not yet (not played)", |found| finding(found).answer())
}

/// The forms with the parameters of their papers, by their matches of a fixed length, or by the primary ones where those
/// are not finished.
fn published(played: &[Played]) -> Option<String> {
    let answers = PAPERS.into_iter().filter_map(|form| {
        let found =
            match_of(played, "fixed-", form).or_else(|| match_of(played, "primary-", form))?;
        Some((in_words(form), answer_of(Some(found))))
    });
    let answers = grouped(answers.collect());
    (!answers.is_empty()).then(|| format!("With the parameters of their papers: {answers}."))
}

/// The forms with parameters that the third edition has tuned for this search.
fn tuned(played: &[Played]) -> String {
    let answers =
        PAPERS.map(|form| (in_words(form), answer_of(match_of(played, "retuned-", form))));
    format!("With parameters tuned for this search: {}.", grouped(answers.to_vec()))
}

/// The techniques whose loss grows with the nodes.
fn more_nodes(played: &[Played]) -> Option<String> {
    let found = interaction::with_more_nodes(played);
    let worse = found.iter().filter(|found| found.interval[1] < 0.0);
    let worse: Vec<String> = worse.map(|found| in_words(found.technique)).collect();
    (!worse.is_empty())
        .then(|| format!("With ten times the nodes, these lose more: {}.", listed(&worse)))
}

/// How much of the study is played.
#[must_use]
pub fn extent(played: &[Played], announced: &[String]) -> String {
    let games = |of: Vec<&Played>| document::number::count(of.iter().map(|one| one.games).sum());
    let against_others = match named(played, "outsider-") {
        none if none.is_empty() => String::new(),
        found => format!(", {} of them against other programs", games(found)),
    };
    let games = games(played.iter().collect());
    let left = missing(played, announced).len();
    let of_matches = match left {
        0 => format!("All {} matches of the study are finished", announced.len()),
        _ => format!(
            "{} of the {} matches of the study are finished",
            announced.len() - left,
            announced.len()
        ),
    };
    format!("{of_matches}, {games} games of one engine{against_others}.\n")
}

/// The announced matches that are not finished.
#[must_use]
pub fn missing<'a>(played: &[Played], announced: &'a [String]) -> Vec<&'a str> {
    let is_played = |name: &&str| played.iter().any(|found| found.name == *name);
    announced.iter().map(String::as_str).filter(|name| !is_played(name)).collect()
}

/// Subjects with their answers: `a and b: no; c: not decided`. Those with one answer stand together.
fn grouped(answers: Vec<(String, &str)>) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for (subject, answer) in answers {
        match groups.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, subjects)) => subjects.push(subject),
            None => groups.push((answer, vec![subject])),
        }
    }
    let groups = groups.iter().map(|(answer, subjects)| format!("{}: {answer}", listed(subjects)));
    groups.collect::<Vec<_>>().join("; ")
}

/// `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
