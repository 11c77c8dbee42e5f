//! The searches to run: every position of a suite, by every configuration, under every limit.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use engine::Limits;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Suite;
use super::configuration::Configuration;

use arena::chess::limits::DEPTH;
use arena::config::{Supervision, UciSettings};
use arena::storage::differences::{Differences, Parts};
use arena::storage::json_lines::{JournalFacts, JournalKind};

/// The limit of each search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteLimit {
    /// Nominal depth, in plies.
    Depth(u32),
    /// Nodes.
    Nodes(u64),
    /// Time.
    MoveTime(Duration),
}

/// A plan: the command's searches, checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The positions.
    pub suite: Suite,
    /// The configurations; the first one is the baseline.
    pub configurations: Vec<Configuration>,
    /// The limits, from the least to the greatest.
    pub limits: Vec<SuiteLimit>,
    /// Transposition table of the engine in this process, in MiB.
    pub hash: usize,
    /// The timeouts of programs.
    pub supervision: Supervision,
}

/// One search of a plan: indices into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Task {
    /// Index of the configuration.
    pub configuration: usize,
    /// Index of the limit.
    pub limit: usize,
    /// Index of the position.
    pub position: usize,
}

/// Everything that a plan's results depend on; a journal begins with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanFacts {
    /// The suite's file name.
    pub suite: String,
    /// The number of positions.
    pub positions: usize,
    /// SHA-256 of the file, in hexadecimal.
    pub digest: String,
    /// The limits in words.
    pub limits: Vec<String>,
    /// Transposition table, in MiB.
    pub hash_mebibytes: usize,
    /// The configurations.
    pub configurations: Vec<ConfigurationFacts>,
}

/// Everything that a configuration's results depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigurationFacts {
    /// Name.
    pub name: String,
    /// Techniques with their parameters, or a program with its options and files, on one line.
    pub search: String,
    /// The same by name, to be compared.
    #[serde(default)]
    pub parts: Parts,
    /// Nodes of a fixed set of searches, or the beginning of a program's digest; see
    /// [`arena::player::signature`].
    pub signature: u64,
    /// Whether it is a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_program: bool,
}

impl ConfigurationFacts {
    fn of(configuration: &Configuration) -> ConfigurationFacts {
        let (search, signature) = configuration.facts();
        ConfigurationFacts {
            name: configuration.name.clone(),
            search,
            parts: configuration.parts(),
            signature,
            is_program: configuration.engine.program().is_some(),
        }
    }
}

/// The growth of the nodes with each ply, roughly; enough to estimate the time left.
const GROWTH_PER_PLY: f64 = 2.5;

/// Reads a range of depths with both ends, such as `5..10`.
///
/// # Errors
/// A sentence with the correct form.
pub fn parse_depths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let ends = text.split_once("..").and_then(|(first, last)| {
        let depth =
            |end: &str| end.trim().parse().ok().filter(|depth| DEPTH.contains(&i64::from(*depth)));
        Some((depth(first)?, depth(last)?))
    });
    match ends {
        Some((first, last)) if first <= last => Ok(first..=last),
        Some((first, last)) => Err(format!("from {first} to {last} there is no depth")),
        None => Err(format!("expected two depths from 1 to {}, as 5..10", DEPTH.end())),
    }
}

impl SuiteLimit {
    /// The limit as the engine takes it.
    #[must_use]
    pub fn for_search(self) -> Limits {
        match self {
            SuiteLimit::Depth(depth) => Limits::depth(depth),
            SuiteLimit::Nodes(nodes) => Limits::nodes(nodes),
            SuiteLimit::MoveTime(time) => Limits { move_time: Some(time), ..Limits::default() },
        }
    }

    /// The duration of searches under this limit, in a unit common to the plan.
    fn weight(self) -> f64 {
        match self {
            SuiteLimit::Depth(depth) => GROWTH_PER_PLY.powi(depth.cast_signed()),
            SuiteLimit::Nodes(_) | SuiteLimit::MoveTime(_) => 1.0,
        }
    }
}

/// `depth 8`, `20000 nodes`, `0.5 s`.
impl fmt::Display for SuiteLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteLimit::Depth(depth) => write!(f, "depth {depth}"),
            SuiteLimit::Nodes(nodes) => write!(f, "{nodes} nodes"),
            SuiteLimit::MoveTime(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}

impl Plan {
    /// All searches: configuration by configuration, from the least limit to the greatest, in the
    /// order of the suite.
    pub fn tasks(&self) -> impl Iterator<Item = Task> {
        (0..self.searches()).filter_map(|number| self.task(number))
    }

    /// The search of this number; `None` beyond the last.
    fn task(&self, number: usize) -> Option<Task> {
        let (limits, positions) = (self.limits.len(), self.suite.positions.len());
        let (of_limit, position) = (number.checked_div(positions)?, number % positions);
        let (configuration, limit) = (of_limit.checked_div(limits)?, of_limit % limits);
        let is_there = configuration < self.configurations.len();
        is_there.then_some(Task { configuration, limit, position })
    }

    /// The number of searches.
    #[must_use]
    pub fn searches(&self) -> usize {
        self.configurations.len() * self.limits.len() * self.suite.positions.len()
    }

    /// The duration of this search, in a unit common to the plan.
    #[must_use]
    pub fn weight(&self, task: Task) -> f64 {
        self.limits[task.limit].weight()
    }

    /// Whether results depend on the time.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.limits.iter().any(|limit| matches!(limit, SuiteLimit::MoveTime(_)))
    }

    /// The programs among the configurations.
    pub fn programs(&self) -> impl Iterator<Item = &UciSettings> {
        self.configurations.iter().filter_map(|configuration| configuration.engine.program())
    }

    /// The same, to be changed.
    pub fn programs_mut(&mut self) -> impl Iterator<Item = &mut UciSettings> {
        self.configurations
            .iter_mut()
            .filter_map(|configuration| configuration.engine.program_mut())
    }

    /// The most threads that a search has.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.programs().map(UciSettings::threads).max().unwrap_or(1)
    }

    /// The facts that the results depend on, once the programs are identified. Takes a fraction of
    /// a second for each configuration, for a few short searches.
    #[must_use]
    pub fn facts(&self) -> PlanFacts {
        PlanFacts {
            suite: self.suite.file_name(),
            positions: self.suite.positions.len(),
            digest: hex::encode(self.suite.digest),
            limits: self.limits.iter().map(ToString::to_string).collect(),
            hash_mebibytes: self.hash,
            configurations: self.configurations.iter().map(ConfigurationFacts::of).collect(),
        }
    }
}

impl PlanFacts {
    /// The limits in a few words: `depth 8`, or `depth 5 to 10`.
    #[must_use]
    pub fn limits_text(&self) -> String {
        match self.limits.as_slice() {
            [first, .., last] => format!("{first} to {}", last.trim_start_matches("depth ")),
            limits => limits.concat(),
        }
    }

    /// Distinguishes this plan from others: equal plans have equal fingerprints.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut digest = Sha256::new();
        let PlanFacts { digest: suite, limits, hash_mebibytes, .. } = self;
        digest.update(format!("{suite}\n{limits:?}\n{hash_mebibytes}\n"));
        for ConfigurationFacts { name, search, signature, .. } in &self.configurations {
            digest.update(format!("{name}\n{search}\n{signature}\n"));
        }
        hex::encode(&digest.finalize()[..4])
    }

    fn suite_text(&self) -> String {
        let PlanFacts { suite, positions, digest, .. } = self;
        format!("{suite} ({positions} positions, digest {}…)", &digest[..digest.len().min(8)])
    }
}

impl JournalFacts for PlanFacts {
    const KIND: JournalKind = JournalKind {
        commands: "`arena suite` or `arena sweep`",
        other: "results of another command",
        keep: "to keep them, choose another directory with --out DIR",
        mend: "delete the line to have its search done again",
    };

    fn differences(&self, other: &PlanFacts) -> Vec<String> {
        let mut differences = Differences::default();
        let names = |facts: &PlanFacts| {
            let names =
                facts.configurations.iter().map(|configuration| configuration.name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        differences.compare("the suite", &self.suite_text(), &other.suite_text());
        differences.compare("the limit", &self.limits.join(", "), &other.limits.join(", "));
        differences.compare("--hash", &self.hash_mebibytes, &other.hash_mebibytes);
        differences.compare("the list of configurations", &names(self), &names(other));
        for (ours, theirs) in self.configurations.iter().zip(&other.configurations) {
            if ours.name == theirs.name {
                let name = &ours.name;
                let signature = match ours.is_program {
                    true => format!("the file of {name} (by its digest)"),
                    false => format!("the search of {name} (by its node count)"),
                };
                differences.compare(&signature, &ours.signature, &theirs.signature);
            }
        }
        for (ours, theirs) in self.configurations.iter().zip(&other.configurations) {
            if ours.name == theirs.name {
                differences.compare_parts(&ours.name, &ours.parts, &theirs.parts);
            }
        }
        differences.into_sentences()
    }
}
