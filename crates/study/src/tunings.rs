//! Reads the stored results of the study's tunings.

use std::path::Path;

use anyhow::{Context as _, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::experiments::rows;
use super::played::directories;

/// The journal of a tuning, an iteration a line.
pub const JOURNAL: &str = "iterations.jsonl";
/// The file of a tuning that has its outcome, a parameter a line.
pub const PARAMETERS: &str = "parameters.csv";

/// A parameter's outcome.
#[derive(Clone, Debug, Deserialize)]
pub struct Parameter {
    /// `technique.parameter`.
    #[serde(rename = "parameter")]
    pub name: String,
    /// The value of the paper's form, before the first game.
    pub start: String,
    /// Mean of the values over the last half of the iterations.
    pub mean: String,
    /// Standard deviation of those.
    pub spread: String,
    /// The mean, rounded.
    pub tuned: String,
    /// `1 to 8`.
    pub range: String,
}

/// A finished tuning.
pub struct Tuning {
    /// The name of its file.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// The outcome, in the order of the file.
    pub parameters: Vec<Parameter>,
}

/// All tunings that are kept in this directory, by name.
pub fn all(directory: &Path) -> anyhow::Result<Vec<Tuning>> {
    let mut tunings = directories(directory)?;
    tunings.retain(|path| path.join(JOURNAL).exists());
    tunings.iter().map(|path| read(path).with_context(|| path.display().to_string())).collect()
}

/// A tuning's outcome.
///
/// # Errors
///
/// If a file is missing or damaged, or the tuning is not finished.
pub fn read(directory: &Path) -> anyhow::Result<Tuning> {
    let journal = bounded::read_text(directory.join(JOURNAL), bounded::LARGE).context(JOURNAL)?;
    let mut lines = journal.lines().map(serde_json::from_str);
    let facts: Value = lines.next().context("an empty journal")??;
    let number = |key: &str| facts[key].as_u64().with_context(|| key.to_owned());
    let (planned, finished) =
        (number("iterations")?, lines.collect::<Result<Vec<Value>, _>>()?.len() as u64);
    ensure!(finished == planned, "not finished: {finished} of {planned} iterations");
    let name = directory.file_name().context("a directory's name")?.to_string_lossy().into_owned();
    let parameters = rows(&directory.join(PARAMETERS))?;
    Ok(Tuning { name, games: 2 * planned * number("pairs")?, parameters })
}
