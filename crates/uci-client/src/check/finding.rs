//! What was found.

use serde::Serialize;

/// All that was found of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The command line, as a shell takes it.
    pub command: String,
    /// What it answers to `uci` as its name; empty where it gives none.
    pub name: String,
    /// What it answers to `uci` as its author.
    pub author: String,
    /// One for each check.
    pub findings: Vec<Finding>,
}

/// What came of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What it belongs to.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Whether a match can do without.
    pub need: Need,
    /// What came of it.
    pub verdict: Verdict,
    /// What is sent.
    pub sent: &'static str,
    /// What is expected.
    pub expected: &'static str,
    /// What was found, in words; may be empty.
    pub remark: String,
    /// What was said both ways, where the check did not pass: seconds since the process was started,
    /// `>` to the engine or `<` from it, line.
    pub exchange: Vec<String>,
}

/// Whether a match can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// An engine that fails it should not be sent into a match.
    Required,
    /// One that does not pass it has a note: some matches, and some graphical interfaces, want it.
    Optional,
}

/// What comes of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Not as expected, but no match needs it.
    Note,
    /// Not as expected, and it would lose games in a match.
    Fail,
    /// Does not apply, or was not tried.
    Skip,
}

impl Findings {
    /// Whether nothing was found that would lose games in a match.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.count(Verdict::Fail) == 0
    }

    /// How many checks have this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == verdict).count()
    }
}
