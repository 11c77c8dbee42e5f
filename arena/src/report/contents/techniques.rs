//! The techniques of two contenders in one table, the largest difference first.

use crate::report::summary::Summary;
use crate::report::technique_uses::TechniqueComparison;
use document::{Block, Table};
use stats::{Figure, words};

/// The rates of a technique, in the order of its rows.
const RATES: [(&str, &str); 3] =
    [("tried per 100 nodes", ""), ("success", " %"), ("share of nodes", " %")];

/// The table of the techniques that differ, and a sentence with those that do not.
pub(in crate::report) fn blocks(summary: &Summary) -> Vec<Block> {
    let (differing, same): (Vec<_>, Vec<_>) =
        summary.techniques.iter().partition(|technique| technique.differs());
    let table = (!differing.is_empty()).then(|| Block::Table(table(summary, &differing)));
    let same = (!same.is_empty()).then(|| {
        let names: Vec<&str> = same.iter().map(|technique| technique.technique).collect();
        Block::Paragraph(format!("Used alike by both: {}.", names.join(", ")))
    });
    table.into_iter().chain(same).collect()
}

/// The rates of these techniques.
pub(in crate::report) fn table(summary: &Summary, techniques: &[&TechniqueComparison]) -> Table {
    let [first, second] =
        summary.facts.contenders.each_ref().map(|contender| contender.name.as_str());
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
