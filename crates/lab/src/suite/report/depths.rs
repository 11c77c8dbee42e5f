//! Nodes by depth for configurations side by side, as in Winands et al., Tables 1 and 2.

use document::{Block, Table};
use serde::Serialize;

use super::row::{Row, Searched, TO_SOLUTION};
use super::{Charts, View, percent};
use stats::words;

/// Configurations compared at several depths.
#[derive(Clone, Debug, Serialize)]
pub struct Depths<'a> {
    #[serde(flatten)]
    searched: Searched<'a>,
    depths: Vec<Depth<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct Depth<'a> {
    limit: &'a str,
    configurations: Vec<Row>,
}

impl<'a> Depths<'a> {
    /// The results under every limit of the plan.
    pub(super) fn new(searched: Searched<'a>) -> Depths<'a> {
        let depth = |(limit, text): (usize, &'a String)| Depth {
            limit: text,
            configurations: searched.rows(limit).collect(),
        };
        Depths { depths: searched.plan.limits.iter().enumerate().map(depth).collect(), searched }
    }

    fn rows(&self) -> impl Iterator<Item = (&'a str, &Row)> {
        self.depths
            .iter()
            .flat_map(|depth| depth.configurations.iter().map(|row| (depth.limit, row)))
    }

    /// For every configuration but the first its name and, by depth, its nodes in percent of the
    /// first one's.
    #[must_use]
    pub fn percents(&self) -> Vec<(&'a str, Vec<(i64, f64)>)> {
        let others = 1..self.searched.plan.configurations.len();
        let line = |index: usize| {
            let points = self.depths.iter().filter_map(|row| {
                Some((depth(row.limit).parse().ok()?, row.configurations[index].percent))
            });
            (self.searched.plan.configurations[index].name.as_str(), points.collect())
        };
        others.map(line).collect()
    }

    /// The name of the configuration that the others are compared with.
    #[must_use]
    pub fn baseline(&self) -> &'a str {
        self.searched
            .plan
            .configurations
            .first()
            .map_or("", |configuration| configuration.name.as_str())
    }

    /// Whether for some depth the effort to solution is known of all configurations.
    fn has_solutions(&self) -> bool {
        self.rows().any(|(_, row)| row.seconds_to_solution.is_some())
    }

    fn table(&self) -> Table {
        let has_solutions = self.has_solutions();
        let headings =
            self.searched.plan.configurations.iter().enumerate().flat_map(|(i, configuration)| {
                let percent = (i > 0).then(|| "%".to_owned());
                let to_solution = has_solutions.then(|| "to solution".to_owned());
                std::iter::once(configuration.name.clone()).chain(percent).chain(to_solution)
            });
        let mut table = Table::new(std::iter::once("d".to_owned()).chain(headings));
        for row in &self.depths {
            let mut cells = vec![depth(row.limit)];
            for (i, cell) in row.configurations.iter().enumerate() {
                cells.push(words::count(cell.nodes));
                cells.extend((i > 0).then(|| percent(cell.percent)));
                let [_, to_solution] = cell.to_solution(words::count, 2, "-");
                cells.extend(has_solutions.then_some(to_solution));
            }
            table.row(cells);
        }
        table.aligned_by_cells()
    }
}

impl View for Depths<'_> {
    fn searched(&self) -> &Searched<'_> {
        &self.searched
    }

    /// The answer at the greatest depth.
    fn charts(&self) -> Charts {
        self.depths.last().map_or_else(Charts::default, |last| {
            Charts::of_rows(last.limit, last.configurations.clone())
        })
    }

    fn blocks(&self) -> Vec<Block> {
        let total = "Nodes of the whole suite; every depth is a search of its own from depth 1 on,\n\
                     and % is of the first column.";
        let mut blocks = vec![Block::Table(self.table()), Block::Paragraph(total.to_owned())];
        if self.has_solutions() {
            let meaning = format!("{TO_SOLUTION} at that depth, in seconds.");
            blocks.push(Block::Paragraph(meaning));
        }
        blocks.extend(self.searched.faults());
        blocks
    }

    fn csv(&self) -> Vec<Vec<String>> {
        let header = ["depth", "id"].into_iter().chain(Row::KEYS).map(str::to_owned);
        let mut rows = vec![header.collect::<Vec<String>>()];
        rows.extend(self.rows().map(|(limit, row)| {
            let place = [depth(limit), row.name.clone()].into_iter();
            place.chain(row.csv()).collect()
        }));
        rows
    }
}

/// The number in `depth 8`.
fn depth(limit: &str) -> String {
    limit.trim_start_matches("depth ").to_owned()
}
