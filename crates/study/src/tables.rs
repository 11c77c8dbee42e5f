//! The tables of the page.

mod accounts;
mod differences;
mod matches;
mod mechanism;
mod outsiders;
mod tuned;

use std::path::Path;

use anyhow::{Context as _, ensure};

use super::answer::{answer, extent, missing, short_answer};
use super::experiments::{self, Experiments};
use super::papers::{self, Papers};
use super::played::{self, Played};
use super::tunings::{self, Tuning};

/// The data of the tables.
pub struct Found {
    /// The finished matches.
    pub played: Vec<Played>,
    /// The names of the matches that were announced, finished or not.
    announced: Vec<String>,
    experiments: Experiments,
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
            tunings: tunings::all(directory)?,
            papers: Papers::read(directory)?,
        })
    }
}

/// The page with every marked table renewed.
pub fn renewed(page: &str, found: &Found) -> anyhow::Result<String> {
    let mut page = page.to_owned();
    let Found { played, announced, experiments, tunings, papers } = found;
    for (name, table) in [
        ("answer", answer(played)),
        ("short-answer", short_answer(played)),
        ("extent", extent(played, announced)),
        ("again", matches::questions(played, "new-openings-")),
        ("primary", matches::questions(played, "primary-")),
        ("fixed", matches::questions(played, "fixed-")),
        ("mechanism", mechanism::mechanism(played, "primary-")),
        ("additions", matches::additions(played)),
        ("tunings", tuned::forms(tunings)),
        ("tunings-modern", tuned::modern_twice(tunings)),
        ("both-tuned", matches::questions(played, "both-tuned-")),
        ("tuned", matches::questions(played, "tuned-")),
        ("retuned", matches::questions(played, "retuned-")),
        ("mechanism-tuned", mechanism::mechanism(played, "tuned-")),
        ("factorial", differences::factorial(played)),
        ("network", matches::network(played)),
        ("depth", matches::by_limit(played, "depth-")),
        ("more-nodes", differences::more_nodes(played)),
        ("cost", matches::by_limit(played, "cost-")),
        ("arms", papers::by_depth("nodes-arms", experiments)),
        ("findings", papers::findings(papers, played)),
        ("bjornsson-marsland", papers::matches(papers, "bjornsson-marsland", played)),
        ("bounds", differences::bounds(played)),
        ("trend", differences::trend(played)),
        ("shares-of-games", mechanism::shares_of_games(played)),
        ("shares", papers::shares("bjornsson-marsland-section-5-3", "multi_cut", experiments)),
        ("uncertainty", matches::uncertainty(played)),
        ("eiriksson", papers::matches(papers, "eiriksson", played)),
        ("ziggy", matches::by_limit(played, "ziggy-")),
        ("eiriksson-1", papers::by_configuration(papers, "eiriksson-table-1", experiments)),
        ("winands", papers::matches(papers, "winands", played)),
        ("shares-winands", mechanism::shares_of_mc_a(played)),
        ("winands-1", papers::by_block(papers, "winands-table-1", experiments)),
        ("winands-2", papers::by_block(papers, "winands-table-2", experiments)),
        ("winands-figure-5", papers::parameters_of_mc_a(experiments)),
        ("winands-bound", papers::null_move_bound(experiments)),
        ("winands-5-4", papers::by_depth("winands-section-5-4", experiments)),
        ("accounts", accounts::accounts(played)),
        ("outsiders", outsiders::worth(played)),
        ("outsiders-scores", outsiders::scores(played)),
        ("replicated", matches::questions(played, "replicated-")),
        ("effort", matches::effort(played)),
        ("not-played", not_played(played, announced)),
    ] {
        let begin = format!("<!-- begin {name} -->\n");
        let Some(from) = page.find(&begin).map(|from| from + begin.len()) else { continue };
        let to = page[from..].find("<!-- end -->").context("no mark <!-- end -->")? + from;
        page.replace_range(from..to, &table);
    }
    ensure!(page.contains("answer -->"), "no mark <!-- begin answer -->");
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
