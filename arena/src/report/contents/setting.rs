//! The games on a board, their faults, and their settings.

use maud::{Markup, html};

use crate::report::analysis::Replays;
use crate::report::section::{Part, Section};
use crate::report::tournament::{Setting, Tournament};
use crate::report::{Appendix, Fault, MatchReport, Origin, Summary};
use crate::score::tally::Lengths;
use crate::storage::facts::ContenderFacts;
use crate::storage::host::ProgramFile;
use document::Table;
use stats::stop::StopRules;
use stats::words;

/// Faults that are shown at first.
const SHOWN: usize = 8;

/// Games on a board.
pub(in crate::report) fn games(replays: &Replays) -> Section {
    Section::new("games", "Games", [Part::Games(replays.left_out())])
}

/// Games that were not lost at chess, if there are any.
pub(in crate::report) fn faults(appendix: &Appendix) -> Option<Section> {
    let (shown, rest) = appendix.faults.split_at(appendix.faults.len().min(SHOWN));
    let drawing = html! {
        (list(shown))
        @if !rest.is_empty() {
            details { summary { "The other " (words::count(rest.len() as u64)) } (list(rest)) }
        }
    };
    let left_out = appendix.left_out().map(Part::Paragraph);
    let parts = left_out.into_iter().chain([Part::Drawing(drawing)]);
    let has_faults = !appendix.faults.is_empty() || appendix.evidence_left_out.is_some();
    has_faults.then(|| Section::new("faults", "Faults", parts))
}

fn list(faults: &[Fault]) -> Markup {
    html! {
        @for fault in faults {
            article.fault {
                h3 {
                    a href={ "#game-" (fault.game) } { "Game " (fault.game) }
                    ": " (fault.contender) ", " (fault.termination.name())
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

/// Everything that is needed to run the match again.
pub(super) fn of_match(report: &MatchReport) -> Option<Section> {
    Some(section(match_table(&report.summary), &report.appendix))
}

/// The same of a tournament.
pub(in crate::report) fn of_tournament(tournament: &Tournament, appendix: &Appendix) -> Section {
    section(tournament_table(tournament), appendix)
}

fn section(table: Table, Appendix { origin, games_digest, .. }: &Appendix) -> Section {
    let digest = games_digest.as_ref().map(|digest| Part::Paragraph(digest.sentence()));
    let mut parts: Vec<Part> = [Part::Table(table)].into_iter().chain(digest).collect();
    if !origin.runs.is_empty() {
        let tables = [runs(origin), programs(origin)].into_iter();
        let tables = tables.filter(|table| !table.rows().is_empty());
        parts.extend(tables.map(|table| Part::List { table, on_page: usize::MAX, in_text: 0 }));
    }
    parts.push(Part::Drawing(html! {
        @match &origin.match_file {
            Some(file) => details { summary { "The match file, with every default" } pre { (file) } },
            None => p.note { "The match file does not lie beside the journal." }
        }
    }));
    Section::new("setting", "To run it again", parts)
}

fn runs(origin: &Origin) -> Table {
    let headings = ["Run begun (UTC)", "arena", "host", "processor", "cores", "games at a time"];
    let mut table = Table::new(headings.into_iter().chain(["SHA-256 of the book"])).of_words();
    for run in &origin.runs {
        table.row([
            run.begun.clone(),
            run.arena.clone(),
            format!("{}, {}", run.host, run.system),
            run.processor.clone(),
            run.cores.to_string(),
            run.concurrency.to_string(),
            run.book.clone(),
        ]);
    }
    table
}

/// The files of the programs: a row for each that was another one in a later run.
fn programs(origin: &Origin) -> Table {
    let mut table = Table::new(["Program of", "its file"]).of_words();
    let mut files: Vec<&ProgramFile> = Vec::new();
    for file in origin.runs.iter().flat_map(|run| &run.programs) {
        if !files.contains(&file) {
            files.push(file);
            table.row([file.contender.clone(), file.to_string()]);
        }
    }
    table
}

/// The contenders of a match of this name.
fn contenders(name: &str, contenders: &[ContenderFacts]) -> Table {
    let mut table = Table::new(["Match", name]).of_words();
    for contender in contenders {
        table.row([&contender.name, &format!("{} at {}", contender.engine, contender.limits)]);
        if let Some(revision) = &contender.revision {
            table.row([format!("{}, built from", contender.name), revision.to_string()]);
            if !revision.changed_files.is_empty() {
                let files = revision.changed_files.join(", ");
                table.row([format!("{}, differs from its commit in", contender.name), files]);
            }
        }
    }
    table
}

/// `30 to 120, 73 on average`
fn plies(plies: &Lengths, games: u64) -> String {
    let mean = plies.total.checked_div(games).unwrap_or(0);
    format!("{} to {}, {mean} on average", plies.shortest, plies.longest)
}

fn stop_rules(table: &mut Table, rules: &StopRules) {
    let rules = rules.words();
    if !rules.is_empty() {
        table.row(["stop rules", &rules]);
    }
}

fn match_table(summary: &Summary) -> Table {
    let (facts, openings) = (&summary.facts, &summary.openings);
    let mut table = contenders(&facts.name, &facts.contenders);
    table.row(["openings", &facts.book.to_string()]);
    if let Some(cost) = &summary.book_cost {
        let games = summary.pairs.counts.games().games() as f64;
        table.row(["their cost", &cost.words(games)]);
    }
    let per_opening = match (openings.fewest_games, openings.most_games) {
        (fewest, most) if fewest == most => words::count(most),
        (fewest, most) => format!("{} to {}", words::count(fewest), words::count(most)),
    };
    let reused = words::several(openings.pairs_reusing_an_opening, "pair");
    let over = words::several(openings.distinct, "opening");
    let games = format!("{per_opening} over {over}; {reused} reused an opening");
    table.row(["games per opening", &games]);
    table.row(["plies per game", &plies(&summary.plies, summary.games.played)]);
    stop_rules(&mut table, &facts.stop);
    table.row(["anytime-valid interval", &facts.anytime.words()]);
    table.row(["adjudication", &facts.adjudication.to_string()]);
    table.row(["seed", &facts.seed.to_string()]);
    for contender in &facts.contenders {
        let name = format!("signature of {}", contender.name);
        table.row([name, contender.signature.to_string()]);
    }
    table.row(["fingerprint", &facts.fingerprint]);
    table
}

fn tournament_table(tournament: &Tournament) -> Table {
    let Setting { name, games, pairings, book, adjudication, stop, seed, .. } = &tournament.setting;
    let mut table = contenders(name, &tournament.setting.contenders);
    let games = format!(
        "{} of {} planned: {} of each of {}",
        words::count(tournament.played),
        words::count(tournament.planned),
        words::several(u64::from(stop.limit(*games)), "game"),
        words::several(u64::from(*pairings), "pairing"),
    );
    table.row(["games", &games]);
    table.row(["openings", &book.to_string()]);
    table.row(["plies per game", &plies(&tournament.plies, tournament.played)]);
    stop_rules(&mut table, stop);
    table.row(["adjudication", &adjudication.to_string()]);
    table.row(["seed", &seed.to_string()]);
    table.row(["fingerprint", &tournament.setting.fingerprint]);
    table
}
