//! Reads the stored results of the study's experiments, searches of a suite.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The file of an experiment that has its numbers.
pub const NUMBERS: &str = "experiment.csv";
/// The file with each technique's work; reports of searches by depth do not have it.
pub const SHARES: &str = "techniques.csv";

/// A line: a configuration at a limit.
#[derive(Clone, Debug, Deserialize)]
pub struct Line {
    /// The block of the experiment; empty if it has only one.
    pub block: String,
    /// The configuration searched.
    pub configuration: String,
    /// `depth 8`.
    pub limit: String,
    /// Nodes of all positions.
    pub nodes: u64,
    /// Of the nodes of the first configuration of its block.
    pub percent: f64,
    /// Positions solved.
    pub solved: u64,
    /// Positions with a known best move.
    pub solvable: u64,
}

/// A technique's work in all searches of a configuration.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Share {
    /// The block of the experiment.
    pub block: String,
    /// The configuration searched.
    pub configuration: String,
    /// The technique that is counted.
    pub technique: String,
    /// Attempts.
    pub tried: u64,
    /// Attempts that pruned.
    pub cut: u64,
    /// Nodes that its attempts searched.
    pub nodes: u64,
}

/// The stored results of an experiment.
pub struct Experiment {
    /// A line for each configuration.
    pub lines: Vec<Line>,
    /// The shares of the techniques.
    pub shares: Vec<Share>,
}

/// The experiments that are kept in a directory, by name.
pub type Experiments = BTreeMap<String, Experiment>;

/// All experiments that are kept in this directory.
pub fn all(directory: &Path) -> anyhow::Result<Experiments> {
    let mut found = Experiments::new();
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let entry = entry?;
        let (numbers, shares) = (entry.path().join(NUMBERS), entry.path().join(SHARES));
        if numbers.exists() {
            let shares = if shares.exists() { rows(&shares)? } else { Vec::new() };
            let experiment = Experiment { lines: rows(&numbers)?, shares };
            found.insert(entry.file_name().to_string_lossy().into_owned(), experiment);
        }
    }
    Ok(found)
}

/// The rows of a CSV file.
pub fn rows<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let context = || path.display().to_string();
    let rows = csv::Reader::from_path(path).with_context(context)?.into_deserialize();
    rows.collect::<Result<_, _>>().with_context(context)
}

/// The limits of an experiment, in its order.
pub fn limits(lines: &[Line]) -> Vec<&str> {
    distinct(lines.iter().map(|line| line.limit.as_str()))
}

/// The distinct values, in the order of their first occurrence.
pub fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    values.for_each(|value| {
        if !found.contains(&value) {
            found.push(value);
        }
    });
    found
}
