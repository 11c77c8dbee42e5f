//! The dispatcher: the single writer of journal, tally and reporter.

mod ending;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval};

use super::fault_rows::{FaultRow, FaultRows};
use super::game_thread::today;
use super::live_boards::LiveBoards;
use super::pair_buffer::{PairBuffer, Verdict};
use super::progress::MatchState;
use super::queue::Queue;
use super::transport::{Delivery, FinishedGame, News, WAITING_GAMES};
use super::void::may_be_void;
use super::{DrainCause, MatchEnding, Signal};
use crate::chess::record::Replays;
use crate::config::Match;
use crate::player::faults::Bundles;
use crate::runner::events::{Event, Reporter};
use crate::storage::journal::{GameWriter, Journal, JournalError};

/// Everything that can happen while a match runs.
#[derive(Debug)]
pub(super) enum Input {
    /// Games were finished, or are about to begin.
    News(Vec<Delivery>),
    /// All game threads have come to their end.
    ThreadsDone,
    /// A request to stop the match.
    Signal(Signal),
    /// A second has passed.
    Tick,
    /// The game threads had time enough to stop.
    PatienceOver,
}

/// Whether games are started, finished, or given up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Running,
    Draining(DrainCause),
    Aborting { since: Instant },
}

/// The dispatcher's settings, taken from the match.
#[derive(Clone, Debug, Default)]
pub(super) struct DispatcherSettings {
    /// The first fault ends it.
    strict: bool,
    /// Pairs may be replayed.
    replays: bool,
    /// The sender of news waits until the news have been reported, and the games are on disk.
    is_close: bool,
    /// Games in a row that a contender may lose by faults before the match stops; 0 for any number.
    faults_in_a_row: u32,
    /// The pairings, by the indices of their contenders.
    pairings: Vec<[usize; 2]>,
    /// For games that are written anew.
    writing: Option<Writing>,
}

/// Writes games that must say more than their threads knew.
#[derive(Clone, Debug)]
struct Writing {
    settings: Arc<Match>,
    /// One for each pairing; empty if the games are not kept as text.
    writers: Arc<[GameWriter]>,
}

impl Writing {
    /// The game of a pair that was played before.
    fn with_replays(&self, mut game: FinishedGame, replays: Replays) -> FinishedGame {
        game.record.replays = replays;
        let spec = &game.record.spec;
        if let Some(writer) = self.writers.get(self.settings.pairing(spec)) {
            game.text = writer.text(&game.record, &self.settings.opening(spec), &today());
        }
        game
    }
}

impl DispatcherSettings {
    pub(super) fn of(settings: &Arc<Match>, writers: Arc<[GameWriter]>) -> DispatcherSettings {
        let is_close = !settings.runner_rules.are_own();
        DispatcherSettings {
            strict: settings.strict,
            replays: may_be_void(settings),
            is_close,
            faults_in_a_row: settings.supervision.faults_in_a_row,
            pairings: settings.pairings.clone(),
            writing: Some(Writing { settings: Arc::clone(settings), writers }),
        }
    }

    /// The same, but the sender of a game waits until it is on disk.
    pub(super) fn close(self) -> DispatcherSettings {
        DispatcherSettings { is_close: true, ..self }
    }
}

/// The rule by which faults end a match.
#[derive(Clone, Copy, Debug)]
enum FaultEnd {
    /// The first one, in a strict match.
    First,
    /// One contender lost this many games in a row through faults.
    InARow(FaultRow),
}

pub(super) struct Dispatcher<'a> {
    journal: Journal,
    state: MatchState,
    queue: Arc<Queue>,
    abort: Stop,
    live_boards: LiveBoards,
    reporter: &'a mut dyn Reporter,
    /// Games finished in this run.
    finished: usize,
    phase: Phase,
    strict: bool,
    /// The end that faults have put to the match.
    fault_end: Option<FaultEnd>,
    /// Whether something is in the way of the match that is no player's fault.
    is_obstructed: bool,
    fault_rows: FaultRows,
    /// The evidence of faults.
    bundles: Bundles,
    pairs: PairBuffer,
    is_close: bool,
    writing: Option<Writing>,
}

impl<'a> Dispatcher<'a> {
    pub(super) fn new(
        settings: DispatcherSettings,
        journal: Journal,
        state: MatchState,
        queue: Arc<Queue>,
        abort: Stop,
        live_boards: LiveBoards,
        reporter: &'a mut dyn Reporter,
    ) -> Dispatcher<'a> {
        let order = queue.order();
        Dispatcher {
            fault_rows: FaultRows::new(settings.faults_in_a_row, settings.pairings, order),
            bundles: Bundles::new(journal.path().with_file_name("faults")),
            journal,
            state,
            queue,
            abort,
            live_boards,
            reporter,
            finished: 0,
            phase: Phase::Running,
            strict: settings.strict,
            fault_end: None,
            is_obstructed: false,
            pairs: PairBuffer::new(settings.replays),
            is_close: settings.is_close,
            writing: settings.writing,
        }
    }

    /// Handles inputs until the match has ended.
    pub(super) async fn run(
        mut self,
        mut finished: mpsc::Receiver<Delivery>,
        mut signals: mpsc::Receiver<Signal>,
    ) -> Result<MatchEnding, JournalError> {
        let mut ticks = interval(Duration::from_secs(1));
        loop {
            let mut games = Vec::new();
            let patience = self.patience();
            let input = tokio::select! {
                count = finished.recv_many(&mut games, WAITING_GAMES) => match count {
                    0 => Input::ThreadsDone,
                    _ => Input::News(games),
                },
                Some(signal) = signals.recv() => Input::Signal(signal),
                _ = ticks.tick() => Input::Tick,
                () = patience => Input::PatienceOver,
            };
            if self.handle(input)?.is_break() {
                return Ok(self.end());
            }
        }
    }

    /// Handles one input; a break ends the run.
    pub(super) fn handle(&mut self, input: Input) -> Result<ControlFlow<()>, JournalError> {
        match input {
            Input::News(news) => self.take(news)?,
            Input::Signal(Signal::Interrupt | Signal::Pause) if self.phase == Phase::Running => {
                self.drain(DrainCause::Interrupt);
            }
            Input::Signal(Signal::Pause) => {}
            Input::Signal(Signal::Interrupt | Signal::Terminate) => self.stop_at_once(),
            Input::Tick => {
                self.live_boards.update(&self.state.progress());
                self.reporter.report(&Event::Progress(self.state.progress()));
                self.heed_rules();
            }
            Input::ThreadsDone | Input::PatienceOver => {
                let alone = self.pairs.give_up();
                self.commit(&alone)?;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes news of games: announces those that begin, decides on each finished game, and commits
    /// those that count.
    fn take(&mut self, deliveries: Vec<Delivery>) -> Result<(), JournalError> {
        let mut counting = Vec::with_capacity(deliveries.len());
        // Announcements whose game threads wait for the reporter to see them.
        let mut listening = Vec::new();
        for Delivery { news, receipt } in deliveries {
            match news {
                News::Begins(spec) => {
                    self.commit(&std::mem::take(&mut counting))?;
                    self.reporter.report(&Event::GameStarted { spec: &spec });
                }
                News::Finished(game) => counting.extend(self.decide(*game)),
                News::Warning(text) => self.reporter.report(&Event::Warning { text: &text }),
                News::Obstacle(text) => {
                    // Each thread meets it.
                    if !std::mem::replace(&mut self.is_obstructed, true) {
                        self.reporter.report(&Event::Warning { text: &text });
                    }
                    self.stop_at_once();
                }
            }
            match self.is_close {
                true => listening.push(receipt),
                // Only now its thread may ask for the next ticket.
                false => drop(receipt),
            }
        }
        self.commit(&counting)?;
        self.heed_rules();
        drop(listening);
        Ok(())
    }

    /// Decides on a finished game; returns the games that can go to the journal.
    fn decide(&mut self, game: FinishedGame) -> Vec<FinishedGame> {
        let pair = game.record.spec.pair();
        let verdict = self.pairs.decide(&game);
        if let Verdict::Replay(attempt) = verdict {
            self.queue.replay(pair, attempt);
            self.reporter.report(&Event::Replayed { record: &game.record });
        }
        // The partner of a void game does not count, but its fault does.
        if self.strict && game.record.termination.fault().is_some() {
            self.queue.close();
            self.fault_end = Some(FaultEnd::First);
        }
        match verdict {
            Verdict::Counts => {
                let is_half = self.state.scoreboard.is_half_a_pair(pair);
                let games = self.pairs.take(game, is_half);
                let replays = self.pairs.replays_of(pair);
                let again = self.writing.as_ref().filter(|_| replays.attempts > 0);
                let games = games.into_iter().map(|game| match again {
                    Some(writing) => writing.with_replays(game, replays),
                    None => game,
                });
                games.collect()
            }
            Verdict::Replay(_) | Verdict::Superseded => Vec::new(),
        }
    }

    /// Writes the evidence of a fault and returns its directory. A failure to write does not stop
    /// the match.
    fn keep_evidence(&mut self, game: &FinishedGame) -> Option<PathBuf> {
        match self.bundles.keep(game.record.spec.game, game.evidence.as_ref()?) {
            Ok(path) => Some(path),
            Err(error) => {
                let directory = self.bundles.directory().display();
                tracing::warn!("cannot keep the evidence in {directory}: {error}");
                None
            }
        }
    }

    /// Puts games on disk, and only then counts and reports them.
    fn commit(&mut self, games: &[FinishedGame]) -> Result<(), JournalError> {
        if games.is_empty() {
            return Ok(());
        }
        self.journal.append(games.iter().map(|game| &game.text))?;
        self.finished += games.len();
        tracing::debug!(games = games.len(), "games are on disk");
        for finished in games {
            let record = &finished.record;
            let (game, termination, incident) =
                (record.spec.game, record.termination, &record.incident);
            match incident {
                Some(incident) => tracing::warn!(game, ?termination, incident, "game finished"),
                None => {
                    tracing::debug!(game, ?termination, plies = record.moves.len(), "game finished")
                }
            }
            let evidence = self.keep_evidence(finished);
            self.state.scoreboard.add(record);
            if let Some(row) = self.fault_rows.add(record) {
                self.queue.close();
                self.fault_end.get_or_insert(FaultEnd::InARow(row));
            }
            self.live_boards.forget(game);
            let evidence = evidence.as_deref();
            self.reporter.report(&Event::GameFinished { record, evidence });
        }
        self.reporter.report(&Event::Progress(self.state.progress()));
        Ok(())
    }
}
