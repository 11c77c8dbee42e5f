//! Estimates with their intervals below each other, as forest plots have them.

use maud::{Markup, html};

use crate::report::section::ForestRow;
use stats::Interval;
use stats::words;

/// Elo beyond this is not drawn: one row would make all others a dot.
const LIMIT: f64 = 800.0;
/// The picture's own units.
const WIDTH: f64 = 1000.0;

/// The plot; nothing where no row has an estimate.
pub(super) fn forest(rows: &[ForestRow]) -> Markup {
    let clip = |value: f64| value.clamp(-LIMIT, LIMIT);
    let of_row = |row: &ForestRow| {
        let ends = row.interval.map(|interval| [interval.low, interval.high]).into_iter().flatten();
        row.estimate.into_iter().chain(ends).map(clip).collect::<Vec<f64>>()
    };
    let values = || rows.iter().flat_map(of_row);
    if rows.iter().all(|row| row.estimate.is_none()) {
        return html! {};
    }
    let (low, high) =
        values().fold((0.0_f64, 0.0_f64), |(l, h), value| (l.min(value), h.max(value)));
    let margin = ((high - low) * 0.04).max(1.0);
    let (low, high) = (low - margin, high + margin);
    let place = |elo: f64| words::decimal(WIDTH * (clip(elo) - low) / (high - low), 1);
    html! {
        div.scroll {
            table.forest {
                thead {
                    tr {
                        th scope="col" { }
                        th.axis scope="col" {
                            span { (words::decimal(low, 0)) } " " span { (words::signed(high, 0)) }
                        }
                        th scope="col" { "Elo, interval" }
                    }
                }
                tbody { @for row in rows { (self::row(row, &place)) } }
            }
        }
        p.note { "Dot: the estimate; line: its interval; the thin line is at 0 Elo." }
    }
}

fn row(row: &ForestRow, place: &dyn Fn(f64) -> String) -> Markup {
    let text = match (row.estimate, row.interval) {
        (Some(elo), Some(ends)) => words::elo_with_interval(Some(elo), ends),
        (elo, _) => words::elo(elo),
    };
    html! {
        tr {
            th scope="row" { (row.name) }
            td.picture {
                svg viewBox={ "0 0 " (WIDTH) " 20" } preserveAspectRatio="none" role="img"
                    aria-label={ (row.name) ": " (text) } {
                    line.zero x1=(place(0.0)) x2=(place(0.0)) y1="0" y2="20" {}
                    @if let Some(Interval { low, high }) = row.interval {
                        line.interval x1=(place(low)) x2=(place(high)) y1="10" y2="10" {}
                    }
                    @if let Some(elo) = row.estimate {
                        // A line of no length with round ends is a dot whatever the picture's shape.
                        line.estimate x1=(place(elo)) x2=(place(elo)) y1="10" y2="10" {}
                    }
                }
            }
            td { (text) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_an_end_stays_within_the_picture() {
        let row = |estimate, low, high| ForestRow {
            name: "a".to_owned(),
            estimate,
            interval: Some(Interval { low, high }),
        };
        let rows = [
            row(Some(20.0), -10.0, 50.0),
            row(Some(f64::INFINITY), 30.0, f64::INFINITY),
            row(None, f64::NEG_INFINITY, f64::INFINITY),
        ];
        let page = forest(&rows).into_string();
        assert_eq!(page.matches("class=\"estimate\"").count(), 2);
        assert!(!page.contains("NaN") && !page.contains("=\"inf"), "{page}");
        assert!(forest(&rows[2..]).into_string().is_empty());
    }
}
