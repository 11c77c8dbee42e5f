//! A contender that is a configuration of the project's own engine.

use std::path::PathBuf;

use engine::{Evaluation, SearchConfig, Setup};

use super::preset;

/// A configuration of the project's own engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The preset it was made from.
    pub preset: String,
    /// The preset with the match file's changes.
    pub search: SearchConfig,
    /// The evaluation of positions.
    pub evaluation: Evaluation,
    /// The file of its network, if the match file names one.
    pub network: Option<PathBuf>,
    /// Transposition table, in MiB.
    pub hash: usize,
}

impl SearchSettings {
    /// The engine's setup.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup { search: self.search, evaluation: self.evaluation.clone() }
    }

    /// `preset null-move with changes, network mine.network, Hash 16`.
    pub(super) fn summary(&self) -> Vec<String> {
        let SearchSettings { preset: name, search, evaluation, network, hash } = self;
        let preset = preset(name).unwrap_or_default();
        let changed = if preset.search == *search { "" } else { " with changes" };
        let evaluation = match network {
            Some(file) => {
                let file = file.file_name().unwrap_or_default();
                Some(format!("network {}", file.to_string_lossy()))
            }
            None if *evaluation == preset.evaluation => None,
            None => Some(format!("evaluation {}", evaluation.name())),
        };
        let preset = format!("preset {name}{changed}");
        [Some(preset), evaluation, Some(format!("Hash {hash}"))].into_iter().flatten().collect()
    }
}
