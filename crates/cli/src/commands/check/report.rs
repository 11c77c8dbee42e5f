//! The findings of an engine's checks, as text.

use std::fmt::Write as _;

use document::{Document, Table};
use uci_client::check::{Finding, Findings, Need, Verdict};

/// Lines of an exchange that are shown at its beginning and at its end.
const HEAD: usize = 4;
const TAIL: usize = 10;
/// Characters of a line, and of a remark in the table, that are shown.
const WIDTH: usize = 160;

/// Checks that did not pass, for the brief form.
const BRIEF: usize = 6;

/// The verdict, then the first checks that did not pass, failures before notes; or, `verbose`, all checks as tables and
/// the exchange of those.
pub(super) fn text(found: &Findings, verbose: bool) -> String {
    let mut text = format!("{}: {}\n", found.command, summary(found));
    let with = |verdict| found.findings.iter().filter(move |finding| finding.verdict == verdict);
    let told: Vec<&Finding> = with(Verdict::Fail).chain(with(Verdict::Note)).collect();
    if verbose {
        let _ = write!(text, "\n{}", document(found).text());
        for finding in told {
            let _ = write!(text, "\n{}", account(finding));
        }
        return text;
    }
    for finding in told.iter().take(BRIEF) {
        let Finding { name, verdict, remark, .. } = finding;
        let _ = writeln!(text, "  {}  {name}: {}", word(*verdict), cut(remark));
    }
    text + &match told.len() {
        0 => String::new(),
        1..=BRIEF => "--verbose shows the exchange\n".to_owned(),
        all => format!("and {} more; --verbose shows them, and the exchange\n", all - BRIEF),
    }
}

/// The checks as tables, one for each group.
fn document(found: &Findings) -> Document {
    let name = if found.name.is_empty() { "an engine without a name" } else { &found.name };
    let mut document = Document::titled(&found.command).paragraph(name);
    for group in found.findings.chunk_by(|one, other| one.group == other.group) {
        let name = group.first().map_or("", |finding| finding.group);
        let mut table = Table::new([name, "", "", ""]).of_words();
        for Finding { name, verdict, need, remark, .. } in group {
            let need = if *need == Need::Required { "required" } else { "" };
            table.row([word(*verdict), name, need, &cut(remark)]);
        }
        document = document.table(table);
    }
    document
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Note => "note",
        Verdict::Fail => "FAIL",
        Verdict::Skip => "-",
    }
}

fn summary(found: &Findings) -> String {
    let passed = |need| {
        let all = found.findings.iter().filter(|finding| finding.need == need);
        let tried = all.filter(|finding| finding.verdict != Verdict::Skip);
        let passed = tried.clone().filter(|finding| finding.verdict == Verdict::Pass);
        format!("{} of {}", passed.count(), tried.count())
    };
    let verdict = if found.is_fit() { "fit for a match" } else { "NOT fit for a match" };
    let (required, optional) = (passed(Need::Required), passed(Need::Optional));
    let [failed, noted, left_out] =
        [Verdict::Fail, Verdict::Note, Verdict::Skip].map(|verdict| found.count(verdict));
    format!(
        "{verdict}; {required} required and {optional} optional checks passed; {failed} failed, {noted} noted, \
         {left_out} left out"
    )
}

/// The text sent, the answer expected and the answer received.
fn account(finding: &Finding) -> String {
    let Finding { name, verdict, sent, expected, remark, exchange, .. } = finding;
    let mut out = format!("  {} {name}: {remark}\n", word(*verdict));
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

/// A text of readable length.
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
        let found = Findings { command: names(), name: names(), author: names(), findings };
        assert!(!found.is_fit());
        let verdict = "x: NOT fit for a match; 0 of 1 required and 1 of 1 optional checks passed; 1 failed, \
                       0 noted, 1 left out\n";
        let brief = text(&found, false);
        let failure = "  FAIL  stop: 1500.0 ms after `stop`\n--verbose shows the exchange\n";
        assert_eq!(brief, format!("{verdict}{failure}"));
        let text = text(&found, true);
        assert!(text.starts_with(verdict), "{text}");
        assert!(
            text.contains("\nlimits\n  FAIL    stop  required  1500.0 ms after `stop`\n"),
            "{text}"
        );
        assert!(text.contains("\n  line 3\n            .. 6 lines ..\n  line 10\n"), "{text}");
        let findings = vec![finding(Need::Optional, Verdict::Note); 20];
        let many = Findings { findings, ..found };
        assert_eq!(super::text(&many, false).lines().count(), 8);
    }
}
