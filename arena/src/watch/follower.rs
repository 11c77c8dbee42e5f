//! Reading a journal while another process writes it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::journal::{JournalReader, Place, ReadError};
use crate::report::analysis::Replay;
use crate::report::{Origin, Report, ReportBuilder};
use crate::stop::StopRule;

/// Reads the games of a journal as they come in.
#[derive(Debug)]
pub(super) struct Follower {
    directory: PathBuf,
    journal: PathBuf,
    /// Where the next game begins.
    place: Place,
    /// How long the journal was when it was read last.
    length: u64,
    builder: ReportBuilder,
    /// The games in the order they came in.
    arrived: Vec<Replay>,
    /// How often all games had to be taken anew.
    beginnings: u32,
}

impl Follower {
    pub(super) fn new(directory: &Path) -> Follower {
        Follower {
            directory: directory.to_owned(),
            journal: directory.join("games.pgn"),
            place: Place::default(),
            length: 0,
            builder: ReportBuilder::default(),
            arrived: Vec::new(),
            beginnings: 0,
        }
    }

    /// Reads what has come in since the last time. A game that is not written whole yet is left
    /// for the next time; so is a journal that is not there yet.
    pub(super) fn catch_up(&mut self) -> Result<(), ReadError> {
        let length = fs::metadata(&self.journal).map_or(0, |file| file.len());
        if length == self.length {
            return Ok(());
        }
        if length < self.place.offset {
            self.begin_anew(None);
        }
        loop {
            let mut reader = JournalReader::open_at(&self.journal, self.place)?;
            while let Some(game) = reader.next_game()? {
                self.place = reader.place();
                self.arrived.push(Replay::with_moves(&game));
                self.builder.add(game);
            }
            self.length = length;
            match self.builder.other_rules().map(<[StopRule]>::to_vec) {
                Some(rules) => self.begin_anew(Some(rules)),
                None => return Ok(()),
            }
        }
    }

    fn begin_anew(&mut self, rules: Option<Vec<StopRule>>) {
        self.place = Place::default();
        self.length = 0;
        self.builder = ReportBuilder::new(rules);
        self.arrived.clear();
        self.beginnings += 1;
    }

    /// The report of what has come in; `None` before the first game.
    pub(super) fn report(&self) -> Option<Report> {
        self.builder.report(Origin::beside(&self.directory))
    }

    /// The games in the order they came in.
    pub(super) fn arrived(&self) -> &[Replay] {
        &self.arrived
    }

    pub(super) fn beginnings(&self) -> u32 {
        self.beginnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOURNAL: &str = include_str!("../../tests/data/match.pgn");

    #[test]
    fn games_are_read_as_they_come_in_and_torn_ones_are_left() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        let mut follower = Follower::new(directory.path());
        follower.catch_up().unwrap();
        assert!(follower.report().is_none());
        let mut last = 0;
        for end in (0..JOURNAL.len()).step_by(3001).chain([JOURNAL.len()]) {
            fs::write(&path, &JOURNAL[..end]).unwrap();
            follower.catch_up().unwrap();
            assert!(follower.arrived().len() >= last);
            last = follower.arrived().len();
        }
        assert_eq!((last, follower.beginnings()), (8, 0));
        fs::write(&path, &JOURNAL[..JOURNAL.len() / 2]).unwrap();
        follower.catch_up().unwrap();
        assert!(follower.arrived().len() < 8 && follower.beginnings() == 1, "a new journal");
    }
}
