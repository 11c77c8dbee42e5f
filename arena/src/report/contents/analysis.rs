//! What the sections of the analysis say in tables.

use crate::chess::record::Contender;
use crate::report::MatchReport;
use crate::report::analysis::{Divergences, MoveNumber, OpeningRow, SearchCourse, Swing};
use crate::report::score;
use document::Table;
use stats::words;

/// Ranges of move numbers, each up to the next one's first.
const PHASES: [u32; 5] = [1, 11, 21, 41, 61];
/// Swings that a text has room for.
const SWINGS: usize = 8;

/// The tables that a text has room for.
pub(in crate::report) fn tables(report: &MatchReport) -> impl Iterator<Item = Table> {
    let analysis = &report.analysis;
    let names = report.summary.facts.contenders.each_ref().map(|of| of.name.as_str());
    [
        Some(phases(names[0], &analysis.by_move_number.first)),
        Some(phases(names[1], &analysis.by_move_number.second)),
        Some(openings(names, &analysis.by_opening)),
        divergences(names, &analysis.divergences),
        swings(names, &analysis.swings),
    ]
    .into_iter()
    .flatten()
}

/// Depth, time and branching factor of a contender's searches by move number.
fn phases(name: &str, course: &SearchCourse) -> Table {
    let heading = format!("Moves of {name}");
    let mut table = Table::new([heading.as_str(), "depth", "time, ms", "branching factor"]);
    for (i, &from) in PHASES.iter().enumerate() {
        let to = PHASES.get(i + 1).map(|next| next - 1);
        let Some(means) = phase(course, from, to.unwrap_or(u32::MAX)) else { continue };
        let range = match to {
            Some(to) => format!("{from} to {to}"),
            None => format!("{from} and later"),
        };
        let cells = means.map(|(value, decimals)| words::decimal(value, decimals));
        table.row(std::iter::once(range).chain(cells));
    }
    table
}

/// Means over a range of move numbers: depth, milliseconds, branching factor, each with the
/// decimals that are worth showing.
fn phase(course: &SearchCourse, from: u32, to: u32) -> Option<[(f64, usize); 3]> {
    let of = || course.moves.iter().filter(|of| (from..=to).contains(&of.number));
    let moves: u64 = of().map(|of| of.moves).sum();
    let mean = |value: fn(&MoveNumber) -> f64| {
        of().map(|of| value(of) * of.moves as f64).sum::<f64>() / moves as f64
    };
    // A geometric mean, as its parts are.
    let branching = mean(|of| of.branching_factor.0.unwrap_or(1.0).ln()).exp();
    (moves > 0)
        .then(|| [(mean(|of| of.depth), 1), (mean(|of| 1e3 * of.seconds), 3), (branching, 2)])
}

/// In how many openings each contender scored more.
fn openings(names: [&str; 2], rows: &[OpeningRow]) -> Table {
    let count = |is: &dyn Fn(&OpeningRow) -> bool| {
        words::count(rows.iter().filter(|row| is(row)).count() as u64)
    };
    let mut table = Table::new(["Openings", "number"]);
    table.row([format!("{} scored more", names[0]), count(&|row| row.margin > 0)]);
    table.row([format!("{} scored more", names[1]), count(&|row| row.margin < 0)]);
    let level = |row: &OpeningRow| row.margin == 0;
    let decided = count(&|row| level(row) && row.decisive > 0);
    table.row(["level, with decided games".to_owned(), decided]);
    table.row(["all games drawn".to_owned(), count(&|row| level(row) && row.decisive == 0)]);
    table
}

/// Where pairs diverge, if there are any that do.
fn divergences(names: [&str; 2], divergences: &Divergences) -> Option<Table> {
    let mut table = Table::new(["The two games of a pair", "number"]);
    table.row(["pairs that diverge", &words::count(divergences.diverged_pairs)]);
    table.row(["first divergence: half of them by move", &divergences.median_move?.to_string()]);
    table.row(["pairs that are the same", &words::count(divergences.identical_pairs)]);
    for (name, won) in names.iter().zip(divergences.won.iter()) {
        table.row([format!("diverged and won by {name}"), words::count(*won)]);
    }
    Some(table)
}

/// The largest falls of an evaluation.
fn swings(names: [&str; 2], swings: &[Swing]) -> Option<Table> {
    let heading = ["Largest swings: its own score", "game", "move", "before", "a move later"];
    let mut table = Table::new(heading);
    for swing in swings.iter().take(SWINGS) {
        let name = match swing.contender {
            of if of == Contender::First as u8 => names[0],
            _ => names[1],
        };
        table.row([
            name,
            &swing.game.to_string(),
            &format!("{} {}", swing.move_number, swing.san),
            &score::text(swing.before),
            &score::text(swing.after),
        ]);
    }
    (!table.rows().is_empty()).then_some(table)
}
