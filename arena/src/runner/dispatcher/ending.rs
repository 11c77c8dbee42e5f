//! The end of a match: no more pairs, no more games, or at once.

use stats::stop::StopCause;
use tokio::time::Instant;

use super::{Dispatcher, FaultEnd, Phase};
use crate::runner::events::Event;
use crate::runner::{ABORT_PATIENCE, DrainCause, MatchEnding};

impl Dispatcher<'_> {
    /// Begins no more pairs if one of the match's rules says so.
    pub(super) fn heed_rules(&mut self) {
        if self.phase == Phase::Running
            && let Some(end) = self.fault_end
        {
            self.drain(match end {
                FaultEnd::First => DrainCause::Fault,
                FaultEnd::InARow(row) => DrainCause::FaultsInARow(row),
            });
        } else if self.phase == Phase::Running
            && let Some(cause) = self.state.stop_cause()
        {
            self.drain(DrainCause::Rule(cause));
        }
    }

    /// Begins no more games; if a rule of the match is the cause, no more pairs.
    pub(super) fn drain(&mut self, cause: DrainCause) {
        let ends_pairs = matches!(cause, DrainCause::Rule(_));
        if ends_pairs {
            self.queue.close_after_pair();
        }
        let played = self.finished + self.pairs.waiting();
        let in_progress = self.queue.taken().saturating_sub(played);
        if !ends_pairs {
            self.queue.close();
        }
        tracing::info!(in_progress, ?cause, "no more games are begun");
        self.phase = Phase::Draining(cause);
        self.reporter.report(&Event::Draining { in_progress, cause });
    }

    pub(super) fn stop_at_once(&mut self) {
        if !matches!(self.phase, Phase::Aborting { .. }) {
            tracing::info!("the games in progress are given up");
            self.queue.close();
            self.abort.raise();
            self.phase = Phase::Aborting { since: Instant::now() };
            self.reporter.report(&Event::Aborting);
        }
    }

    /// Passes when the threads have had their time to stop at once; else never.
    pub(super) fn patience(&self) -> impl Future<Output = ()> + use<> {
        let since = match self.phase {
            Phase::Aborting { since } => Some(since),
            Phase::Running | Phase::Draining(_) => None,
        };
        async move {
            match since {
                Some(since) => tokio::time::sleep_until(since + ABORT_PATIENCE).await,
                None => std::future::pending().await,
            }
        }
    }

    /// The match's ending.
    pub(super) fn end(self) -> MatchEnding {
        let progress = self.state.progress();
        let complete = progress.finished() >= progress.planned;
        let ending = match self.phase {
            _ if self.is_obstructed && !complete => MatchEnding::Obstructed,
            Phase::Aborting { .. } if !complete => MatchEnding::Aborted,
            _ if let Some(stopped) = progress.scoreboard.stopped() => {
                MatchEnding::Stopped(StopCause::Decision(stopped))
            }
            _ if complete => self.state.completed(),
            Phase::Draining(_) if let Some(end) = self.fault_end => match end {
                FaultEnd::First => MatchEnding::Faulted,
                FaultEnd::InARow(row) => MatchEnding::FaultsInARow(row),
            },
            Phase::Draining(DrainCause::Rule(cause)) => MatchEnding::Stopped(cause),
            _ => MatchEnding::Drained,
        };
        tracing::info!(?ending, finished = progress.finished(), "run ends");
        self.live_boards.leave();
        self.reporter.report(&Event::Ended { ending, progress });
        ending
    }
}
