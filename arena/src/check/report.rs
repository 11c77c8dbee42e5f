//! What was found, as a table and as data.

use std::fmt::{self, Write as _};

use document::{Document, Table};
use serde::Serialize;

use super::Need;

/// Lines of an exchange that are shown at its beginning and at its end.
const HEAD: usize = 4;
const TAIL: usize = 10;
/// Characters of a line, and of a remark in the table, that are shown.
const WIDTH: usize = 160;

/// All that was found of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The command line.
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

/// What comes of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is as expected.
    Pass,
    /// It is not, and a match can do without.
    Note,
    /// It is not, and a match would be lost by it.
    Fail,
    /// It does not apply, or was not tried.
    Skip,
}

impl Verdict {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Note => "note",
            Verdict::Fail => "FAIL",
            Verdict::Skip => "-",
        }
    }
}

impl Report {
    /// Whether nothing was found by which a match would be lost.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        self.count(Verdict::Fail) == 0
    }

    /// How many checks came to this.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == verdict).count()
    }

    fn summary(&self) -> String {
        let passed = |need| {
            let tried =
                |finding: &&Finding| finding.need == need && finding.verdict != Verdict::Skip;
            let all = self.findings.iter().filter(tried);
            let passed = all.clone().filter(|finding| finding.verdict == Verdict::Pass);
            format!("{} of {}", passed.count(), all.count())
        };
        let verdict = if self.is_fit() { "fit for a match" } else { "NOT fit for a match" };
        format!(
            "{verdict}: {} required and {} optional checks passed; {} failed, {} noted, {} left out",
            passed(Need::Required),
            passed(Need::Optional),
            self.count(Verdict::Fail),
            self.count(Verdict::Note),
            self.count(Verdict::Skip)
        )
    }
}

impl Report {
    /// The checks as tables, one for each group.
    fn document(&self) -> Document {
        let name = if self.name.is_empty() { "an engine without a name" } else { &self.name };
        let mut document = Document::titled(&self.command).paragraph(name);
        for group in self.findings.chunk_by(|one, other| one.group == other.group) {
            let name = group.first().map_or("", |finding| finding.group);
            let mut table = Table::new([name, "", "", ""]).of_words();
            for Finding { name, verdict, need, remark, .. } in group {
                let need = if *need == Need::Required { "required" } else { "" };
                table.row([verdict.name(), name, need, &cut(remark)]);
            }
            document = document.table(table);
        }
        document
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.document().text())?;
        let told = |finding: &&Finding| matches!(finding.verdict, Verdict::Fail | Verdict::Note);
        for finding in self.findings.iter().filter(told) {
            write!(f, "\n{}", account(finding))?;
        }
        writeln!(f, "\n{}", self.summary())
    }
}

/// What was sent, what was expected and what came.
fn account(finding: &Finding) -> String {
    let Finding { name, verdict, sent, expected, remark, exchange, .. } = finding;
    let mut out = format!("  {} {name}: {remark}\n", verdict.name());
    let _ = writeln!(out, "    sent      {sent}\n    expected  {expected}");
    let left_out = exchange.len().saturating_sub(HEAD + TAIL);
    for (index, line) in exchange.iter().enumerate() {
        if index == HEAD && left_out > 0 {
            let _ = writeln!(out, "            .. {left_out} lines ..");
        }
        if index < HEAD || index >= HEAD + left_out {
            let _ = writeln!(out, "  {}", cut(line));
        }
    }
    out
}

/// A text that is not too long to be looked at.
fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{} ..", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(need: Need, verdict: Verdict) -> Finding {
        Finding {
            group: "limits",
            name: "stop",
            need,
            verdict,
            sent: "go infinite, stop",
            expected: "a move at once",
            remark: "1500.0 ms after `stop`".to_owned(),
            exchange: (0..20).map(|number| format!("line {number}")).collect(),
        }
    }

    #[test]
    fn a_failure_is_told_with_what_was_sent_and_what_came() {
        let findings = vec![
            finding(Need::Required, Verdict::Fail),
            finding(Need::Optional, Verdict::Pass),
            finding(Need::Optional, Verdict::Skip),
        ];
        let names = || "x".to_owned();
        let report = Report { command: names(), name: names(), author: names(), findings };
        let text = report.to_string();
        assert!(!report.is_fit());
        assert!(
            text.contains("\nlimits\n  FAIL    stop  required  1500.0 ms after `stop`\n"),
            "{text}"
        );
        assert!(text.contains("\n  line 3\n            .. 6 lines ..\n  line 10\n"), "{text}");
        assert!(text.ends_with(
            "\nNOT fit for a match: 0 of 1 required and 1 of 1 optional checks passed; 1 failed, \
             0 noted, 1 left out\n"
        ), "{text}");
    }
}
