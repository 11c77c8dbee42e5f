//! The multi-cut columns of Eiriksson's Table 1.

use engine::SearchConfig;
use serde::Serialize;

/// How a configuration uses multi-cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MultiCutColumns {
    /// R: the depth reduction.
    pub reduction: i32,
    /// C: cutoffs needed for a prune.
    pub cutoffs: i32,
    /// E: moves expanded at most (M elsewhere).
    pub moves: i32,
    /// Where it is applied.
    pub apply_at: &'static str,
    /// Whether the pieces that cause the cutoffs must differ.
    pub independence: bool,
    /// Whether moves that caused a cutoff go first in the search that follows.
    pub reorder: bool,
}

/// The columns of a configuration; `None` where multi-cut is off. A further form of multi-cut
/// plugs in here.
#[must_use]
pub fn multi_cut_columns(config: &SearchConfig) -> Option<MultiCutColumns> {
    config.multi_cut.map(|multi_cut| MultiCutColumns {
        reduction: multi_cut.reduction,
        cutoffs: multi_cut.cutoffs,
        moves: multi_cut.moves,
        apply_at: "Cut",
        independence: false,
        reorder: false,
    })
}

impl MultiCutColumns {
    /// The headings, as the paper has them.
    pub(super) const HEADINGS: [&'static str; 6] = ["R", "C", "E", "Apply at", "Ind.", "Reorder"];
    /// The same in a CSV file.
    pub(super) const KEYS: [&'static str; 6] =
        ["reduction", "cutoffs", "moves", "apply_at", "independence", "reorder"];

    /// The cells below [`MultiCutColumns::HEADINGS`].
    pub(super) fn cells(columns: Option<MultiCutColumns>, off: &str) -> [String; 6] {
        let Some(MultiCutColumns { reduction, cutoffs, moves, apply_at, independence, reorder }) =
            columns
        else {
            return std::array::from_fn(|_| off.to_owned());
        };
        let switch = |on: bool| if on { "On" } else { "Off" }.to_owned();
        [
            reduction.to_string(),
            cutoffs.to_string(),
            moves.to_string(),
            apply_at.to_owned(),
            switch(independence),
            switch(reorder),
        ]
    }
}
