//! The boards of the games in progress, for `arena watch`.
//!
//! Once a second the dispatcher writes them all to one file: those of its game threads, at most a
//! second and the current move behind. A remote run has none.

use std::path::{Path, PathBuf};

use super::MatchProgress;
use super::board_feeds::BoardFeeds;
use crate::config::Match;
use crate::runner::in_progress::{self, BoardFeed, InProgress, Standing};
use crate::score::tally::Scoreboard;
use crate::system::duration::duration;
use stats::stop::StopCause;

/// The dispatcher's side.
#[derive(Debug)]
pub(super) struct LiveBoards {
    path: PathBuf,
    games: BoardFeeds,
    question: Option<String>,
    names: Vec<String>,
    pairings: Vec<[usize; 2]>,
}

impl LiveBoards {
    /// The boards of these game threads, for the match with this journal.
    pub(super) fn new(journal: &Path, games: BoardFeeds, settings: &Match) -> LiveBoards {
        LiveBoards {
            path: in_progress::beside(journal),
            games,
            question: settings.question.clone(),
            names: settings.contenders.iter().map(|contender| contender.name.clone()).collect(),
            pairings: settings.pairings.clone(),
        }
    }

    fn standings(&self, scoreboard: &Scoreboard) -> Vec<Standing> {
        let named = |name: &String| Standing { name: name.clone(), ..Standing::default() };
        let mut standings: Vec<Standing> = self.names.iter().map(named).collect();
        for (&[first, second], tally) in self.pairings.iter().zip(scoreboard.pairings()) {
            let (games, counts) = (tally.games(), &tally.contenders);
            let sides = [(first, games, &counts.first), (second, games.reversed(), &counts.second)];
            for (player, games, count) in sides {
                let standing = &mut standings[player];
                standing.games += games.games();
                standing.points += games.half_points() as f64 / 2.0;
                standing.lost_on_time += count.time_forfeits;
                standing.failures += count.failures;
            }
        }
        standings
    }

    /// The boards without a match, for tests.
    #[cfg(test)]
    pub(super) fn example(journal: &Path) -> LiveBoards {
        let (path, games) = (in_progress::beside(journal), BoardFeeds::new(2));
        LiveBoards { path, games, question: None, names: Vec::new(), pairings: Vec::new() }
    }

    /// The feed of a game thread, by its number from 1.
    pub(super) fn feed(&self, thread: usize) -> BoardFeed {
        self.games.feed(thread)
    }

    /// Forgets the board of a game that is finished.
    pub(super) fn forget(&mut self, game: u32) {
        self.games.forget(game);
    }

    /// Writes the live status and asks for all boards again. The match goes on without it if that
    /// fails.
    pub(super) fn update(&mut self, progress: &MatchProgress<'_>) {
        let until = progress.deadline.map(|deadline| deadline.left);
        let left = [progress.time_left(), until].into_iter().flatten().min();
        let state = InProgress {
            planned: progress.planned,
            finished: progress.finished(),
            games_per_hour: progress.games_per_hour(),
            seconds_left: left.map(|left| left.as_secs_f64()),
            deadline: progress.deadline.map(|deadline| match deadline.cause {
                StopCause::Until(time) => format!("ends at {}", time.strftime("%H:%M")),
                _ => format!("ends in {}", duration(deadline.left)),
            }),
            tables: self.games.take(),
            question: self.question.clone(),
            standings: self.standings(progress.scoreboard),
        };
        if let Err(error) = state.write(&self.path) {
            tracing::debug!("cannot write {}: {error}", self.path.display());
        }
    }

    /// The run is over.
    pub(super) fn leave(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
