//! A table with a row for every game, as CSV: for spreadsheets and statistics programs.

use super::RenderError;
use super::analysis::Replays;
use document::Rows;

const HEADER: [&str; 12] = [
    "game",
    "pair",
    "opening",
    "eco",
    "opening_name",
    "white",
    "black",
    "result",
    "white_points",
    "end",
    "plies",
    "incident",
];

/// The games of a journal, in the order of the schedule.
pub(super) fn csv(replays: &Replays) -> Result<String, RenderError> {
    let mut table = Rows::new();
    table.row(HEADER)?;
    for row in &replays.rows {
        let name =
            |player: usize| replays.players.get(player).map_or("", |player| player.name.as_str());
        let white_points = match row.result {
            "1-0" => "1",
            "0-1" => "0",
            _ => "0.5",
        };
        table.row([
            &row.game.to_string(),
            &row.game.div_ceil(2).to_string(),
            &row.opening.to_string(),
            row.eco.as_deref().unwrap_or_default(),
            row.name.as_deref().unwrap_or_default(),
            name(row.white),
            name(row.black),
            row.result,
            white_points,
            row.end.name(),
            &row.plies.to_string(),
            row.incident.as_deref().unwrap_or_default(),
        ])?;
    }
    Ok(table.text()?)
}
