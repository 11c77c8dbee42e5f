//! Tables of matches, a row each, and of tunings.

use super::differences::cells;
use crate::finding::finding;
use crate::interaction;
use crate::played::Played;
use crate::reading::Reading;
use crate::tunings::{Parameter, Tuning};
use crate::words::{NOTHING, in_words, interval, named, technique};

/// The questions in matches with names that begin so, which are all read at one level.
pub(super) fn questions(played: &[Played], prefix: &str) -> String {
    let matches = named(played, prefix);
    if matches.is_empty() {
        return NOTHING.to_owned();
    }
    let reading = Reading::of(prefix);
    let mut table = format!(
        "| technique | games | score with : without | Elo | 95 % CI | {} \
         | mean depth with, without | finding |\n|---|---:|---|---:|---|---|---|---|\n",
        reading.interval_name()
    );
    for found in matches {
        table += &format!(
            "| [{}]({}) | {} | {} : {} | {:+.1} | {} | {} | {:.2}, {:.2} | {} |\n",
            technique(found),
            found.report,
            found.games,
            found.points[0],
            found.points[1],
            found.elo,
            interval(found.once),
            interval(found.deciding),
            found.depth[0],
            found.depth[1],
            finding(found).words(reading)
        );
    }
    table
}

/// The outcome of each tuning.
pub(super) fn values(tunings: &[Tuning]) -> String {
    if tunings.is_empty() {
        return "No tuning is finished yet.\n".to_owned();
    }
    let mut table = "| tuning | games | parameter | range | start | mean | spread | tuned |\n\
                     |---|---:|---|---|---:|---:|---:|---:|\n"
        .to_owned();
    for Tuning { name, games, parameters } in tunings {
        let technique = match name.strip_prefix("retune-") {
            Some(technique) => in_words(technique) + ", third edition",
            None => in_words(name.trim_start_matches("tune-")),
        };
        let games = document::number::count(*games);
        for Parameter { name: parameter, start, mean, spread, tuned, range } in parameters {
            table += &format!(
                "| [{technique}](study/{name}/parameters.md) | {games} | `{parameter}` | {range} | {start} | {mean} \
                 | {spread} | {tuned} |\n"
            );
        }
    }
    table
}

/// The effect of MC-A's additions by themselves.
pub(super) fn additions(played: &[Played]) -> String {
    let Some(found) = played.iter().find(|found| found.name == "additions-of-mc-a") else {
        return NOTHING.to_owned();
    };
    format!(
        "[{:+.1}]({}) {} Elo in {} games.\n",
        found.elo,
        found.report,
        interval(found.once),
        found.games
    )
}

/// The search with uncertainty cut-offs against the same one without.
pub(super) fn uncertainty(played: &[Played]) -> String {
    let matches = named(played, "uncertainty-");
    if matches.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| form | games | Elo | 95 % CI | mean depth with, without |\n|---|---:|---:|---|---|\n"
            .to_owned();
    for found in matches {
        table += &format!(
            "| [{}]({}) | {} | {:+.1} | {} | {:.2}, {:.2} |\n",
            found.contenders[0],
            found.report,
            found.games,
            found.elo,
            interval(found.once),
            found.depth[0],
            found.depth[1]
        );
    }
    table
}

/// The primary matches with the network as the evaluation.
pub(super) fn network(played: &[Played]) -> String {
    let matches = named(played, "network-");
    if matches.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| technique | games | Elo | 95 % CI | anytime-valid 98.75 % CI | finding \
         | more than with the classical evaluation: Elo, 95 % CI | openings of both | detectable |\n\
         |---|---:|---:|---|---|---|---|---:|---:|\n"
            .to_owned();
    let differences = interaction::with_network(played);
    for played in matches {
        let technique = played.name.trim_start_matches("network-");
        let difference = differences.iter().find(|other| other.technique == technique);
        let difference = match difference {
            Some(found) => cells(found),
            None => "the primary match is not finished | |".to_owned(),
        };
        table += &format!(
            "| [{}]({}) | {} | {:+.1} | {} | {} | {} | {difference} |\n",
            in_words(technique),
            played.report,
            played.games,
            played.elo,
            interval(played.once),
            interval(played.deciding),
            finding(played).words(Reading::of(&played.name)),
        );
    }
    table
}

/// The matches at other limits than the primary ones; a name consists of a prefix, a technique and
/// a limit.
pub(super) fn by_limit(played: &[Played], prefix: &str) -> String {
    let matches = named(played, prefix);
    if matches.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table = "| technique | limit with, without | games | Elo | 95 % CI \
                     | nodes a move with, without | mean depth with, without |\n\
                     |---|---|---:|---:|---|---|---|\n"
        .to_owned();
    for played in matches {
        let [with, without] =
            played.nodes.map(|nodes| document::number::count(nodes.round() as u64));
        let (technique, _) =
            played.name[prefix.len()..].rsplit_once('-').unwrap_or((&played.name, ""));
        table += &format!(
            "| {} | [{}]({}) | {} | {:+.1} | {} | {with}, {without} | {:.2}, {:.2} |\n",
            in_words(technique),
            played.limits.join(", "),
            played.report,
            played.games,
            played.elo,
            interval(played.once),
            played.depth[0],
            played.depth[1]
        );
    }
    table
}

/// Every match with its games, its time, and its power where all its games were played.
pub(super) fn effort(played: &[Played]) -> String {
    let mut table = "| match | contenders | games | won : drawn : lost | mean depth | hours | thousand nodes a second \
                     | detects 5 Elo |\n\
                     |---|---|---:|---|---|---:|---:|---:|\n"
        .to_owned();
    for one in played {
        let [lost, drawn, won] = one.counts;
        let [first, second] = &one.contenders;
        let power = match one.has_fixed_length {
            true => format!("{:.0} %", 100.0 * one.power(5.0)),
            false => "ended early".to_owned(),
        };
        table += &format!(
            "| {} | {first} - {second} | {} | {won} : {drawn} : {lost} | {:.1}, {:.1} | {:.2} | {} | {power} |\n",
            one.name,
            one.games,
            one.depth[0],
            one.depth[1],
            one.hours,
            document::number::count((one.nodes_a_second / 1000.0).round() as u64)
        );
    }
    let (games, hours) =
        played.iter().fold((0, 0.0), |(games, hours), one| (games + one.games, hours + one.hours));
    table + &format!("| all | | {games} | | | {hours:.2} | | |\n")
}
