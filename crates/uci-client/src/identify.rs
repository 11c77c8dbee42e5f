//! Identifies a program before it plays, and checks that it speaks UCI and accepts its options.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::engine_info::{EngineInfo, OptionError};
use crate::files::{self, FileDigest, FileState, file_digest};
use crate::options::EngineOption;
use crate::program::Timeouts;
use crate::seconds::seconds;
use crate::session::{SETTLE, Session, WaitError};
use system::Program;
use system::guard::Guard;

/// The identity of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name in the answer to `uci`; its file's name if it gives none.
    pub name: String,
    /// Its author in the answer to `uci`.
    pub author: String,
    /// SHA-256 of the program's file.
    pub digest: [u8; 32],
    /// The state of the program's file when it was read.
    pub state: FileState,
    /// The files that its arguments and its options name.
    pub files: Vec<FileDigest>,
    /// Its default number of search threads, by the options it declares.
    pub threads: usize,
    /// Its default reserve of time for each move, by the options it declares.
    pub reserve: Option<Duration>,
    /// Whether it declares that it plays Chess960.
    pub plays_chess960: bool,
}

impl Identity {
    /// The first bytes of the file's digest as a number.
    #[must_use]
    pub fn signature(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.digest;
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

/// Why a program is not started any more that was identified before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Replaced {
    /// Its file cannot be read any more.
    #[error("the file of the engine cannot be read any more: {problem}")]
    Gone {
        /// Why not.
        problem: String,
    },
    /// Its file is another one.
    #[error(
        "the file of the engine is another one than when this began: SHA-256 {now}.., and it was {before}.."
    )]
    Another {
        /// The beginning of its digest.
        now: String,
        /// The same of the file that it was.
        before: String,
    },
}

impl Identity {
    /// Whether the file of a program is still the one that was identified. It is read only where its size, its time or
    /// its place on the disk say that it may be another.
    ///
    /// # Errors
    /// When it is another, or cannot be read.
    pub fn check(&self, program: &Program) -> Result<(), Replaced> {
        let gone = |error: io::Error| Replaced::Gone { problem: error.to_string() };
        if FileState::of(&program.path).map_err(gone)? == self.state {
            return Ok(());
        }
        let digest = file_digest(&program.path).map_err(gone)?;
        match digest == self.digest {
            true => Ok(()),
            false => {
                let short = |digest: &[u8]| -> String {
                    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
                };
                Err(Replaced::Another { now: short(&digest), before: short(&self.digest) })
            }
        }
    }
}

/// Why a program cannot be identified.
#[derive(Debug, thiserror::Error)]
pub enum IdentifyError {
    /// Its file cannot be read or executed.
    #[error("cannot {doing} {}", program.display())]
    Program {
        /// The attempted action.
        doing: &'static str,
        /// The file.
        program: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It does not answer `uci` and `isready` as a UCI engine does.
    #[error("{} is not a UCI engine: {problem}", program.display())]
    Silent {
        /// The file.
        program: PathBuf,
        /// The problem that occurred instead.
        problem: String,
    },
    /// It does not take an option.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Starts a program once and asks which options it has; it is told nothing but that.
///
/// # Errors
/// When it cannot be started, or is no UCI engine.
pub fn declared(
    program: &Program,
    timeouts: &Timeouts,
    guard: &Guard,
) -> Result<EngineInfo, IdentifyError> {
    let (mut session, engine_info) = greet(program, timeouts, guard)?;
    session.quit(timeouts.grace);
    Ok(engine_info)
}

/// Starts a program once, records its identity, and checks and sets its options.
///
/// # Errors
/// It cannot be started, is not a UCI engine, or refuses an option.
pub fn identify(
    program: &Program,
    options: &[EngineOption],
    timeouts: &Timeouts,
    guard: &Guard,
) -> Result<Identity, IdentifyError> {
    // Before its content: a change in between is seen later.
    let state = FileState::of(&program.path).map_err(unusable(program, "read"))?;
    let digest = file_digest(&program.path).map_err(unusable(program, "read"))?;
    let (mut session, engine_info) = greet(program, timeouts, guard)?;
    let lines = engine_info.set_all(options)?;
    let found = files::find(program, &engine_info.texts(options));
    if let Err(error) = session.configure(&lines, timeouts.ready) {
        let waited = format!("no `readyok` within {} s", seconds(timeouts.ready));
        return Err(silent(program, account(session, error, waited)));
    }
    session.quit(timeouts.grace);
    let file = program.path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Identity {
        threads: engine_info.threads(),
        reserve: engine_info.reserve(),
        plays_chess960: engine_info.plays_chess960(),
        name: if engine_info.name.is_empty() { file.into_owned() } else { engine_info.name },
        author: engine_info.author,
        digest,
        state,
        files: files::unwritten(found),
    })
}

/// Starts a program, and asks for its identity.
fn greet(
    program: &Program,
    timeouts: &Timeouts,
    guard: &Guard,
) -> Result<(Session, EngineInfo), IdentifyError> {
    let mut session = Session::start(program, guard).map_err(unusable(program, "start"))?;
    match session.handshake(timeouts.startup) {
        Ok(engine_info) => Ok((session, engine_info)),
        Err(error) => {
            let waited = format!("no `uciok` within {} s of its start", seconds(timeouts.startup));
            Err(silent(program, account(session, error, waited)))
        }
    }
}

fn unusable(program: &Program, doing: &'static str) -> impl FnOnce(io::Error) -> IdentifyError {
    let program = program.path.clone();
    move |source| IdentifyError::Program { doing, program, source }
}

fn silent(program: &Program, problem: String) -> IdentifyError {
    IdentifyError::Silent { program: program.path.clone(), problem }
}

fn account(mut session: Session, error: WaitError, waited: String) -> String {
    let mut problem = match error {
        WaitError::Deadline | WaitError::Endless => waited,
        WaitError::Ended | WaitError::Aborted => {
            format!("it ends ({})", session.end(SETTLE))
        }
    };
    session.kill();
    let errors = session.stderr_tail();
    if let Some(last) = errors.lines().rev().find(|line| !line.trim().is_empty()) {
        problem.push_str("; the last it wrote to its standard error: ");
        problem.push_str(last.trim());
    }
    problem
}
