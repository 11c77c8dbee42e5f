//! Running a match: tables play, one dispatcher writes.
//!
//! A *table* is a thread that seats two players and plays one game at a time; an engine of this
//! process searches right on it. Tables take the games that are still to be played from a common
//! queue, and hand finished ones, already put into text, to the *dispatcher*. That is the only
//! one to touch the journal, the tally and the reporter. It turns whatever happens into an
//! input and handles one at a time; all games that wait to be written go to
//! disk with one write.

mod batch;
mod dispatcher;
pub mod events;
pub mod game;
pub mod in_progress;
mod onlooker;
mod open_files;
mod pairs;
mod pin;
mod progress;
mod queue;
mod signals;
mod table;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc;

use crate::config::{ContenderSettings, Match, UciSettings};
use crate::player::Player;
use crate::runner::events::{Event, Reporter};
use crate::score::tally::Scoreboard;
use crate::storage::facts::MatchFacts;
use crate::storage::journal::{GameWriter, Journal, JournalError, Opened};
use stats::anytime::Method;
use stats::stop::{RuleChange, StopCause};

use dispatcher::{Dispatcher, Terms};
use onlooker::Onlooker;
use pin::Places;
use progress::Course;
use queue::Queue;
use table::{Finished, Table};

pub use batch::Batch;
pub use progress::{Deadline, Progress};
pub use signals::{Signal, Signals, outlive_full_files};

/// Finished games that may wait for the disk before tables wait for it too. As many again may be on
/// their way to it; what they take is all the memory that a slow disk costs.
const WAITING_GAMES: usize = 256;
/// How long tables are waited for when the match is stopped at once.
const ABORT_PATIENCE: Duration = Duration::from_secs(2);

/// How a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// Every game of the match is in the journal.
    Complete,
    /// One of the match's rules has stopped it, after the pairs in progress.
    Stopped(StopCause),
    /// Stopped at an engine's fault, after the games in progress.
    Faulted,
    /// Stopped after the games in progress.
    Drained,
    /// Stopped at once; the games in progress are lost.
    Aborted,
}

/// Why no more games are begun although there are some left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrainCause {
    /// One of the match's rules.
    Rule(StopCause),
    /// An engine's fault, which ends a strict match.
    Fault,
    /// The user's wish.
    Interrupt,
}

/// Why a match could not be run to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A table could not be set up.
    #[error("cannot start a table")]
    Table(#[from] std::io::Error),
    /// The system does not allow as many open files as the match needs.
    #[error("{0}")]
    OpenFiles(String),
    /// A table broke down. It is a defect of this program: engines cannot bring a table down.
    #[error("a table broke down; all finished games are in the journal, start the match again")]
    TableLost,
}

/// A match's journal, open for writing, and what it says so far.
#[derive(Debug)]
pub struct Resumed {
    opened: Opened,
    scoreboard: Scoreboard,
    /// How the rules that look at the results differ from those of the game that came last.
    rule_change: Option<RuleChange>,
    /// How the anytime-valid interval is computed.
    anytime: Method,
}

/// Opens or begins the journal of a match, with the facts of its pairings. How the anytime-valid
/// interval is computed is what the first game in the journal says, whatever the facts say.
///
/// # Errors
/// When it cannot be used: see [`Journal::open`].
pub fn open(journal: &Path, facts: &[MatchFacts]) -> Result<Resumed, JournalError> {
    let rules = facts.first().map_or(&[][..], |facts| facts.stop.sequential.as_slice());
    let fresh = |anytime: &Method| Scoreboard::watched_by(facts.len(), rules, anytime);
    let mut begun: Option<(Method, Scoreboard)> = None;
    let mut last = None;
    let opened = Journal::open(journal, facts, |game| {
        let anytime = &game.facts.anytime;
        let (_, scoreboard) = begun.get_or_insert_with(|| (anytime.clone(), fresh(anytime)));
        scoreboard.add(&game.record);
        if last.as_ref() != Some(&game.facts.stop.sequential) {
            last = Some(game.facts.stop.sequential.clone());
        }
    })?;
    let (anytime, scoreboard) = begun.unwrap_or_else(|| {
        let anytime = facts.first().map_or_else(Method::default, |facts| facts.anytime.clone());
        let scoreboard = fresh(&anytime);
        (anytime, scoreboard)
    });
    let change = |last: Vec<_>| RuleChange::between(scoreboard.games(), &last, rules);
    let rule_change = last.and_then(change);
    Ok(Resumed { opened, scoreboard, rule_change, anytime })
}

/// Plays the games of a match that are not in its journal yet.
///
/// `seat` makes a player for a contender that ends its searches when the flag is raised; each
/// table calls it on its own thread, when it first needs a player and after that has failed.
///
/// # Errors
/// When the journal cannot be written, or a table cannot be started.
pub async fn run<P, F>(
    settings: &Arc<Match>,
    facts: &[MatchFacts],
    resumed: Resumed,
    seat: F,
    signals: mpsc::Receiver<Signal>,
    reporter: &mut dyn Reporter,
) -> Result<Ending, RunError>
where
    P: Player,
    F: Fn(&ContenderSettings, Stop) -> P + Clone + Send + 'static,
{
    let Resumed { opened, scoreboard, rule_change, anytime } = resumed;
    let Opened { journal, games: played, torn, unknown_files } = opened;
    // A match whose result is clear already lacks only the other halves of pairs.
    let decided = scoreboard.stopped().is_some();
    let missing: Vec<_> = settings
        .schedule()
        .filter(|spec| !played.contains(&spec.game))
        .filter(|spec| !decided || scoreboard.is_half_a_pair(spec.pair()))
        .collect();
    let queue = Arc::new(Queue::new(missing, |pair| scoreboard.is_half_a_pair(pair)));
    let course = Course::new(settings.games, &settings.stop, scoreboard).of(settings.planned());
    let progress = course.progress();
    reporter.report(&Event::Started { settings, journal: journal.path(), torn, progress });
    if let Some(change) = rule_change {
        let text = format!("{change} Its error rates no longer hold; the report will say so.");
        tracing::warn!("{text}");
        reporter.report(&Event::Warning { text: &text });
    }

    for contender in unknown_files {
        let text = format!(
            "the journal has games of an earlier version, which do not say what was in the files \
             that {contender:?} is given: whether these have changed since cannot be told"
        );
        reporter.report(&Event::Warning { text: &text });
    }

    tracing::info!(
        name = settings.name,
        games = settings.all_games(),
        missing = queue.len(),
        fingerprint = facts.first().map(|facts| facts.fingerprint.as_str()),
        "match begins"
    );

    let abort = Stop::new();
    let tables = settings.concurrency.min(queue.len());
    let programs = settings.contenders.iter().filter(|of| of.program().is_some()).count();
    open_files::provide(tables, programs).map_err(RunError::OpenFiles)?;
    let places = places(settings, tables, reporter);
    let onlooker = Onlooker::new(journal.path(), tables);
    let (sender, finished) = mpsc::channel::<Finished>(WAITING_GAMES);
    let kept = facts.iter().map(|of| MatchFacts { anytime: anytime.clone(), ..of.clone() });
    let writers: Arc<[GameWriter]> = kept.map(|facts| GameWriter::new(&facts)).collect();
    let mut threads = Vec::with_capacity(tables);
    for number in 1..=tables {
        let table = Table {
            settings: Arc::clone(settings),
            queue: Arc::clone(&queue),
            writers: Arc::clone(&writers),
            abort: abort.clone(),
            finished: sender.clone(),
            seat: seat.clone(),
            number,
            window: onlooker.window(number),
            place: places.as_ref().map(|places| places.of_table(number)),
        };
        threads.push(table.start()?);
    }
    drop(sender);

    let dispatcher =
        Dispatcher::new(Terms::of(settings), journal, course, queue, abort, onlooker, reporter);
    let ending = dispatcher.run(finished, signals).await?;
    // After an abort a table may still be inside a search that does not look at its flag.
    let joined = threads.into_iter().filter(|thread| thread.is_finished() || ending.waits());
    if joined.map(std::thread::JoinHandle::join).any(|thread| thread.is_err()) {
        return Err(RunError::TableLost);
    }
    Ok(ending)
}

/// A core for each table, where the match wants that and the machine has it.
fn places(settings: &Match, tables: usize, reporter: &mut dyn Reporter) -> Option<Places> {
    if !settings.pin || tables == 0 {
        return None;
    }
    let threads = settings.contenders.iter().filter_map(|of| of.program());
    let cores = threads.map(UciSettings::threads).max().unwrap_or(1);
    match Places::reserve(tables, cores) {
        Ok(places) => Some(places),
        Err(problem) => {
            let text = format!("tables do not keep to cores of their own: {problem}");
            tracing::warn!("{text}");
            reporter.report(&Event::Warning { text: &text });
            None
        }
    }
}

impl Ending {
    /// Whether all tables have come to their end.
    fn waits(self) -> bool {
        self != Ending::Aborted
    }
}
