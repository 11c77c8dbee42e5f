//! A table with a row for every game, as CSV: for spreadsheets and statistics programs.

use super::analysis::{GameRow, Replays};

/// The games of a journal, in the order of the schedule.
pub(super) fn csv(replays: &Replays) -> String {
    let mut rows: Vec<&GameRow> = replays.table.iter().collect();
    rows.sort_by_key(|row| row.game);
    document::csv_records(rows.into_iter().map(|row| record(replays, row)))
}

/// The cells of a game's row, with their headings.
fn record(replays: &Replays, row: &GameRow) -> [(&'static str, String); 12] {
    let name = |player: u32| {
        replays.players.get(player as usize).map_or_else(String::new, |player| player.name.clone())
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
        ("eco", row.eco.as_deref().unwrap_or_default().to_owned()),
        ("opening_name", row.name.as_deref().unwrap_or_default().to_owned()),
        ("white", name(row.white)),
        ("black", name(row.black)),
        ("result", row.result.to_owned()),
        ("white_points", white_points.to_owned()),
        ("end", row.end.name().to_owned()),
        ("plies", row.plies.to_string()),
        ("incident", row.incident.as_deref().unwrap_or_default().to_owned()),
    ]
}
