//! The effort of the contenders: their searches, their techniques and their clocks, in tables.

use std::iter;

use crate::report::analysis::search::{count, decimal};
use crate::report::effort::{Agreement, Effort, TechniqueUse};
use document::Table;
use stats::words;

/// The searches of these contenders, one column for each.
pub(in crate::report) fn per_move(sides: &[&Effort]) -> Table {
    let names = sides.iter().map(|effort| effort.name.as_str());
    let mut table = Table::new(iter::once("Search, per move").chain(names));
    let mut row = |name: &str, text: &dyn Fn(&Effort) -> String| {
        let cells = sides.iter().map(|effort| text(effort));
        table.row(iter::once(name.to_owned()).chain(cells));
    };
    row("nodes", &|effort| count(effort.nodes_per_move.0));
    row("depth", &|effort| decimal(effort.depth.0, 1));
    row("selective depth", &|effort| decimal(effort.selective_depth.0, 1));
    row("time, ms", &|effort| decimal(effort.seconds_per_move.0.map(|seconds| 1e3 * seconds), 3));
    row("nodes per second", &|effort| count(effort.nodes_per_second.0));
    row("moves in all", &|effort| words::count(effort.moves));
    row("time forfeits", &|effort| words::count(effort.time_forfeits));
    if sides.iter().any(|effort| effort.forgiven_moves > 0) {
        row("moves late within the margin, not lost", &|effort| {
            words::count(effort.forgiven_moves)
        });
    }
    row("largest overrun of the soft deadline, ms", &|effort| {
        words::decimal(1e3 * effort.largest_soft_overrun, 1)
    });
    row("largest overrun of the hard deadline, ms", &|effort| {
        words::decimal(1e3 * effort.largest_hard_overrun, 1)
    });
    table
}

/// The counts of the techniques of each contender, in one table for each that has any. The last column is the
/// share of all nodes that were visited on the technique's account.
pub(in crate::report) fn techniques(sides: &[&Effort]) -> impl Iterator<Item = Table> {
    sides.iter().filter(|effort| !effort.techniques.is_empty()).map(|effort| {
        let heading = format!("Techniques of {}", effort.name);
        let mut table = Table::new([heading.as_str(), "tried", "cut", "cut %", "nodes", "nodes %"]);
        for &TechniqueUse { technique, tried, cut, nodes } in &effort.techniques {
            let share = words::percent(cut, tried);
            table.row([
                technique.to_owned(),
                words::count(tried),
                words::count(cut),
                share,
                words::count(nodes),
                words::percent(nodes, effort.nodes),
            ]);
        }
        table
    })
}

/// How the clocks of runner and programs agree, where there is anything to compare.
pub(in crate::report) fn clocks(sides: &[&Effort]) -> Option<Table> {
    if sides.iter().all(|effort| effort.timing.is_none()) {
        return None;
    }
    let mut table = Table::new([
        "Time beyond the engine's own account, ms",
        "moves",
        "median",
        "99 %",
        "largest",
        "late without margin",
        "by at most, ms",
    ]);
    let millis = |seconds: f64| words::decimal(1e3 * seconds, 3);
    let agreement = |name: String, measured: &Agreement| {
        let times = [measured.median, measured.percentile_99, measured.largest].map(millis);
        [name, words::count(measured.moves)].into_iter().chain(times)
    };
    for effort in sides {
        let name = &effort.name;
        let Some(timing) = &effort.timing else { continue };
        let late = [words::count(u64::from(timing.late_moves)), millis(timing.latest)];
        table.row(agreement((*name).to_owned(), &timing.all).chain(late));
        if timing.tables.len() > 1 {
            for (number, of_thread) in &timing.tables {
                let blank = [String::new(), String::new()];
                table.row(
                    agreement(format!("{name}, game thread {number}"), of_thread).chain(blank),
                );
            }
        }
    }
    Some(table)
}
