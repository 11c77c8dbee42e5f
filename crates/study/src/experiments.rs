//! Reads the stored results of the study's experiments, searches of a suite.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The file of an experiment that has its numbers.
pub const NUMBERS: &str = "experiment.csv";
/// The file with each technique's work; reports of searches by depth do not have it.
pub const SHARES: &str = "techniques.csv";

/// The file with the nodes of each position.
pub const POSITIONS: &str = "nodes.csv";

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
    /// Positions solved.
    pub solved: u64,
    /// Positions with a known best move.
    pub solvable: u64,
    /// Of the nodes of the first configuration of its block.
    #[serde(skip)]
    pub percent: f64,
    /// Half the width of the 95 % interval of `percent`, over the positions; 0 for the first configuration.
    #[serde(skip)]
    half_width: f64,
}

impl Line {
    /// The nodes in percent of the first configuration, with half the width of their 95 % interval.
    pub fn percent(&self) -> String {
        match self.half_width {
            0.0 => format!("{:.1} %", self.percent),
            half => format!("{:.1} ± {half:.1} %", self.percent),
        }
    }
}

/// The nodes of each position in the searches of a line.
#[derive(Deserialize, Serialize)]
pub struct PositionNodes {
    /// The block of the experiment.
    pub block: String,
    /// The configuration searched.
    pub configuration: String,
    /// `depth 8`.
    pub limit: String,
    /// In the order of the suite, a space between two.
    pub nodes: String,
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
            let mut lines = rows(&numbers)?;
            add_intervals(&mut lines, &rows(&entry.path().join(POSITIONS))?)
                .with_context(|| numbers.display().to_string())?;
            let experiment = Experiment { lines, shares };
            found.insert(entry.file_name().to_string_lossy().into_owned(), experiment);
        }
    }
    Ok(found)
}

/// Adds the percentages and their intervals; the nodes of the positions have the order of the lines.
fn add_intervals(lines: &mut [Line], positions: &[PositionNodes]) -> anyhow::Result<()> {
    let nodes = positions.iter().map(|line| {
        line.nodes.split(' ').map(|nodes| nodes.parse().context("nodes of a position")).collect()
    });
    let nodes: Vec<Vec<f64>> = nodes.collect::<anyhow::Result<_>>()?;
    ensure!(nodes.len() == lines.len(), "{POSITIONS} has {} lines", nodes.len());
    for place in 0..lines.len() {
        let line = &lines[place];
        let is_base = |other: &Line| other.block == line.block && other.limit == line.limit;
        let base = lines.iter().position(is_base).unwrap_or(place);
        ensure!(
            nodes[place].iter().sum::<f64>() == line.nodes as f64
                && nodes[place].len() == nodes[base].len(),
            "the nodes of {:?}, {}, are not those of its positions",
            line.configuration,
            line.limit
        );
        lines[place].percent = 100.0 * lines[place].nodes as f64 / lines[base].nodes as f64;
        lines[place].half_width = half_width(&nodes[place], &nodes[base]);
    }
    Ok(())
}

/// Half the width of the 95 % interval of one sum in percent of another one over the same positions: the ratio's
/// residuals as a sample (Cochran, "Sampling Techniques", section 6.4).
fn half_width(ours: &[f64], base: &[f64]) -> f64 {
    let (sum, base_sum): (f64, f64) = (ours.iter().sum(), base.iter().sum());
    let residual = |(ours, base): (&f64, &f64)| ours - sum / base_sum * base;
    let squares: f64 = ours.iter().zip(base).map(|pair| residual(pair).powi(2)).sum();
    let positions = ours.len() as f64;
    196.0 * (squares * positions / (positions - 1.0)).sqrt() / base_sum
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_ratio_is_that_of_its_residuals() {
        assert_eq!(half_width(&[2.0, 4.0, 8.0], &[1.0, 2.0, 4.0]), 0.0);
        assert!((half_width(&[1.0, 3.0], &[2.0, 2.0]) - 98.0).abs() < 1e-9);
    }
}
