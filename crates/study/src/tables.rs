//! The tables of the page.

use std::path::Path;

use anyhow::{Context as _, ensure};

use super::answer::{answer, extent, missing};
use super::experiments::{self, Experiments};
use super::explained::{self, Estimate, Explained};
use super::finding::finding;
use super::interaction::{self, Interaction};
use super::papers::{self, Papers};
use super::played::{self, Played};
use super::reading::Reading;
use super::tunings::{self, Parameter, Tuning};
use super::words::{NOTHING, counter, in_words, interval, named, technique};

/// The data of the tables.
pub struct Found {
    /// The finished matches.
    pub played: Vec<Played>,
    /// The names of the matches that were announced, finished or not.
    announced: Vec<String>,
    experiments: Experiments,
    explained: Vec<Explained>,
    tunings: Vec<Tuning>,
    papers: Papers,
}

impl Found {
    /// Reads the stored results in the study's directory.
    pub fn read(directory: &Path) -> anyhow::Result<Found> {
        Ok(Found {
            played: played::all(directory)?,
            announced: played::announced(directory)?,
            experiments: experiments::all(directory)?,
            explained: explained::all(directory)?,
            tunings: tunings::all(directory)?,
            papers: Papers::read(directory)?,
        })
    }
}

/// The page with every marked table renewed.
pub fn renewed(page: &str, found: &Found) -> anyhow::Result<String> {
    let mut page = page.to_owned();
    let Found { played, announced, experiments, explained, tunings, papers } = found;
    for (name, table) in [
        ("answer", answer(played)),
        ("extent", extent(played, announced)),
        ("again", questions(played, "new-openings-")),
        ("primary", primary(played)),
        ("mechanism", mechanism(played, "primary-")),
        ("explained", choices(explained)),
        ("additions", additions(played)),
        ("tunings", values(tunings)),
        ("tuned", questions(played, "tuned-")),
        ("mechanism-tuned", mechanism(played, "tuned-")),
        ("factorial", factorial(played)),
        ("network", network(played)),
        ("depth", by_limit(played, "depth-")),
        ("more-nodes", more_nodes(played)),
        ("cost", by_limit(played, "cost-")),
        ("arms", papers::by_depth("nodes-arms", experiments)),
        ("findings", papers::findings(papers, played)),
        ("bjornsson-marsland", papers::matches(papers, "bjornsson-marsland", played)),
        ("bounds", bounds(played)),
        ("trend", trend(played)),
        ("shares-of-games", shares_of_games(played)),
        ("shares", papers::shares("bjornsson-marsland-section-5-3", "multi_cut", experiments)),
        ("uncertainty", uncertainty(played)),
        ("eiriksson", papers::matches(papers, "eiriksson", played)),
        ("eiriksson-1", papers::by_configuration(papers, "eiriksson-table-1", experiments)),
        ("winands", papers::matches(papers, "winands", played)),
        ("shares-winands", shares_of_mc_a(played)),
        ("winands-1", papers::by_block(papers, "winands-table-1", experiments)),
        ("winands-2", papers::by_block(papers, "winands-table-2", experiments)),
        ("effort", effort(played)),
        ("not-played", not_played(played, announced)),
    ] {
        let begin = format!("<!-- begin {name} -->\n");
        let Some(from) = page.find(&begin).map(|from| from + begin.len()) else { continue };
        let to = page[from..].find("<!-- end -->").context("no mark <!-- end -->")? + from;
        page.replace_range(from..to, &table);
    }
    ensure!(page.contains("<!-- begin answer -->"), "no mark <!-- begin answer -->");
    ensure!(!page.contains("NaN"), "a number is missing");
    Ok(page)
}

/// The announced matches without a result, in the order of their names.
fn not_played(played: &[Played], announced: &[String]) -> String {
    match missing(played, announced).as_slice() {
        [] => "Every match with a file in `matches/study` is played.\n".to_owned(),
        missing => {
            let names: String = missing.iter().map(|name| format!("* `{name}`\n")).collect();
            format!("Announced in `matches/study`, and not played yet:\n\n{names}")
        }
    }
}

fn primary(played: &[Played]) -> String {
    let mut table =
        "| technique | games | score with : without | Elo | 95 % CI | anytime-valid 98.75 % CI \
                     | mean depth with, without | finding |\n|---|---:|---|---:|---|---|---|---|\n"
            .to_owned();
    for played in named(played, "primary-") {
        table += &format!(
            "| [{}]({}) | {} | {} : {} | {:+.1} | {} | {} | {:.2}, {:.2} | {} |\n",
            technique(played),
            played.report,
            played.games,
            played.points[0],
            played.points[1],
            played.elo,
            interval(played.once),
            interval(played.anytime),
            played.depth[0],
            played.depth[1],
            finding(played).words(Reading::of(&played.name))
        );
    }
    table
}

/// The questions of the second edition in matches with names that begin so, each with the level of its own interval.
fn questions(played: &[Played], prefix: &str) -> String {
    let matches = named(played, prefix);
    if matches.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| technique | games | score with : without | Elo | 95 % CI | anytime-valid CI | its level \
                     | mean depth with, without | finding |\n|---|---:|---|---:|---|---|---:|---|---|\n"
            .to_owned();
    for found in matches {
        let reading = Reading::of(&found.name);
        table += &format!(
            "| [{}]({}) | {} | {} : {} | {:+.1} | {} | {} | {} | {:.2}, {:.2} | {} |\n",
            technique(found),
            found.report,
            found.games,
            found.points[0],
            found.points[1],
            found.elo,
            interval(found.once),
            interval(found.anytime),
            stats::words::level(reading.confidence),
            found.depth[0],
            found.depth[1],
            finding(found).words(reading)
        );
    }
    table
}

/// The worse choices of the explained matches, and the prunes they hid behind.
fn choices(explained: &[Explained]) -> String {
    if explained.is_empty() {
        return "No match is explained yet.\n".to_owned();
    }
    let mut table = "| match | divergences judged | worse: with, without | judges disagree \
                     | \"with\" loses per divergence, 95 % CI | worse choices of \"with\" hid behind \
                     | change when the prune is forbidden |\n|---|---:|---|---:|---|---|---:|\n"
        .to_owned();
    for one in explained {
        let name = &one.name;
        let all = &one.pairing().divergences.all;
        let count = |share: f64| (share * all.choices as f64).round();
        let Estimate { mean, low, high } = all.loss;
        let ends = low.zip(high).map(|(low, high)| interval([100.0 * low, 100.0 * high]));
        let causes = one.causes();
        let behind: Vec<String> =
            causes.iter().map(|cause| format!("{} {}", cause.choices, cause.words())).collect();
        let [behind_any, changed] = [
            causes.iter().map(|cause| cause.choices).sum::<u64>(),
            causes.iter().map(|cause| cause.changed).sum(),
        ];
        table += &format!(
            "| [{name}](study/{name}/explain.md) | {} | {}, {} | {} | {:+.1} % {} | {} | {changed} of {behind_any} |\n",
            all.choices,
            count(all.first_worse.mean),
            count(all.second_worse.mean),
            count(all.disputed),
            100.0 * mean,
            ends.unwrap_or_default(),
            behind.join(", "),
        );
    }
    table
}

/// The outcome of each tuning.
fn values(tunings: &[Tuning]) -> String {
    if tunings.is_empty() {
        return "No tuning is finished yet.\n".to_owned();
    }
    let mut table = "| tuning | games | parameter | range | start | mean | spread | tuned |\n\
                     |---|---:|---|---|---:|---:|---:|---:|\n"
        .to_owned();
    for Tuning { name, games, parameters } in tunings {
        let technique = in_words(name.trim_start_matches("tune-"));
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

/// The share of each technique's attempts that prune, and its share of the nodes.
fn mechanism(played: &[Played], prefix: &str) -> String {
    let matches = named(played, prefix);
    if matches.is_empty() {
        return NOTHING.to_owned();
    }
    mechanisms(matches.into_iter().map(|found| (found, counter(&found.name))))
}

/// The same of multi-cut in the games that repeat a paper's section 5.3.
fn shares_of_games(played: &[Played]) -> String {
    let names = ["printed-bjornsson-marsland-1-", "equal-nodes-bjornsson-marsland-1", "trend-"];
    mechanisms(names.iter().flat_map(|name| named(played, name)).map(|found| (found, "multi_cut")))
}

/// The same of MC-A in the games that repeat a paper's Table 3.
fn shares_of_mc_a(played: &[Played]) -> String {
    let names = ["printed-winands-3", "equal-nodes-winands-3", "deep-winands-3"];
    let matches = names.iter().flat_map(|name| named(played, name));
    mechanisms(matches.map(|found| (found, "multi_cut_all")))
}

/// A row for each match whose first side tried the technique.
fn mechanisms<'a>(matches: impl Iterator<Item = (&'a Played, &'static str)>) -> String {
    let mut table =
        "| match | attempts | of them prune | nodes in their searches, of all | mean depth |\n\
                     |---|---:|---:|---:|---:|\n"
            .to_owned();
    for (found, technique) in matches {
        let Some(mechanism) = found.techniques[0].mechanism(technique) else { continue };
        table += &format!(
            "| [{}]({}) | {} | {:.1} % | {:.1} % | {:.2} |\n",
            found.name,
            found.report,
            document::number::count(mechanism.attempts),
            mechanism.success,
            mechanism.nodes,
            found.depth[0],
        );
    }
    table
}

/// The search with uncertainty cut-offs against the same one without.
fn uncertainty(played: &[Played]) -> String {
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

/// Table 2's three bounds against each other: each met the null move on the same openings.
fn bounds(played: &[Played]) -> String {
    let mut table =
        "| bounds | first over second: Elo, 95 % CI | openings of both | detectable |\n\
                     |---|---|---:|---:|\n"
            .to_owned();
    for found in interaction::between_bounds(played) {
        table += &format!("| {} | {} |\n", found.technique, cells(&found));
    }
    table
}

/// The worth of multi-cut at more nodes, in Table 1's match.
fn trend(played: &[Played]) -> String {
    let found = interaction::trend(played);
    if found.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| nodes | more than at 20,000: Elo, 95 % CI | openings of both | detectable |\n\
                     |---|---|---:|---:|\n"
            .to_owned();
    for found in found {
        table += &format!("| {} | {} |\n", found.with.limits[0], cells(&found));
    }
    table
}

/// The effect of MC-A's additions by themselves.
fn additions(played: &[Played]) -> String {
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

fn factorial(played: &[Played]) -> String {
    let found = interaction::with_null_move(played);
    if found.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| technique | games | with the null move: Elo, 95 % CI | without it: Elo, 95 % CI | \
                     difference, 95 % CI |\n|---|---:|---|---|---|\n"
            .to_owned();
    let linked = |played: &Played| {
        format!("[{:+.1}]({}) {}", played.elo, played.report, interval(played.once))
    };
    for interaction in &found {
        table += &format!(
            "| {} | {} + {} | {} | {} | {:+.1} {} |\n",
            in_words(interaction.technique),
            interaction.with.games,
            interaction.without.games,
            linked(interaction.with),
            linked(interaction.without),
            interaction.difference,
            interval(interaction.interval)
        );
    }
    table + "\n![Elo with and without the null move, and the difference](study/interaction.svg)\n"
}

fn network(played: &[Played]) -> String {
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
            interval(played.anytime),
            finding(played).words(Reading::of(&played.name)),
        );
    }
    table
}

/// The matches at other limits than the primary ones; a name consists of a prefix, a technique and
/// a limit.
fn by_limit(played: &[Played], prefix: &str) -> String {
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

/// The gain of each technique at 50,000 nodes over that at 5,000.
fn more_nodes(played: &[Played]) -> String {
    let found = interaction::with_more_nodes(played);
    if found.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| technique | at 50,000 nodes more than at 5,000: Elo, 95 % CI | openings of both \
                     | detectable |\n|---|---|---:|---:|\n"
            .to_owned();
    for interaction in &found {
        table += &format!("| {} | {} |\n", in_words(interaction.technique), cells(interaction));
    }
    table
}

/// A difference with its interval, the number of shared openings, and the smallest detectable
/// difference.
fn cells(interaction: &Interaction) -> String {
    format!(
        "{:+.1} {} | {} | {:.0} Elo",
        interaction.difference,
        interval(interaction.interval),
        interaction.shared,
        interaction.detectable()
    )
}

fn effort(played: &[Played]) -> String {
    let mut table = "| match | contenders | games | won : drawn : lost | mean depth | hours | thousand nodes a second |\n\
                     |---|---|---:|---|---|---:|---:|\n"
        .to_owned();
    for one in played {
        let [lost, drawn, won] = one.counts;
        let [first, second] = &one.contenders;
        table += &format!(
            "| {} | {first} - {second} | {} | {won} : {drawn} : {lost} | {:.1}, {:.1} | {:.2} | {} |\n",
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
    table + &format!("| all | | {games} | | | {hours:.2} | |\n")
}
