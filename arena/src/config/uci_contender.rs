//! Resolves a UCI engine of a match file.

use std::env;
use std::path::{Path, PathBuf};

use toml::Spanned;

use system::files;
use uci_client::{EngineOption, OptionValue, PONDER, Program};

use super::check::span;
use super::error::Origin;
use super::file::{ContenderTable, ProgramKey};
use super::resolver::Resolver;
use super::values::Command;
use super::{ConfigError, UciSettings};
use crate::chess::limits::PlayLimits;

impl Resolver<'_> {
    /// The UCI program of a contender. One of a revision need not be built yet.
    pub fn program(
        &self,
        contender: &ContenderTable,
        key: ProgramKey<'_>,
    ) -> Result<UciSettings, ConfigError> {
        let (path, mut arguments, revision) = match key {
            ProgramKey::Command(command) => {
                let Command { program, arguments } = command.get_ref().clone();
                (self.find_program(&program, command)?, arguments, None)
            }
            ProgramKey::Revision(revision) => {
                let revision = self.revision_of(contender, revision)?;
                (revision.program(), Vec::new(), Some(Box::new(revision)))
            }
        };
        arguments.extend(contender.args.iter().flat_map(|more| more.get_ref().iter().cloned()));
        let environment = contender.env.as_ref().map(|table| table.get_ref().clone());
        let (options, option_origins) = self.options(contender)?.into_iter().unzip();
        let ponder = contender.ponder.as_ref().filter(|ponder| *ponder.get_ref());
        let mut settings = UciSettings {
            program: Program {
                path,
                arguments,
                directory: contender.dir.as_ref().map(|dir| self.directory(dir)).transpose()?,
                environment: environment.unwrap_or_default().into_iter().collect(),
            },
            options,
            option_origins,
            restart: contender.restart.as_ref().is_some_and(|restart| *restart.get_ref()),
            trim_history: contender.trim_history.as_ref().is_some_and(|trim| *trim.get_ref()),
            ponder: ponder.is_some(),
            revision,
            ..UciSettings::default()
        };
        if let Some(ponder) = ponder {
            self.set_ponder(&mut settings, ponder)?;
        }
        Ok(settings)
    }

    /// Sets the option that lets a program think on its opponent's time.
    fn set_ponder(
        &self,
        settings: &mut UciSettings,
        ponder: &Spanned<bool>,
    ) -> Result<(), ConfigError> {
        let mut options =
            settings.options.iter().filter(|option| option.name.eq_ignore_ascii_case(PONDER));
        if options.any(|option| option.value == OptionValue::Flag(false)) {
            let problem =
                format!("the option {PONDER} is false, and `ponder` is true: set only one of them");
            return Err(self.error(ponder.span(), problem));
        }
        settings.set(PONDER, OptionValue::Flag(true), self.source.origin(ponder.span().start));
        Ok(())
    }

    /// Refuses limits under which the games of a pondering program would seem to repeat.
    pub(crate) fn check_ponder(
        &self,
        contender: &ContenderTable,
        limits: &PlayLimits,
    ) -> Result<(), ConfigError> {
        let ponder = contender.ponder.as_ref().filter(|ponder| *ponder.get_ref());
        let limit = limits.nodes.map(|_| "nodes").or(limits.depth.map(|_| "depth"));
        match (ponder, limit) {
            (Some(ponder), Some(limit)) => {
                let problem = format!(
                    "a program that ponders is limited only by time_control or movetime, not by `{limit}`: \
                     its results on the opponent's time depend on the machine, and games would not repeat"
                );
                Err(self.error(ponder.span(), problem))
            }
            _ => Ok(()),
        }
    }

    /// Refuses the keys of presets for a UCI program.
    pub fn refuse_keys_of_presets(&self, contender: &ContenderTable) -> Result<(), ConfigError> {
        let keys = [
            ("hash", span(&contender.hash)),
            ("search", span(&contender.search)),
            ("evaluation", span(&contender.evaluation)),
            ("network", span(&contender.network)),
        ];
        self.refuse(keys, |key| {
            let instead = if key == "hash" { "options = { Hash = 16 }" } else { "options" };
            format!("`{key}` goes with a `preset`; with a `command` use {instead}")
        })
    }

    /// Refuses the keys of UCI programs for a search of this process.
    pub fn refuse_keys_of_programs(&self, contender: &ContenderTable) -> Result<(), ConfigError> {
        let keys = [
            ("repo", span(&contender.repo)),
            ("build", span(&contender.build)),
            ("engine", span(&contender.engine)),
            ("take", span(&contender.take)),
            ("args", span(&contender.args)),
            ("dir", span(&contender.dir)),
            ("env", span(&contender.env)),
            ("options", span(&contender.options)),
            ("restart", span(&contender.restart)),
            ("trim_history", span(&contender.trim_history)),
            ("ponder", span(&contender.ponder)),
        ];
        self.refuse(keys, |key| {
            let (program, why) = match key {
                "repo" | "build" | "engine" | "take" => ("revision", ""),
                "ponder" => {
                    ("command", ": the engine in this process thinks on its own time alone")
                }
                _ => ("command", ""),
            };
            format!("`{key}` goes with a `{program}`, not with a `preset`{why}")
        })
    }

    /// The options that are set, each with the place that sets it.
    fn options(
        &self,
        contender: &ContenderTable,
    ) -> Result<Vec<(EngineOption, Origin)>, ConfigError> {
        let written = contender.options.as_ref().map_or(&[][..], |table| &table.get_ref().0);
        let mut options: Vec<(EngineOption, Origin)> = Vec::with_capacity(written.len());
        for (name, value) in written {
            let problem = |what: &str| self.error(value.span(), format!("option {name:?}: {what}"));
            if name.trim().is_empty() || name.chars().any(char::is_control) {
                return Err(problem("a name is not blank, and is on one line"));
            }
            if matches!(value.get_ref(), OptionValue::Text(text) if text.contains(['\n', '\r'])) {
                return Err(problem("a value is on one line"));
            }
            if options.iter().any(|(other, _)| other.name.eq_ignore_ascii_case(name)) {
                return Err(problem("it is set twice (names are the same in either case)"));
            }
            let origin = self.source.origin(value.span().start);
            let option = EngineOption { name: name.clone(), value: value.get_ref().clone() };
            options.push((option, origin));
        }
        Ok(options)
    }

    /// A path beside the match file.
    pub(super) fn beside(&self, named: &str) -> PathBuf {
        let path = self.source.path.parent().unwrap_or(Path::new("")).join(named);
        std::path::absolute(&path).unwrap_or(path)
    }

    /// The program: beside the match file, or else in `PATH`.
    pub(super) fn find_program(
        &self,
        named: &str,
        command: &Spanned<Command>,
    ) -> Result<PathBuf, ConfigError> {
        let found = find_program(named, self.beside(named));
        found.map_err(|problem| self.error(command.span(), problem))
    }

    fn directory(&self, named: &Spanned<String>) -> Result<PathBuf, ConfigError> {
        let directory = self.beside(named.get_ref());
        if directory.is_dir() {
            Ok(directory)
        } else {
            let problem = format!("there is no directory {}", directory.display());
            Err(self.error(named.span(), problem))
        }
    }
}

/// The program of this name: `beside`, or else, if it is a name without directories, in `PATH`.
///
/// # Errors
/// There is no executable of this name; the error is a sentence.
pub fn find_program(named: &str, beside: PathBuf) -> Result<PathBuf, String> {
    let is_plain = !named.contains(std::path::is_separator);
    let in_path = env::var_os("PATH").filter(|_| is_plain && !named.is_empty());
    let in_path = in_path.iter().flat_map(env::split_paths).map(|place| place.join(named));
    let places = std::iter::once(beside.clone()).chain(in_path);
    let mut candidates = places.flat_map(files::programs_named);
    if let Some(program) = candidates.find(|path| is_executable(path)) {
        return Ok(program);
    }
    let beside_text = beside.display();
    Err(if beside.is_file() {
        format!("{beside_text} cannot be executed: it lacks the permission")
    } else if is_plain {
        format!("there is no program {named}: neither {beside_text} nor anything in PATH")
    } else {
        format!("there is no program {beside_text}")
    })
}

fn is_executable(path: &Path) -> bool {
    path.is_file() && files::check_executable(path).is_ok()
}
