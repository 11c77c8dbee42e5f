//! Simulations as tables.

use document::number::percent;
use document::{Block, Document, Table};

use super::{Coverage, Endings, Simulation, Widths};
use crate::stop::Decision;
use crate::{Figure, words};

/// The settings of the simulations and the tables of their results. Several simulations are shown
/// side by side.
#[must_use]
pub fn document(simulations: &[Simulation]) -> Document {
    let Some(first) = simulations.first() else { return Document::default() };
    let document = Document::titled(setting(first));
    match simulations {
        [simulation] => {
            let mut document = document
                .paragraph(format!(
                    "Pair correlation {}, standard deviation of a pair's score {}.",
                    words::decimal(simulation.pair_correlation, 3),
                    words::decimal(simulation.pair_deviation, 3),
                ))
                .table(coverage(&simulation.coverage));
            document.0.extend(widths(&simulation.widths).map(Block::Table));
            document.table(endings(simulation))
        }
        several => document.table(side_by_side(several)),
    }
}

fn setting(simulation: &Simulation) -> String {
    let Simulation { matches, pairs, elo, draw_ratio, .. } = simulation;
    let mut parts = vec![
        format!(
            "{} of at most {}",
            words::several(u64::from(*matches), "match"),
            words::several(u64::from(*pairs), "pair")
        ),
        format!("{elo} Elo"),
        format!("draws between equals {}", percent(*draw_ratio)),
    ];
    parts.extend(simulation.book.map(|book| format!("openings {}", book.key())));
    parts.extend(simulation.openings.map(|openings| format!("a book of {openings}")));
    parts.join(", ")
}

fn coverage(coverage: &[Coverage]) -> Table {
    let mut table = Table::new(["95 % interval", "held the truth", "standard error"]);
    for Coverage { interval, share, error } in coverage {
        table.row([(*interval).to_owned(), percent(*share), words::decimal(100.0 * error, 2)]);
    }
    table
}

/// A column for every simulation.
fn side_by_side(simulations: &[Simulation]) -> Table {
    let deviations =
        simulations.iter().map(|simulation| words::decimal(simulation.pair_deviation, 3));
    let correlations =
        simulations.iter().map(|simulation| words::decimal(simulation.pair_correlation, 3));
    let row = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        std::iter::once(name.to_owned()).chain(cells).collect::<Vec<String>>()
    };
    let mut table = Table::new(row("pair correlation", &mut correlations.into_iter()));
    table.row(row("deviation of a pair's score", &mut deviations.into_iter()));
    let rows = simulations.iter().map(|simulation| simulation.coverage.len()).min().unwrap_or(0);
    for i in 0..rows {
        let name = format!("held the truth: {}", simulations[0].coverage[i].interval);
        table.row(row(
            &name,
            &mut simulations.iter().map(|simulation| percent(simulation.coverage[i].share)),
        ));
    }
    let looks = simulations.iter().map(|simulation| simulation.widths.len()).min().unwrap_or(0);
    for look in 0..looks {
        let pairs = words::several(u64::from(simulations[0].widths[look].pairs), "pair");
        for (name, width) in COLUMNS {
            let name = format!("relative width: {name}, {pairs}");
            let ratio = |simulation: &Simulation| words::ratio(width(&simulation.widths[look]).0);
            table.row(row(&name, &mut simulations.iter().map(ratio)));
        }
    }
    table
}

type WidthColumn = (&'static str, fn(&Widths) -> Figure);

/// The anytime-valid intervals whose widths are shown.
const COLUMNS: [WidthColumn; 3] = [
    ("anytime-valid", |row| row.anytime),
    ("this look alone", |row| row.this_look),
    ("order-free", |row| row.order_free),
];

fn widths(widths: &[Widths]) -> Option<Table> {
    let names = COLUMNS.map(|(name, _)| name);
    let mut table = Table::new(["widths relative to a single look's"].into_iter().chain(names));
    for row in widths {
        let pairs = format!("after {}", words::several(u64::from(row.pairs), "pair"));
        let cells = COLUMNS.map(|(_, width)| words::ratio(width(row).0));
        table.row(std::iter::once(pairs).chain(cells));
    }
    (!widths.is_empty()).then_some(table)
}

fn endings(Simulation { endings, rules, .. }: &Simulation) -> Table {
    let Endings { accepted_h1, accepted_h0, stronger, weaker, no_difference, undecided, .. } =
        *endings;
    let may_be = |decision| rules.iter().any(|rule| rule.decisions().contains(&decision));
    let mut table = Table::new(["end of the matches", "share or mean"]);
    for (is_shown, name, share) in [
        (may_be(Decision::H1), "test accepts H1", accepted_h1),
        (may_be(Decision::H0), "test accepts H0", accepted_h0),
        (may_be(Decision::Stronger), "shown to be stronger", stronger),
        (may_be(Decision::Weaker), "shown to be weaker", weaker),
        (may_be(Decision::NoDifference), "no difference that matters", no_difference),
        (!rules.is_empty(), "undecided", undecided),
    ] {
        if is_shown {
            table.row([name.to_owned(), percent(share)]);
        }
    }
    table.row(["pairs on average".to_owned(), words::decimal(endings.mean_pairs, 1)]);
    table.row(["Elo on average".to_owned(), words::decimal(endings.mean_elo, 1)]);
    table
}
