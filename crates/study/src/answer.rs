//! The answer of the study, a sentence for each thing that its reader wants to know first.

use super::finding::{Finding, finding};
use super::interaction;
use super::played::{Mechanism, Played};
use super::reading::Reading;
use super::words::{counter, in_words, interval, named, technique};

/// The sentences, a line each; those without a finished match are left out.
#[must_use]
pub fn answer(played: &[Played]) -> String {
    let sentences =
        [again(played), primary(played), deeper(played), mechanism(played), tuned(played)];
    sentences.into_iter().flatten().map(|sentence| sentence + "\n").collect()
}

/// The question that was asked on its own, on new openings.
fn again(played: &[Played]) -> Option<String> {
    let sentence = |found: &Played| {
        let reading = Reading::of(&found.name);
        format!(
            "{}: {:+.1} Elo {} at 20,000 nodes a move in {} games on openings made for this question ({} \
             anytime-valid interval).",
            finding(found).statement(&technique(found), reading),
            found.elo,
            interval(found.anytime),
            document::number::count(found.games),
            stats::words::level(reading.confidence),
        )
    };
    joined(named(played, "new-openings-").into_iter().map(sentence))
}

/// The techniques with parameters tuned for this search.
fn tuned(played: &[Played]) -> Option<String> {
    let reading = Reading::of("tuned-");
    let told = |found: &&Played| {
        format!(
            "{} {:+.1} Elo {} in {} games ({})",
            technique(found),
            found.elo,
            interval(found.anytime),
            document::number::count(found.games),
            finding(found).words(reading)
        )
    };
    let tuned: Vec<String> = named(played, "tuned-").iter().map(told).collect();
    (!tuned.is_empty()).then(|| {
        format!(
            "With parameters tuned for this search, at the same nodes on new openings: {} ({} anytime-valid \
             intervals, which is 95 % for the three together).",
            listed(&tuned),
            stats::words::level(reading.confidence)
        )
    })
}

/// The primary matches, but for techniques that were asked about again.
fn primary(played: &[Played]) -> Option<String> {
    let again: Vec<String> = named(played, "new-openings-").into_iter().map(technique).collect();
    let mut primary = named(played, "primary-");
    primary.retain(|found| !again.contains(&technique(found)));
    primary.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let (harmful, other): (Vec<&Played>, Vec<&Played>) =
        primary.into_iter().partition(|found| finding(found) == Finding::Harms);
    let told = |found: &&Played| {
        format!("{} {:+.1} Elo {}", technique(found), found.elo, interval(found.anytime))
    };
    let harmful: Vec<String> = harmful.iter().map(told).collect();
    let harms = (!harmful.is_empty()).then(|| {
        format!(
            "With the parameters of their papers these cost strength at the same nodes: {} (98.75 % anytime-valid \
             intervals, which is 95 % for the four primary matches together).",
            listed(&harmful)
        )
    });
    let others = other.into_iter().map(|found| {
        let reading = Reading::of(&found.name);
        format!(
            "{} {}.",
            finding(found).statement(&technique(found), reading),
            interval(found.anytime)
        )
    });
    joined(harms.into_iter().chain(others))
}

/// The techniques whose loss grows with the nodes.
fn deeper(played: &[Played]) -> Option<String> {
    let found = interaction::with_more_nodes(played);
    let worse = found.iter().filter(|found| found.interval[1] < 0.0).map(|found| {
        format!("{} by {:.1} Elo {}", in_words(found.technique), -found.difference, {
            let [low, high] = found.interval;
            interval([-high, -low])
        })
    });
    let worse: Vec<String> = worse.collect();
    (!worse.is_empty()).then(|| {
        format!(
            "At 50,000 nodes a move they lose more than at 5,000: {} (95 % intervals).",
            listed(&worse)
        )
    })
}

/// The harmful technique whose own searches take the largest share of the nodes.
fn mechanism(played: &[Played]) -> Option<String> {
    let harmful =
        named(played, "primary-").into_iter().filter(|found| finding(found) == Finding::Harms);
    let costs = harmful
        .filter_map(|found| Some((found, found.techniques[0].mechanism(counter(&found.name))?)));
    let (found, Mechanism { success, nodes, .. }) =
        costs.max_by(|(_, one), (_, other)| one.nodes.total_cmp(&other.nodes))?;
    Some(format!(
        "Their own searches take the nodes: {} prunes in {success:.1} % of its attempts and spends {nodes:.1} % of all \
         nodes on them.",
        technique(found)
    ))
}

/// How much of the study is played.
#[must_use]
pub fn extent(played: &[Played], announced: &[String]) -> String {
    let games = document::number::count(played.iter().map(|played| played.games).sum());
    let left = missing(played, announced).len();
    let of_matches = match left {
        0 => format!("All {} matches of the study are finished", announced.len()),
        _ => format!(
            "{} of the {} matches of the study are finished",
            announced.len() - left,
            announced.len()
        ),
    };
    let tuned = match named(played, "tuned-").len() {
        0 => "; no form was tuned for this search yet",
        _ => "",
    };
    format!("{of_matches}, {games} games of one engine{tuned}.\n")
}

/// The announced matches that are not finished.
#[must_use]
pub fn missing<'a>(played: &[Played], announced: &'a [String]) -> Vec<&'a str> {
    let is_played = |name: &&str| played.iter().any(|found| found.name == *name);
    announced.iter().map(String::as_str).filter(|name| !is_played(name)).collect()
}

fn joined(sentences: impl Iterator<Item = String>) -> Option<String> {
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
