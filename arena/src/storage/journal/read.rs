//! Reading a journal game by game, whatever its length.

mod error;

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::JournalGame;
use super::block::read_block;
use super::flaw::{Flaw, check};
use super::game_tags::GameError;
use super::replay::{self, Replayed, look_up};
use super::settings::KnownSettings;
use crate::storage::facts::MatchFacts;

pub use error::ReadError;

/// The start of a game in a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalPosition {
    /// In bytes.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
}

impl Default for JournalPosition {
    /// The beginning of the file.
    fn default() -> JournalPosition {
        JournalPosition { offset: 0, line: 1 }
    }
}

/// The rest of an interrupted write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TornTail {
    /// Its start: the length of the journal without it.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Reads the games of a journal in the order they were finished in.
#[derive(Debug)]
pub struct JournalReader<R> {
    source: R,
    path: PathBuf,
    /// The text of the game being read.
    game: Vec<u8>,
    /// The first line of the next game, if it has been read.
    next: Vec<u8>,
    /// The start of the game being read.
    offset: u64,
    line: u64,
    torn: Option<TornTail>,
    /// Numbers of the games read.
    numbers: HashSet<u32>,
    /// The facts of the match from the first game of every pairing.
    matches: BTreeMap<u32, Arc<MatchFacts>>,
    /// The settings that games refer to.
    settings: KnownSettings,
    /// The file that is read, if it is one.
    file: Option<PathBuf>,
}

impl JournalReader<BufReader<File>> {
    /// Opens a journal for reading.
    ///
    /// # Errors
    /// The file cannot be opened, or is not regular.
    pub fn open(path: &Path) -> Result<JournalReader<BufReader<File>>, ReadError> {
        let file = bounded::open(path)
            .map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
        Ok(JournalReader::of_file(file, path))
    }

    /// Opens a journal after the games that another reader has read, with the settings it has
    /// collected.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open_at(
        path: &Path,
        place: JournalPosition,
        settings: KnownSettings,
    ) -> Result<JournalReader<BufReader<File>>, ReadError> {
        let mut reader = JournalReader { settings, ..JournalReader::open(path)? };
        let sought = reader.source.seek(SeekFrom::Start(place.offset));
        sought.map_err(|source| ReadError::Io { path: path.to_owned(), source })?;
        (reader.offset, reader.line) = (place.offset, place.line);
        Ok(reader)
    }
}

impl<F: Read> JournalReader<BufReader<F>> {
    /// A reader of this file at this path.
    pub(super) fn of_file(file: F, path: &Path) -> JournalReader<BufReader<F>> {
        let reader = JournalReader::new(BufReader::new(file), path);
        JournalReader { file: Some(path.to_owned()), ..reader }
    }
}

impl<R: BufRead> JournalReader<R> {
    /// A reader of this text; `path` names it in errors.
    pub fn new(source: R, path: &Path) -> JournalReader<R> {
        JournalReader {
            source,
            path: path.to_owned(),
            game: Vec::new(),
            next: Vec::new(),
            offset: 0,
            line: 1,
            torn: None,
            numbers: HashSet::new(),
            matches: BTreeMap::new(),
            settings: KnownSettings::default(),
            file: None,
        }
    }

    /// The same, where games may refer to these settings.
    #[must_use]
    pub(super) fn knowing(self, settings: KnownSettings) -> JournalReader<R> {
        JournalReader { settings, ..self }
    }

    /// The next game; `None` at the end of the file or where its torn tail begins.
    ///
    /// # Errors
    /// The file cannot be read, is not a journal, or is damaged before its end; or a game does not
    /// belong to the others.
    pub fn next_game(&mut self) -> Result<Option<JournalGame>, ReadError> {
        let path = &self.path;
        let io_error = |source| ReadError::Io { path: path.clone(), source };
        let lines =
            read_block(&mut self.source, &mut self.game, &mut self.next).map_err(io_error)?;
        let at_end = self.next.is_empty() && self.source.fill_buf().map_err(io_error)?.is_empty();
        if self.game.is_empty() {
            return Ok(None);
        }
        let (offset, line) = (self.offset, self.line);
        self.offset += self.game.len() as u64;
        self.line += lines;
        let whole = match check(&self.game) {
            Ok(()) => self.replay(line)?,
            Err(flaw) => Err(flaw),
        };
        match whole {
            Ok(game) => self.check_place(&game, line).map(|()| Some(game)),
            Err(flaw) if at_end && flaw.is_torn(&self.game, offset) => {
                self.torn = Some(TornTail { offset, bytes: self.game.len() as u64 });
                Ok(None)
            }
            Err(Flaw::Foreign(problem)) if offset == 0 => {
                Err(ReadError::Foreign { path: self.path.clone(), line, problem })
            }
            Err(flaw) => Err(self.refusal(flaw, line)),
        }
    }

    /// The whole game that begins on this line, or why it cannot be read.
    fn replay(&mut self, line: u64) -> Result<Result<JournalGame, Flaw>, ReadError> {
        loop {
            match replay::game(&self.game, &self.settings) {
                Ok(Replayed { game, settings }) => {
                    self.settings.take(settings, &game.facts);
                    return Ok(Ok(game));
                }
                Err(GameError::Unreadable(problem)) => return Ok(Err(Flaw::Unreadable(problem))),
                Err(GameError::UnknownSettings(settings)) => self.look_up(settings, line)?,
                Err(GameError::EarlierVersion) => {
                    return Err(ReadError::EarlierVersion { path: self.path.clone() });
                }
            }
        }
    }

    /// Looks up settings, to which the game on this line refers, in the rest of the file.
    fn look_up(&mut self, settings: String, line: u64) -> Result<(), ReadError> {
        let path = self.path.clone();
        let found = match &self.file {
            Some(file) => look_up(&settings, file, &mut self.settings),
            None => Ok(false),
        };
        match found {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.wrong(
                line,
                format!(
                    "the game that begins here refers to the settings {settings} of its match, which no game of \
                     the file has: it was taken out of its journal, or the game with the settings was; `arena \
                     run` with the match file knows them, and writes them again with the next game that it plays"
                ),
            )),
            Err(source) => Err(ReadError::Io { path, source }),
        }
    }

    /// The error of a game on these lines that is neither torn nor the first of another file.
    fn refusal(&self, flaw: Flaw, first: u64) -> ReadError {
        let last = self.line - 1;
        let problem = match flaw {
            Flaw::Foreign(problem) | Flaw::Damaged(problem) => format!(
                "the game on lines {first} to {last} is damaged ({problem}); delete these lines to have it \
                 played again, or restore the file"
            ),
            Flaw::Converted(conversion) => format!(
                "the game that begins here is as it was written but for {}; an editor or a transfer put that \
                 there: restore the file, or take it out again with: {}",
                conversion.what(),
                conversion.remedy(&self.path)
            ),
            Flaw::Unreadable(problem) => format!(
                "the game on lines {first} to {last} is as it was written, but cannot be read ({problem}); it \
                 seems that another version of arena wrote it: use that version, or give this match a \
                 directory of its own with --out DIR"
            ),
        };
        self.wrong(first, problem)
    }

    fn wrong(&self, line: u64, problem: String) -> ReadError {
        ReadError::Game { path: self.path.clone(), line, problem }
    }

    /// Each game is there once, and all are of one match.
    fn check_place(&mut self, game: &JournalGame, line: u64) -> Result<(), ReadError> {
        let JournalGame { record, facts, .. } = game;
        let pairing = facts.tournament.map_or(0, |tournament| tournament.pairing);
        let first = self.matches.entry(pairing).or_insert_with(|| Arc::clone(facts));
        if !Arc::ptr_eq(first, facts) && !first.is_match_of(facts) {
            let problem = format!(
                "the game that begins here is of another match than those before it: {}; a journal has one match",
                facts.differences(first).join("; ")
            );
            return Err(self.wrong(line, problem));
        }
        if !self.numbers.insert(record.spec.game) {
            let game = record.spec.game + 1;
            let problem = format!(
                "game {game}, which begins here, is in the journal twice; delete one of the two"
            );
            return Err(self.wrong(line, problem));
        }
        Ok(())
    }

    /// The length in bytes of the complete games read so far.
    #[must_use]
    pub fn whole_games(&self) -> u64 {
        self.torn.map_or(self.offset, |torn| torn.offset)
    }

    /// The numbers of the games read.
    #[must_use]
    pub fn into_numbers(self) -> HashSet<u32> {
        self.numbers
    }

    /// The settings that later games may refer to, for a reader that continues here.
    #[must_use]
    pub fn into_settings(self) -> KnownSettings {
        self.settings
    }

    /// The start of the game after the one read last.
    #[must_use]
    pub fn place(&self) -> JournalPosition {
        JournalPosition { offset: self.offset, line: self.line }
    }

    /// The torn tail, once [`JournalReader::next_game`] has reached it.
    #[must_use]
    pub fn torn_tail(&self) -> Option<TornTail> {
        self.torn
    }
}
