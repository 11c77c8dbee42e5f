//! Starts a program and sets its options.

use std::fs::OpenOptions;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::language::command::{LogLevel, Variant};
use uci_client::{DeclaredOption, EngineInfo, Session, UciOptionConfig};

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
        self.info = EngineInfo::default();
        let deadline = Instant::now() + limit;
        // If it has ended meanwhile, the missing answer shows it.
        for line in extra.init.iter().flat_map(|text| text.lines()) {
            self.context.console.sent(&self.arguments.name, line);
            let _ = session.send(format!("{line}\n").as_bytes(), deadline);
        }
        self.context.console.sent(&self.arguments.name, "uci");
        let _ = session.send(b"uci\n", deadline);
        let info = &mut self.info;
        let (console, name) = (&self.context.console, &self.arguments.name);
        let answered = session.wait_for(deadline, |line| {
            console.received(name, line);
            info.note(line);
            line.starts_with(b"uciok").then_some(())
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
    pub(super) fn setoptions(&self) -> String {
        let (console, name) = (&self.context.console, &self.arguments.name);
        let is_threads = |(option, _): &&(String, String)| option == "Threads";
        let options = &self.arguments.options;
        let of_variant = ("UCI_Chess960".to_owned(), "true".to_owned());
        let is_variant = self.context.command.tournament.variant == Variant::FischerRandom;
        let ordered = options.iter().filter(is_threads);
        let ordered = ordered.chain(options.iter().filter(|option| !is_threads(option)));
        let mut lines = String::new();
        for (option, value) in ordered.chain(is_variant.then_some(&of_variant)) {
            match self.info.set_in_words(option, value) {
                Ok(line) => lines.push_str(&line),
                Err(problem) => console.warn(&format!("Warning; {name}: {problem}")),
            }
        }
        lines
    }

    /// The value of a number among the options, as it is set or else declared; `None` if there is no such option.
    pub(super) fn number(&self, option: &str) -> Option<String> {
        let declared = self.info.options.iter().find(|declared| declared.name() == option)?;
        let mut set = self.arguments.options.iter().rev().filter(|(name, _)| name == option);
        let set = set.find_map(|(_, value)| {
            self.info.set_in_words(option, value).ok().and(value.parse::<i64>().ok())
        });
        let default = match declared {
            DeclaredOption::Known(UciOptionConfig::Spin { default, .. }) => *default,
            _ => None,
        };
        Some(set.or(default).map_or("<empty>".to_owned(), |number| number.to_string()))
    }
}
