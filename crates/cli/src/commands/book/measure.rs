//! `arena book measure`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;

use super::super::whole::whole;
use crate::commands::format;
use crate::commands::guard::guard_for;
use crate::commands::output::say_command;
use crate::commands::output::{print, say};
use crate::commands::programs;
use crate::commands::report;
use crate::commands::run::exit::Exit;
use crate::commands::signals::{self, INTERRUPTED, TERMINATED};
use crate::terminal_ui::TerminalReporter;
use arena::chess::openings::{Book, Format as BookFormat};
use arena::config::{self, Match, Openings, Overrides, Setting};
use arena::player;
use arena::report::{BookGames, Books, Report, ReportFormat};
use arena::runner::{self, MatchEnding};
use arena::storage::facts::MatchFacts;
use arena::storage::host::RunFacts;
use arena::storage::results::Results;
use stats::stop::StopRules;
use uci_client::Guard;

/// Play a match with several opening books, and report how well each separates the contenders.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::commands) struct MeasureArgs {
    /// The books, two or more; the others are compared with the first
    #[arg(value_name = "BOOK.epd", required = true, num_args = 2..)]
    books: Vec<PathBuf>,
    /// The match file with the question; its book and its stop rules are ignored
    #[arg(long = "match", value_name = "M.toml")]
    file: PathBuf,
    /// Directory of the journals and the report [default: results/M-books beside the match file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games to play from each book, instead of the match file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<i64>,
    /// Games to play at a time, instead of the match file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    concurrency: Option<i64>,
    /// Seed of the opening order, instead of the match file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Change a key of the match file, such as limits.nodes=2000; VALUE is TOML, or a plain text. May be
    /// given more than once
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<Setting>,
    /// Games with one book before the next takes its turn, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(2_u32..))]
    block: u32,
    /// The output format
    #[arg(long, value_parser = format::of_report(), default_value = "text")]
    format: ReportFormat,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  arena book measure openings/balanced.epd openings/unbalanced.epd --match matches/nodes.toml --games 1500
                                              the book that needs fewer games

The books take turns, a block of games each, so that changes on the machine affect all alike. Each
has a directory with its journal, like any match; the same command resumes where it was stopped. The
directory above gets books.txt, .md, .tex, .csv, .json and .html. Choose contenders at least 50 Elo
apart: near 0 no book is better than another.";

/// One book and its match.
struct Measured {
    settings: Match,
    facts: Vec<MatchFacts>,
    results: Results,
}

pub(in crate::commands) fn execute(args: &MeasureArgs) -> anyhow::Result<ExitCode> {
    let MeasureArgs { games, seed, concurrency, .. } = *args;
    let overrides = Overrides { games, seed, concurrency, set: args.set.clone() };
    let mut base = config::load(&args.file, &overrides)?;
    if base.is_tournament() {
        bail!(
            "{}: {} contenders; a question to measure books with has two",
            args.file.display(),
            base.contenders.len()
        );
    }
    if !args.block.is_multiple_of(2) {
        bail!("--block is {}; it must be even, as every opening is played twice", args.block);
    }
    if base.stop != StopRules::default() && !args.quiet {
        say(&format!(
            "left out: the stop rules ({}); every book plays all games",
            base.stop.words()
        ));
    }
    base.stop = StopRules::default();
    player::install_hook();
    let guard = guard_for(&base)?;
    let _builds = programs::prepare(&mut base, &guard)?;
    let directory = Results::directory_of(args.out.as_deref(), &args.file);
    let directory = if args.out.is_some() { directory } else { suffixed(&directory) };
    let signatures = player::signatures(&base);
    let books = args.books.iter().map(|book| measured(&base, book, &directory, &signatures));
    let books = books.collect::<anyhow::Result<Vec<Measured>>>()?;
    differ(&books, &args.books)?;
    if let Some(code) = play(&books, &guard, args)? {
        say_command("the books are not measured yet; to go on");
        return Ok(ExitCode::from(code));
    }
    let report = Report::Books(Box::new(summary(&base, &books, args.quiet)?));
    let results = Results::of_matches(directory)?;
    for (extension, format) in ReportFormat::kept() {
        results.write(&format!("books.{extension}"), &report.render(format)?)?;
    }
    print(&report.render(args.format)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The directory with `-books` after its name.
fn suffixed(directory: &Path) -> PathBuf {
    let mut name = directory.file_name().unwrap_or_default().to_owned();
    name.push("-books");
    directory.with_file_name(name)
}

/// The match of one book, in a directory of its own.
fn measured(
    base: &Match,
    book: &Path,
    directory: &Path,
    signatures: &[u64],
) -> anyhow::Result<Measured> {
    // Only games have plies to be cut.
    let plies = base.openings.plies.filter(|_| BookFormat::of(book) == Some(BookFormat::Pgn));
    let read = Book::read(book, plies)?;
    let openings = Openings::new(read, base.openings.order, plies, 1, base.seed);
    let name = book.file_stem().unwrap_or_default();
    let games = games_from(book, &openings, base);
    let settings = Match { openings, games, ..base.clone() };
    let results = Results::open(Some(&directory.join(name)), &settings)?;
    let facts = MatchFacts::of(&settings, signatures);
    Ok(Measured { settings, facts, results })
}

/// The number of games that the match asks for; without a time limit no opening is played by a
/// second pair, since its games would repeat the first's.
fn games_from(book: &Path, openings: &Openings, base: &Match) -> u32 {
    let once = u32::try_from(openings.book.len()).unwrap_or(u32::MAX).saturating_mul(2);
    if base.games <= once {
        return base.games;
    }
    let again = if base.is_timed() {
        "some openings are played by more than one pair, which is little new evidence".to_owned()
    } else {
        format!(
            "{once} games are played, for without a time limit an opening's second pair repeats its first"
        )
    };
    let openings = once / 2;
    say(&format!("{}: {openings} openings for {} games; {again}", book.display(), base.games));
    if base.is_timed() { base.games } else { once }
}

/// Books are distinguished by their names.
fn differ(books: &[Measured], files: &[PathBuf]) -> anyhow::Result<()> {
    for (place, book) in books.iter().enumerate() {
        let same = |other: &Measured| other.results.directory() == book.results.directory();
        if let Some(earlier) = books[..place].iter().position(same) {
            bail!(
                "{} and {}: books are distinguished by the names of their files, and these are the same",
                files[earlier].display(),
                files[place].display()
            );
        }
    }
    Ok(())
}

/// Plays all books in turn; an exit code if that was stopped.
fn play(books: &[Measured], guard: &Guard, args: &MeasureArgs) -> anyhow::Result<Option<u8>> {
    let games = books.iter().map(|book| book.settings.games).max().unwrap_or(0);
    for book in books {
        book.results.keep_match(&book.settings)?;
        book.results.note_run(&RunFacts::now(&book.settings))?;
    }
    let mut limit = 0;
    while limit < games {
        let before = limit;
        limit = limit.saturating_add(args.block).min(games);
        for book in books.iter().filter(|book| book.settings.games > before) {
            let ending = play_to(book, limit, guard)?;
            match ending {
                MatchEnding::Complete | MatchEnding::Stopped(_) | MatchEnding::Faulted => {}
                MatchEnding::Drained => return Ok(Some(INTERRUPTED)),
                MatchEnding::Aborted => return Ok(Some(TERMINATED)),
                MatchEnding::Obstructed => return Ok(Some(1)),
                MatchEnding::FaultsInARow(_) => return Ok(Some(Exit::FaultsInARow.code())),
            }
            if !args.quiet {
                let file = &book.facts[0].book.file;
                let all = book.settings.games;
                say(&format!("{file}: {} of {all} games", limit.min(all)));
            }
        }
    }
    Ok(None)
}

/// Plays the games of a book up to this number.
fn play_to(book: &Measured, limit: u32, guard: &Guard) -> anyhow::Result<MatchEnding> {
    let Measured { settings, facts, results } = book;
    let stop = StopRules { games: Some(limit), ..StopRules::default() };
    let settings = Arc::new(Match { stop, ..settings.clone() });
    let make_player = player::factory(&settings, guard, &results.directory().join("stderr"));
    let mut reporter = TerminalReporter::new(&settings, true);
    signals::listening(async |signals| {
        let resumed = runner::open(&results.journal(), facts)?;
        let signals = signals.take();
        runner::run(&settings, facts, resumed, make_player, signals, &mut reporter).await
    })
}

/// The summary of the journals; each also gets a report of its own.
fn summary(base: &Match, books: &[Measured], quiet: bool) -> anyhow::Result<Books> {
    let mut games = Vec::with_capacity(books.len());
    for book in books {
        let report = report::write_all(&book.results, quiet)?;
        let Some(Report::Match(report)) = report else {
            bail!("{}: no game was finished", book.results.directory().display())
        };
        games.push(BookGames {
            name: book.facts[0].book.file.clone(),
            openings: book.settings.openings.book.len() as u64,
            pairs: report.summary.pairs.counts,
        });
    }
    let contenders = [0, 1].map(|place: usize| base.contenders[place].name.clone());
    Ok(Books::of(base.question.clone(), contenders, &games))
}
