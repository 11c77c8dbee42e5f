//! The journal's file: locking and writing.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::JournalGame;
use super::block::LONGEST_GAME;
use super::read::{JournalReader, ReadError, TornTail};
use super::settings::KnownSettings;
use super::write::GameText;
use crate::chess::pairings::place;
use crate::storage::facts::MatchFacts;
use crate::system::durable::{self, TakeError, set_length, sync_directory};

/// A journal that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Its length in bytes: of whole games that are on disk.
    length: u64,
    batch: Vec<u8>,
    /// Games of each settings that were appended.
    appended: HashMap<String, u64>,
}

/// One game in this number has the settings of the match in its tags, beginning with the first:
/// losing it affects few others, and 2 kB in 500 games cost nothing.
const GAMES_A_SETTINGS: u64 = 500;

/// The state of a journal when it was opened.
#[derive(Debug)]
pub struct Opened {
    /// The journal.
    pub journal: Journal,
    /// Numbers of the games in it.
    pub games: HashSet<u32>,
    /// The torn tail that was cut off.
    pub torn: Option<TornTail>,
}

/// Why a journal cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be written or locked.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// The attempted action.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another process has it.
    #[error(
        "{}: another arena process is writing this journal; let it finish, or give this match a \
         directory of its own with --out DIR",
        .0.display()
    )]
    Locked(PathBuf),
    /// A game is too long to be read again, belongs to another match, or lies beyond the end of this one.
    #[error("{}: {problem}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The problem, and the remedy.
        problem: String,
    },
    /// Games cannot be put on disk.
    #[error(
        "cannot write to the journal {} (every game it has is whole; when there is room again, the \
         same command goes on with the match)",
        path.display()
    )]
    Append {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl Journal {
    /// Opens or creates the journal of a match with these facts, one for each pairing, and passes
    /// its games to `visit` in the order in which they finished. A torn tail is cut off.
    ///
    /// # Errors
    /// The journal belongs to another match or process, is damaged, or cannot be read or written;
    /// it is then left unchanged.
    pub fn open(
        path: &Path,
        facts: &[MatchFacts],
        mut visit: impl FnMut(&JournalGame),
    ) -> Result<Opened, JournalError> {
        let io_error = |doing| move |source| failed(doing, path, source);
        let existed = path.exists();
        let file = take(path)?;
        let reader = JournalReader::of_file(&file, path);
        let mut reader = reader.knowing(KnownSettings::of(facts));
        let mut surplus = None;
        while let Some(game) = reader.next_game()? {
            let to_keep = "to keep it, give this match a directory of its own with --out DIR";
            check_belongs(&game, facts, path, to_keep)?;
            if is_beyond(&game, facts) {
                surplus = surplus.max(Some(game.record.spec.game));
            } else {
                visit(&game);
            }
        }
        if let Some(game) = surplus {
            return Err(beyond(game, facts, path));
        }
        let (length, torn) = (reader.whole_games(), reader.torn_tail());
        let games = reader.into_numbers();
        if let Some(torn) = torn {
            set_length(&file, torn.offset).map_err(io_error("cut the torn tail off"))?;
            file.sync_all().map_err(io_error("cut the torn tail off"))?;
        }
        if !existed {
            sync_directory(path).map_err(io_error("begin the journal"))?;
        }
        let journal = Journal {
            file,
            path: path.to_owned(),
            length,
            batch: Vec::new(),
            appended: HashMap::new(),
        };
        Ok(Opened { journal, games, torn })
    }

    /// Appends finished games with one write; on return they are on disk. The first game with given
    /// settings has them in its tags, and the others refer to it.
    ///
    /// # Errors
    /// When writing fails, as on a full disk. None of these games is in the journal then, and none
    /// has been reported; a partial write is cut off again, now or, if that fails too, as a torn
    /// tail by the next run.
    pub fn append<'a>(
        &mut self,
        games: impl Iterator<Item = &'a GameText>,
    ) -> Result<(), JournalError> {
        self.batch.clear();
        let appended = self.appended.clone();
        for game in games {
            let count = self.appended.entry(game.settings().to_owned()).or_default();
            let text = match count.is_multiple_of(GAMES_A_SETTINGS) {
                true => game.full(),
                false => game.lean(),
            };
            *count += 1;
            if text.len() > LONGEST_GAME {
                self.appended = appended;
                let problem = format!(
                    "a game of more than {LONGEST_GAME} bytes is not written, since nobody could read it"
                );
                return Err(refused(&self.path, problem));
            }
            self.batch.extend_from_slice(text.as_bytes());
        }
        let written = self.file.write_all(&self.batch).and_then(|()| self.file.sync_data());
        if let Err(source) = written {
            let _ = set_length(&self.file, self.length).and_then(|()| self.file.sync_data());
            self.appended = appended;
            return Err(JournalError::Append { path: self.path.clone(), source });
        }
        self.length += self.batch.len() as u64;
        Ok(())
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Checks that a game of another journal is one of the match with these facts.
pub(super) fn check_is_of(
    game: &JournalGame,
    facts: &[MatchFacts],
    path: &Path,
) -> Result<(), JournalError> {
    let to_merge = "merge it with the match file and the --set that its games were played with";
    check_belongs(game, facts, path, to_merge)?;
    match is_beyond(game, facts) {
        true => Err(beyond(game.record.spec.game, facts, path)),
        false => Ok(()),
    }
}

/// Checks that a game belongs to its pairing; the error has the differences, and this remedy.
fn check_belongs(
    game: &JournalGame,
    pairings: &[MatchFacts],
    path: &Path,
    remedy: &str,
) -> Result<(), JournalError> {
    let (pairing, _) = place(game.record.spec.pair(), pairings.len());
    let facts = &pairings[pairing];
    if facts.is_match_of(&game.facts) {
        return Ok(());
    }
    let differences = facts.differences(&game.facts).join("; ");
    Err(refused(path, format!("the journal of another match: {differences}; {remedy}")))
}

/// Whether the game lies beyond the match's present number of games.
fn is_beyond(game: &JournalGame, pairings: &[MatchFacts]) -> bool {
    let (pairing, round) = place(game.record.spec.pair(), pairings.len());
    round >= pairings[pairing].games / 2
}

/// The error of a journal whose last game, of this number, lies beyond the match.
fn beyond(game: u32, pairings: &[MatchFacts], path: &Path) -> JournalError {
    let (pairing, round) = place(game / 2, pairings.len());
    let count = u32::try_from(pairings.len()).unwrap_or(u32::MAX);
    let games = pairings[pairing].games.saturating_mul(count);
    let needed = round.saturating_add(1).saturating_mul(2);
    let problem = format!(
        "the journal has game {}, but the match only {games} games; set `games` to at least the {needed} that were begun",
        game.saturating_add(1)
    );
    refused(path, problem)
}

fn refused(path: &Path, problem: String) -> JournalError {
    JournalError::Refused { path: path.to_owned(), problem }
}

/// Takes the journal for this process.
fn take(path: &Path) -> Result<File, JournalError> {
    durable::take(path).map_err(|error| match error {
        TakeError::Open(source) => failed("open the journal", path, source),
        TakeError::Lock(source) => failed("lock the journal", path, source),
        TakeError::Taken => JournalError::Locked(path.to_owned()),
    })
}

fn failed(doing: &'static str, path: &Path, source: io::Error) -> JournalError {
    JournalError::Io { doing, path: path.to_owned(), source }
}
