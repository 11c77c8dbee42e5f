//! Before the first game: identifies the programs of a match and checks that they can play it.

use std::io;
use std::path::PathBuf;

use uci_client::{self as client, CHESS960, Guard, Identity, OptionError, PONDER, Timeouts};

use crate::config::{EngineSettings, Match, Origin, UciSettings};

/// Why an engine cannot take part in a match.
#[derive(Debug, thiserror::Error)]
pub enum IdentifyError {
    /// Its file cannot be read or executed.
    #[error("{contender:?}: cannot {doing} {}", program.display())]
    Program {
        /// The contender.
        contender: String,
        /// The attempted action.
        doing: &'static str,
        /// The file.
        program: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It does not answer `uci` and `isready` as a UCI engine does.
    #[error("{contender:?}: {} is not a UCI engine: {problem}", program.display())]
    Silent {
        /// The contender.
        contender: String,
        /// The file.
        program: PathBuf,
        /// The problem that occurred instead.
        problem: String,
    },
    /// It cannot play an opening of the book.
    #[error(
        "{contender:?}: {} does not play Chess960 (it has no option {CHESS960}), as {wanted_by} \
         wants it",
        program.display()
    )]
    Chess960 {
        /// The contender.
        contender: String,
        /// The file.
        program: PathBuf,
        /// The first such opening, in words.
        wanted_by: String,
    },
    /// It cannot think on its opponent's time.
    #[error(
        "{place}: {contender:?}: {} does not ponder: it has no option {PONDER}", program.display()
    )]
    Ponder {
        /// The place that wants it to: a line of the match file, or an option of the command line.
        place: String,
        /// The contender.
        contender: String,
        /// The file.
        program: PathBuf,
    },
    /// It does not take an option.
    #[error("{place}: {contender:?}: {problem}")]
    Option {
        /// The place where it is set: a line of the match file, or an option of the command line.
        place: String,
        /// The contender.
        contender: String,
        /// The problem.
        problem: String,
    },
}

/// Starts every program of a match once, records its identity, and checks and sets its options.
///
/// # Errors
/// The first program that cannot take part.
pub fn identify(settings: &mut Match, guard: &Guard) -> Result<(), IdentifyError> {
    let (path, timeouts) = (settings.path.clone(), settings.supervision.timeouts);
    let chess960 = settings.openings.book.chess960;
    let wanted_by =
        chess960.map(|openings| format!("the opening in line {} of the book", openings.first));
    let place = |origin: &Origin| origin.in_words(&path);
    for contender in &mut settings.contenders {
        if let EngineSettings::Uci(engine) = &mut contender.engine {
            let (name, wanted_by) = (&contender.name, wanted_by.as_deref());
            let identity = identify_program(name, engine, &place, wanted_by, &timeouts, guard)?;
            engine.identity = Some(identity);
        }
    }
    Ok(())
}

/// Starts one program once, records its identity, and checks and sets its options. `place`
/// puts into words where an option is set; `chess960` names the opening that requires
/// Chess960, if any.
///
/// # Errors
/// When it cannot take part.
pub fn identify_program(
    name: &str,
    settings: &UciSettings,
    place: &dyn Fn(&Origin) -> String,
    chess960: Option<&str>,
    timeouts: &Timeouts,
    guard: &Guard,
) -> Result<Identity, IdentifyError> {
    let UciSettings { program, options, option_origins, .. } = settings;
    let contender = name.to_owned();
    let identity = client::identify(program, options, timeouts, guard);
    let identity = identity.map_err(|error| match error {
        client::IdentifyError::Program { doing, program, source } => {
            IdentifyError::Program { contender: contender.clone(), doing, program, source }
        }
        client::IdentifyError::Silent { program, problem } => {
            IdentifyError::Silent { contender: contender.clone(), program, problem }
        }
        client::IdentifyError::Option(OptionError { index, problem }) => {
            let place = place(option_origins.get(index).unwrap_or(&Origin::Line(1)));
            if settings.ponder && options.get(index).is_some_and(|option| option.name == PONDER) {
                let (contender, program) = (contender.clone(), program.path.clone());
                return IdentifyError::Ponder { place, contender, program };
            }
            IdentifyError::Option { place, contender: contender.clone(), problem }
        }
    })?;
    match chess960.filter(|_| !identity.plays_chess960) {
        Some(wanted_by) => {
            let (program, wanted_by) = (program.path.clone(), wanted_by.to_owned());
            Err(IdentifyError::Chess960 { contender, program, wanted_by })
        }
        None => Ok(identity),
    }
}
