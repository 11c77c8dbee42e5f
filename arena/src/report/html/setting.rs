//! How the match was set up, and what went wrong in it.

use document::html_table as table;
use maud::{Markup, html};

use crate::report::analysis::Fault;
use crate::report::{Appendix, MatchReport, contents};
use stats::words;

/// Everything that is needed to run the match again.
pub(super) fn of_match(report: &MatchReport) -> Markup {
    let facts = &report.summary.facts;
    html! {
        (table(&contents::setting(&report.summary)))
        div.scroll {
            table.words {
                tbody {
                    @for contender in &facts.contenders {
                        tr { th scope="row" { "signature of " (contender.name) } td { (contender.signature) } }
                    }
                    tr { th scope="row" { "fingerprint of the match" } td { (facts.fingerprint) } }
                }
            }
        }
        (origin(&report.appendix))
    }
}

/// The match file, the runs and what the games are known by.
pub(super) fn origin(appendix: &Appendix) -> Markup {
    let Appendix { origin, games_digest, .. } = appendix;
    html! {
        @if let Some(digest) = games_digest { p.note.digest { (digest.sentence()) } }
        @if !origin.runs.is_empty() {
            div.scroll {
                table.words {
                    thead {
                        tr {
                            th scope="col" { "Run begun (UTC)" } th scope="col" { "arena" }
                            th scope="col" { "host" } th scope="col" { "processor" }
                            th scope="col" { "cores" } th scope="col" { "games at a time" }
                            th scope="col" { "SHA-256 of the book" }
                        }
                    }
                    tbody {
                        @for run in &origin.runs {
                            tr {
                                th scope="row" { (run.begun) }
                                td { (run.arena) }
                                td { (run.host) ", " (run.system) }
                                td { (run.processor) }
                                td { (run.cores) }
                                td { (run.concurrency) }
                                td.digest { (run.book) }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(file) = &origin.match_file {
            details {
                summary { "The match file, with every default" }
                pre { (file) }
            }
        } @else {
            p.note { "The match file does not lie beside the journal." }
        }
    }
}

/// Faults that are shown at first.
const SHOWN: usize = 8;

/// Games that were not lost at chess.
pub(super) fn faults(appendix: &Appendix) -> Markup {
    let faults = &appendix.faults;
    let (shown, rest) = faults.split_at(faults.len().min(SHOWN));
    html! {
        @if let Some(left_out) = appendix.left_out() { p.note { (left_out) } }
        (list(shown))
        @if !rest.is_empty() {
            details {
                summary { "The other " (words::count(rest.len() as u64)) }
                (list(rest))
            }
        }
    }
}

fn list(faults: &[Fault]) -> Markup {
    html! {
        @for fault in faults {
            article.fault {
                h3 {
                    a href={ "#game-" (fault.game) } { "Game " (fault.game) }
                    ": " (fault.contender) ", " (fault.termination.name())
                }
                @if fault.suspect {
                    p.caveat { "Suspect: the runner did not look in time, and may be to blame." }
                }
                @if let Some(incident) = &fault.incident { p { (incident) } }
                @for evidence in &fault.evidence {
                    details {
                        summary { "Evidence, from " code { (evidence.directory) } }
                        pre { (evidence.account) }
                        @if !evidence.transcript.is_empty() { pre { (evidence.transcript) } }
                    }
                }
            }
        }
    }
}
