//! Several matches side by side, a row each, as in Eiriksson's Tables 2 to 6.

mod compared;

use std::path::Path;

use serde::Serialize;

use super::notices::{bias, multiplicity};
use super::section::{ForestRow, Head, Notices, Part, Section};
use super::summary::{Ends, SCHEMA, Summary};
use document::Table;
use stats::stop::StopRules;
use stats::{Interval, words};

pub use compared::ComparedMatch;

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
            |compared: &ComparedMatch| Difference::of(compared.estimate(), matches[0].estimate());
        let differences = matches.iter().skip(1).map(to_first).collect();
        Comparison { schema: SCHEMA, matches, differences }
    }

    /// The rest of it.
    pub(super) fn sections(&self) -> Vec<Section> {
        let names = self.names();
        let forest = self.matches.iter().zip(&names).map(|(row, name)| ForestRow {
            name: name.clone(),
            estimate: row.summary.elo(),
            interval: Some(row.summary.interval().ends),
        });
        let forest = Part::Forest("Elo of the first contender over the second", forest.collect());
        let parts = [forest].into_iter().chain(Part::tables([self.table(&names)]));
        vec![Section::new("results", "Results", parts)]
    }

    /// The beginning of its report.
    pub(super) fn head(&self) -> Head {
        let count = words::several(self.matches.len() as u64, "match");
        let is_biased = self.matches.iter().any(|compared| compared.summary.is_biased());
        let notices = [bias(is_biased), multiplicity(self.matches.len(), "matches")];
        Head {
            title: count.replace("matchs", "matches"),
            tab: "Matches side by side".to_owned(),
            notices: Notices::of([], notices),
            ..Head::default()
        }
    }

    /// The names of the rows: matches of one name and the same contenders are told apart by their journals.
    fn names(&self) -> Vec<String> {
        let titles: Vec<String> = self.matches.iter().map(ComparedMatch::title).collect();
        let is_single = |title: &String| titles.iter().filter(|other| *other == title).count() == 1;
        let name = |(title, row): (&String, &ComparedMatch)| match is_single(title) {
            true => title.clone(),
            false => format!("{title}, {}", row.file),
        };
        titles.iter().zip(&self.matches).map(name).collect()
    }

    /// A row a match, with its difference from the first one.
    fn table(&self, names: &[String]) -> Table {
        let has_rules =
            self.matches.iter().any(|row| row.summary.facts.stop != StopRules::default());
        let heading = ["Match", "limit", "games", "winning %", "Elo", "interval", "valid as"];
        let is_alone = self.matches.len() == 1;
        let further = (!is_alone).then_some("Elo beyond the first [95 % CI]");
        let heading = heading.into_iter().chain(further).chain(has_rules.then_some("stop rules"));
        let mut table = Table::new(heading);
        let differences = self.differences.iter().map(|difference| {
            difference.map_or("n/a".to_owned(), |difference| {
                words::elo_with_interval(Some(difference.elo), difference.ends.interval())
            })
        });
        let differences = [String::new()].into_iter().chain(differences);
        for ((row, name), difference) in self.matches.iter().zip(names).zip(differences) {
            let Summary { games, .. } = &row.summary;
            let played = match games.played < games.planned {
                true => {
                    format!("{} of {}", words::count(games.played), words::count(games.planned))
                }
                false => words::count(games.played),
            };
            let in_force = row.summary.interval();
            let cells = [
                name.clone(),
                row.limits(),
                played,
                words::winning_percentage(games.all),
                words::elo(row.summary.elo()),
                words::interval(in_force.ends),
                in_force.name(),
            ];
            let further = (!is_alone).then_some(difference);
            let decision = has_rules.then(|| row.test_and_decision());
            table.row(cells.into_iter().chain(further).chain(decision));
        }
        table
    }
}

/// The Elo difference of a match, and its 95 % interval.
type Estimate = (Option<f64>, Interval);

/// The difference of two matches that share no game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Difference {
    /// Elo of one match less that of the other.
    pub elo: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub ends: Ends,
}

impl Difference {
    /// By the intervals of both (Zou and Donner 2008, "Construction of confidence limits about effect
    /// measures"): the squares of the distances from estimate to end add up.
    fn of(this: Estimate, other: Estimate) -> Option<Difference> {
        let [(this, ours), (other, theirs)] = [this, other];
        let finite = |elo: Option<f64>| elo.filter(|elo| elo.is_finite());
        let (this, other) = (finite(this)?, finite(other)?);
        let elo = this - other;
        let low = elo - (this - ours.low).hypot(theirs.high - other);
        let high = elo + (ours.high - this).hypot(other - theirs.low);
        Some(Difference { elo, ends: Interval { low, high }.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_distances_add_up() {
        let [this, other] = [(Some(20.0), 17.0, 26.0), (Some(5.0), -3.0, 9.0)]
            .map(|(elo, low, high)| (elo, Interval { low, high }));
        let difference = Difference::of(this, other).unwrap();
        let ends = difference.ends.interval();
        // 15 - hypot(3, 4) and 15 + hypot(6, 8).
        assert_eq!((difference.elo, ends.low, ends.high), (15.0, 10.0, 25.0));
        let won_all = (Some(f64::INFINITY), Interval { low: 10.0, high: f64::INFINITY });
        assert!(Difference::of(won_all, other).is_none());
    }
}
