//! The live status of a running match, for `arena watch`: a small file beside the journal. It is
//! best effort: a match continues if the file cannot be written, and is resumed without reading it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

/// The file's name.
pub const FILE: &str = "in-progress.json";

/// The age at which the file no longer shows a running match: it is written once a second, and a
/// slow disk or a busy machine may delay that.
const FRESH: Duration = Duration::from_secs(10);

/// A match under way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InProgress {
    /// Games planned.
    pub planned: u32,
    /// Games finished.
    pub finished: u32,
    /// Games per hour in this run; `null` before the first.
    pub games_per_hour: Option<f64>,
    /// Seconds that the remaining games take at this pace, or until the run has to end.
    pub seconds_left: Option<f64>,
    /// The rule that ends the run at a time, in words.
    pub deadline: Option<String>,
    /// The games in progress, by game thread; none of workers.
    pub tables: Vec<Board>,
    /// The question that the match answers.
    #[serde(default)]
    pub question: Option<String>,
    /// The contenders, in the order of the match file.
    #[serde(default)]
    pub standings: Vec<Standing>,
}

/// The games of a contender so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Games finished.
    pub games: u64,
    /// Points.
    pub points: f64,
    /// Games that it lost on time.
    pub lost_on_time: u64,
    /// Games that it lost by a failing engine.
    pub failures: u64,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// The game thread, from 1.
    pub table: usize,
    /// The game, from 1.
    pub game: u32,
    /// White.
    pub white: Side,
    /// Black.
    pub black: Side,
    /// The position, as FEN.
    pub position: String,
    /// The move that led to it, in UCI notation.
    pub last_move: Option<String>,
    /// Plies played, the opening's included.
    pub plies: usize,
}

/// A side of a game in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// The contender's name.
    pub name: String,
    /// Its last score, as engines write it.
    pub score: Option<String>,
    /// The time on its clock, in seconds.
    pub clock_seconds: Option<f64>,
}

impl InProgress {
    /// The live status of the match in this directory; `None` if it is not running.
    #[must_use]
    pub fn of(directory: &Path) -> Option<InProgress> {
        let path = directory.join(FILE);
        let written = fs::metadata(&path).ok()?.modified().ok()?;
        // A file from the future is as good as one of now.
        if written.elapsed().is_ok_and(|age| age > FRESH) {
            return None;
        }
        serde_json::from_str(&bounded::read_text(&path, bounded::SMALL).ok()?).ok()
    }

    /// Writes it: wholly or not at all. It need not survive a power failure.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let unfinished = path.with_file_name(format!(".{FILE}.unfinished"));
        fs::write(&unfinished, serde_json::to_vec(self)?)?;
        fs::rename(&unfinished, path)
    }
}

/// A game thread's side of the live boards: shows its board when the dispatcher wants it.
#[derive(Clone, Debug)]
pub struct BoardFeed {
    /// The thread's number, from 1.
    thread: usize,
    wanted: Arc<AtomicBool>,
    boards: mpsc::Sender<Board>,
}

impl BoardFeed {
    /// The feed of a game thread, with the flag that says whether its board is wanted.
    #[must_use]
    pub fn new(thread: usize, wanted: Arc<AtomicBool>, boards: mpsc::Sender<Board>) -> BoardFeed {
        BoardFeed { thread, wanted, boards }
    }

    /// A feed whose board is never wanted.
    #[must_use]
    pub fn closed() -> BoardFeed {
        BoardFeed::new(1, Arc::default(), mpsc::channel(1).0)
    }

    /// Shows the board if it is wanted.
    pub fn show(&self, board: impl FnOnce(usize) -> Board) {
        if self.wanted.load(Ordering::Relaxed) && self.wanted.swap(false, Ordering::Relaxed) {
            // If the channel is full, the next board will do.
            let _ = self.boards.try_send(board(self.thread));
        }
    }
}

/// The path of the live status of the match with this journal.
#[must_use]
pub fn beside(journal: &Path) -> PathBuf {
    journal.with_file_name(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "files have dates of the wall clock")]
    fn what_is_written_is_read_until_it_is_old() {
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(InProgress::of(directory.path()), None);
        let state = InProgress { planned: 4, finished: 1, ..InProgress::default() };
        let path = beside(&directory.path().join("games.pgn"));
        state.write(&path).unwrap();
        assert_eq!(InProgress::of(directory.path()), Some(state));
        let long_ago = std::time::SystemTime::now() - 2 * FRESH;
        fs::File::options().append(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        assert_eq!(InProgress::of(directory.path()), None);
    }
}
