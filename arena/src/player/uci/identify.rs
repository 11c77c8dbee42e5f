//! Before the first game: is it the engine it seems to be, and does it take its options?

use std::io;
use std::path::{Path, PathBuf};

use super::files::{self, digest};
use super::guard::Guard;
use super::handshake::{configure, handshake};
use super::supervisor::{Session, WaitError};
use super::{CHESS960, SETTLE};
use crate::chess::time_control::Seconds;
use crate::config::{Identity, Match, Supervision, UciSettings};
use engine::Stop;

/// Why an engine cannot take part in a match.
#[derive(Debug, thiserror::Error)]
pub enum IdentifyError {
    /// Its file cannot be read or executed.
    #[error("{contender:?}: cannot {doing} {}", program.display())]
    Program {
        /// The contender.
        contender: String,
        /// What was attempted.
        doing: &'static str,
        /// The file.
        program: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It does not answer `uci` and `isready` as a UCI engine does.
    #[error("{contender:?}: {} is no UCI engine: {problem}", program.display())]
    Silent {
        /// The contender.
        contender: String,
        /// The file.
        program: PathBuf,
        /// What it did instead.
        problem: String,
    },
    /// It cannot play an opening of the book.
    #[error(
        "{contender:?}: {} does not play Chess960 (it has no option {CHESS960}), as the opening in \
         line {opening} of the book wants it",
        program.display()
    )]
    Chess960 {
        /// The contender.
        contender: String,
        /// The file.
        program: PathBuf,
        /// The first such opening's line.
        opening: usize,
    },
    /// It does not take an option.
    #[error("{}:{line}: {contender:?}: {problem}", path.display())]
    Option {
        /// The match file.
        path: PathBuf,
        /// The line that sets the option.
        line: usize,
        /// The contender.
        contender: String,
        /// What is wrong.
        problem: String,
    },
}

/// Starts every program of a match once, notes who it is, and checks and sets its options.
///
/// # Errors
/// On the first that cannot take part.
pub fn identify(settings: &mut Match, guard: &Guard) -> Result<(), IdentifyError> {
    let (path, supervision) = (settings.path.clone(), settings.supervision);
    let chess960 = settings.openings.book.chess960().next().map(|opening| opening.line);
    for contender in &mut settings.contenders {
        let name = contender.name.clone();
        if let crate::config::EngineSettings::Uci(engine) = &mut contender.engine {
            engine.identity = Some(ask(&path, &name, engine, &supervision, guard, chess960)?);
        }
    }
    Ok(())
}

fn ask(
    path: &Path,
    contender: &str,
    settings: &UciSettings,
    supervision: &Supervision,
    guard: &Guard,
    chess960: Option<usize>,
) -> Result<Identity, IdentifyError> {
    let program = || settings.program.clone();
    let unusable = |doing| {
        move |source| {
            let (contender, program) = (contender.to_owned(), program());
            IdentifyError::Program { contender, doing, program, source }
        }
    };
    let silent = |problem| {
        let (contender, program) = (contender.to_owned(), program());
        IdentifyError::Silent { contender, program, problem }
    };
    let digest = digest(&settings.program).map_err(unusable("read"))?;
    let mut session =
        Session::start(settings, guard, None, Stop::new()).map_err(unusable("start"))?;
    let engine_info = match handshake(&mut session, supervision) {
        Ok(engine_info) => engine_info,
        Err(error) => {
            let waited =
                format!("no `uciok` within {} s of its start", Seconds(supervision.startup));
            return Err(silent(account(session, error, waited)));
        }
    };
    if let Some(opening) = chess960.filter(|_| !engine_info.plays_chess960()) {
        let contender = contender.to_owned();
        return Err(IdentifyError::Chess960 { contender, program: program(), opening });
    }
    let options = engine_info.options(&settings.options).map_err(|(line, problem)| {
        let (path, contender) = (path.to_owned(), contender.to_owned());
        IdentifyError::Option { path, line, contender, problem }
    })?;
    let found = files::find(settings, &engine_info.texts(&settings.options));
    if let Err(error) = configure(&mut session, &options, supervision) {
        let waited = format!("no `readyok` within {} s", Seconds(supervision.ready));
        return Err(silent(account(session, error, waited)));
    }
    session.quit(supervision.grace);
    let named = |text: String| if text.is_empty() { None } else { Some(text) };
    let file = settings.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Identity {
        threads: engine_info.threads(),
        reserve: engine_info.reserve(),
        name: named(engine_info.name).unwrap_or(file),
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
    let errors = session.stderr.tail();
    if let Some(last) = errors.lines().rev().find(|line| !line.trim().is_empty()) {
        problem.push_str("; the last it wrote to its standard error: ");
        problem.push_str(last.trim());
    }
    problem
}
