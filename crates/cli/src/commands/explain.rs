//! `arena explain`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use uci_client::Guard;

use super::guard::guard_for;
use super::journals::journal_of;
use super::output::{print_document, say, say_command};
use super::play::play;
use super::programs;
use super::report::keep_quietly;
use super::signals::INTERRUPTED;
use super::trust;
use super::whole::whole;
use arena::config::values::Whole;
use arena::config::{self, ExplainSettings, Match, Overrides};
use arena::player::{self, uci};
use arena::runner::MatchEnding;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::JournalReader;
use arena::storage::results::{JOURNAL, Results};
use explain::course::{Course, TermPlayer};
use explain::{DIRECTORY, report};

/// Find out why a match ended as it did: an account of its Elo difference, by the play at equal depth, the nodes for a
/// depth, and on a clock the time for a node.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArgs {
    /// The directory of a match's results, or the journal in it
    #[arg(value_name = "MATCH")]
    journal: PathBuf,
    /// Directory of the account [default: explain in the directory of the match]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    wishes: Wishes,
    /// Games and positions at a time [default: those of the match]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    concurrency: Option<u16>,
    /// Start the programs that the directory names, also where you have not started them there before
    #[arg(long)]
    trust: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// The price of an account, as far as the user names it.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Wishes {
    /// The price of the account, in games of the match [default: as many as the match has]
    #[arg(long, value_name = "N", value_parser = whole(8..=1_000_000_u32))]
    games: Option<u32>,
    /// Positions of the match that both sides search, at most [default: 2000, and 5 for each game of the price]
    #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
    positions: Option<u32>,
}

impl Wishes {
    /// The price that a match file names.
    pub(super) fn of_match(settings: Option<&ExplainSettings>) -> Wishes {
        Wishes {
            games: settings.and_then(|settings| settings.games).map(Whole::get),
            positions: settings.and_then(|settings| settings.positions).map(Whole::get),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  arena explain matches/results/smoke              for the price of the match itself, at most
  arena explain matches/results/smoke --games 400  for that of 400 games

The command plays two kinds of games, each with a pilot of 100: both sides at the depth of the match, and
the second side against itself with twice the nodes. Both sides search positions of the match to one depth.
It works for any program that understands `go depth` and `go nodes` and tells its nodes.

The directory gets the account as explain.html, .txt, .md, .tex and .json, positions.jsonl (each search) and
a directory with the journal of each term. A command that was stopped is resumed by the same command.";

pub(super) fn execute(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let journal = journal_of(&args.journal)?;
    let concurrency = args.concurrency.map(usize::from);
    let terms = Terms { concurrency, quiet: args.quiet, trust: args.trust };
    let is_whole = explain(&journal, args.out.clone(), args.wishes, terms)?;
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

/// The terms on which an account is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// Games and positions at a time, if not those of the match.
    pub(super) concurrency: Option<usize>,
    /// Whether no progress is shown.
    pub(super) quiet: bool,
    /// Whether programs are started that the user has not started there before.
    pub(super) trust: bool,
}

/// Explains the match of a journal, and leaves the account in its directory; `false` when the user stopped it.
pub(super) fn explain(
    journal: &Path,
    out: Option<PathBuf>,
    wishes: Wishes,
    Terms { concurrency, quiet, trust }: Terms,
) -> anyhow::Result<bool> {
    let beside = journal.parent().filter(|parent| *parent != "");
    let beside = beside.unwrap_or(Path::new("."));
    let (settings, guard) = match_in(beside, journal, concurrency, trust)?;
    let course = Course {
        settings: &settings,
        journal,
        directory: out.unwrap_or_else(|| beside.join(DIRECTORY)),
        games: wishes.games,
        positions: wishes.positions,
        concurrency: settings.concurrency,
        quiet,
    };
    let mut player = TermGames { guard: &guard, quiet };
    let Some(account) = course.run(&mut player)? else {
        say_command("the account is not finished; resume it with");
        return Ok(false);
    };
    print_document(&report::document(&account))?;
    // The report has a link to it.
    keep_quietly(&Results::with_journal(beside.to_owned(), JOURNAL)?)?;
    say(&format!("\naccount: {}", course.directory.display()));
    Ok(true)
}

/// The match whose results are in this directory, its programs identified, and their guard.
fn match_in(
    directory: &Path,
    journal: &Path,
    concurrency: Option<usize>,
    trust: bool,
) -> anyhow::Result<(Match, Guard)> {
    let file = Results::match_in(directory);
    if !file.is_file() {
        bail!(
            "{}: there is no such file, and the account plays on with its settings; name the directory of the results \
             of `arena run`",
            file.display()
        );
    }
    trust::refuse_builds(&file)?;
    let mut settings = config::load(&file, &Overrides::default())?;
    trust::check(&settings, trust)?;
    settings.concurrency = concurrency.unwrap_or(settings.concurrency);
    let guard = guard_for(&settings)?;
    let _builds = programs::prepare(&mut settings, &guard)?;
    let signatures = player::signatures(&settings);
    let game = JournalReader::open(journal)?.next_game()?.context("the match has no game")?;
    let facts = MatchFacts::of(&settings, &signatures);
    if facts.first().is_none_or(|facts| facts.fingerprint != game.facts.fingerprint) {
        bail!(
            "{}: the contenders are others than those that played {}: a program or the engine has changed since, so that \
             games of the terms would not be of this match",
            file.display(),
            journal.display()
        );
    }
    Ok((settings, guard))
}

/// Plays the games of terms as `arena run` plays a match.
struct TermGames<'a> {
    guard: &'a Guard,
    quiet: bool,
}

impl TermPlayer for TermGames<'_> {
    fn factory(&self, pairing: &Match, stderr: &Path) -> player::MakePlayer {
        player::factory(pairing, self.guard, stderr)
    }

    fn play(&mut self, mut settings: Match, directory: &Path) -> anyhow::Result<bool> {
        // A program may have other options now than in the match, and files that they name.
        uci::identify(&mut settings, self.guard)?;
        let signatures = player::signatures(&settings);
        let facts = MatchFacts::of(&settings, &signatures);
        let results = Results::open(Some(directory), &settings)?;
        let name = settings.name.clone();
        self.say(&format!("{name}: {} games", settings.games));
        match play(settings, &facts, &results, self.guard, self.quiet, None)? {
            MatchEnding::Complete => Ok(true),
            MatchEnding::Drained | MatchEnding::Aborted => Ok(false),
            MatchEnding::Stopped(_)
            | MatchEnding::Faulted
            | MatchEnding::FaultsInARow(_)
            | MatchEnding::Obstructed => {
                let place = results.directory().display();
                bail!("{name} ended before its last game; evidence: {place}")
            }
        }
    }

    fn say(&mut self, text: &str) {
        if !self.quiet {
            say(text);
        }
    }
}
