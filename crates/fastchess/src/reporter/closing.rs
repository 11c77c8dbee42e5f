//! The end of a run: the list of late or failed engines, and the file from which the tournament is
//! resumed.

use std::fs;
use std::io;
use std::path::Path;

use crate::language::command::{LogLevel, Output};
use crate::language::state::State;

use super::super::{Dialect, verdict};
use super::{Faults, StreamReporter};
use arena::chess::record::{GameRecord, Termination};
use arena::system::durable::replace;

impl StreamReporter {
    /// Logs a late or failed engine.
    pub(super) fn note_fault(&self, record: &GameRecord) {
        let Some(side) = record.termination.fault() else { return };
        let how = match record.termination {
            Termination::TimeForfeit(_) => {
                format!("loses on time by {}ms", record.late[side].most.as_millis())
            }
            Termination::Abandoned(_) if verdict::has_stalled(record) => "stalls".to_owned(),
            Termination::Abandoned(_) => "disconnects".to_owned(),
            _ => return,
        };
        let name = self.name(self.player(&record.spec, side));
        self.context.console.log(LogLevel::Warn, &format!("Engine {name} {how}"));
    }

    pub(super) fn blame(&mut self, record: &GameRecord) {
        let Some(side) = record.termination.fault() else { return };
        let engine = self.player(&record.spec, side);
        match record.termination {
            Termination::TimeForfeit(_) => self.faults[engine].timeouts += 1,
            Termination::Abandoned(_) => self.faults[engine].crashes += 1,
            _ => {}
        }
    }

    pub(super) fn save_at_times(&mut self) {
        let interval = u64::try_from(self.context.command.tournament.autosaveinterval).unwrap_or(0);
        if interval > 0 && self.played >= self.next_save {
            let _ = self.save();
            self.next_save += interval;
        }
    }

    /// Writes the file that the tournament is resumed from; whether it is as it should be.
    fn save(&self) -> bool {
        let command = &self.context.command;
        if !command.is_resumable() || self.context.command.dialect() == Dialect::Cutechess {
            return true;
        }
        let state = State {
            tournament: command.tournament.clone(),
            engines: command.engines.clone(),
            stats: self.results.stats().into_iter().collect(),
        };
        let file = &command.tournament.config_name;
        let written = state.text().map_err(std::io::Error::from);
        let saved = written.and_then(|text| write(Path::new(file), &text));
        if let Err(error) = &saved {
            self.context.console.complain(&format!("cannot write {file}: {error}"));
        }
        saved.is_ok()
    }

    /// Lists the late or failed engines, and writes the remaining output. Whether all of it could be written.
    pub(in super::super) fn close(&mut self) -> bool {
        let blamed = |faults: &&Faults| faults.timeouts + faults.crashes > 0;
        let is_fastchess = self.context.command.tournament.output == Output::Fastchess;
        if is_fastchess && self.faults.iter().any(|faults| blamed(&faults)) {
            let mut text = "\n".to_owned();
            for (engine, faults) in
                self.faults.iter().enumerate().filter(|(_, faults)| blamed(faults))
            {
                let (name, Faults { timeouts, crashes }) = (self.name(engine), faults);
                text += &format!("Player: {name}\n  Timeouts: {timeouts}\n  Crashed: {crashes}\n");
            }
            self.context.console.write(&(text + "\n"));
        }
        if self.context.command.dialect() == Dialect::Cutechess {
            let tournament = &self.context.command.tournament;
            if !self.has_said(tournament.ratinginterval) {
                self.say_ranking();
            }
            if !self.has_said(tournament.unsaved.outcomeinterval) {
                self.say_outcomes();
            }
        }
        let tournament = &self.context.command.tournament;
        let files = [(&tournament.pgn.file, &mut self.pgn), (&tournament.epd.file, &mut self.epd)];
        let lacking = files.into_iter().filter_map(|(name, file)| {
            let is_whole = match file {
                Some(file) => file.close(&self.context.console),
                None => name.is_empty(),
            };
            (!is_whole).then_some(())
        });
        let is_whole = lacking.count() == 0;
        let is_saved = self.save();
        is_saved && is_whole
    }
}

/// Writes a file completely, or leaves it as it was. A pipe or a device is written to.
fn write(path: &Path, text: &str) -> io::Result<()> {
    match fs::canonicalize(path) {
        Ok(real) if real.is_file() => replace(&real, text),
        Ok(real) => fs::write(real, text),
        Err(_) => replace(path, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_where_it_lies_and_a_device_stays_one() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("c.json"), directory.path().join("link"));
        write(&file, "one").unwrap();
        std::os::unix::fs::symlink("c.json", &link).unwrap();
        write(&link, "two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        write(Path::new("/dev/null"), "three").unwrap();
        assert!(!Path::new("/dev/null").is_file());
        assert!(write(Path::new("/dev/full"), "four").is_err());
        assert!(write(&directory.path().join("none/c.json"), "five").is_err());
    }
}
