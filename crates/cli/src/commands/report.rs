//! `arena report`.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::{ArgGroup, Args};

use super::format;
use super::journals::{journal_in, journal_of};
use super::output::say;
use super::reading::Reading;
use super::report_counts::{COUNTS, CountsArgs};
use super::sprt::{TestArgs, with_hypotheses};
use super::{games, output};
use crate::watch::last_match;
use arena::report::effort::Effort;
use arena::report::pairs::PairResults;
use arena::report::pgn_results::Anchor;
use arena::report::scored_positions::ScoredPositions;
use arena::report::stopped::Outcome;
use arena::report::validity::Validity;
use arena::report::{self, Comparison, MatchReport, Report, ReportFormat};
use arena::score::pgn_scores::PgnScores;
use arena::storage::journal::{GameWriter, JournalGame, JournalReader, ReadError, canonical};
use arena::storage::results::Results;

/// Report a match from its journal, or the games of any PGN files.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES, mut_args(with_hypotheses))]
#[command(group(ArgGroup::new(COUNTS).multiple(true)))]
pub(super) struct ReportArgs {
    /// The journal of a match, or its directory; or PGN files of any match runner, which are
    /// reported together [default: the match here that was played last]
    #[arg(value_name = "games.pgn", conflicts_with = COUNTS)]
    files: Vec<PathBuf>,
    /// The output format
    #[arg(long, value_parser = format::of_report(), default_value = "text")]
    format: ReportFormat,
    /// Compare several matches of two contenders, one row each, instead of pooling their games;
    /// other matches are left out
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    counts: CountsArgs,
    #[command(flatten)]
    test: TestArgs,
    /// A player of more than two whose Elo is known: ratings are relative to it. May be given more than once
    #[arg(long = "anchor", value_name = "NAME=ELO", conflicts_with = "compare")]
    anchors: Vec<Anchor>,
    /// With --format positions: every position with a score. Without it those are left out in which the side to move
    /// is in check, the move played is a capture or a promotion, or the score is a mate. A mate in N plies is written
    /// as 32000 - N centipawns. Positions without a score are always left out, and so are games without a result,
    /// or ended by a crash, a forfeit or an illegal move
    #[arg(long)]
    all: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  arena report                                the match here that was played last
  arena report matches/results/smoke          the report of a match, from nothing but its journal
  arena report matches/results/smoke --format html > smoke.html
                                              the same as a page, with every game on a board
  arena report matches/results/smoke --format canonical | sha256sum
                                              the games digest of the report, computed by hand
  arena report --compare matches/results/*    compare several matches, a row each
  arena report monday.pgn tuesday.pgn         the games of any match runner, together
  arena report matches/results/smoke --format openbench
                                              the usual lines for posts about tests
  arena report monday.pgn --format openbench --sprt 0,5
                                              the same for any match runner's games
  arena report monday.pgn --format ordo       the ratings as a table in Ordo's form
  arena report monday.pgn --anchor \"Stockfish 17=3650\"
                                              the ratings relative to a known one
  arena report --pentanomial 45,228,420,247,60 --sprt 0,5
                                              counts from any source, with a sequential test
  arena report --pairs pairs.txt              the pairs that --format pairs printed
  arena report matches/results/smoke --format positions > data.txt
                                              the quiet positions with scores, to train an evaluation on";

/// Prints the report of a journal, of PGN files, of several matches, or of counts.
pub(super) fn execute(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    if args.files.is_empty() && !args.counts.are_given() {
        let last = last_match(Path::new("."))
            .context("no match has results here: name its directory, or PGN files")?;
        say(&format!("the match played last here: {}", last.display()));
        return execute(&ReportArgs { files: vec![last], ..args.clone() });
    }
    if args.counts.are_given() {
        if args.compare || !args.anchors.is_empty() {
            bail!("--compare and --anchor are for games, and these are counts");
        }
        args.counts.report(args.test, args.format)?;
        return Ok(ExitCode::SUCCESS);
    }
    ensure!(!args.all || args.format == ReportFormat::Positions, "--all needs --format positions");
    if args.format == ReportFormat::Positions {
        return print_positions(args);
    }
    if let Some(print) = printer(args.format) {
        return print_games(args, print);
    }
    let text = report(args)?.render(args.format)?;
    match args.format {
        ReportFormat::Json => output::print_json(&text)?,
        _ => output::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a game.
type PrintGame = fn(&JournalGame) -> String;

/// The part of a journal's games that a format prints.
enum GamesPrinter {
    /// The results of their pairs.
    Pairs,
    /// Each game of a journal.
    Games(PrintGame),
}

/// The printer of a journal's games in this format, if it is a format for games.
fn printer(format: ReportFormat) -> Option<GamesPrinter> {
    let print: PrintGame = match format {
        ReportFormat::Pairs => return Some(GamesPrinter::Pairs),
        ReportFormat::Canonical => canonical,
        ReportFormat::Pgn => |game| {
            let writer = GameWriter::new(&game.facts);
            writer.text(&game.record, &game.opening, &game.date).full()
        },
        ReportFormat::Document(_)
        | ReportFormat::Csv
        | ReportFormat::Json
        | ReportFormat::Html
        | ReportFormat::OpenBench
        | ReportFormat::Ordo
        | ReportFormat::Positions => return None,
    };
    Some(GamesPrinter::Games(print))
}

/// Prints the games of a journal, or their results.
fn print_games(args: &ReportArgs, printer: GamesPrinter) -> anyhow::Result<ExitCode> {
    let [journal] = args.files.as_slice() else {
        bail!("--format {} takes the journal of one match", args.format.name());
    };
    if args.compare || args.test.sprt.is_some() {
        bail!(
            "--format {} prints the games alone: leave --compare and --sprt out",
            args.format.name()
        );
    }
    let mut reader = JournalReader::open(&journal_of(journal)?)?;
    let (mut results, mut texts) = (PairResults::default(), BTreeMap::new());
    while let Some(game) = reader.next_game()? {
        match &printer {
            GamesPrinter::Pairs => results.add(&game),
            GamesPrinter::Games(print) => {
                drop(texts.insert(game.record.spec.game, print(&game)));
            }
        }
    }
    match printer {
        GamesPrinter::Pairs => output::print(&results.text())?,
        GamesPrinter::Games(_) => output::print(&texts.into_values().collect::<String>())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the positions of the games of journals and PGN files, as they are read.
fn print_positions(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let is_alone = !args.compare && args.test.sprt.is_none();
    ensure!(is_alone, "--format positions prints the games alone: leave --compare and --sprt out");
    let mut positions = ScoredPositions { all: args.all, ..ScoredPositions::default() };
    for path in &args.files {
        let journal = journal_of(path)?;
        let first = JournalReader::open(&journal)?.next_game();
        if let Err(ReadError::Foreign { .. } | ReadError::EarlierVersion { .. }) = first {
            let (name, mut printed) = (path.display().to_string(), Ok(()));
            let read = PgnScores::default().read(&name, bounded::open_given(path)?, |game, _| {
                if printed.is_ok() {
                    printed = output::print(&positions.of_pgn(game));
                }
            });
            printed.and(read.with_context(|| format!("cannot read {name}")))?;
        } else {
            let mut reader = JournalReader::open(&journal)?;
            while let Some(game) = reader.next_game()? {
                output::print(&positions.of_journal(&game))?;
            }
        }
    }
    say(&positions.counts());
    Ok(ExitCode::SUCCESS)
}

fn report(args: &ReportArgs) -> anyhow::Result<Report> {
    if args.compare && args.test.sprt.is_some() {
        bail!("--sprt is for PGN files of other match runners, and --compare for journals");
    }
    if args.compare {
        return compare(&args.files, args.quiet);
    }
    if let [journal] = args.files.as_slice() {
        match read(&journal_of(journal)?, args.quiet) {
            Ok(Some(_)) if args.test.sprt.is_some() => bail!(
                "{}: --sprt is for PGN files of other match runners; this journal says itself which rules \
                 the match had (arena report --pentanomial tests counts given by hand)",
                journal.display()
            ),
            Ok(Some(report)) if args.anchors.is_empty() => return Ok(report),
            Ok(Some(report)) => return anchored(report, &args.anchors),
            Ok(None) => {
                bail!("{}: there is no game in it, and so nothing to report", journal.display())
            }
            Err(ReadError::Foreign { .. } | ReadError::EarlierVersion { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut summary = games::read(&args.files, args.quiet)?;
    if let Some(test) = args.test.test()? {
        summary = summary.tested(&test);
    }
    anchored(Report::PgnResults(Box::new(summary)), &args.anchors)
}

/// The same report, with ratings relative to these players.
fn anchored(report: Report, anchors: &[Anchor]) -> anyhow::Result<Report> {
    if anchors.is_empty() {
        return Ok(report);
    }
    report.anchored(anchors).context("--anchor")
}

/// Compares several matches of two contenders. Other files found in a named directory of results
/// are left out.
pub(super) fn compare(files: &[PathBuf], quiet: bool) -> anyhow::Result<Report> {
    let mut matches = Vec::with_capacity(files.len());
    for file in files {
        match match_of_two(file, quiet)? {
            Ok(report) => matches.push((journal_in(file), report.summary)),
            Err(why) => say(&format!("left out: {}: {why}", file.display())),
        }
    }
    if matches.is_empty() {
        bail!("--compare needs the journal of a match of two contenders, and was given none");
    }
    let summaries = matches.iter().map(|(file, summary)| (file.as_path(), summary));
    Ok(Report::Comparison(Box::new(Comparison::of(summaries))))
}

/// The report of a match of two contenders; the error is the reason that it is not one.
fn match_of_two(file: &Path, quiet: bool) -> anyhow::Result<Result<Box<MatchReport>, String>> {
    let journal = journal_in(file);
    if file.is_dir() && !journal.exists() {
        return Ok(Err("there is no games.pgn in this directory".to_owned()));
    }
    Ok(match read(&journal, quiet) {
        Ok(Some(Report::Match(report))) => Ok(report),
        Ok(Some(_)) => Err("a match of more than two contenders".to_owned()),
        Ok(None) => Err("there is no finished game in it".to_owned()),
        Err(ReadError::Foreign { line, problem, .. }) => {
            Err(format!("not the journal of a match: line {line}: {problem}"))
        }
        Err(error) => return Err(error.into()),
    })
}

/// Prints the report of a match, in full or in a dozen lines, and leaves it beside the journal in
/// every format. Adds the decision of the stop rules, if there are any.
pub(super) fn keep(
    results: &Results,
    is_full: bool,
    quiet: bool,
) -> anyhow::Result<Option<MatchResult>> {
    let Some(report) = read(&results.journal(), quiet)? else {
        output::print("no game was finished\n")?;
        return Ok(None);
    };
    let failures = failures_of_writing(&report, results, "report");
    let text = match is_full {
        true => attempt(|| Ok(output::text_of(&report.document()))),
        false => attempt(|| Ok(report.brief(output::columns()))),
    };
    let printed = text.and_then(|text| output::print(&text));
    let failed = failures.into_iter().chain(printed.err().map(|error| format!("{error:#}")));
    let failed: Vec<String> = failed.collect();
    if !failed.is_empty() {
        bail!("cannot write all of the report: {}", failed.join("; "));
    }
    let verdict = report.verdict();
    let (outcome, validity, faults) = match &report {
        Report::Match(report) => {
            let outcome = report.summary.stop.as_ref().map(|stop| stop.outcome);
            let faults = report.summary.contenders.iter().map(Effort::lost_by_faults).sum();
            (outcome, &report.summary.validity, faults)
        }
        Report::Tournament(report) => {
            let efforts = report.tournament.efforts.iter();
            let faults = efforts.map(Effort::lost_by_faults).sum();
            (None, &report.tournament.validity, faults)
        }
        Report::PgnResults(_) | Report::Comparison(_) => (None, &Validity::Valid, 0),
    };
    let is_void = *validity != Validity::Valid;
    Ok(Some(MatchResult { outcome, verdict, faults, is_void }))
}

/// The result of a match whose report is written.
pub(super) struct MatchResult {
    /// The decision of its rules, if it has any on results.
    pub(super) outcome: Option<Outcome>,
    /// The verdict, in lines.
    pub(super) verdict: String,
    /// Games lost by a fault.
    pub(super) faults: u64,
    /// Whether faults could have decided it.
    pub(super) is_void: bool,
}

/// Writes the report of a directory of results, and prints nothing.
pub(super) fn keep_quietly(results: &Results) -> anyhow::Result<()> {
    write_all(results, true).map(drop)
}

/// Writes a report in every format, as `NAME.txt` and so on.
pub(super) fn write(report: &Report, results: &Results, name: &str) -> anyhow::Result<()> {
    let failures = failures_of_writing(report, results, name);
    match failures.is_empty() {
        true => Ok(()),
        false => bail!("cannot write all of the report: {}", failures.join("; ")),
    }
}

/// Writes every file of a report; a failure does not keep the others back. Returns an error for
/// each missing file.
fn failures_of_writing(report: &Report, results: &Results, name: &str) -> Vec<String> {
    let keep = |name: &str, text: anyhow::Result<String>| {
        let kept = text.and_then(|text| Ok(results.write(name, &text)?));
        kept.err().map(|error| format!("{name}: {error:#}"))
    };
    let positions = attempt(|| Ok(report.positions())).transpose();
    let of_format =
        |(extension, format)| keep(&format!("{name}.{extension}"), rendered(report, format));
    ReportFormat::kept()
        .filter_map(of_format)
        .chain(positions.and_then(|positions| keep("positions.epd", positions)))
        .collect()
}

fn rendered(report: &Report, format: ReportFormat) -> anyhow::Result<String> {
    attempt(|| Ok(report.render(format)?))
}

/// A bug in one renderer must not cost the reports that the others make.
fn attempt<T>(make: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    catch_unwind(AssertUnwindSafe(make))
        .unwrap_or_else(|_| bail!("a bug in arena, see the message above; please report it"))
}

/// The report of a match, left beside its journal in every format; `None` if it has no game.
pub(super) fn write_all(results: &Results, quiet: bool) -> anyhow::Result<Option<Report>> {
    let report = read(&results.journal(), quiet)?;
    report.iter().try_for_each(|report| write(report, results, "report"))?;
    Ok(report)
}

/// The report of a journal; `None` if it has no game. Reading a long one shows progress.
fn read(journal: &Path, quiet: bool) -> Result<Option<Report>, ReadError> {
    let mut reading = Reading::of_bytes(journal.metadata().map_or(0, |file| file.len()), quiet);
    report::read(journal, |offset| reading.update(offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOURNAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../arena/tests/data/match.pgn");

    #[test]
    fn a_file_that_cannot_be_written_keeps_no_other_back() {
        let directory = tempfile::tempdir().unwrap();
        let results = Results::with_journal(directory.path().to_owned(), "games.pgn").unwrap();
        std::fs::create_dir(directory.path().join("report.txt")).unwrap();
        let report = read(Path::new(JOURNAL), true).unwrap().unwrap();
        let [failure] = failures_of_writing(&report, &results, "report").try_into().unwrap();
        assert!(failure.starts_with("report.txt: cannot write"), "{failure}");
        let there = |name: &str| directory.path().join(name).is_file();
        let of_format = |(extension, _)| there(&format!("report.{extension}"));
        assert!(ReportFormat::kept().skip(1).all(of_format) && there("positions.epd"));
    }

    #[test]
    fn a_bug_in_a_renderer_is_an_error() {
        let error = attempt::<()>(|| panic!("a width of 70,000")).unwrap_err();
        assert!(error.to_string().contains("a bug in arena"), "{error}");
        assert_eq!(attempt(|| Ok(3)).unwrap(), 3);
    }
}
