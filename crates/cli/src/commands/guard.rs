//! The guard: ends the started programs with this process.

use anyhow::Context;
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
    Guard::start_own().context("cannot set up the guard that ends engines' processes")
}
