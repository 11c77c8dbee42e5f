//! Faults on the terminal: a line each for the first few, and a count of the others.

use stats::words::several;

/// Lines at most.
const TOLD: u64 = 5;

/// The faults of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Incidents(u64);

impl Incidents {
    /// The line of one more fault, if it is shown.
    pub(super) fn told(&mut self, line: String) -> Option<String> {
        self.0 += 1;
        match self.0 {
            ..TOLD => Some(line),
            TOLD => Some(line + "; more of them are counted, and in the report"),
            _ => None,
        }
    }

    /// The number of faults not shown, at the end of a run.
    pub(super) fn rest(self) -> Option<String> {
        let rest = self.0.saturating_sub(TOLD);
        (rest > 0).then(|| format!("and {} ended by a fault", several(rest, "more game")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_faults_are_five_lines_and_a_count() {
        let mut incidents = Incidents::default();
        let lines = (1..=20).filter_map(|game| incidents.told(format!("game {game}")));
        let lines: Vec<String> = lines.collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[3], "game 4");
        assert_eq!(lines[4], "game 5; more of them are counted, and in the report");
        assert_eq!(incidents.rest().unwrap(), "and 15 more games ended by a fault");
        let mut few = Incidents::default();
        assert!((0..5).all(|_| few.told(String::new()).is_some()) && few.rest().is_none());
    }
}
