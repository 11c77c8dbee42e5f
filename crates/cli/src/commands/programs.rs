//! The programs of a match before its first game: built, then identified.

use arena::config::{ContenderSettings, Match, UciSettings};
use arena::player::uci;
use revision::Notice;
use uci_client::Guard;

use super::output::say;

/// Builds the programs that are revisions, then identifies all programs of a match. An engine of the caller's cannot be
/// played here.
pub(super) fn prepare(settings: &mut Match, guard: &Guard) -> anyhow::Result<()> {
    settings.check_no_own_engine().map_err(anyhow::Error::msg)?;
    build(settings.contenders.iter_mut().filter_map(ContenderSettings::program_mut), guard)?;
    uci::identify(settings, guard)
}

/// Builds the programs that are revisions, unless the cache has them.
pub(super) fn build<'a>(
    programs: impl Iterator<Item = &'a mut UciSettings>,
    guard: &Guard,
) -> anyhow::Result<()> {
    for program in programs {
        if let Some(revision) = &program.revision {
            let build = revision.build(guard, &mut |notice| say(&in_words(notice)))?;
            program.build = Some(Box::new(build));
        }
    }
    Ok(())
}

fn in_words(notice: Notice<'_>) -> String {
    match notice {
        Notice::Waiting(revision) => {
            format!("{}: waiting for another process that builds it", revision.name())
        }
        Notice::Replaced(revision) => format!(
            "{}: {} is not the program that was built, by its SHA-256, and is built again",
            revision.name(),
            revision.program().display()
        ),
        Notice::Building(revision, log) => {
            format!("building {}; the output goes to {}", revision.name(), log.display())
        }
        Notice::Bench(revision, patience) => format!(
            "{} is built; waiting for the nodes of its `bench`, {} s at most",
            revision.name(),
            patience.as_secs()
        ),
    }
}
