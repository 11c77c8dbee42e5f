//! The techniques of two contenders in one table, the largest difference first.

use crate::report::section::Part;
use crate::report::summary::Summary;
use crate::report::technique_uses::TechniqueComparison;
use document::Table;
use stats::{Figure, words};

/// The rates of a technique, in the order of its rows.
const RATES: [(&str, &str); 3] =
    [("tried per 100 nodes", ""), ("success", " %"), ("share of nodes", " %")];

/// The table of the techniques that differ, and a sentence with those that do not.
pub(super) fn parts(summary: &Summary) -> Vec<Part> {
    let (differing, same): (Vec<_>, Vec<_>) =
        summary.techniques.iter().partition(|technique| technique.differs());
    let mut parts = Vec::new();
    if !differing.is_empty() {
        parts.push(Part::Table(table(summary, &differing)));
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
fn table(summary: &Summary, techniques: &[&TechniqueComparison]) -> Table {
    let [first, second] = summary.names();
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
