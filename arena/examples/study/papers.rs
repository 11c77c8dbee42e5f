//! The papers' tables, each line beside what the study found.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;
use stats::Estimates;
use stats::score_counts::ScoreCounts;

use super::experiments::{Experiment, Experiments, Line, distinct, limits};
use super::played::Played;
use super::tables::{NOTHING, interval};

/// What the papers found: `docs/study/papers.toml`.
#[derive(Deserialize)]
pub(super) struct Papers {
    #[serde(rename = "match")]
    matches: Vec<PaperMatch>,
    experiments: BTreeMap<String, PaperExperiment>,
}

#[derive(Deserialize)]
struct PaperMatch {
    paper: String,
    table: String,
    contenders: [String; 2],
    points: [f64; 2],
    /// The half width of the printed interval, in Elo.
    error: Option<f64>,
    /// The study's match under the paper's conditions.
    printed: String,
    /// The study's match at 20,000 nodes a move.
    equal_nodes: String,
}

#[derive(Deserialize)]
struct PaperExperiment {
    /// By limit, then by configuration or block.
    percent: BTreeMap<String, BTreeMap<String, f64>>,
    /// By configuration.
    #[serde(default)]
    solved: BTreeMap<String, u64>,
}

impl Papers {
    pub(super) fn read(directory: &Path) -> anyhow::Result<Papers> {
        let path = directory.join("papers.toml");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }
}

impl PaperMatch {
    fn elo(&self) -> f64 {
        stats::elo::elo(self.points[0] / (self.points[0] + self.points[1]))
    }

    /// The paper's interval; where it prints none, Wilson's of games without draws, the widest that such a
    /// score can have.
    fn interval(&self) -> [f64; 2] {
        if let Some(error) = self.error {
            return [self.elo() - error, self.elo() + error];
        }
        let half = u64::from(self.points[0].fract() > 0.0);
        let [won, lost] = self.points.map(|points| points.floor() as u64);
        let games = ScoreCounts::of_games([lost, half, won]);
        let ends =
            Estimates::of(&games, stats::Wdl { wins: won, draws: half, losses: lost }).wilson_elo();
        [ends.low, ends.high]
    }

    /// The study's match under the paper's conditions, and the one at equal nodes.
    fn ours<'a>(&self, played: &'a [Played]) -> [Option<&'a Played>; 2] {
        [&self.printed, &self.equal_nodes]
            .map(|name| played.iter().find(|played| played.name == *name))
    }

    /// Whether the paper's finding held in each of the two.
    fn findings(&self, played: &[Played]) -> [&'static str; 2] {
        self.ours(played).map(|ours| ours.map_or(NOT_YET, |ours| self.finding(ours)))
    }

    /// Whether the paper's finding held in such a match.
    fn finding(&self, ours: &Played) -> &'static str {
        let ([low, high], [paper_low, paper_high]) = (ours.once, self.interval());
        // The side that our interval excludes 0 on, if any. An even score of the paper has no side.
        let side = f64::from(i8::from(low > 0.0) - i8::from(high < 0.0));
        let agreement = side * self.elo();
        match () {
            () if agreement > 0.0 => HELD,
            () if agreement < 0.0 => DID_NOT_HOLD,
            () if high < paper_low || low > paper_high => DID_NOT_HOLD,
            () => CANNOT_BE_TOLD,
        }
    }
}

/// The match tables of a paper.
pub(super) fn matches(papers: &Papers, paper: &str, played: &[Played]) -> String {
    let mut table =
        "| table | match | paper: points, Elo, 95 % CI | as printed: points, Elo, 95 % CI \
                     | at 20,000 nodes: games, Elo, 95 % CI | the paper's finding: as printed, at 20,000 nodes |\n\
                     |---|---|---|---|---|---|\n"
            .to_owned();
    for of in papers.matches.iter().filter(|of| of.paper == paper) {
        let [printed, equal] = of.ours(played);
        let linked = |ours: &Played, what: String| {
            format!("[{what}]({}), {:+.1} {}", ours.report, ours.elo, interval(ours.once))
        };
        table += &format!(
            "| {} | {} - {} | {} - {}, {:+.1} {} | {} | {} | {} |\n",
            of.table,
            of.contenders[0],
            of.contenders[1],
            of.points[0],
            of.points[1],
            of.elo(),
            interval(of.interval()),
            printed.map_or(NOT_YET.to_owned(), |ours| {
                linked(ours, format!("{} - {}", ours.points[0], ours.points[1]))
            }),
            equal.map_or(NOT_YET.to_owned(), |ours| linked(ours, ours.games.to_string())),
            of.findings(played).join(", "),
        );
    }
    table
}

/// How many lines of the papers' match tables held, and how many did not.
pub(super) fn findings(papers: &Papers, played: &[Played]) -> String {
    let found: Vec<[&str; 2]> = papers.matches.iter().map(|of| of.findings(played)).collect();
    let counts = [0, 1].map(|place| {
        let count = |what: &str| found.iter().filter(|finding| finding[place] == what).count();
        let open = match count(NOT_YET) {
            0 => String::new(),
            open => format!(", and {open} have no match yet"),
        };
        format!(
            "{} held, {} did not hold, {} cannot be told{open}",
            count(HELD),
            count(DID_NOT_HOLD),
            count(CANNOT_BE_TOLD)
        )
    });
    let [printed, equal] = counts;
    format!(
        "Of the {} lines of match tables below:\n\n* as printed, {printed};\n* at 20,000 nodes, {equal}.\n",
        found.len()
    )
}

/// A cell of which nothing is played yet.
const NOT_YET: &str = "not played yet";
const HELD: &str = "held";
const DID_NOT_HOLD: &str = "did not hold";
const CANNOT_BE_TOLD: &str = "cannot be told";

/// Nodes and solutions by configuration, at the only limit of an experiment.
pub(super) fn by_configuration(papers: &Papers, name: &str, experiments: &Experiments) -> String {
    let (Some(experiment), Some(paper)) = (experiments.get(name), papers.experiments.get(name))
    else {
        return NOTHING.to_owned();
    };
    let lines = &experiment.lines;
    let mut largest = LargestGap::default();
    let mut table = "| | nodes, paper | nodes, here | solved, paper | solved, here |\n\
                     |---|---:|---:|---:|---:|\n"
        .to_owned();
    for line in lines {
        let id = &line.configuration;
        let percent = paper.percent.get(&line.limit).and_then(|at| at.get(id));
        largest.see(percent.copied(), Some(line.percent), || id.clone());
        table += &format!(
            "| {id} | {} | {:.1} % | {} | {} of {} |\n",
            percent.map_or(String::new(), |percent| format!("{percent:.1} %")),
            line.percent,
            paper.solved.get(id).map_or(String::new(), ToString::to_string),
            line.solved,
            line.solvable
        );
    }
    table + &largest.sentence()
}

/// The nodes of the second configuration of each block in percent of the first, by depth: the paper's,
/// and ours.
pub(super) fn by_block(papers: &Papers, name: &str, experiments: &Experiments) -> String {
    let (Some(experiment), Some(paper)) = (experiments.get(name), papers.experiments.get(name))
    else {
        return NOTHING.to_owned();
    };
    let lines = &experiment.lines;
    let blocks = distinct(lines.iter().map(|line| line.block.as_str()));
    let mut largest = LargestGap::default();
    let mut table = headed(blocks.iter().map(|block| format!("{block}: paper, here")));
    for limit in limits(lines) {
        let cells = blocks.iter().map(|block| {
            let percent =
                |cell: Option<f64>| cell.map_or("-".to_owned(), |cell| format!("{cell:.1} %"));
            let printed = paper.percent.get(limit).and_then(|at| at.get(*block)).copied();
            let mut ours = lines.iter().filter(|line| line.block == *block && line.limit == limit);
            let ours = ours.nth(1).map(|line| line.percent);
            largest.see(printed, ours, || format!("{block}, {limit}"));
            format!(" {}, {} |", percent(printed), percent(ours))
        });
        table += &format!("| {limit} |{}\n", cells.collect::<String>());
    }
    table + &largest.sentence()
}

/// Where the paper's percentage and ours differ most.
#[derive(Default)]
struct LargestGap {
    points: f64,
    place: String,
}

impl LargestGap {
    fn see(&mut self, paper: Option<f64>, ours: Option<f64>, place: impl FnOnce() -> String) {
        let Some((paper, ours)) = paper.zip(ours) else { return };
        let points = (paper - ours).abs();
        if points > self.points {
            *self = LargestGap { points, place: place() };
        }
    }

    fn sentence(&self) -> String {
        format!(
            "\nThe largest difference from the paper's percentage of nodes: {:.1} points ({}).\n",
            self.points, self.place
        )
    }
}

/// The nodes of each configuration in percent of the first, by depth.
pub(super) fn by_depth(name: &str, experiments: &Experiments) -> String {
    let Some(Experiment { lines, .. }) = experiments.get(name) else { return NOTHING.to_owned() };
    let configurations = distinct(lines.iter().map(|line| line.configuration.as_str()));
    let mut table = headed(configurations.iter().map(|name| (*name).to_owned()));
    for limit in limits(lines) {
        let at: Vec<&Line> = lines.iter().filter(|line| line.limit == limit).collect();
        let cells = at.iter().enumerate().map(|(place, line)| match place {
            0 => format!(" {} nodes |", document::number::count(line.nodes)),
            _ => format!(" {:.1} % |", line.percent),
        });
        table += &format!("| {limit} |{}\n", cells.collect::<String>());
    }
    table
}

/// How often the attempts of a technique prune, and which share of the nodes they take.
pub(super) fn shares(name: &str, technique: &str, experiments: &Experiments) -> String {
    let Some(experiment) = experiments.get(name) else { return NOTHING.to_owned() };
    let mut table =
        "| | attempts | of them prune | nodes in their searches |\n|---|---:|---:|---:|\n"
            .to_owned();
    for share in experiment.shares.iter().filter(|share| share.technique == technique) {
        let nodes: u64 = experiment
            .lines
            .iter()
            .filter(|line| line.configuration == share.configuration && line.block == share.block)
            .map(|line| line.nodes)
            .sum();
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole as f64;
        table += &format!(
            "| {} | {} | {:.1} % | {:.1} % |\n",
            share.configuration,
            document::number::count(share.tried),
            percent(share.cut, share.tried),
            percent(share.nodes, nodes)
        );
    }
    table
}

/// The head of a table whose first column has no name.
fn headed(names: impl Iterator<Item = String>) -> String {
    let (mut head, mut rule) = ("| |".to_owned(), "|---|".to_owned());
    for name in names {
        head += &format!(" {name} |");
        rule += "---:|";
    }
    format!("{head}\n{rule}\n")
}
