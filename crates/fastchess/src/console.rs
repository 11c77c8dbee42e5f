//! Output: lines on standard output, each one write, and the log beside them.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::language::command::{LogLevel, Tournament};
use tokio::sync::mpsc;

use super::Dialect;
use super::dates::time_of_day;
use arena::runner::Signal;

/// Exit code of a program whose reader has gone, as shells report one ended by SIGPIPE.
const BROKEN_PIPE: i32 = 141;

/// Standard output and the log; and the end of the tournament, which a line may be the cause of.
#[derive(Debug)]
pub(super) struct Console {
    log: Option<Mutex<File>>,
    /// The name of the log's file.
    log_name: String,
    /// Whether it was told that the log cannot be written.
    log_failed: AtomicBool,
    level: LogLevel,
    engines: bool,
    /// The start, from which the lines of a printed exchange are timed.
    shown_since: Option<Instant>,
    /// Whether a warning ends the tournament.
    strict: bool,
    stopped: AtomicBool,
    abnormal: AtomicBool,
    dialect: Dialect,
    signals: mpsc::Sender<Signal>,
}

impl Console {
    /// A console that stops the runner through these signals.
    pub(super) fn new(tournament: &Tournament, signals: mpsc::Sender<Signal>) -> Console {
        let Tournament { log, unsaved, .. } = tournament;
        let file = (!log.file.is_empty()).then(|| {
            let mut options = OpenOptions::new();
            options.create(true).write(true).append(log.append_file).truncate(!log.append_file);
            let opened = options.open(&log.file);
            if let Err(error) = &opened {
                let _ = writeln!(io::stderr(), "Failed to open log file.\n{}: {error}", log.file);
            }
            opened.ok().map(Mutex::new)
        });
        Console {
            log: file.flatten(),
            log_name: log.file.clone(),
            log_failed: AtomicBool::new(false),
            level: log.level,
            engines: log.engine_coms,
            shown_since: unsaved.shows_exchange.then(Instant::now),
            strict: unsaved.strict,
            stopped: AtomicBool::new(false),
            abnormal: AtomicBool::new(false),
            dialect: unsaved.dialect,
            signals,
        }
    }

    /// Writes a text that ends its own lines; the log does not have it.
    pub(super) fn write(&self, text: &str) {
        print(text);
    }

    /// Says a line.
    pub(super) fn say(&self, level: LogLevel, line: &str) {
        print(&format!("{line}\n"));
        self.stop_where_strict(level);
        self.log(level, &format!("{line}\n"));
    }

    /// Says a warning, unless the tournament has ended. Characters other than printable ASCII become question marks:
    /// readers of the stream may expect nothing else. cutechess-cli prints no such warnings: there they are on standard
    /// error.
    pub(super) fn warn(&self, line: &str) {
        let printable = |c: char| matches!(c, '\n' | '\t' | ' '..='~');
        let line = line.replace(|c| !printable(c), "?");
        self.before_the_end(|| match self.dialect {
            Dialect::Cutechess => self.complain(&line),
            Dialect::Fastchess => self.say(LogLevel::Warn, &line),
        });
    }

    /// Speaks of a game, unless the tournament has ended: a game that was begun in advance is not announced.
    pub(super) fn before_the_end(&self, speak: impl FnOnce()) {
        // The end waits for this lock, so that nothing follows it.
        let _out = io::stdout().lock();
        if !self.is_stopped() {
            speak();
        }
    }

    /// Reports on standard error a file that cannot be written: readers of standard output expect
    /// no such line.
    pub(super) fn complain(&self, problem: &str) {
        let _ = writeln!(io::stderr(), "{problem}");
        self.log(LogLevel::Warn, problem);
    }

    /// Writes a line to the log only.
    pub(super) fn log(&self, level: LogLevel, line: &str) {
        if level as u8 >= self.level as u8 {
            self.stop_where_strict(level);
            self.note(label(level), &format!("fastchess --- {line}"));
        }
    }

    fn stop_where_strict(&self, level: LogLevel) {
        if self.strict && level as u8 >= LogLevel::Warn as u8 {
            self.stop(true);
        }
    }

    /// Logs a line sent to an engine.
    pub(super) fn sent(&self, engine: &str, line: &str) {
        self.show('>', engine, line);
        if self.engines {
            self.note("Engine", &format!(" {engine} <--- {line}"));
        }
    }

    /// Logs a line received from an engine.
    pub(super) fn received(&self, engine: &str, line: &[u8]) {
        if self.engines || self.shown_since.is_some() {
            let line = String::from_utf8_lossy(line);
            self.show('<', engine, &line);
            if self.engines {
                self.note("Engine", &format!(" {engine} ---> {line}"));
            }
        }
    }

    /// Prints a line of the exchange with an engine as cutechess-cli does, where that is wanted.
    fn show(&self, direction: char, engine: &str, line: &str) {
        if let Some(since) = self.shown_since {
            let milliseconds = since.elapsed().as_millis();
            print(&format!("{milliseconds} {direction}{engine}: {line}\n"));
        }
    }

    fn note(&self, label: &str, text: &str) {
        let Some(log) = &self.log else { return };
        // Readers expect a number, and nothing for the main thread.
        let thread = system::machine::thread_number();
        let thread = thread.map_or_else(String::new, |number| number.to_string());
        let line = format!("[{label:<6}] [{:>15}] <{thread:>20}> {text}\n", time_of_day());
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        // The match matters more than its log; one warning says that the log has ended.
        if let Err(error) = log.write_all(line.as_bytes())
            && !self.log_failed.swap(true, Ordering::SeqCst)
        {
            let name = &self.log_name;
            let _ = writeln!(
                io::stderr(),
                "{name}: the log cannot be written: {error}; the tournament goes on without it"
            );
        }
    }

    /// Begins no more games and gives up those in progress; `abnormal` says that the tournament is not
    /// over by that.
    pub(super) fn stop(&self, abnormal: bool) {
        let _out = io::stdout().lock();
        if abnormal {
            self.abnormal.store(true, Ordering::SeqCst);
        }
        self.stopped.store(true, Ordering::SeqCst);
        // If one is already waiting, that is enough.
        let _ = self.signals.try_send(Signal::Terminate);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    pub(super) fn is_abnormal(&self) -> bool {
        self.abnormal.load(Ordering::SeqCst)
    }
}

fn label(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Trace => "TRACE",
        LogLevel::Info => "INFO",
        LogLevel::Warn => "WARN",
        LogLevel::Error => "ERR",
        LogLevel::Fatal => "FATAL",
    }
}

/// Writes to standard output with one write. If nothing reads it any more the process ends, like
/// one ended by SIGPIPE.
pub(super) fn print(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        process::exit(BROKEN_PIPE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::command::Log;

    #[test]
    fn a_log_that_cannot_be_written_is_told_once_and_ends_nothing() {
        let log = Log {
            file: "/dev/full".to_owned(),
            level: LogLevel::Trace,
            append_file: true,
            compress: false,
            realtime: false,
            engine_coms: false,
        };
        let (signals, mut received) = mpsc::channel(1);
        let console = Console::new(&Tournament { log, ..Tournament::new(1) }, signals);
        assert!(!console.log_failed.load(Ordering::SeqCst));
        (0..2).for_each(|_| console.note("INFO", "a line"));
        assert!(console.log_failed.load(Ordering::SeqCst));
        assert!(received.try_recv().is_err() && !console.is_stopped());
    }
}
