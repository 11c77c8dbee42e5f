//! Drop-in replacement for fastchess: its command line, its output and its behaviour, with this
//! runner below.
//!
//! ```text
//! arguments -> dropin: Command -> settings: Match -> runner -> reporter -> standard output, files
//!                                      player (one a program) -> notebook --^
//! ```
//!
//! A [`Match`](arena::config::Match) by the [rules of
//! fastchess](arena::chess::runner_rules::RunnerRules::Fastchess) is played by the same game
//! threads, dispatcher, supervisor and journal as any other. This crate adds a player that treats
//! programs as fastchess does, and a reporter that prints as fastchess does.

#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// A bug must not end a match: fallible code returns errors instead of panicking.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

mod console;
mod context;
mod convert;
mod dates;
mod files;
mod info;
pub mod language;
mod machine;
mod manual;
mod notes;
mod openings;
mod pgn;
mod player;
mod question;
mod remarks;
mod reporter;
mod results;
mod settings;
mod text;
mod tournament;
mod variation;
mod verdict;
mod version;
mod ziggurat;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::language::arguments::Refusal;
use crate::language::command::Request;
use crate::language::cutechess::translated;
use crate::language::reader::read;
use uci_client::Guard;

use arena::chess::runner_rules::RunnerRules;
use arena::storage::results::Results;

use console::print;

/// The dialect of a command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The dialect of fastchess.
    #[default]
    Fastchess,
    /// The part of cutechess-cli's dialect that fastchess shares.
    Cutechess,
}

/// A command line of another match runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Its dialect.
    pub dialect: Dialect,
    /// The command before the arguments, with which it is resumed.
    pub again: String,
    /// The arguments.
    pub arguments: Vec<String>,
}

/// The outcome of a command.
#[derive(Debug)]
pub struct Done {
    /// The exit code of the process.
    pub code: ExitCode,
    /// The results for a report, if a journal was kept.
    pub results: Option<Results>,
}

impl Dialect {
    /// The rules of its runner.
    pub(crate) fn rules(self) -> RunnerRules {
        match self {
            Dialect::Fastchess => RunnerRules::Fastchess,
            Dialect::Cutechess => RunnerRules::Cutechess,
        }
    }

    /// Both, with the beginnings of the names of their programs and the names of the commands.
    const NAMES: [(Dialect, &str, &str); 2] = [
        (Dialect::Fastchess, "fastchess", "fastchess"),
        (Dialect::Cutechess, "cutechess-cli", "cutechess"),
    ];

    /// The dialect of a program of this name.
    fn of_program(program: &str) -> Option<Dialect> {
        let name = Path::new(program).file_name()?.to_string_lossy().into_owned();
        let dialect = |(dialect, begins, _)| name.starts_with(begins).then_some(dialect);
        Dialect::NAMES.into_iter().find_map(dialect)
    }
}

impl Invocation {
    /// A command line in this dialect.
    #[must_use]
    pub fn of(dialect: Dialect, again: &str, arguments: &[String]) -> Invocation {
        Invocation { dialect, again: again.to_owned(), arguments: arguments.to_vec() }
    }

    /// The command line of this process, if it was started as another match runner: by a name that
    /// begins with that runner's, or with the name of the command as its first argument.
    #[must_use]
    pub fn read(line: &[String]) -> Option<Invocation> {
        let (program, rest) = line.split_first()?;
        if let Some(dialect) = Dialect::of_program(program) {
            return Some(Invocation::of(dialect, program, rest));
        }
        let (first, rest) = rest.split_first()?;
        let (dialect, _, command) =
            Dialect::NAMES.into_iter().find(|(_, _, command)| first == command)?;
        Some(Invocation::of(dialect, &format!("{program} {command}"), rest))
    }

    /// The request, and the directory of the journal if one is named; `plays`: on this machine; `say` receives output
    /// on the way.
    fn request(
        &self,
        plays: bool,
        say: &mut dyn FnMut(&str),
    ) -> Result<(Request, Option<PathBuf>), Refusal> {
        let (directory, arguments) = ziggurat::without(&self.arguments)?;
        let machine = machine::machine(plays, directory.as_deref().and_then(ziggurat::seed));
        if self.dialect == Dialect::Fastchess {
            return Ok((read(&arguments, &machine, say)?, directory));
        }
        let translated = translated(&arguments)?;
        // cutechess-cli says nothing before the first game.
        let mut request = read(&translated.line, &machine, &mut |_| {})?;
        if let Request::Play(command) = &mut request {
            translated.apply(command);
        }
        Ok((request, directory))
    }
}

/// Executes a command line as the other match runner would. `guard` creates the guard that ends
/// programs with this process.
///
/// # Errors
/// The machine lacks a resource that the runner needs.
pub fn execute(
    invocation: &Invocation,
    guard: fn() -> anyhow::Result<Guard>,
) -> anyhow::Result<Done> {
    let mut say = |text: &str| print(&format!("{text}\n"));
    let code = match invocation.request(true, &mut say) {
        Ok((Request::Version, _)) => {
            print(&format!("{}\n", version::line()));
            ExitCode::SUCCESS
        }
        Ok((Request::Help, _)) => {
            print(invocation.dialect.manual());
            ExitCode::SUCCESS
        }
        Ok((Request::Play(command), directory)) => {
            for note in &command.tournament.unsaved.notes {
                // Readers of standard output expect no such line.
                let _ = writeln!(io::stderr(), "{note}");
            }
            return tournament::play(*command, invocation, directory, guard);
        }
        Err(refusal) => {
            print(&format!("{refusal}\n"));
            ExitCode::FAILURE
        }
    };
    Ok(Done { code, results: None })
}

/// The match file of a command line of another match runner, which begins with its program, or with a command of this
/// program that replaces it.
///
/// # Errors
/// The command line is wrong or does not ask for a match; the error says why.
pub fn converted(line: &[String]) -> Result<String, String> {
    let program = line.first().ok_or("a command line of fastchess is needed")?;
    let invocation = match Dialect::NAMES.into_iter().find(|(.., command)| program == command) {
        Some((dialect, ..)) => Invocation::of(dialect, program, &line[1..]),
        None => Invocation::read(line).ok_or_else(|| {
            format!("{program} is neither fastchess nor cutechess-cli; a command line begins with its program")
        })?,
    };
    match invocation.request(false, &mut |_| {}) {
        Ok((Request::Play(command), directory)) => {
            convert::match_file(&command, directory.as_deref())
        }
        Ok(_) => Err("the command line asks for no match".to_owned()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

impl Dialect {
    /// The text of the option `--help`.
    fn manual(self) -> &'static str {
        match self {
            Dialect::Fastchess => manual::FASTCHESS,
            Dialect::Cutechess => CUTECHESS,
        }
    }
}

const CUTECHESS: &str = "\
Plays matches of UCI engines, with the part of cutechess-cli's command line that fastchess shares.

  cutechess-cli -engine cmd=A name=New -engine cmd=B name=Base -each tc=8+0.08
                -rounds 100 -games 2 -repeat -openings file=book.epd format=epd order=random -pgnout games.pgn

An option that only cutechess-cli has is refused by name. The chapter \"Drop-in replacement for fastchess\" of this
program's manual lists intended differences.

`arena --help` has this program's own commands, with exact resumption and reports.
";
