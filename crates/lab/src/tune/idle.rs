//! Parameters without effect: a tuning moves them by noise alone.

use engine::{Counters, Engine, Limits, Position, Score, Stop};
use shakmaty::Move;

use super::file::Tuning;
use super::spsa;
use arena::config::EngineSettings;

/// Openings of the tuning's book that are searched.
const OPENINGS: usize = 16;
/// The limit where time limits the games, in nodes: two machines then give the same warning.
const NODES: u64 = 5000;

/// Everything about a search that its parameters may change.
type Outcome = (Option<Move>, Score, u32, u64, Counters);

impl Tuning {
    /// The parameters that change no search at these values: perturbed alone as in iteration `k`, from 1, the two sides
    /// search the first openings of the book alike, to the count of every technique. Only of the engine in this process:
    /// a program tells less about its searches.
    #[must_use]
    pub fn idle_parameters(&self, values: &[f64], k: u32) -> Vec<String> {
        let dimensions = self.dimensions();
        let is_idle = |place: usize| {
            let by = self.gains.perturbation(&dimensions[place], k);
            let [plus, minus] = [by, -by].map(|by| {
                let moved = spsa::moved(&dimensions, values, place, by);
                self.searches(&moved)
            });
            plus.is_some() && plus == minus
        };
        let idle = (0..dimensions.len()).filter(|&place| is_idle(place));
        idle.map(|place| self.parameters[place].name()).collect()
    }

    /// Searches of the engine in this process with these values, rounded.
    fn searches(&self, values: &[f64]) -> Option<Vec<Outcome>> {
        let rounded: Vec<i32> = values.iter().map(|value| value.round() as i32).collect();
        let EngineSettings::InProcess(settings) = self.engine_with(&rounded) else { return None };
        let limits = &self.base.contenders[0].limits;
        let limits = if limits.is_timed() { Limits::nodes(NODES) } else { limits.for_search(None) };
        let mut engine = Engine::new(settings.setup(), settings.hash);
        let openings = self.base.openings.book.iter().take(OPENINGS);
        let outcome = openings.map(|opening| {
            engine.new_game();
            let report = engine.search(&Position::new(&opening.position), &limits, &Stop::new());
            (report.best_move, report.score, report.depth, report.nodes, report.counters)
        });
        Some(outcome.collect())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use arena::config::Overrides;

    use crate::tune::file;

    /// A tuning of the enhanced multi-cut, R = 3 at its start: below depth 3 it is not tried, whatever `min_depth` says.
    fn idle(least_depths: &str) -> Vec<String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("tuning.toml");
        let text = format!(
            "preset = \"modern+mc-enhanced\"\niterations = 10\nlimits = {{ nodes = 2000 }}\n\
             openings = {{ file = \"builtin:balanced\" }}\n\
             [[parameter]]\nname = \"enhanced_multi_cut.reduction\"\nrange = [1, 6]\nc_end = 1\n\
             [[parameter]]\nname = \"enhanced_multi_cut.min_depth\"\nc_end = 1\n{least_depths}\n"
        );
        fs::write(&path, text).unwrap();
        let tuning = file::load(&path, &Overrides::default()).unwrap();
        let starts: Vec<f64> = tuning.dimensions().iter().map(|one| one.start).collect();
        tuning.idle_parameters(&starts, 1)
    }

    #[test]
    fn a_parameter_without_effect_is_named_and_one_with_an_effect_is_not() {
        assert_eq!(idle("range = [0, 14]"), ["enhanced_multi_cut.min_depth"]);
        assert!(idle("range = [3, 14]\nstart = 4").is_empty());
    }
}
