//! The end of a run: the list of late or failed engines, and the file from which the tournament is
//! resumed.

use std::fs;

use crate::language::command::{LogLevel, Output};
use crate::language::state::State;

use super::super::verdict;
use super::{Faults, StreamReporter};
use arena::chess::record::{GameRecord, Termination};

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
            self.save();
            self.next_save += interval;
        }
    }

    /// Writes the file that the tournament is resumed from.
    fn save(&self) {
        let command = &self.context.command;
        if !command.is_resumable() {
            return;
        }
        let state = State {
            tournament: command.tournament.clone(),
            engines: command.engines.clone(),
            stats: self.results.stats().into_iter().collect(),
        };
        let file = &command.tournament.config_name;
        let written = state.text().map_err(std::io::Error::from);
        if let Err(error) = written.and_then(|text| fs::write(file, text)) {
            self.context.console.complain(&format!("cannot write {file}: {error}"));
        }
    }

    /// Lists the late or failed engines, and writes the remaining output.
    pub(in super::super) fn close(&mut self) {
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
        let files = [&mut self.pgn, &mut self.epd];
        files.into_iter().flatten().for_each(|file| file.close(&self.context.console));
        self.save();
    }
}
