//! The guard: ends the started programs with this process.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use uci_client::Guard;

use arena::config::Match;

/// The guard of a match's programs.
pub(super) fn guard_for(settings: &Match) -> anyhow::Result<Guard> {
    guard_where(settings.contenders.iter().any(|contender| contender.program().is_some()))
}

/// The same, if there are any programs.
pub(super) fn guard_where(has_programs: bool) -> anyhow::Result<Guard> {
    if has_programs { guard() } else { Ok(Guard::none()) }
}

/// The guard of programs.
pub(super) fn guard() -> anyhow::Result<Guard> {
    let arena = if cfg!(target_os = "linux") {
        // This name finds the binary even after it has been rebuilt.
        let arena = PathBuf::from("/proc/self/exe");
        ensure!(
            arena.exists(),
            "programs cannot be supervised without /proc, which is not mounted here"
        );
        arena
    } else {
        std::env::current_exe().context("cannot find the arena's own binary")?
    };
    Guard::start(arena).context("cannot set up the guard that ends engines' processes")
}
