//! The number of cores that the games of a match need.

use super::{Match, UciSettings};
use crate::system::processor::physical_cores;

/// Whether every game thread is kept to a core of its own, its programs with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pinning {
    /// The system chooses the cores.
    Free,
    /// Where other matches leave too few cores, the system chooses them, and nothing is said.
    IfPossible,
    /// The same with a warning.
    Wanted,
}

impl Pinning {
    /// The value of the key `pin`.
    #[must_use]
    pub fn of(pin: bool) -> Pinning {
        if pin { Pinning::Wanted } else { Pinning::Free }
    }
}

impl Match {
    /// The cores that one game needs: the larger thread count of its two contenders, or the sum of
    /// both where one of them ponders.
    #[must_use]
    pub fn cores_a_game(&self) -> usize {
        let of_pairing = |players: &[usize; 2]| {
            let [one, other] = players.map(|player| self.contenders[player].program());
            let threads = [one, other].map(|program| program.map_or(1, UciSettings::threads));
            let ponders = [one, other].into_iter().flatten().any(|program| program.ponder);
            if ponders { threads[0] + threads[1] } else { threads[0].max(threads[1]) }
        };
        self.pairings.iter().map(of_pairing).max().unwrap_or(1)
    }

    /// Of more games at a time than there are cores for.
    pub fn of_cores(&self) -> Option<String> {
        let (cores, each) = (physical_cores(), self.cores_a_game());
        let of_each = if each == 1 { String::new() } else { format!(" at {each} cores a game") };
        (self.is_timed() && self.concurrency * each > cores).then(|| {
            format!(
                "concurrency = {}{of_each} is more than the {cores} physical cores: engines will take time \
                 from each other",
                self.concurrency
            )
        })
    }
}
