//! The directory of the data: the file of games in the order of their numbers, and the journal of its valid blocks.
//!
//! Games are appended in blocks. A block is on disk before the journal has its line, so that bytes
//! after the last line's block belong to an interrupted write, and are cut off. The journal is one
//! of JSON lines; its first line are the [`DataFacts`].

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use game_data::ScoredGame;
use serde::{Deserialize, Serialize};

use super::settings::DataFacts;
use arena::storage::json_lines::JsonLines;
use arena::system::durable::{set_length, sync_directory};

const GAMES: &str = "games.viriformat";
const JOURNAL: &str = "games.jsonl";

/// Bytes that a block has at most which was not written to its end: a few seconds of games. A longer one is no torn
/// block, but somebody's games.
const TORN: u64 = 16 << 20;

/// A block of games written at once.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Block {
    games: u64,
    positions: u64,
    bytes: u64,
    crc32: u32,
}

/// An amount of data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Games.
    pub games: u64,
    /// Positions, each with its move and score.
    pub positions: u64,
}

/// The amount of data wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// This many games.
    Games(u64),
    /// The games that have this many positions together: no game is cut.
    Positions(u64),
}

impl Wanted {
    /// The part of this amount that is counted.
    #[must_use]
    pub fn done(self, amount: Amount) -> u64 {
        match self {
            Wanted::Games(_) => amount.games,
            Wanted::Positions(_) => amount.positions,
        }
    }

    /// The whole amount.
    #[must_use]
    pub fn all(self) -> u64 {
        let (Wanted::Games(all) | Wanted::Positions(all)) = self;
        all
    }
}

/// A directory of data that is open for writing. While it is, no other process can open it so.
#[derive(Debug)]
pub struct DataStore {
    journal: JsonLines,
    games: File,
    path: PathBuf,
    wanted: Wanted,
    /// The amount in the order of the games' numbers, those included that are not on disk yet.
    amount: Amount,
    /// Games that wait for earlier ones.
    waiting: BTreeMap<u64, ScoredGame>,
    /// Games that are not on disk, and how many they are.
    bytes: Vec<u8>,
    unwritten: Amount,
}

impl DataStore {
    /// Opens or creates a directory of data.
    ///
    /// # Errors
    /// Its games were played with other settings, are damaged or belong to another process, or it
    /// cannot be read or written.
    pub fn open(directory: &Path, facts: &DataFacts, wanted: Wanted) -> anyhow::Result<DataStore> {
        fs::create_dir_all(directory).with_context(cannot("make", directory))?;
        let (path, journal_path) = (directory.join(GAMES), directory.join(JOURNAL));
        let is_begun = |path: &Path| fs::metadata(path).is_ok_and(|of| of.len() > 0);
        if is_begun(&path) && !is_begun(&journal_path) {
            bail!(unknown(&path, &journal_path));
        }
        let mut blocks: Vec<Block> = Vec::new();
        let take = |block| {
            blocks.push(block);
            Ok(())
        };
        let journal = JsonLines::open(&journal_path, facts, take)?;
        let games = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let games = games.with_context(cannot("open", &path))?;
        check(&games, &blocks, &path, &journal_path)?;
        let known: u64 = blocks.iter().map(|block| block.bytes).sum();
        let there = games.metadata().with_context(cannot("read", &path))?.len();
        if there.saturating_sub(known) > TORN {
            bail!(unknown(&path, &journal_path));
        }
        set_length(&games, known).with_context(cannot("cut the torn end off", &path))?;
        sync_directory(&path).with_context(cannot("begin", &path))?;
        let amount = Amount {
            games: blocks.iter().map(|block| block.games).sum(),
            positions: blocks.iter().map(|block| block.positions).sum(),
        };
        let (waiting, bytes, unwritten) = (BTreeMap::new(), Vec::new(), Amount::default());
        Ok(DataStore { journal, games, path, wanted, amount, waiting, bytes, unwritten })
    }

    /// The file of games.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The amount so far.
    #[must_use]
    pub fn amount(&self) -> Amount {
        self.amount
    }

    /// The amount wanted.
    #[must_use]
    pub fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// The part of the amount wanted that is reached.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.wanted.done(self.amount)
    }

    /// Whether the amount wanted is reached.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done() >= self.wanted.all()
    }

    /// Takes a game; games come in any order, and are kept in that of their numbers.
    ///
    /// # Errors
    /// When the format has no place for it.
    pub fn take(&mut self, number: u64, game: ScoredGame) -> anyhow::Result<()> {
        self.waiting.insert(number, game);
        while !self.is_complete()
            && let Some(game) = self.waiting.remove(&self.amount.games)
        {
            game_data::write(&game, &mut self.bytes)
                .with_context(|| format!("game {} cannot be kept", self.amount.games))?;
            for amount in [&mut self.amount, &mut self.unwritten] {
                amount.games += 1;
                amount.positions += game.moves.len() as u64;
            }
        }
        Ok(())
    }

    /// Writes the games that are not on disk yet; when this returns they are.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn write(&mut self) -> anyhow::Result<()> {
        let bytes = std::mem::take(&mut self.bytes);
        if bytes.is_empty() {
            return Ok(());
        }
        let Amount { games, positions } = std::mem::take(&mut self.unwritten);
        let written = self.games.write_all(&bytes).and_then(|()| self.games.sync_data());
        written.with_context(cannot("write to", &self.path))?;
        let crc32 = crc32fast::hash(&bytes);
        let block = Block { games, positions, bytes: bytes.len() as u64, crc32 };
        Ok(self.journal.append(std::iter::once(block))?)
    }
}

/// Compares the games in a directory with the checksums of its journal; a torn end is no damage.
///
/// # Errors
/// With the first block that differs from the one written, or when a file cannot be read. A file of games without a journal
/// is compared with nothing.
pub fn verify(path: &Path) -> anyhow::Result<()> {
    let journal_path = path.with_file_name(JOURNAL);
    let is_ours = path.file_name().is_some_and(|name| name == GAMES);
    if !is_ours || !journal_path.is_file() {
        return Ok(());
    }
    let mut blocks: Vec<Block> = Vec::new();
    let take = |block| {
        blocks.push(block);
        Ok(())
    };
    JsonLines::read::<DataFacts, Block>(&journal_path, take)?;
    let games = bounded::open(path).with_context(cannot("open", path))?;
    check(&games, &blocks, path, &journal_path)
}

/// Checks that the file of this path has the blocks of the journal.
fn check(file: &File, blocks: &[Block], path: &Path, journal: &Path) -> anyhow::Result<()> {
    let damaged = |problem: String| {
        let (path, journal) = (path.display(), journal.display());
        anyhow!(
            "{path}: {problem}; what the journal {journal} says was written is not there, so that both are of no \
             use; delete them to begin anew"
        )
    };
    let mut begin = 0;
    for (number, block) in (1..).zip(blocks) {
        let bytes = bounded::first(file, block.bytes).with_context(cannot("read", path))?;
        let end = begin + block.bytes;
        if bytes.len() as u64 != block.bytes {
            let length = begin + bytes.len() as u64;
            return Err(damaged(format!("it has {length} bytes, and {end} were written")));
        }
        if crc32fast::hash(&bytes) != block.crc32 {
            return Err(damaged(format!(
                "bytes {begin} to {end} (block {number}) do not agree with their checksum"
            )));
        }
        begin = end;
    }
    Ok(())
}

/// The sentence on games that no journal has.
fn unknown(path: &Path, journal: &Path) -> String {
    format!(
        "{}: it has games that the journal {} does not know; choose another directory with --out, or move the \
         games away",
        path.display(),
        journal.display()
    )
}

/// The sentence on an operation that fails.
pub(super) fn cannot(doing: &str, path: &Path) -> impl Fn() -> String {
    let text = format!("cannot {doing} {}", path.display());
    move || text.clone()
}

/// The file of games that a path names: the path itself, or the file in the directory.
#[must_use]
pub fn games_in(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(GAMES) } else { path.to_owned() }
}
