//! Output: lines on standard output, each one write, and the log beside them.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::language::command::{Log, LogLevel};
use tokio::sync::mpsc;

use super::dates::time_of_day;
use arena::runner::Signal;

/// Exit code of a program whose reader has gone, as shells report one ended by SIGPIPE.
const BROKEN_PIPE: i32 = 141;

/// Standard output and the log; and the end of the tournament, which a line may be the cause of.
#[derive(Debug)]
pub(super) struct Console {
    log: Option<Mutex<File>>,
    level: LogLevel,
    engines: bool,
    /// Whether a warning ends the tournament.
    strict: bool,
    stopped: AtomicBool,
    abnormal: AtomicBool,
    signals: mpsc::Sender<Signal>,
}

impl Console {
    /// A console that stops the runner through these signals.
    pub(super) fn new(log: &Log, strict: bool, signals: mpsc::Sender<Signal>) -> Console {
        let file = (!log.file.is_empty()).then(|| {
            let mut options = OpenOptions::new();
            options.create(true).write(true).append(log.append_file).truncate(!log.append_file);
            let opened = options.open(&log.file);
            if opened.is_err() {
                let _ = writeln!(io::stderr(), "Failed to open log file.");
            }
            opened.ok().map(Mutex::new)
        });
        Console {
            log: file.flatten(),
            level: log.level,
            engines: log.engine_coms,
            strict,
            stopped: AtomicBool::new(false),
            abnormal: AtomicBool::new(false),
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

    /// Says a warning.
    pub(super) fn warn(&self, line: &str) {
        self.say(LogLevel::Warn, line);
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
        if self.engines {
            self.note("Engine", &format!("{engine} <--- {line}"));
        }
    }

    /// Logs a line received from an engine.
    pub(super) fn received(&self, engine: &str, line: &[u8]) {
        if self.engines {
            self.note("Engine", &format!(" {engine} ---> {}", String::from_utf8_lossy(line)));
        }
    }

    fn note(&self, label: &str, text: &str) {
        let Some(log) = &self.log else { return };
        let thread = std::thread::current();
        let line = format!(
            "[{label:<6}] [{:>15}] <{:>20}> {text}\n",
            time_of_day(),
            thread.name().unwrap_or_default()
        );
        // A match is worth more than its log.
        let _ = log.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }

    /// Begins no more games and gives up those in progress; `abnormal` says that the tournament is not
    /// over by that.
    pub(super) fn stop(&self, abnormal: bool) {
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
