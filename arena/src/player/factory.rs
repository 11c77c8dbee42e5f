//! Makes the players of contenders of any kind.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use engine::Stop;
use uci_client::{Guard, StderrFiles};

use super::uci::Uci;
use super::{InProcess, MakePlayer, MoveRequest, Player, PlayerFailure, SearchResult};
use crate::config::{ContenderSettings, EngineSettings, Match};
use crate::player::faults::{STDERR_BUDGET, STDERR_FILE, file_name};

/// Makes players for the contenders of a match without engines of the caller's: see
/// [`factory_with`].
#[must_use]
pub fn factory(settings: &Match, guard: &Guard, stderr: &Path) -> MakePlayer {
    factory_with(settings, guard, stderr, |_, _| Absent)
}

/// Makes players for the contenders of a match; `make_own` those of the caller's own engines. Standard
/// errors of programs go to files in the directory `stderr`, one for each concurrent process of a
/// contender.
pub fn factory_with<P: Player + 'static>(
    settings: &Match,
    guard: &Guard,
    stderr: &Path,
    make_own: impl Fn(&ContenderSettings, Stop) -> P + Send + Sync + 'static,
) -> MakePlayer {
    let (supervision, guard) = (settings.supervision, guard.clone());
    let stderr = stderr_files(settings, stderr);
    Arc::new(move |contender, stop| {
        let ContenderSettings { name, engine, .. } = contender;
        match engine {
            EngineSettings::InProcess(search) => Box::new(InProcess::new(search, stop)),
            EngineSettings::Own(_) => Box::new(make_own(contender, stop)),
            EngineSettings::Uci(program) => {
                let (program, guard) = (program.clone(), guard.clone());
                let files = stderr.get(name).cloned();
                Box::new(Uci::new(program, supervision, guard, files, stop))
            }
        }
    })
}

/// In place of an engine that only a program with the library has.
pub(crate) struct Absent;

impl Player for Absent {
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
        Err(PlayerFailure::broken(
            "a program with the library has this engine, see arena::play_with",
        ))
    }

    fn think(&mut self, _request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        self.new_game(0).map(|()| SearchResult::default())
    }
}

/// The files for the standard errors of each contender that is a program, by its name.
fn stderr_files(settings: &Match, directory: &Path) -> Arc<HashMap<String, StderrFiles>> {
    let programs = settings.contenders.iter().filter(|contender| contender.program().is_some());
    let count = settings.concurrency;
    let share = STDERR_BUDGET / (programs.clone().count() * count).max(1) as u64;
    let limit = share.min(STDERR_FILE);
    let mut stems = HashSet::new();
    let files = programs.map(|ContenderSettings { name, .. }| {
        // Names that differ may be the same as part of a file's.
        let plain = file_name(name);
        let more = (2..).map(|number| format!("{plain}-{number}"));
        let mut candidates = std::iter::once(plain.clone()).chain(more);
        let stem = candidates.find(|stem| stems.insert(stem.clone())).unwrap_or_default();
        (name.clone(), StderrFiles::new(directory.join(stem), count, limit))
    });
    Arc::new(files.collect())
}
