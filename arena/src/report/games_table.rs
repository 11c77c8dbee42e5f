//! A table with a row for every game, as CSV: for spreadsheets and statistics programs.

use super::RenderError;
use super::analysis::{Replay, Replays};

/// The games of a journal, in the order of the schedule.
pub(super) fn csv(replays: &Replays) -> Result<String, RenderError> {
    Ok(document::csv_records(replays.rows.iter().map(|row| record(replays, row)))?)
}

/// The cells of a game's row, with their headings.
fn record(replays: &Replays, row: &Replay) -> [(&'static str, String); 12] {
    let name = |player: usize| {
        replays.players.get(player).map_or_else(String::new, |player| player.name.clone())
    };
    let white_points = match row.result {
        "1-0" => "1",
        "0-1" => "0",
        _ => "0.5",
    };
    [
        ("game", row.game.to_string()),
        ("pair", row.game.div_ceil(2).to_string()),
        ("opening", row.opening.to_string()),
        ("eco", row.eco.clone().unwrap_or_default()),
        ("opening_name", row.name.clone().unwrap_or_default()),
        ("white", name(row.white)),
        ("black", name(row.black)),
        ("result", row.result.to_owned()),
        ("white_points", white_points.to_owned()),
        ("end", row.end.name().to_owned()),
        ("plies", row.plies.to_string()),
        ("incident", row.incident.clone().unwrap_or_default()),
    ]
}
