//! The openings: which the contenders' difference decided.

use std::borrow::Cow;

use maud::{Markup, html};

use crate::report::analysis::OpeningRow;
use stats::Wdl;
use stats::words;

/// Rows that are shown at first.
const SHOWN: usize = 20;
/// Games of an opening that are linked to.
const LINKS: usize = 12;

/// The section.
pub(super) fn of(names: [&str; 2], rows: &[OpeningRow]) -> Markup {
    let count = |is: &dyn Fn(&OpeningRow) -> bool| {
        words::count(rows.iter().filter(|row| is(row)).count() as u64)
    };
    html! {
        p {
            "Of " (words::several(rows.len() as u64, "opening")) ", "
            span.first { (names[0]) } " scored more in " b { (count(&|row| row.margin > 0)) } " and "
            span.second { (names[1]) } " in " b { (count(&|row| row.margin < 0)) } "; "
            b { (count(&|row| !row.is_flipped() && row.decisive > 0)) }
            " came out level with decided games, "
            b { (count(&|row| !row.is_flipped() && row.decisive == 0)) } " with draws alone."
        }
        (table(names, &rows[..rows.len().min(SHOWN)]))
        @if rows.len() > SHOWN {
            details {
                summary { "The other " (words::count((rows.len() - SHOWN) as u64)) " openings" }
                (table(names, &rows[SHOWN..]))
            }
        }
    }
}

fn table(names: [&str; 2], rows: &[OpeningRow]) -> Markup {
    html! {
        div.scroll {
            table.openings {
                thead {
                    tr {
                        th scope="col" { "Opening" }
                        th scope="col" { "margin" }
                        th scope="col" { (names[0]) " as White" }
                        th scope="col" { "as Black" }
                        th.wide scope="col" { "games" }
                    }
                }
                tbody { @for row in rows { (self::row(row)) } }
            }
        }
    }
}

fn row(row: &OpeningRow) -> Markup {
    let lean = match row.margin {
        0 => "level",
        margin if margin > 0 => "won",
        _ => "lost",
    };
    html! {
        tr {
            th scope="row" {
                span.number { (row.opening) }
                @if let Some(eco) = &row.eco { span.eco { (eco) } }
                @if let Some(name) = &row.name { (name) } @else { span.line title=(row.line) { (short(&row.line)) } }
            }
            td .(lean) { (words::signed(row.margin as f64, 0)) }
            td { (results(row.as_white)) }
            td { (results(row.as_black)) }
            td.wide.games {
                @for game in row.games.iter().take(LINKS) { a href={ "#game-" (game) } { (game) } " " }
                @if row.games.len() > LINKS { "…" }
            }
        }
    }
}

/// A line of moves as it is; of a position the beginning of its board, for the number tells it already.
fn short(line: &str) -> Cow<'_, str> {
    const BOARD: usize = 20;
    match line.split_once(' ') {
        Some((board, _)) if board.matches('/').count() == 7 => {
            Cow::Owned(format!("{}…", board.chars().take(BOARD).collect::<String>()))
        }
        _ => Cow::Borrowed(line),
    }
}

/// `+3 =2 -1`, as chess players write results.
fn results(games: Wdl) -> String {
    let Wdl { wins, draws, losses } = games;
    let parts = [("+", wins), ("=", draws), ("-", losses)];
    let shown = parts.iter().filter(|(_, count)| *count > 0);
    shown.map(|(sign, count)| format!("{sign}{count}")).collect::<Vec<_>>().join(" ")
}
