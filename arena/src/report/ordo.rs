//! The ratings as the table that readers of Ordo know.

use super::Report;
use super::pgn_results::PlayerSummary;
use super::summary::Summary;
use document::number::decimal;
use document::terminal;
use stats::Wdl;

/// A player's row.
struct Row<'a> {
    name: &'a str,
    rating: Option<f64>,
    error: Option<f64>,
    games: Wdl,
}

/// The players by their ratings, which are relative to the mean of all; errors are half the width of a 95 %
/// interval. Empty where a report has no players.
pub(super) fn text(report: &Report) -> String {
    let rows: Vec<Row<'_>> = match report {
        Report::Match(report) => of_two(&report.summary),
        _ => report
            .standings()
            .map_or_else(Vec::new, |standings| standings.players.iter().map(Row::of).collect()),
    };
    let longest = rows.iter().map(|row| terminal::width(row.name)).max().unwrap_or(0).max(6);
    let name = |text: &str| terminal::pad_right(text, longest);
    let mut text = format!("   # {} :  RATING  ERROR  POINTS  PLAYED   (%)\n", name("PLAYER"));
    for (number, row) in rows.iter().enumerate() {
        let value = |value: Option<f64>| value.map_or("----".to_owned(), |value| decimal(value, 1));
        let (games, points) = (row.games.games(), row.games.half_points() as f64 / 2.0);
        text += &format!(
            "{:>4} {} : {:>7} {:>6} {:>7} {:>7} {:>5}\n",
            number + 1,
            name(row.name),
            value(row.rating),
            value(row.error),
            decimal(points, 1),
            games,
            decimal(100.0 * points / games.max(1) as f64, 1)
        );
    }
    text
}

/// Two contenders, half of the difference each on its side of the mean.
fn of_two(summary: &Summary) -> Vec<Row<'_>> {
    let estimates = if summary.on_pairs.n > 0.0 { &summary.on_pairs } else { &summary.on_games };
    let elo = estimates.elo.0.filter(|elo| elo.is_finite());
    let error = estimates.t_elo_pm.0.filter(|_| elo.is_some()).map(|half| half / 2.0);
    let all = summary.games.all;
    let row = |name, sign: f64, games: Wdl| Row {
        name,
        rating: elo.map(|elo| sign * elo / 2.0),
        error,
        games,
    };
    let [first, second] = summary.names();
    let mut rows = vec![row(first, 1.0, all), row(second, -1.0, all.reversed())];
    rows.sort_by_key(|row| std::cmp::Reverse(row.games.half_points()));
    rows
}

impl Row<'_> {
    fn of(player: &PlayerSummary) -> Row<'_> {
        Row {
            name: &player.name,
            rating: player.elo.0,
            error: player.elo_pm.0,
            games: player.games,
        }
    }
}
