//! Identifies a program before it plays, and checks that it speaks UCI and accepts its options.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::engine_info::OptionError;
use crate::files::{self, FileDigest, digest};
use crate::guard::Guard;
use crate::options::EngineOption;
use crate::program::{Program, Timeouts};
use crate::seconds::seconds;
use crate::session::{SETTLE, Session, WaitError};

/// The identity of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name in the answer to `uci`; its file's name if it gives none.
    pub name: String,
    /// Its author in the answer to `uci`.
    pub author: String,
    /// SHA-256 of the program's file.
    pub digest: [u8; 32],
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
    let unusable = |doing| {
        let program = program.path.clone();
        move |source| IdentifyError::Program { doing, program, source }
    };
    let silent = |problem| IdentifyError::Silent { program: program.path.clone(), problem };
    let digest = digest(&program.path).map_err(unusable("read"))?;
    let mut session = Session::start(program, guard).map_err(unusable("start"))?;
    let engine_info = match session.handshake(timeouts.startup) {
        Ok(engine_info) => engine_info,
        Err(error) => {
            let waited = format!("no `uciok` within {} s of its start", seconds(timeouts.startup));
            return Err(silent(account(session, error, waited)));
        }
    };
    let lines = engine_info.set_all(options)?;
    let found = files::find(program, &engine_info.texts(options));
    if let Err(error) = session.configure(&lines, timeouts.ready) {
        let waited = format!("no `readyok` within {} s", seconds(timeouts.ready));
        return Err(silent(account(session, error, waited)));
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
        files: files::unwritten(found),
    })
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
