//! Running a match: game threads play, one dispatcher writes.
//!
//! A *game thread* has a player of each contender and plays one game at a time; an engine in this
//! process searches on the thread itself. A thread takes *tickets* (games of one pair) from its
//! *transport* and hands finished games in, already put into text. In this process the transport is
//! a queue that all threads share, and a channel to the *dispatcher*. Only the dispatcher touches
//! the journal, the tally and the reporter, and only it decides the consequences of a result: that
//! a pair is replayed, or that no more games are begun. Every event becomes an input, handled one
//! at a time; all games waiting to be written go to disk with one write.

mod batch;
mod board_feeds;
mod dispatcher;
pub mod events;
mod fault_rows;
pub mod game;
mod game_thread;
pub mod in_progress;
mod live_boards;
mod open_files;
mod pair_buffer;
mod pin;
mod progress;
mod queue;
mod quiet;
mod remote_run;
mod signals;
mod ticket;
mod transport;
mod void;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Error, bail};
use engine::Stop;
use tokio::sync::mpsc;

use crate::chess::runner_rules::RunnerRules;
use crate::config::{Match, Pinning};
use crate::player::MakePlayer;
use crate::runner::events::{Event, Reporter};
use crate::score::tally::Scoreboard;
use crate::storage::facts::MatchFacts;
use crate::storage::journal::{GameWriter, Journal, JournalError, Opened};
use stats::anytime::Method;
use stats::stop::{RuleChange, StopCause};

use dispatcher::{Dispatcher, DispatcherSettings};
use live_boards::LiveBoards;
use progress::MatchState;
use queue::Queue;
use quiet::BusyMachine;
use transport::{LocalTransport, Step};

use board_feeds::BoardFeeds;
pub use game::{play, verify};
pub use game_thread::{GameThread, today};
pub use in_progress::BoardFeed;
pub use open_files::provide as provide_files;
pub use pin::ReservedCores;
pub use ticket::Ticket;
pub use transport::{Delivery, FinishedGame, News, Receipt, Transport};

pub use batch::{Batch, BatchNews};
pub use fault_rows::FaultRow;
pub use progress::{Deadline, MatchProgress};
pub use remote_run::{RemoteWork, run_remotely};
pub use signals::{Signal, Signals, outlive_full_files};

/// The wait for game threads when the match is stopped at once.
const ABORT_PATIENCE: Duration = Duration::from_secs(2);
/// The error of a thread that was not started.
const NO_THREAD: &str = "cannot start a game thread";
/// The error of a game thread that has panicked: only on a bug, engines cannot cause it.
const THREAD_LOST: &str =
    "a game thread crashed; all finished games are in the journal, start the match again";

/// The ending of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MatchEnding {
    /// Every game of the match is in the journal.
    Complete,
    /// One of the match's rules has stopped it, after the pairs in progress.
    Stopped(StopCause),
    /// Stopped at an engine's fault, after the games in progress.
    Faulted,
    /// Stopped after one contender lost this many games in a row through faults, and after the
    /// games in progress.
    FaultsInARow(FaultRow),
    /// Stopped after the games in progress.
    Drained,
    /// Stopped at once; the games in progress are lost.
    Aborted,
    /// The same, since something was in the way that is no player's fault: the file of an engine is another one.
    Obstructed,
}

/// Why no more games are begun although there are some left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrainCause {
    /// One of the match's rules.
    Rule(StopCause),
    /// An engine's fault, which ends a strict match.
    Fault,
    /// Games in a row that one contender lost by faults.
    FaultsInARow(FaultRow),
    /// The user's wish.
    Interrupt,
}

/// A match's journal, open for writing, and its content so far.
#[derive(Debug)]
pub struct Resumed {
    opened: Opened,
    scoreboard: Scoreboard,
    /// The difference between the present stop rules and those of the last game.
    rule_change: Option<RuleChange>,
    /// The method of the anytime-valid interval.
    anytime: Method,
}

/// Opens or begins the journal of a match, with the facts of its pairings. The first game in the
/// journal fixes the method of the anytime-valid interval, whatever the facts say.
///
/// # Errors
/// The journal cannot be used: see [`Journal::open`].
pub fn open(journal: &Path, facts: &[MatchFacts]) -> Result<Resumed, JournalError> {
    let rules = facts.first().map_or(&[][..], |facts| facts.stop.sequential.as_slice());
    let repeat = facts.first().is_some_and(MatchFacts::may_repeat);
    let fresh = |anytime: &Method| Scoreboard::watched_by(facts.len(), rules, anytime, repeat);
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

/// A match about to be played: the missing games and the known results.
struct Begun {
    journal: Journal,
    state: MatchState,
    queue: Arc<Queue>,
    /// The facts of each pairing, with the settings that the match's first game has fixed.
    facts: Vec<MatchFacts>,
    writers: Arc<[GameWriter]>,
    /// Numbers of the games in the journal.
    played: HashSet<u32>,
}

impl Begun {
    /// Finds the missing games, and tells the reporter.
    fn new(
        settings: &Match,
        facts: &[MatchFacts],
        resumed: Resumed,
        reporter: &mut dyn Reporter,
    ) -> Begun {
        let Resumed { opened, scoreboard, rule_change, anytime } = resumed;
        let Opened { journal, games: played, torn } = opened;
        // A match with a decided result lacks only the second halves of pairs.
        let decided = scoreboard.stopped().is_some();
        let missing: Vec<_> = settings
            .schedule()
            .filter(|spec| !played.contains(&spec.game))
            .filter(|spec| !decided || scoreboard.is_half_a_pair(spec.pair()))
            .collect();
        let queue = Arc::new(Queue::new(missing, |pair| scoreboard.is_half_a_pair(pair)));
        let state =
            MatchState::new(settings.games, &settings.stop, scoreboard).of(settings.planned());
        let progress = state.progress();
        reporter.report(&Event::Started { settings, journal: journal.path(), torn, progress });
        if let Some(change) = rule_change {
            let text = format!("{change} Its error rates no longer hold; the report will say so.");
            tracing::warn!("{text}");
            reporter.report(&Event::Warning { text: &text });
        }
        tracing::info!(
            name = settings.name,
            games = settings.all_games(),
            missing = queue.len(),
            fingerprint = facts.first().map(|facts| facts.fingerprint.as_str()),
            "match begins"
        );
        let kept =
            facts.iter().map(|pairing| MatchFacts { anytime: anytime.clone(), ..pairing.clone() });
        let facts: Vec<MatchFacts> = kept.collect();
        let writers = facts.iter().map(GameWriter::new).collect();
        Begun { journal, state, queue, facts, writers, played }
    }
}

/// Plays the games of a match that are not in its journal yet.
///
/// Each game thread calls `make_player` when it first needs a contender's player and after that has failed.
///
/// # Errors
/// When the journal cannot be written, or a game thread cannot be started.
pub async fn run(
    settings: &Arc<Match>,
    facts: &[MatchFacts],
    resumed: Resumed,
    make_player: MakePlayer,
    signals: mpsc::Receiver<Signal>,
    reporter: &mut dyn Reporter,
) -> anyhow::Result<MatchEnding> {
    let Begun { journal, state, queue, writers, .. } =
        Begun::new(settings, facts, resumed, reporter);
    let abort = Stop::new();
    let thread_count = settings.concurrency.min(queue.len());
    let programs =
        settings.contenders.iter().filter(|contender| contender.program().is_some()).count();
    open_files::provide(thread_count, programs).map_err(Error::msg)?;
    let cores = reserve_cores(settings, thread_count, reporter);
    let games = BoardFeeds::new(thread_count);
    let live_boards = LiveBoards::new(journal.path(), games, settings);
    let step = match settings.runner_rules {
        RunnerRules::Own => Step::Loose,
        RunnerRules::Fastchess | RunnerRules::Cutechess => Step::Close,
    };
    let (transport, finished) = LocalTransport::new(Arc::clone(&queue), step);
    let mut threads = Vec::with_capacity(thread_count);
    let machine = Arc::new(BusyMachine::default());
    for number in 1..=thread_count {
        let thread = GameThread {
            settings: Arc::clone(settings),
            transport: transport.clone(),
            writers: Arc::clone(&writers),
            abort: abort.clone(),
            make_player: Arc::clone(&make_player),
            number,
            feed: live_boards.feed(number),
            machine: Some(Arc::clone(&machine)),
            cores: cores.as_ref().map(|cores| cores.of_thread(number)),
        };
        threads.push(thread.start().context(NO_THREAD)?);
    }
    // When the last thread ends the dispatcher is to see that.
    drop(transport);

    let dispatcher = Dispatcher::new(
        DispatcherSettings::of(settings, writers),
        journal,
        state,
        queue,
        abort,
        live_boards,
        reporter,
    );
    let ending = dispatcher.run(finished, signals).await?;
    // After an abort a thread may still be inside a search that does not check its flag.
    let joined = threads.into_iter().filter(|thread| thread.is_finished() || ending.waits());
    if joined.map(std::thread::JoinHandle::join).any(|thread| thread.is_err()) {
        bail!(THREAD_LOST);
    }
    Ok(ending)
}

/// Cores for each game thread, if the match wants them and the machine has them.
fn reserve_cores(
    settings: &Match,
    thread_count: usize,
    reporter: &mut dyn Reporter,
) -> Option<ReservedCores> {
    if settings.pinning == Pinning::Free || thread_count == 0 {
        return None;
    }
    match ReservedCores::reserve(thread_count, settings.cores_a_game()) {
        Ok(cores) => Some(cores),
        Err(problem) => {
            let text = format!("game threads do not get cores of their own: {problem}");
            tracing::warn!("{text}");
            if settings.pinning == Pinning::Wanted {
                reporter.report(&Event::Warning { text: &text });
            }
            None
        }
    }
}

impl MatchEnding {
    /// Whether game threads are waited for.
    fn waits(self) -> bool {
        !matches!(self, MatchEnding::Aborted | MatchEnding::Obstructed)
    }
}
