//! The tables of the page.

use std::path::Path;

use anyhow::{Context as _, ensure};

use super::experiments::{self, Experiments};
use super::finding::{answer, finding};
use super::interaction::{self, Interaction};
use super::papers::{self, Papers};
use super::played::{self, Played};
use super::reading::Reading;
use super::words::{NOTHING, in_words, interval, named, technique};

/// All that the tables are made of.
pub struct Found {
    /// The finished matches.
    pub played: Vec<Played>,
    /// Matches that were announced, finished or not.
    announced: usize,
    experiments: Experiments,
    papers: Papers,
}

impl Found {
    /// Reads what is kept in the study's directory.
    pub fn read(directory: &Path) -> anyhow::Result<Found> {
        Ok(Found {
            played: played::all(directory)?,
            announced: played::announced(directory)?,
            experiments: experiments::all(directory)?,
            papers: Papers::read(directory)?,
        })
    }
}

/// The page with the tables renewed that it has marks for.
pub fn renewed(page: &str, found: &Found) -> anyhow::Result<String> {
    let mut page = page.to_owned();
    let Found { played, announced, experiments, papers } = found;
    for (name, table) in [
        ("answer", answer(played) + &progress(played, *announced)),
        ("again", again(played)),
        ("primary", primary(played)),
        ("mechanism", mechanism(played)),
        ("additions", additions(played)),
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
        ("eiriksson", papers::matches(papers, "eiriksson", played)),
        ("eiriksson-1", papers::by_configuration(papers, "eiriksson-table-1", experiments)),
        ("winands", papers::matches(papers, "winands", played)),
        ("winands-1", papers::by_block(papers, "winands-table-1", experiments)),
        ("winands-2", papers::by_block(papers, "winands-table-2", experiments)),
        ("effort", effort(played)),
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

/// How much of the study there is.
fn progress(played: &[Played], announced: usize) -> String {
    let finished = match played.len() {
        all if all == announced => format!("All {announced}"),
        some => format!("{some} of the {announced}"),
    };
    let games = document::number::count(played.iter().map(|of| of.games).sum());
    format!("{finished} matches of the study are finished, {games} games.\n")
}

fn primary(played: &[Played]) -> String {
    let mut table =
        "| technique | games | score with : without | Elo | 95 % CI | anytime-valid 98.75 % CI \
                     | mean depth with, without | finding |\n|---|---:|---|---:|---|---|---|---|\n"
            .to_owned();
    for of in named(played, "primary-") {
        table += &format!(
            "| [{}]({}) | {} | {} : {} | {:+.1} | {} | {} | {:.2}, {:.2} | {} |\n",
            technique(of),
            of.report,
            of.games,
            of.points[0],
            of.points[1],
            of.elo,
            interval(of.once),
            interval(of.anytime),
            of.depth[0],
            of.depth[1],
            finding(of).words(Reading::of(&of.name))
        );
    }
    table
}

/// The questions of the second edition, each with the level of its own interval.
fn again(played: &[Played]) -> String {
    let mut matches = named(played, "new-openings-");
    matches.extend(named(played, "tuned-"));
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

/// How often the attempts of each primary match's technique prune, and the nodes that they take.
fn mechanism(played: &[Played]) -> String {
    let matches = named(played, "primary-").into_iter().map(|found| {
        let technique = match found.name.as_str() {
            "primary-mc-a" => "multi_cut_all",
            "primary-multi-cut" => "multi_cut",
            "primary-enhanced-multi-cut" => "enhanced_multi_cut",
            _ => "singular_extension",
        };
        (found, technique)
    });
    mechanisms(matches)
}

/// The same of multi-cut in the games that repeat a paper's section 5.3.
fn shares_of_games(played: &[Played]) -> String {
    let names = ["printed-bjornsson-marsland-1-", "equal-nodes-bjornsson-marsland-1", "trend-"];
    mechanisms(names.iter().flat_map(|name| named(played, name)).map(|found| (found, "multi_cut")))
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

/// What the additions that come with MC-A do by themselves.
fn additions(played: &[Played]) -> String {
    let Some(of) = played.iter().find(|of| of.name == "additions-of-mc-a") else {
        return NOTHING.to_owned();
    };
    format!("[{:+.1}]({}) {} Elo in {} games.\n", of.elo, of.report, interval(of.once), of.games)
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
    let linked = |of: &Played| format!("[{:+.1}]({}) {}", of.elo, of.report, interval(of.once));
    for of in &found {
        table += &format!(
            "| {} | {} + {} | {} | {} | {:+.1} {} |\n",
            in_words(of.technique),
            of.with.games,
            of.without.games,
            linked(of.with),
            linked(of.without),
            of.difference,
            interval(of.interval)
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
    for of in matches {
        let technique = of.name.trim_start_matches("network-");
        let difference = differences.iter().find(|other| other.technique == technique);
        let difference = match difference {
            Some(found) => cells(found),
            None => "the primary match is not finished | |".to_owned(),
        };
        table += &format!(
            "| [{}]({}) | {} | {:+.1} | {} | {} | {} | {difference} |\n",
            in_words(technique),
            of.report,
            of.games,
            of.elo,
            interval(of.once),
            interval(of.anytime),
            finding(of).words(Reading::of(&of.name)),
        );
    }
    table
}

/// The matches at other limits than the primary ones, whose names are a prefix, a technique and a limit.
fn by_limit(played: &[Played], prefix: &str) -> String {
    let matches = named(played, prefix);
    if matches.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table = "| technique | limit with, without | games | Elo | 95 % CI \
                     | nodes a move with, without | mean depth with, without |\n\
                     |---|---|---:|---:|---|---|---|\n"
        .to_owned();
    for of in matches {
        let [with, without] = of.nodes.map(|nodes| document::number::count(nodes.round() as u64));
        let (technique, _) = of.name[prefix.len()..].rsplit_once('-').unwrap_or((&of.name, ""));
        table += &format!(
            "| {} | [{}]({}) | {} | {:+.1} | {} | {with}, {without} | {:.2}, {:.2} |\n",
            in_words(technique),
            of.limits.join(", "),
            of.report,
            of.games,
            of.elo,
            interval(of.once),
            of.depth[0],
            of.depth[1]
        );
    }
    table
}

/// How much more each technique is worth at 50,000 nodes than at 5,000.
fn more_nodes(played: &[Played]) -> String {
    let found = interaction::with_more_nodes(played);
    if found.is_empty() {
        return NOTHING.to_owned();
    }
    let mut table =
        "| technique | at 50,000 nodes more than at 5,000: Elo, 95 % CI | openings of both \
                     | detectable |\n|---|---|---:|---:|\n"
            .to_owned();
    for of in &found {
        table += &format!("| {} | {} |\n", in_words(of.technique), cells(of));
    }
    table
}

/// A difference with its interval, the openings it is of, and what could have been detected.
fn cells(of: &Interaction) -> String {
    format!(
        "{:+.1} {} | {} | {:.0} Elo",
        of.difference,
        interval(of.interval),
        of.shared,
        of.detectable()
    )
}

fn effort(played: &[Played]) -> String {
    let mut table = "| match | contenders | games | won : drawn : lost | mean depth | hours | thousand nodes a second |\n\
                     |---|---|---:|---|---|---:|---:|\n"
        .to_owned();
    for of in played {
        let [lost, drawn, won] = of.counts;
        let [first, second] = &of.contenders;
        table += &format!(
            "| {} | {first} - {second} | {} | {won} : {drawn} : {lost} | {:.1}, {:.1} | {:.2} | {} |\n",
            of.name,
            of.games,
            of.depth[0],
            of.depth[1],
            of.core_hours,
            document::number::count((of.nodes_a_second / 1000.0).round() as u64)
        );
    }
    let (games, hours) = played
        .iter()
        .fold((0, 0.0), |(games, hours), of| (games + of.games, hours + of.core_hours));
    table + &format!("| all | | {games} | | | {hours:.2} | |\n")
}
