//! Starts a program and sets its options.

use std::fs::OpenOptions;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::language::command::{LogLevel, Variant};
use uci_client::Session;

use super::super::options::{Options, Setting};
use super::{GRACE, Observed};
use arena::player::{Fault, PlayerFailure};

impl Observed {
    /// Starts the process and identifies it.
    pub(super) fn start(&mut self) -> Result<Session, String> {
        let limit = Duration::from_millis(self.context.command.tournament.unsaved.startup);
        let (program, abort) = (&self.settings.program, self.abort.flag());
        // Its warden would only report that it has ended.
        if let Err(error) = system::files::check_executable(&program.path) {
            let error = error.to_string();
            let reason = error.split(" (os error").next().unwrap_or_default();
            return Err(format!("posix_spawn failed: {reason}"));
        }
        let started = Session::start_patiently(program, &self.guard, &abort, limit);
        let session = started.map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" (os error").next().unwrap_or_default();
            format!("posix_spawn failed: {reason}")
        })?;
        self.number = self.context.started.fetch_add(1, Ordering::SeqCst);
        let mut session = session.with_threads(self.settings.threads());
        let extra = &self.arguments.extra;
        if !extra.stderr.is_empty() {
            let file = OpenOptions::new().append(true).create(true).open(&extra.stderr);
            session = session.with_stderr_file(file.map_err(|error| {
                format!("cannot write {}, the file of its standard error: {error}", extra.stderr)
            })?);
        }
        self.options = Options::default();
        self.id = Default::default();
        let deadline = Instant::now() + limit;
        // If it has ended meanwhile, the missing answer shows it.
        for line in extra.init.iter().flat_map(|text| text.lines()) {
            self.context.console.sent(&self.arguments.name, line);
            let _ = session.send(format!("{line}\n").as_bytes(), deadline);
        }
        self.context.console.sent(&self.arguments.name, "uci");
        let _ = session.send(b"uci\n", deadline);
        let (options, id) = (&mut self.options, &mut self.id);
        let (console, name) = (&self.context.console, &self.arguments.name);
        let answered = session.wait_for(deadline, |line| {
            console.received(name, line);
            let text = String::from_utf8_lossy(line);
            if let Some(name) = text.strip_prefix("id name ") {
                name.clone_into(&mut id.0);
            } else if let Some(author) = text.strip_prefix("id author ") {
                author.clone_into(&mut id.1);
            } else {
                options.note(&text);
            }
            text.starts_with("uciok").then_some(())
        });
        if answered.is_err() {
            session.kill();
            return Err("Engine didn't respond to uciok after startup".to_owned());
        }
        Ok(session)
    }

    /// A session for the next game.
    pub(super) fn session(&mut self) -> Result<Session, PlayerFailure> {
        if self.arguments.restart
            && let Some(mut session) = self.session.take()
        {
            session.quit(GRACE);
        }
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        self.start().map_err(|reason| {
            let console = &self.context.console;
            if !console.is_stopped() {
                console.stop(true);
                let name = &self.arguments.name;
                let line = format!("Fatal; {name} engine startup failure: \"{reason}\"");
                console.say(LogLevel::Fatal, &line);
            }
            PlayerFailure { fault: Fault::Disconnected, reason }
        })
    }

    /// The lines that set the options; warns of options that cannot be set.
    pub(super) fn setoptions(&mut self) -> String {
        let name = &self.arguments.name;
        let is_threads = |(option, _): &&(String, String)| option == "Threads";
        let options = &self.arguments.options;
        let of_variant = ("UCI_Chess960".to_owned(), "true".to_owned());
        let is_variant = self.context.command.tournament.variant == Variant::FischerRandom;
        let ordered = options.iter().filter(is_threads);
        let ordered = ordered.chain(options.iter().filter(|option| !is_threads(option)));
        let mut lines = String::new();
        for (option, value) in ordered.chain(is_variant.then_some(&of_variant)) {
            let problem = match self.options.set(option, value) {
                Setting::Send(line) => {
                    self.context.console.sent(name, line.trim_end());
                    lines.push_str(&line);
                    continue;
                }
                Setting::Unknown => format!("{name} doesn't have option {option}"),
                Setting::Invalid => format!("Invalid value for option {option}; {value}"),
                Setting::Failed => {
                    format!(
                        "Failed to set option {option} with value {value} for engine {name}: stoi"
                    )
                }
            };
            self.context.console.warn(&format!("Warning; {problem}"));
        }
        lines
    }
}
