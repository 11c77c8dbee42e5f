//! The uses of techniques by two contenders, side by side.

use serde::Serialize;

use super::effort::{Effort, TechniqueUse};
use super::section::Part;
use crate::score::tally::ByContender;
use document::Table;
use stats::{Figure, words};

/// The use of one technique by both contenders.
#[derive(Clone, Debug, Serialize)]
pub struct TechniqueComparison {
    /// Its key in a match file.
    pub technique: &'static str,
    /// Each contender's use of it.
    #[serde(flatten)]
    pub uses: ByContender<TechniqueRates>,
}

/// The use of one technique by one contender, apart from the length of the match; figures are null where it was
/// never tried.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TechniqueRates {
    /// How often it was tried for each hundred nodes.
    pub tried_per_hundred_nodes: Figure,
    /// Per cent of the tries that succeeded.
    pub success: Figure,
    /// Per cent of all nodes that were visited on its account.
    pub share_of_nodes: Figure,
}

/// The least difference of a rate that a table shows.
const LEAST_SHOWN: f64 = 0.05;

impl TechniqueRates {
    fn of(used: Option<&TechniqueUse>, effort: &Effort) -> TechniqueRates {
        let percent =
            |part: u64, whole: u64| Figure((whole > 0).then(|| 100.0 * part as f64 / whole as f64));
        let none = Figure(None);
        used.map_or(
            TechniqueRates { tried_per_hundred_nodes: none, success: none, share_of_nodes: none },
            |used| TechniqueRates {
                tried_per_hundred_nodes: percent(used.tried, effort.nodes),
                success: percent(used.cut, used.tried),
                share_of_nodes: percent(used.nodes, effort.nodes),
            },
        )
    }

    /// The three rates, in the order of the table.
    pub(super) fn rates(&self) -> [Figure; 3] {
        [self.tried_per_hundred_nodes, self.success, self.share_of_nodes]
    }

    fn is_used(&self) -> bool {
        self.tried_per_hundred_nodes.0.is_some()
    }
}

impl TechniqueComparison {
    /// The difference of each rate, the first contender's less the second's; a technique that one of them does
    /// not use is used at a rate of zero, and has no success to compare.
    pub(super) fn differences(&self) -> [Option<f64>; 3] {
        let [first, second] = [&self.uses.first, &self.uses.second].map(TechniqueRates::rates);
        let success = first[1].0.zip(second[1].0).map(|(first, second)| first - second);
        let from_zero = |i: usize| Some(first[i].0.unwrap_or(0.0) - second[i].0.unwrap_or(0.0));
        [from_zero(0), success, from_zero(2)]
    }

    /// Whether the table shows any difference.
    pub(super) fn differs(&self) -> bool {
        self.differences().into_iter().flatten().any(|by| by.abs() >= LEAST_SHOWN)
    }

    /// Techniques of one contender alone come first, then those whose rates differ most.
    fn weight(&self) -> (bool, f64) {
        let alone = self.uses.first.is_used() != self.uses.second.is_used();
        (alone, self.differences().into_iter().flatten().map(f64::abs).sum())
    }
}

/// The techniques that a contender has tried, those that differ most first.
pub(super) fn compared(efforts: &ByContender<Effort>) -> Vec<TechniqueComparison> {
    let used = |effort: &'_ Effort, name: &str| {
        let found = effort.techniques.iter().find(|used| used.technique == name);
        TechniqueRates::of(found, effort)
    };
    let names = efforts.iter().flat_map(|effort| &effort.techniques).map(|used| used.technique);
    let mut compared: Vec<TechniqueComparison> = Vec::new();
    for technique in names {
        if compared.iter().all(|before| before.technique != technique) {
            compared.push(TechniqueComparison {
                technique,
                uses: efforts.map(|effort| used(effort, technique)),
            });
        }
    }
    compared.sort_by(|a, b| {
        let ((a_alone, a_by), (b_alone, b_by)) = (a.weight(), b.weight());
        b_alone.cmp(&a_alone).then(b_by.total_cmp(&a_by)).then(a.technique.cmp(b.technique))
    });
    compared
}

/// The rates of a technique, in the order of its rows.
const RATES: [(&str, &str); 3] =
    [("tried per 100 nodes", ""), ("success", " %"), ("share of nodes", " %")];

/// The table of the techniques that differ, and a sentence with those that do not.
pub(super) fn parts(names: [&str; 2], compared: &[TechniqueComparison]) -> Vec<Part> {
    let (differing, same): (Vec<_>, Vec<_>) =
        compared.iter().partition(|technique| technique.differs());
    let mut parts = Vec::new();
    if !differing.is_empty() {
        parts.push(Part::Table(table(names, &differing)));
        parts.push(Part::Note(
            "The techniques that differ most come first: those that one contender does not use, then by the sum of \
             the three differences. Success is the share of tries that pruned or changed something; the share of \
             nodes is of those visited on the technique's account."
                .to_owned(),
        ));
    }
    if !same.is_empty() {
        let names: Vec<&str> = same.iter().map(|technique| technique.technique).collect();
        parts.push(Part::Paragraph(format!("Used alike by both: {}.", names.join(", "))));
    }
    parts
}

/// The rates of these techniques.
fn table([first, second]: [&str; 2], techniques: &[&TechniqueComparison]) -> Table {
    let mut table = Table::new(["Techniques", first, second, "difference"]);
    for technique in techniques {
        let [first, second] =
            [&technique.uses.first, &technique.uses.second].map(|uses| uses.rates());
        let differences = technique.differences();
        for (i, (rate, unit)) in RATES.into_iter().enumerate() {
            // Most techniques visit no nodes of their own.
            let is_empty = |figure: Figure| figure.0.unwrap_or(0.0) == 0.0;
            if i > 0 && is_empty(first[i]) && is_empty(second[i]) {
                continue;
            }
            let cell = |figure: Figure| match figure.0 {
                None if i == 0 => "off".to_owned(),
                None => "-".to_owned(),
                Some(value) => format!("{}{unit}", words::decimal(value, 1)),
            };
            let by = differences[i].map_or_else(|| "-".to_owned(), |by| words::signed(by, 1));
            let name =
                if i == 0 { format!("{}, {rate}", technique.technique) } else { rate.to_owned() };
            table.row([name, cell(first[i]), cell(second[i]), by]);
        }
    }
    table
}
