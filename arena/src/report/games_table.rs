//! A table with a row for every game, as CSV: for spreadsheets and statistics programs.

use super::RenderError;
use super::analysis::Replays;

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
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for row in &replays.rows {
        let name = |player: usize| replays.players.get(player).map_or("", |of| of.name.as_str());
        let white_points = match row.result {
            "1-0" => "1",
            "0-1" => "0",
            _ => "0.5",
        };
        writer.write_record([
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
    text(writer)
}

/// What a writer has written.
pub(super) fn text(writer: csv::Writer<Vec<u8>>) -> Result<String, RenderError> {
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
