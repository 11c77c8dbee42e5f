//! The dispatcher: the single writer of journal, tally and reporter.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval};

use super::progress::Course;
use super::{ABORT_PATIENCE, Ending, Finished, Queue, Signal, WAITING_GAMES};
use crate::journal::{Journal, JournalError};
use crate::reporter::{Event, Reporter};

/// Everything that can happen while a match runs.
#[derive(Debug)]
pub(super) enum Input {
    /// Games were finished.
    Finished(Vec<Finished>),
    /// All tables have come to their end.
    TablesDone,
    /// Someone wants the match to stop.
    Signal(Signal),
    /// A second has passed.
    Tick,
    /// The tables had time enough to stop.
    PatienceOver,
}

/// Whether games are begun, finished, or given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Running,
    Draining,
    Aborting { since: Instant },
}

pub(super) struct Dispatcher<'a> {
    journal: Journal,
    course: Course,
    queue: Arc<Queue>,
    abort: Stop,
    reporter: &'a mut dyn Reporter,
    /// Games finished in this run.
    finished: usize,
    phase: Phase,
}

impl<'a> Dispatcher<'a> {
    pub(super) fn new(
        journal: Journal,
        course: Course,
        queue: Arc<Queue>,
        abort: Stop,
        reporter: &'a mut dyn Reporter,
    ) -> Dispatcher<'a> {
        Dispatcher { journal, course, queue, abort, reporter, finished: 0, phase: Phase::Running }
    }

    /// Handles what happens until the match has come to its end.
    pub(super) async fn run(
        mut self,
        mut finished: mpsc::Receiver<Finished>,
        mut signals: mpsc::Receiver<Signal>,
    ) -> Result<Ending, JournalError> {
        let mut ticks = interval(Duration::from_secs(1));
        loop {
            let mut games = Vec::new();
            let patience = self.patience();
            let input = tokio::select! {
                count = finished.recv_many(&mut games, WAITING_GAMES) => match count {
                    0 => Input::TablesDone,
                    _ => Input::Finished(games),
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
            Input::Finished(games) => self.commit(&games)?,
            Input::Signal(Signal::Interrupt) if self.phase == Phase::Running => self.drain(),
            Input::Signal(Signal::Interrupt | Signal::Terminate) => self.stop_at_once(),
            Input::Tick => self.reporter.report(&Event::Progress(self.course.progress())),
            Input::TablesDone | Input::PatienceOver => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Puts games on disk, and only then tells of them.
    fn commit(&mut self, games: &[Finished]) -> Result<(), JournalError> {
        self.journal.append(games.iter().map(|game| game.text.as_str()))?;
        self.finished += games.len();
        tracing::debug!(games = games.len(), "games are on disk");
        for Finished { record, .. } in games {
            let (game, termination, incident) =
                (record.spec.game, record.termination, &record.incident);
            match incident {
                Some(incident) => tracing::warn!(game, ?termination, incident, "game finished"),
                None => {
                    tracing::debug!(game, ?termination, plies = record.moves.len(), "game finished")
                }
            }
            self.course.tally.add(record);
            self.reporter.report(&Event::GameFinished { record });
        }
        self.reporter.report(&Event::Progress(self.course.progress()));
        Ok(())
    }

    fn drain(&mut self) {
        let in_progress = self.queue.taken().saturating_sub(self.finished);
        tracing::info!(in_progress, "no more games are begun");
        self.queue.close();
        self.phase = Phase::Draining;
        self.reporter.report(&Event::Draining { in_progress });
    }

    fn stop_at_once(&mut self) {
        if !matches!(self.phase, Phase::Aborting { .. }) {
            tracing::info!("the games in progress are given up");
            self.queue.close();
            self.abort.raise();
            self.phase = Phase::Aborting { since: Instant::now() };
            self.reporter.report(&Event::Aborting);
        }
    }

    /// Passes once tables that were told to stop at once have had their time.
    fn patience(&self) -> impl Future<Output = ()> + use<> {
        let since = match self.phase {
            Phase::Aborting { since } => Some(since),
            Phase::Running | Phase::Draining => None,
        };
        async move {
            match since {
                Some(since) => tokio::time::sleep_until(since + ABORT_PATIENCE).await,
                None => std::future::pending().await,
            }
        }
    }

    fn end(self) -> Ending {
        let progress = self.course.progress();
        let ending = match self.phase {
            _ if progress.finished() == progress.planned => Ending::Complete,
            Phase::Aborting { .. } => Ending::Aborted,
            Phase::Running | Phase::Draining => Ending::Drained,
        };
        tracing::info!(?ending, finished = progress.finished(), "run ends");
        self.reporter.report(&Event::Ended { ending, progress });
        ending
    }
}
