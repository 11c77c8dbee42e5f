//! Reads the stored explanations of matches: which choices were worse, and which prunes hid it.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;

use super::played::directories;

/// The file with the numbers of an explanation.
pub const EXPLANATION: &str = "explain.json";

/// An explanation by `arena explain`, as far as the page has it.
#[derive(Clone, Debug, Deserialize)]
pub struct Explained {
    /// The name of the match.
    pub name: String,
    /// The nodes of each search of a judge.
    pub nodes: u64,
    pairings: [Pairing; 1],
}

/// The explanation of the one pairing of a match.
#[derive(Clone, Debug, Deserialize)]
pub struct Pairing {
    /// The positions in which the contenders first chose different moves.
    pub divergences: Divergences,
    /// The prunes behind the worse choices.
    pub blame: Blame,
}

/// The divergences by groups.
#[derive(Clone, Debug, Deserialize)]
pub struct Divergences {
    /// All of them.
    pub all: Group,
}

/// The judges' words about some divergences.
#[derive(Clone, Debug, Deserialize)]
pub struct Group {
    /// How many.
    pub choices: u64,
    /// Share in which the first contender's move was worse.
    pub first_worse: Estimate,
    /// Share in which the second contender's move was worse.
    pub second_worse: Estimate,
    /// Share in which the judges do not agree.
    pub disputed: f64,
    /// Expected score that the first contender loses in a divergence.
    pub loss: Estimate,
}

/// An estimate with the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// The lower end; `None` where there is no interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The prunes behind worse choices, divergences and swings.
#[derive(Clone, Debug, Deserialize)]
pub struct Blame {
    /// Sums by contender and cause.
    pub causes: Vec<Cause>,
}

/// The worse choices of a contender that hid behind a cause.
#[derive(Clone, Debug, Deserialize)]
pub struct Cause {
    /// 0 for the first contender, 1 for the second.
    pub contender: usize,
    /// A technique, `table entry`, `horizon` or `none found`.
    pub cause: String,
    /// How many.
    pub choices: u64,
    /// How many of them change when the prune is forbidden.
    pub changed: u64,
}

impl Cause {
    /// The cause in words.
    #[must_use]
    pub fn words(&self) -> String {
        self.cause.replace('_', " ")
    }
}

impl Explained {
    /// The explanation of the match's pairing.
    #[must_use]
    pub fn pairing(&self) -> &Pairing {
        let [pairing] = &self.pairings;
        pairing
    }

    /// The causes behind the first contender's worse choices, the most frequent first.
    #[must_use]
    pub fn causes(&self) -> Vec<&Cause> {
        let causes = self.pairing().blame.causes.iter();
        let mut causes: Vec<&Cause> = causes.filter(|cause| cause.contender == 0).collect();
        causes.sort_by_key(|cause| std::cmp::Reverse(cause.choices));
        causes
    }
}

/// All explanations that are kept in this directory, by the name of the match.
pub fn all(directory: &Path) -> anyhow::Result<Vec<Explained>> {
    let mut explained = directories(directory)?;
    explained.retain(|path| path.join(EXPLANATION).exists());
    explained.iter().map(|path| read(&path.join(EXPLANATION))).collect()
}

/// An explanation.
///
/// # Errors
///
/// If the file cannot be read, or is no explanation of a match of two contenders.
pub fn read(path: &Path) -> anyhow::Result<Explained> {
    let context = || path.display().to_string();
    serde_json::from_str(&fs::read_to_string(path).with_context(context)?).with_context(context)
}
