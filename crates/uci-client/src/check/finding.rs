//! The findings of the checks.

use serde::Serialize;

/// All findings about an engine.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The command line, as a shell takes it.
    pub command: String,
    /// Its name in the answer to `uci`; empty if it gives none.
    pub name: String,
    /// Its author in the answer to `uci`.
    pub author: String,
    /// One for each check.
    pub findings: Vec<Finding>,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The group it belongs to.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Whether a match depends on it.
    pub need: Need,
    /// The verdict.
    pub verdict: Verdict,
    /// The text sent.
    pub sent: &'static str,
    /// The answer expected.
    pub expected: &'static str,
    /// The result in words; may be empty.
    pub remark: String,
    /// The exchange, if the check did not pass: seconds since the process was started, `>` to the
    /// engine or `<` from it, line.
    pub exchange: Vec<String>,
}

/// Whether a match depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// An engine that fails it should not be sent into a match.
    Required,
    /// A failure gives a note: some matches, and some graphical interfaces, need the feature.
    Optional,
}

/// The verdict of a check.
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
    /// Whether no check failed in a way that would lose games.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.count(Verdict::Fail) == 0
    }

    /// The number of checks with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == verdict).count()
    }
}
