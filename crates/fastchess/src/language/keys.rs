//! The options with keys and values as parameters.

use std::path::Path;

use crate::language::arguments::Written;
use crate::language::checks::Machine;
use crate::language::command::{
    BookFormat, BookOrder, BookSettings, Draw, Epd, Log, LogLevel, Notation, Pgn, Resign,
};
use crate::language::scalar::{truth, unknown, whole};

/// The format indicated by a book's name.
pub(crate) fn format_of(file: &str) -> Option<BookFormat> {
    file.rsplit_once('.')
        .and_then(|(_, ending)| BookFormat::of(ending))
        .filter(|format| *format != BookFormat::None)
}

impl Pgn {
    pub(crate) fn take(&mut self, option: &Written<'_>, machine: &Machine) -> Result<(), String> {
        self.file = format!("fastchess_{}.pgn", machine.date);
        for (key, value) in option.pairs()? {
            let switch = match key {
                "append" => Some(&mut self.append_file),
                "nodes" => Some(&mut self.track_nodes),
                "seldepth" => Some(&mut self.track_seldepth),
                "nps" => Some(&mut self.track_nps),
                "hashfull" => Some(&mut self.track_hashfull),
                "tbhits" => Some(&mut self.track_tbhits),
                "timeleft" => Some(&mut self.track_timeleft),
                "latency" => Some(&mut self.track_latency),
                "pv" => Some(&mut self.track_pv),
                "min" => Some(&mut self.min),
                _ => None,
            };
            match (key, switch, truth(value)) {
                (_, Some(switch), Some(value)) => *switch = value,
                ("file", ..) => self.file = value.to_owned(),
                ("match_line", ..) => self.additional_lines_rgx.push(value.to_owned()),
                ("notation", ..) => {
                    self.notation = Notation::of(value)
                        .ok_or_else(|| unknown("pgnout notation", key, value))?;
                }
                _ => return Err(unknown("pgnout", key, value)),
            }
        }
        Ok(())
    }
}

impl Epd {
    pub(crate) fn take(&mut self, option: &Written<'_>, machine: &Machine) -> Result<(), String> {
        self.file = format!("fastchess_{}.epd", machine.date);
        for (key, value) in option.pairs()? {
            match (key, truth(value)) {
                ("file", _) => self.file = value.to_owned(),
                ("append", Some(value)) => self.append_file = value,
                _ => return Err(unknown("epdout", key, value)),
            }
        }
        Ok(())
    }
}

impl BookSettings {
    pub(crate) fn take(&mut self, option: &Written<'_>, machine: &Machine) -> Result<(), String> {
        for (key, value) in option.pairs()? {
            match (key, value) {
                ("file", file) => {
                    self.file = file.to_owned();
                    self.format = format_of(file).unwrap_or(self.format);
                    if machine.plays && !Path::new(file).exists() {
                        return Err(format!("Opening file does not exist: {file}"));
                    }
                }
                ("format", word) => {
                    self.format = BookFormat::of(word)
                        .ok_or_else(|| unknown("openings format", key, word))?;
                }
                ("order", word) => {
                    self.order =
                        BookOrder::of(word).ok_or_else(|| unknown("openings order", key, word))?;
                }
                ("plies", plies) => self.plies = whole(plies)?,
                ("start", start) => {
                    self.start = whole(start)?;
                    if self.start < 1 {
                        return Err("Starting offset must be at least 1!".to_owned());
                    }
                }
                ("policy", "round") => {}
                ("policy", _) => return Err("Unsupported opening book policy.".to_owned()),
                _ => return Err(unknown("openings", key, value)),
            }
        }
        Ok(())
    }
}

fn score(text: &str) -> Result<i32, String> {
    let score = whole(text)?;
    match score {
        0.. => Ok(score),
        _ => Err("Score cannot be negative.".to_owned()),
    }
}

impl Draw {
    pub(crate) fn take(&mut self, option: &Written<'_>) -> Result<(), String> {
        self.enabled = true;
        for (key, value) in option.pairs()? {
            match key {
                "movenumber" => self.move_number = whole::<i32>(value)? as u32,
                "movecount" => self.move_count = whole(value)?,
                "score" => self.score = score(value)?,
                _ => return Err(unknown("draw", key, value)),
            }
        }
        Ok(())
    }
}

impl Resign {
    pub(crate) fn take(&mut self, option: &Written<'_>) -> Result<(), String> {
        self.enabled = true;
        for (key, value) in option.pairs()? {
            match (key, truth(value)) {
                ("movecount", _) => self.move_count = whole(value)?,
                ("twosided", Some(value)) => self.twosided = value,
                ("score", _) => self.score = score(value)?,
                _ => return Err(unknown("resign", key, value)),
            }
        }
        Ok(())
    }
}

impl Log {
    pub(crate) fn take(&mut self, option: &Written<'_>) -> Result<(), String> {
        for (key, value) in option.pairs()? {
            match (key, truth(value)) {
                ("file", _) => self.file = value.to_owned(),
                ("level", _) => {
                    self.level =
                        LogLevel::of(value).ok_or_else(|| unknown("log level", key, value))?;
                }
                ("append", Some(value)) => self.append_file = value,
                ("compress", Some(value)) => self.compress = value,
                ("realtime", Some(value)) => self.realtime = value,
                ("engine", Some(value)) => self.engine_coms = value,
                _ => return Err(unknown("log", key, value)),
            }
        }
        Ok(())
    }
}
