//! Before the first game: who are the programs of a match, and can they play it?

use std::io;
use std::path::{Path, PathBuf};

use uci_client::{self as client, CHESS960, Guard, Identity, OptionError, Timeouts};

use crate::config::{EngineSettings, Match, UciSettings};

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
    let (path, timeouts) = (settings.path.clone(), settings.supervision.timeouts);
    let chess960 = settings.openings.book.chess960().next().map(|opening| opening.line);
    for contender in &mut settings.contenders {
        let name = contender.name.clone();
        if let EngineSettings::Uci(engine) = &mut contender.engine {
            let identity = ask(&path, &name, engine, &timeouts, guard)?;
            if let Some(opening) = chess960.filter(|_| !identity.plays_chess960) {
                let program = engine.program.path.clone();
                return Err(IdentifyError::Chess960 { contender: name, program, opening });
            }
            engine.identity = Some(identity);
        }
    }
    Ok(())
}

fn ask(
    path: &Path,
    contender: &str,
    settings: &UciSettings,
    timeouts: &Timeouts,
    guard: &Guard,
) -> Result<Identity, IdentifyError> {
    let UciSettings { program, options, option_lines, .. } = settings;
    let contender = contender.to_owned();
    client::identify(program, options, timeouts, guard).map_err(|error| match error {
        client::IdentifyError::Program { doing, program, source } => {
            IdentifyError::Program { contender, doing, program, source }
        }
        client::IdentifyError::Silent { program, problem } => {
            IdentifyError::Silent { contender, program, problem }
        }
        client::IdentifyError::Option(OptionError { index, problem }) => {
            let line = option_lines.get(index).copied().unwrap_or(1);
            IdentifyError::Option { path: path.to_owned(), line, contender, problem }
        }
    })
}
