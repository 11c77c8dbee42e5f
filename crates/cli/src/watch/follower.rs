//! Reads a journal while another process writes it.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use arena::report::analysis::Replay;
use arena::report::{Origin, Report, ReportBuilder};
use arena::storage::journal::{JournalPosition, JournalReader, KnownSettings, ReadError};
use stats::stop::StopRule;

use super::kept::Stamp;

/// The number of bytes before the next game by which the journal is recognized.
const SEAM: u64 = 256;

/// Reads the games of a journal as they are written.
#[derive(Debug)]
pub(super) struct Follower {
    directory: PathBuf,
    journal: PathBuf,
    /// The start of the next game.
    place: JournalPosition,
    /// The settings that its games refer to.
    settings: KnownSettings,
    /// The last bytes before that place.
    seam: Vec<u8>,
    /// The file as it was when it was last read.
    stamp: Option<Stamp>,
    builder: ReportBuilder,
}

/// The change since the last time.
#[derive(Debug, PartialEq)]
pub(super) enum News {
    /// Nothing.
    Nothing,
    /// These games.
    Games(Vec<Replay>),
    /// All games were read again: at the first time, of another journal, or with other stop rules.
    Everything,
}

impl Follower {
    pub(super) fn new(directory: &Path) -> Follower {
        Follower {
            directory: directory.to_owned(),
            journal: directory.join("games.pgn"),
            place: JournalPosition::default(),
            settings: KnownSettings::default(),
            seam: Vec::new(),
            stamp: None,
            builder: ReportBuilder::default(),
        }
    }

    /// Reads the games added since the last time. An incomplete game is left for the next time; so
    /// is a journal that does not exist yet.
    pub(super) fn catch_up(&mut self) -> Result<News, ReadError> {
        let io_error = |source| ReadError::Io { path: self.journal.clone(), source };
        let mut file = match bounded::open(&self.journal) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(News::Nothing),
            opened => opened.map_err(io_error)?,
        };
        let stamp = Stamp::of(&file).map_err(io_error)?;
        if self.stamp == Some(stamp) {
            return Ok(News::Nothing);
        }
        let is_same_file = self.stamp.is_some_and(|before| before.file == stamp.file);
        if !is_same_file || self.seam_of(&mut file).map_err(io_error)? != self.seam {
            self.begin_anew(None);
        }
        let news = self.read_on()?;
        self.seam = self
            .seam_of(&mut file)
            .map_err(|source| ReadError::Io { path: self.journal.clone(), source })?;
        self.stamp = Some(stamp);
        Ok(news)
    }

    fn read_on(&mut self) -> Result<News, ReadError> {
        loop {
            let is_anew = self.place == JournalPosition::default();
            let mut games = Vec::new();
            let settings = std::mem::take(&mut self.settings);
            let mut reader = JournalReader::open_at(&self.journal, self.place, settings)?;
            while let Some(game) = reader.next_game()? {
                self.place = reader.place();
                // A new page has its games from the report.
                if !is_anew {
                    games.push(Replay::with_moves(&game));
                }
                self.builder.add(game);
            }
            self.settings = reader.into_settings();
            match self.builder.other_rules().map(<[StopRule]>::to_vec) {
                Some(rules) => self.begin_anew(Some(rules)),
                None if is_anew => return Ok(News::Everything),
                None if games.is_empty() => return Ok(News::Nothing),
                None => return Ok(News::Games(games)),
            }
        }
    }

    /// The last bytes of the file before the next game.
    fn seam_of(&self, file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
        let begin = self.place.offset.saturating_sub(SEAM);
        file.seek(SeekFrom::Start(begin))?;
        bounded::first(file, self.place.offset - begin)
    }

    fn begin_anew(&mut self, rules: Option<Vec<StopRule>>) {
        self.place = JournalPosition::default();
        self.settings = KnownSettings::default();
        self.seam.clear();
        self.stamp = None;
        self.builder = ReportBuilder::new(rules);
    }

    /// The report of the games read; `None` before the first.
    pub(super) fn report(&self) -> Option<Report> {
        self.builder.report(Origin::beside(&self.directory))
    }

    /// The number of games read.
    pub(super) fn games(&self) -> u64 {
        self.builder.games()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use arena::storage::journal::GameWriter;

    const JOURNAL: &str = include_str!("../../../../arena/tests/data/match.pgn");
    const OTHER: &str = include_str!("../../../../arena/tests/data/chess960.pgn");

    #[test]
    fn games_are_read_as_they_are_written_and_torn_ones_are_left() {
        follow(JOURNAL);
    }

    #[test]
    fn games_that_refer_to_settings_are_read_as_they_are_written() {
        let mut reader = JournalReader::new(JOURNAL.as_bytes(), Path::new("games.pgn"));
        let mut lean = String::new();
        while let Some(game) = reader.next_game().unwrap() {
            let text = GameWriter::new(&game.facts).text(&game.record, &game.opening, &game.date);
            lean += &if lean.is_empty() { text.full() } else { text.lean() };
        }
        assert_eq!(lean.matches("[Match \"").count(), 1);
        follow(&lean);
    }

    /// Follows a journal of eight games as it is written, and then another.
    fn follow(text: &str) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        let mut follower = Follower::new(directory.path());
        assert_eq!(follower.catch_up().unwrap(), News::Nothing);
        assert!(follower.report().is_none());
        let mut heard = 0;
        for end in (0..text.len()).step_by(3001).chain([text.len()]) {
            fs::write(&path, &text[..end]).unwrap();
            let before = follower.games();
            match follower.catch_up().unwrap() {
                News::Everything => assert_eq!(before, 0),
                News::Games(games) => heard += games.len(),
                News::Nothing => assert_eq!(follower.games(), before),
            }
        }
        assert!(follower.games() == 8 && heard >= 7, "{heard}");
        assert_eq!(follower.catch_up().unwrap(), News::Nothing);
        fs::write(&path, &text[..text.len() / 2]).unwrap();
        assert_eq!(follower.catch_up().unwrap(), News::Everything, "a new journal");
        assert!(follower.games() < 8);
    }

    #[test]
    fn a_journal_that_takes_the_place_of_another_is_read_from_its_beginning() {
        let shorter = &JOURNAL[..JOURNAL.find("\n\n[Event").unwrap() + 2];
        assert!(OTHER.len() > shorter.len());
        for in_place in [true, false] {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("games.pgn");
            fs::write(&path, shorter).unwrap();
            let mut follower = Follower::new(directory.path());
            assert_eq!(follower.catch_up().unwrap(), News::Everything);
            assert_eq!(follower.games(), 1);
            // Nothing is read while it is replaced.
            if in_place {
                fs::write(&path, OTHER).unwrap();
            } else {
                fs::write(directory.path().join("new"), OTHER).unwrap();
                fs::rename(directory.path().join("new"), &path).unwrap();
            }
            assert_eq!(follower.catch_up().unwrap(), News::Everything);
            let Some(Report::Match(report)) = follower.report() else { panic!("a match") };
            assert_eq!(report.summary.facts.name, "chess960");
        }
    }
}
