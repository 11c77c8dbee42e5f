//! Simulations in words.

use std::fmt::Write as _;

use super::{Coverage, Endings, Simulation, Widths};
use crate::report::words;
use crate::stop::StopRule;
use document::terminal;

/// What was simulated, and the tables of what came of it. Several simulations are told side by side.
pub(super) fn text(simulations: &[Simulation]) -> String {
    let Some(first) = simulations.first() else { return String::new() };
    let mut text = setting(first);
    match simulations {
        [simulation] => {
            coverage(&mut text, simulation);
            text.push('\n');
            widths(&mut text, &simulation.widths);
            ending(&mut text, simulation);
        }
        several => side_by_side(&mut text, several),
    }
    text
}

fn setting(simulation: &Simulation) -> String {
    let Simulation { matches, pairs, elo, draw_ratio, openings, .. } = simulation;
    let mut text = format!(
        "{} of at most {}, {elo} Elo, draws between equals {}",
        match matches {
            1 => "1 match".to_owned(),
            matches => format!("{} matches", words::count(u64::from(*matches))),
        },
        words::several(u64::from(*pairs), "pair"),
        percent(*draw_ratio),
    );
    if let Some(book) = simulation.book {
        let _ = write!(text, ", openings {}", format!("{book:?}").to_lowercase());
    }
    if let Some(openings) = openings {
        let _ = write!(text, ", a book of {openings}");
    }
    text + "\n\n"
}

fn coverage(text: &mut String, simulation: &Simulation) {
    let _ = writeln!(
        text,
        "pair correlation {}, standard deviation of a pair's score {}\n",
        words::decimal(simulation.pair_correlation, 3),
        words::decimal(simulation.pair_deviation, 3),
    );
    let name = |coverage: &Coverage| terminal::width(coverage.interval);
    let width = simulation.coverage.iter().map(name).max().unwrap_or(0);
    let _ = writeln!(text, "{}    held the truth", terminal::pad_right("95 % interval", width));
    for Coverage { interval, share, error } in &simulation.coverage {
        let error = words::decimal(100.0 * error, 2);
        let interval = terminal::pad_right(interval, width);
        let _ = writeln!(text, "  {interval}  {:>6} (error {error})", percent(*share));
    }
}

/// A column for every simulation.
fn side_by_side(text: &mut String, simulations: &[Simulation]) {
    let rows = simulations.iter().map(|simulation| simulation.coverage.len()).min().unwrap_or(0);
    let names = (0..rows).map(|row| simulations[0].coverage[row].interval);
    let width = names.clone().map(str::len).max().unwrap_or(0);
    let mut line = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: String = cells.map(|cell| format!("{cell:>9}")).collect();
        let _ = writeln!(text, "{name:<width$}  {cells}");
    };
    let all = || simulations.iter();
    line("pair correlation", &mut all().map(|of| words::decimal(of.pair_correlation, 3)));
    line("deviation of a pair's score", &mut all().map(|of| words::decimal(of.pair_deviation, 3)));
    line("", &mut std::iter::empty());
    line("95 % interval: held the truth", &mut std::iter::empty());
    for (row, name) in names.enumerate() {
        line(name, &mut all().map(|of| percent(of.coverage[row].share)));
    }
    line("", &mut std::iter::empty());
    line("widths relative to a single look's", &mut std::iter::empty());
    let looks = simulations.iter().map(|of| of.widths.len()).min().unwrap_or(0);
    for look in 0..looks {
        let pairs = words::several(u64::from(simulations[0].widths[look].pairs), "pair");
        for (name, width) in COLUMNS {
            let name = format!("{name}, {pairs}");
            line(&name, &mut all().map(|of| words::ratio(width(&of.widths[look]).0)));
        }
    }
}

type Column = (&'static str, fn(&Widths) -> crate::report::Figure);

/// The anytime-valid intervals whose widths are told.
const COLUMNS: [Column; 4] = [
    ("anytime-valid", |of| of.anytime),
    ("this look alone", |of| of.this_look),
    ("order-free, planned", |of| of.order_free_planned),
    ("order-free", |of| of.order_free),
];

fn widths(text: &mut String, widths: &[Widths]) {
    if widths.is_empty() {
        return;
    }
    let _ = write!(text, "{:<36}", "widths relative to a single look's");
    let _ = writeln!(text, "{}", COLUMNS.map(|(name, _)| format!("{name:>21}")).concat());
    for of in widths {
        let pairs = format!("  after {}", words::several(u64::from(of.pairs), "pair"));
        let cells = COLUMNS.map(|(_, width)| format!("{:>21}", words::ratio(width(of).0)));
        let _ = writeln!(text, "{pairs:<36}{}", cells.concat());
    }
    text.push('\n');
}

fn ending(text: &mut String, Simulation { endings, rules, .. }: &Simulation) {
    let Endings { accepted_h1, accepted_h0, stronger, weaker, undecided, .. } = *endings;
    let has = |is: fn(&StopRule) -> bool| rules.iter().any(is);
    let has_test = has(|rule| matches!(rule, StopRule::Sprt(_)));
    let has_interval = has(|rule| matches!(rule, StopRule::Confidence { .. }));
    let rows = [
        (has_test, "test accepts H1", accepted_h1),
        (has_test, "test accepts H0", accepted_h0),
        (has_interval, "shown to be stronger", stronger),
        (has_interval, "shown to be weaker", weaker),
        (has_test || has_interval, "undecided", undecided),
    ];
    for (_, name, share) in rows.into_iter().filter(|(is_told, ..)| *is_told) {
        let _ = writeln!(text, "{name:<22}{:>8}", percent(share));
    }
    let _ =
        writeln!(text, "{:<22}{:>8}", "pairs on average", words::decimal(endings.mean_pairs, 1));
    let _ = writeln!(text, "{:<22}{:>8}", "Elo on average", words::decimal(endings.mean_elo, 1));
}

fn percent(share: f64) -> String {
    format!("{} %", words::decimal(100.0 * share, 1))
}
