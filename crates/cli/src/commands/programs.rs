//! The programs of a match before its first game: built, then identified.

use std::path::Path;

use arena::config::{ContenderSettings, Match, UciSettings};
use arena::player::uci;
use revision::{InUse, Notice, Revision, named};
use uci_client::Guard;

use super::output::say;

/// The builds whose programs play: none of them is deleted while this lives.
#[must_use]
pub(super) struct Builds(Vec<InUse>);

impl Builds {
    /// Keeps the builds for the unfinished match with these results, over the end of this process.
    pub(super) fn keep_for(&self, results: &Path) -> anyhow::Result<()> {
        Ok(self.0.iter().try_for_each(|build| build.keep_for(results))?)
    }

    /// The match with these results is finished.
    pub(super) fn finish(&self, results: &Path) {
        self.0.iter().for_each(|build| build.finish(results));
    }
}

/// Builds the programs that are revisions, then identifies all programs of a match. An engine of the caller's cannot be
/// played here.
pub(super) fn prepare(settings: &mut Match, guard: &Guard) -> anyhow::Result<Builds> {
    settings.check_no_own_engine().map_err(anyhow::Error::msg)?;
    let programs = settings.contenders.iter_mut().filter_map(ContenderSettings::program_mut);
    let builds = build(programs, guard)?;
    uci::identify(settings, guard)?;
    Ok(builds)
}

/// Builds the programs that are revisions, unless the cache has them.
pub(super) fn build<'a>(
    programs: impl Iterator<Item = &'a mut UciSettings>,
    guard: &Guard,
) -> anyhow::Result<Builds> {
    let mut builds = Vec::new();
    let mut described: Vec<Revision> = Vec::new();
    for program in programs {
        let built = match &program.revision {
            Some(revision) => {
                if !described.iter().any(|other| other.is_same_state(revision)) {
                    contents(revision).iter().for_each(|line| say(line));
                    described.push((**revision).clone());
                }
                Some(revision.build(guard, &mut |notice| say(&in_words(notice)))?)
            }
            // A match that is resumed from its results names a program of the cache.
            None => revision::restore(&program.program.path)?,
        };
        let Some((build, in_use)) = built else { continue };
        program.program.path.clone_from(&build.program);
        program.program.directory.get_or_insert_with(|| build.checkout.clone());
        program.build = Some(Box::new(build));
        builds.push(in_use);
    }
    Ok(Builds(builds))
}

/// Lines on what a revision has beside its commit, and lacks.
fn contents(revision: &Revision) -> Vec<String> {
    let name = revision.name();
    let changed = named(revision.changed_files())
        .map(|files| format!("{name} differs from its commit in {files}"));
    let untracked = named(revision.untracked()).map(|files| {
        format!(
            "{name} leaves out files that git does not track: {files}; `git add -N FILE` or --take FILE makes a file \
             part of it"
        )
    });
    [changed, untracked].into_iter().flatten().collect()
}

fn in_words(notice: Notice<'_>) -> String {
    match notice {
        Notice::Waiting(revision) => {
            format!("{}: waiting for another process that builds or plays it", revision.name())
        }
        Notice::Replaced(revision, file) => format!(
            "{}: {file} in the checkout {} is not as the build left it, by its SHA-256: it is built again",
            revision.name(),
            revision.checkout().display()
        ),
        Notice::Building { revision, command: "", .. } => {
            format!("checking {} out; its program needs no build", revision.name())
        }
        Notice::Building { revision, command, is_guessed, log } => {
            let guess = if is_guessed { " (by its files; --build COMMAND is another)" } else { "" };
            format!(
                "building {} by `{command}`{guess}; the output goes to {}",
                revision.name(),
                log.display()
            )
        }
        Notice::Bench(revision, patience) => format!(
            "{} is built; waiting for the nodes of its `bench`, {} s at most",
            revision.name(),
            patience.as_secs()
        ),
        Notice::Written(revision, files) => format!(
            "warning: the program of {} has written into its checkout {}: {}",
            revision.name(),
            revision.checkout().display(),
            named(files).unwrap_or_default()
        ),
        Notice::Deleted(build) => format!(
            "the kept build {} was deleted: kept builds have {} GB at most ({} sets another bound)",
            build.revision,
            revision::DEFAULT_BOUND,
            revision::BOUND
        ),
    }
}
