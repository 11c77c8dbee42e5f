//! Before the first game: identifies the programs of a match and checks that they can play it.

use anyhow::{Context as _, bail};
use uci_client::{self as client, CHESS960, Guard, Identity, OptionError, PONDER, Timeouts};

use crate::config::{EngineSettings, Match, Origin, UciSettings};

/// Starts every program of a match once, records its identity, and checks and sets its options.
///
/// # Errors
/// The first program that cannot take part.
pub fn identify(settings: &mut Match, guard: &Guard) -> anyhow::Result<()> {
    let (path, timeouts) = (settings.path.clone(), settings.supervision.timeouts());
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
) -> anyhow::Result<Identity> {
    let UciSettings { program, options, option_origins, .. } = settings;
    let path = program.path.display();
    let identity = match client::identify(program, options, timeouts, guard) {
        Ok(identity) => identity,
        Err(client::IdentifyError::Program { doing, program, source }) => {
            let problem = format!("{name:?}: cannot {doing} {}", program.display());
            return Err(source).context(problem);
        }
        Err(client::IdentifyError::Silent { program, problem }) => {
            bail!("{name:?}: {} is not a UCI engine: {problem}", program.display())
        }
        Err(client::IdentifyError::Option(OptionError { index, problem })) => {
            let place = place(option_origins.get(index).unwrap_or(&Origin::Line(1)));
            if settings.ponder && options.get(index).is_some_and(|option| option.name == PONDER) {
                bail!("{place}: {name:?}: {path} does not ponder: it has no option {PONDER}");
            }
            bail!("{place}: {name:?}: {problem}")
        }
    };
    if let Some(wanted_by) = chess960.filter(|_| !identity.plays_chess960) {
        bail!(
            "{name:?}: {path} does not play Chess960 (it has no option {CHESS960}), as {wanted_by} wants it"
        );
    }
    Ok(identity)
}
