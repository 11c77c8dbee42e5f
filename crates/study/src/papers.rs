//! The papers' tables, each line beside the study's finding.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;
use stats::score_counts::ScoreCounts;

use super::comparison::{Comparison, Estimate, holm};
use super::experiments::{Experiment, Experiments, Line, Share, distinct, limits};
use super::played::Played;
use super::table::Table;
use super::words::{NOTHING, interval};
use document::number::count;

/// The papers' findings: `docs/study/papers.toml`.
#[derive(Deserialize)]
pub struct Papers {
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
    /// The difference that the paper prints, in Elo.
    elo: Option<f64>,
    /// The half width of the printed 95 % interval, in Elo.
    error: Option<f64>,
    /// The study's match under the paper's conditions.
    printed: String,
    /// The study's match at 20,000 nodes a move; `None` if it is on another line.
    equal_nodes: Option<String>,
    /// The study's match nearer to the paper's depth.
    deeper: Option<String>,
}

/// The three ways in which the study repeats a paper's match.
#[derive(Clone, Copy)]
enum Repeat {
    Printed,
    EqualNodes,
    Deeper,
}

impl Repeat {
    const ALL: [Repeat; 3] = [Repeat::Printed, Repeat::EqualNodes, Repeat::Deeper];

    fn words(self) -> &'static str {
        match self {
            Repeat::Printed => "as printed",
            Repeat::EqualNodes => "at 20,000 nodes",
            Repeat::Deeper => "deeper",
        }
    }
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
    /// Reads the papers' tables.
    pub fn read(directory: &Path) -> anyhow::Result<Papers> {
        let path = directory.join("papers.toml");
        let text = bounded::read_text(&path, bounded::SMALL)
            .with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }
}

impl PaperMatch {
    /// The difference that follows from the points.
    fn recomputed(&self) -> f64 {
        stats::elo::elo(self.points[0] / (self.points[0] + self.points[1]))
    }

    /// The paper's interval about the recomputed difference; if it prints none, Wilson's for games
    /// without draws, the widest for such a score.
    fn interval(&self) -> [f64; 2] {
        if let Some(error) = self.error {
            return [self.recomputed() - error, self.recomputed() + error];
        }
        let half = u64::from(self.points[0].fract() > 0.0);
        let [won, lost] = self.points.map(|points| points.floor() as u64);
        let games = ScoreCounts::of_games([lost, half, won]);
        let ends = stats::wilson::interval(&games, stats::CONFIDENCE).elo();
        [ends.low, ends.high]
    }

    /// Whether the paper's own interval excludes 0.
    fn shows_a_difference(&self) -> bool {
        let [low, high] = self.interval();
        low > 0.0 || high < 0.0
    }

    /// Its authors.
    fn authors(&self) -> &str {
        match self.paper.as_str() {
            "bjornsson-marsland" => "Björnsson and Marsland",
            "eiriksson" => "Eiríksson",
            "winands" => "Winands and others",
            other => other,
        }
    }

    /// A result as this paper prints results: the winning percentage, Eiríksson with the Elo difference and half the
    /// width of its interval, Winands and others the winning ratio.
    fn measure(&self, points: [f64; 2], elo: f64, [low, high]: [f64; 2]) -> String {
        let winning = 100.0 * points[0] / (points[0] + points[1]);
        match self.paper.as_str() {
            "winands" => format!("{:.2}", points[0] / points[1]),
            "eiriksson" => format!("{winning:.1} %, {elo:+.0} ± {:.0}", (high - low) / 2.0),
            _ => format!("{winning:.1} %"),
        }
    }

    fn name(&self, repeat: Repeat) -> Option<&str> {
        match repeat {
            Repeat::Printed => Some(&self.printed),
            Repeat::EqualNodes => self.equal_nodes.as_deref(),
            Repeat::Deeper => self.deeper.as_deref(),
        }
    }

    fn ours<'a>(&self, repeat: Repeat, played: &'a [Played]) -> Option<&'a Played> {
        let name = self.name(repeat)?;
        played.iter().find(|played| played.name == name)
    }

    /// The cell of a repeat: points or games, difference, interval and mean depth.
    fn cell(&self, repeat: Repeat, played: &[Played]) -> String {
        let Some(ours) = self.ours(repeat, played) else {
            return if self.name(repeat).is_some() { NOT_YET } else { ON_ANOTHER_LINE }.to_owned();
        };
        let count = match repeat {
            Repeat::Printed => format!("{} - {}", ours.points[0], ours.points[1]),
            Repeat::EqualNodes | Repeat::Deeper => {
                format!("{} games, {}", ours.games, ours.limits[0])
            }
        };
        let [first, second] = ours.depth;
        format!(
            "[{count}]({}), {:+.1} {}, depth {first:.1}, {second:.1}",
            ours.report,
            ours.elo,
            interval(ours.once)
        )
    }

    fn comparison(&self, repeat: Repeat, played: &[Played]) -> Option<Comparison> {
        let ours = self.ours(repeat, played)?;
        let paper = Estimate::of(self.recomputed(), self.interval());
        Some(Estimate::of(ours.elo, ours.once).compare(paper))
    }
}

/// The match tables of a paper.
pub fn matches(papers: &Papers, paper: &str, played: &[Played]) -> String {
    let of_paper = |line: &&PaperMatch| {
        let printed = line.elo.map_or("none".to_owned(), |elo| format!("{elo:+.0}"));
        let (points, recomputed) = (line.points, line.recomputed());
        let ends = interval(line.interval());
        format!("{} - {}, {printed}, {recomputed:+.1} {ends}", points[0], points[1])
    };
    let table = Table::of(papers.matches.iter().filter(|line| line.paper == paper))
        .words("table", |line| line.table.clone())
        .words("match", |line| line.contenders.join(" - "))
        .words("paper: points, Elo as printed, recomputed, 95 % CI", of_paper);
    let with_repeat = |table: Table<_>, repeat: Repeat| {
        table.words(repeat.words(), |line: &&PaperMatch| line.cell(repeat, played))
    };
    let measure = |line: &&PaperMatch| {
        let of_paper = line.measure(line.points, line.recomputed(), line.interval());
        let ours = Repeat::ALL.iter().filter_map(|&repeat| line.ours(repeat, played));
        let ours = ours.map(|found| line.measure(found.points, found.elo, found.once));
        format!("{of_paper}; here {}", ours.collect::<Vec<_>>().join("; "))
    };
    let table = Repeat::ALL.into_iter().fold(table, with_repeat);
    table.words("as the paper prints it: paper; here", measure).text()
}

/// Every line of the papers' match tables against the study's matches: a two-sample test.
pub fn findings(papers: &Papers, played: &[Played]) -> String {
    let lines = &papers.matches;
    let compared = Repeat::ALL.map(|repeat| Compared::of(lines, repeat, played));
    let differences = lines.iter().filter(|line| line.shows_a_difference()).count();
    let mut text = format!(
        "The papers' match tables have {} lines. In {} of them the paper's own 95 % interval contains 0: they show no \
         difference. In {differences} it does not.\n\n",
        lines.len(),
        lines.len() - differences
    );
    for compared in &compared {
        text += &compared.sentence(lines);
    }
    let table = Table::of(lines.iter().enumerate())
        .words("paper, table", |(_, line)| format!("{}, {}", line.authors(), line.table))
        .words("the paper's interval", |(_, line)| {
            if line.shows_a_difference() { "excludes 0" } else { "contains 0" }
        });
    let table = compared.iter().fold(table, |table, compared| {
        let head = format!("{}: z, p, Holm", compared.repeat.words());
        table.words(&head, |(place, line)| compared.cell(*place, line))
    });
    text + "\n" + &table.text()
}

/// The comparisons of one kind of repeat, by line, with Holm's probabilities over the played ones.
struct Compared {
    repeat: Repeat,
    lines: Vec<Option<(Comparison, f64)>>,
}

impl Compared {
    fn of(lines: &[PaperMatch], repeat: Repeat, played: &[Played]) -> Compared {
        let found: Vec<Option<Comparison>> =
            lines.iter().map(|line| line.comparison(repeat, played)).collect();
        let probabilities: Vec<f64> = found.iter().flatten().map(|found| found.p).collect();
        let mut adjusted = holm(&probabilities).into_iter();
        let lines = found.into_iter().map(|found| Some((found?, adjusted.next()?))).collect();
        Compared { repeat, lines }
    }

    /// The line that lies farthest from the paper, and whether a difference from the papers is established.
    fn sentence(&self, lines: &[PaperMatch]) -> String {
        let found =
            self.lines.iter().zip(lines).filter_map(|(found, line)| Some((found.as_ref()?, line)));
        let largest =
            found.clone().max_by(|(one, _), (other, _)| one.0.z.abs().total_cmp(&other.0.z.abs()));
        let Some(((comparison, adjusted), line)) = largest else {
            return format!("* {}: nothing is played yet.\n", self.repeat.words());
        };
        let established = found.clone().filter(|((_, adjusted), _)| *adjusted < 0.05).count();
        let established = match established {
            0 => "no difference from a paper is established".to_owned(),
            1 => "one difference from a paper is established".to_owned(),
            count => format!("{count} differences from the papers are established"),
        };
        format!(
            "* {}, {}: {established}. The largest is {}, Table {} (z = {:.2}, p = {:.3}, {adjusted:.2} after \
             Holm).\n",
            self.repeat.words(),
            document::number::several(found.count() as u64, "match"),
            line.authors(),
            line.table,
            comparison.z,
            comparison.p,
        )
    }

    fn cell(&self, place: usize, line: &PaperMatch) -> String {
        match &self.lines[place] {
            Some((Comparison { z, p }, adjusted)) => format!("{z:+.2}, {p:.3}, {adjusted:.2}"),
            None if line.name(self.repeat).is_some() => NOT_YET.to_owned(),
            None => ON_ANOTHER_LINE.to_owned(),
        }
    }
}

/// A cell of a match that is not finished.
const NOT_YET: &str = "not played yet";
/// The cell of a line whose match is on another line.
const ON_ANOTHER_LINE: &str = "-";

/// Nodes and solutions by configuration, at the only limit of an experiment.
pub fn by_configuration(papers: &Papers, name: &str, experiments: &Experiments) -> String {
    let (Some(experiment), Some(paper)) = (experiments.get(name), papers.experiments.get(name))
    else {
        return NOTHING.to_owned();
    };
    let printed = |line: &Line| {
        paper.percent.get(&line.limit).and_then(|at| at.get(&line.configuration)).copied()
    };
    let mut largest = LargestGap::default();
    let solved = |line: &&Line| {
        paper.solved.get(&line.configuration).map_or(String::new(), ToString::to_string)
    };
    let text = Table::of(&experiment.lines)
        .words("", |line| {
            largest.see(printed(line), Some(line.percent), || line.configuration.clone());
            line.configuration.clone()
        })
        .numbers("nodes, paper", |line| {
            printed(line).map_or(String::new(), |percent| format!("{percent:.1} %"))
        })
        .numbers("nodes, here", |line| line.percent())
        .numbers("solved, paper", solved)
        .numbers("solved, here", |line| format!("{} of {}", line.solved, line.solvable))
        .text();
    text + &largest.sentence()
}

/// The nodes of the second configuration of each block in percent of the first, by depth: the paper's,
/// and ours.
pub fn by_block(papers: &Papers, name: &str, experiments: &Experiments) -> String {
    let (Some(experiment), Some(paper)) = (experiments.get(name), papers.experiments.get(name))
    else {
        return NOTHING.to_owned();
    };
    let lines = &experiment.lines;
    let blocks = distinct(lines.iter().map(|line| line.block.as_str()));
    let printed =
        |block: &str, limit: &str| paper.percent.get(limit).and_then(|at| at.get(block)).copied();
    let ours = |block: &str, limit: &str| {
        let mut lines = lines.iter().filter(|line| line.block == block && line.limit == limit);
        lines.nth(1)
    };
    let mut largest = LargestGap::default();
    let or_none = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
    let mut table = Table::of(limits(lines)).words("", |limit| (*limit).to_owned());
    for block in blocks {
        table = table.numbers(&format!("{block}: paper, here"), |limit| {
            let (printed, ours) = (printed(block, limit), ours(block, limit));
            largest.see(printed, ours.map(|line| line.percent), || format!("{block}, {limit}"));
            let printed = printed.map(|percent| format!("{percent:.1} %"));
            format!("{}, {}", or_none(printed), or_none(ours.map(Line::percent)))
        });
    }
    table.text() + &largest.sentence()
}

/// The largest difference between the paper's percentage and ours.
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
pub fn by_depth(name: &str, experiments: &Experiments) -> String {
    let Some(Experiment { lines, .. }) = experiments.get(name) else { return NOTHING.to_owned() };
    let cell = |line: &Line| match line.configuration == lines[0].configuration {
        true => format!("{} nodes", count(line.nodes)),
        false => line.percent(),
    };
    let cells =
        lines.iter().map(|line| (line.limit.clone(), line.configuration.clone(), cell(line)));
    grid(cells.collect())
}

/// The nodes with MC-A in percent of those without it: a column for each number of its moves.
pub fn parameters_of_mc_a(experiments: &Experiments) -> String {
    let lines = experiments.get("winands-figure-5").into_iter().flat_map(|found| &found.lines);
    let mut cells: Vec<_> = lines
        .skip(1)
        .filter_map(|line| {
            let parameters = line.configuration.replace("multi_cut_all.", "");
            let (row, column) = parameters.rsplit_once(' ')?;
            Some((format!("`{row}`"), format!("`{column}`"), line.percent()))
        })
        .collect();
    // Ten moves after nine.
    cells.sort_by_key(|(_, column, _)| (column.len(), column.clone()));
    grid(cells)
}

/// The nodes with each margin t of the null-move bound to 100 and with each hundred, in percent of those without the bound.
pub fn null_move_bound(experiments: &Experiments) -> String {
    let columns = [
        ("winands-figure-7", "figure 7, of the search without the bound"),
        ("winands-section-5-5", "section 5.5, of MC-A without the bound"),
    ];
    let cells = columns.into_iter().flat_map(|(name, head)| {
        let lines = experiments.get(name).map_or(&[][..], |found| &found.lines);
        // The search without the bound, every t in steps of 25, and another search.
        let is_shown =
            move |place: usize| place <= 4 || place.is_multiple_of(4) || place + 1 == lines.len();
        let shown = lines.iter().enumerate().skip(1).filter(move |(place, _)| is_shown(*place));
        shown.map(move |(_, line)| {
            let row = line.configuration.replace("null_move_bound.tempo=", "t = ");
            (row, head.to_owned(), line.percent())
        })
    });
    grid(cells.collect())
}

/// A table of cells with the names of their row and column, both in the order of their first occurrence.
fn grid(cells: Vec<(String, String, String)>) -> String {
    let cell = |row: &str, column: &str| {
        let mut cells =
            cells.iter().filter(|(its_row, its_column, _)| its_row == row && its_column == column);
        cells.next().map_or("-", |(.., cell)| cell)
    };
    let table = Table::of(distinct(cells.iter().map(|(row, ..)| row.as_str())));
    let columns = distinct(cells.iter().map(|(_, column, _)| column.as_str()));
    let with_column =
        |table: Table<_>, column| table.numbers(column, |row: &&str| cell(row, column));
    columns.into_iter().fold(table.words("", |row| (*row).to_owned()), with_column).text()
}

/// The share of a technique's attempts that prune, and its share of the nodes.
pub fn shares(name: &str, technique: &str, experiments: &Experiments) -> String {
    let Some(experiment) = experiments.get(name) else { return NOTHING.to_owned() };
    let nodes = |share: &Share| -> u64 {
        let lines = experiment
            .lines
            .iter()
            .filter(|line| line.configuration == share.configuration && line.block == share.block);
        lines.map(|line| line.nodes).sum()
    };
    let percent = |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole as f64);
    Table::of(experiment.shares.iter().filter(|share| share.technique == technique))
        .words("", |share| share.configuration.clone())
        .numbers("attempts", |share| count(share.tried))
        .numbers("of them prune", |share| percent(share.cut, share.tried))
        .numbers("nodes in their searches", |share| percent(share.nodes, nodes(share)))
        .text()
}
