//! Simulated matches, without chess: populations of openings, laws of pairs, and many matches on all cores.

pub(crate) mod laws;
pub(crate) mod population;

use std::num::NonZero;
use std::thread;

/// Plays all matches on all cores; they come in no order. A match has a random stream of its own, so that the results do
/// not depend on the number of cores.
pub(crate) fn on_all_cores<T: Send>(matches: u32, play: impl Fn(u32) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let play = &play;
    thread::scope(|scope| {
        let of_worker = |worker| (worker..matches).step_by(threads).map(play).collect::<Vec<T>>();
        let workers: Vec<_> =
            (0..threads as u32).map(|worker| scope.spawn(move || of_worker(worker))).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined
            .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
