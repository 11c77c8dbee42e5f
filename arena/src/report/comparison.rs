//! Several matches side by side, a row each, as in Eiriksson's Tables 2 to 6.

mod compared;
mod difference;

use std::path::Path;

use serde::Serialize;

use super::RenderError;
use super::notices::{Weight, bias, multiplicity};
use super::section::{Contents, Head, Part, Section};
use super::summary::{SCHEMA, Summary};
use document::Table;
use stats::stop::StopRules;
use stats::words;

pub use compared::ComparedMatch;
pub use difference::Difference;

/// Matches of two contenders each.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Version of this layout.
    pub schema: u32,
    /// The matches, in the order they were given in.
    pub matches: Vec<ComparedMatch>,
    /// How much the first contender of each match but the first gained beyond that of the first match, in
    /// Elo; `null` where there is no number.
    pub differences: Vec<Option<Difference>>,
}

impl Comparison {
    /// These matches side by side, each with its journal.
    #[must_use]
    pub fn of<'a>(matches: impl IntoIterator<Item = (&'a Path, &'a Summary)>) -> Comparison {
        let compared = |(file, summary): (&Path, &Summary)| ComparedMatch::of(file, summary);
        let matches: Vec<ComparedMatch> = matches.into_iter().map(compared).collect();
        let to_first =
            |compared: &ComparedMatch| Difference::of(&compared.headline, &matches[0].headline);
        let differences = matches.iter().skip(1).map(to_first).collect();
        Comparison { schema: SCHEMA, matches, differences }
    }

    /// The contents of its report.
    pub(super) fn contents(&self) -> Contents {
        let rows = self.matches.iter().map(ComparedMatch::forest_row).collect();
        let forest = Part::Forest("Elo of the first contender over the second", rows);
        let tables = [self.papers_table(), self.verdicts()].into_iter();
        let tables =
            tables.chain(self.differences()).chain([self.places()]).chain(self.questions());
        let parts = [forest].into_iter().chain(Part::tables(tables));
        let count = words::several(self.matches.len() as u64, "match");
        let is_biased = self.matches.iter().any(|compared| compared.is_biased);
        let notices = [bias(is_biased), multiplicity(self.matches.len(), "matches")];
        Contents {
            head: Head {
                title: count.replace("matchs", "matches"),
                tab: "Matches side by side".to_owned(),
                notices: Weight::Background.notices(notices).collect(),
                ..Head::default()
            },
            sections: vec![Section::new("results", "Results", parts)],
        }
    }

    /// Score, winning percentage and Elo difference by the papers' method.
    fn papers_table(&self) -> Table {
        let mut table =
            Table::new(["Match", "limit", "score", "winning %", "winning ratio", "Elo difference"]);
        for row in &self.matches {
            let plus_minus = match (row.papers_elo.0, row.papers_elo_pm.0) {
                (Some(elo), Some(half)) => words::plus_minus(elo, half),
                _ => None,
            };
            let elo = plus_minus.unwrap_or_else(|| words::elo(row.papers_elo.0));
            let score = words::points(row.games);
            let percentage = words::winning_percentage(row.games);
            let ratio = words::winning_ratio(row.games);
            table.row([row.names(), row.limits(), score, percentage, ratio, elo]);
        }
        table
    }

    /// Elo with its intervals, and the decision of the rules.
    fn verdicts(&self) -> Table {
        let has_rules = self.matches.iter().any(|row| row.stop_rules != StopRules::default());
        let heading = ["Elo, by pairs", "Elo", "interval", "valid as", "LOS", "games", "planned"];
        let mut table = Table::new(heading.into_iter().chain(has_rules.then_some("stop rules")));
        for row in &self.matches {
            let cells = [
                row.names(),
                words::elo(row.elo),
                words::interval(row.in_force.ends),
                row.in_force.name(),
                words::probability(row.los.0.unwrap_or(0.5)),
                words::count(row.games.games()),
                words::count(row.planned),
            ];
            table.row(cells.into_iter().chain(has_rules.then(|| row.test_and_decision())));
        }
        table
    }

    /// The difference of each match from the first one.
    fn differences(&self) -> Option<Table> {
        let first = self.matches.first()?;
        let mut table = Table::new([
            format!("Elo beyond that of {}", first.title()),
            "Elo".to_owned(),
            "95 % CI".to_owned(),
        ]);
        for (row, difference) in self.matches.iter().skip(1).zip(&self.differences) {
            let elo =
                difference.map_or("n/a".to_owned(), |difference| words::signed(difference.elo, 1));
            let ends = difference.map(|difference| words::interval(difference.ends.interval()));
            table.row([row.title(), elo, ends.unwrap_or("n/a".to_owned())]);
        }
        (self.matches.len() > 1).then_some(table)
    }

    /// Where the games are, and who played.
    fn places(&self) -> Table {
        let mut table = Table::new(["Match", "contenders", "journal"]).of_words();
        for row in &self.matches {
            table.row([row.name.clone(), row.names(), row.file.clone()]);
        }
        table
    }

    fn questions(&self) -> Option<Table> {
        let mut table = Table::new(["Match file", "question"]).of_words();
        for row in &self.matches {
            table.row([row.name.as_str(), row.question.as_deref().unwrap_or_default()]);
        }
        self.matches.iter().any(|row| row.question.is_some()).then_some(table)
    }

    /// A row a match.
    pub(super) fn csv(&self) -> Result<String, RenderError> {
        Ok(document::csv_records(self.matches.iter().map(ComparedMatch::record))?)
    }
}
