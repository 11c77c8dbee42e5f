//! The facts of the machine on which a command line depends.

use crate::language::checks::Machine;
use crate::language::command::Tournament;
use rand::Rng;

use super::dates;

/// This machine, now; `plays`: the line is played on it; `seed` is the one of a match to be resumed.
pub(super) fn machine(plays: bool, seed: Option<u64>) -> Machine {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Machine {
        plays,
        threads: i32::try_from(threads).unwrap_or(i32::MAX),
        open_files: system::machine::open_files().0.unwrap_or(u64::MAX),
        seed: seed.unwrap_or_else(|| rand::rng().next_u64()),
        date: dates::for_names(),
    }
}

/// Whether every concurrent game can have a processor of its own, if that is requested.
pub(super) fn has_processors(tournament: &Tournament) -> bool {
    let named = tournament.unsaved.processors.len();
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let processors = if named > 0 { named } else { all() };
    let games = tournament.rounds.saturating_mul(tournament.games);
    let at_a_time = usize::try_from(games.min(tournament.concurrency.into())).unwrap_or(1);
    !tournament.affinity || at_a_time <= processors
}
