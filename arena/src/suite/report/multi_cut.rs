//! The multi-cut columns of Eiriksson's Table 1.

use engine::SearchConfig;
use engine::pruning::enhanced_multi_cut::Applies;
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

/// The columns of a configuration; `None` where multi-cut is off. Where several forms are on, the
/// enhanced one counts first, and the one at expected ALL nodes last.
#[must_use]
pub fn multi_cut_columns(config: &SearchConfig) -> Option<MultiCutColumns> {
    let enhanced = config.enhanced_multi_cut.map(|multi_cut| MultiCutColumns {
        reduction: multi_cut.reduction,
        cutoffs: multi_cut.cutoffs,
        moves: multi_cut.moves,
        apply_at: match multi_cut.applies {
            Applies::Cut => "Cut",
            Applies::Trans => "Trans",
            Applies::CutOrTrans => "Cut or trans",
            Applies::All => "All",
        },
        independence: multi_cut.piece_independence,
        reorder: multi_cut.reorder,
    });
    let plain = |reduction, cutoffs, moves, apply_at| {
        let (independence, reorder) = (false, false);
        MultiCutColumns { reduction, cutoffs, moves, apply_at, independence, reorder }
    };
    let original = config.multi_cut;
    let original = original.map(|of| plain(of.reduction, of.cutoffs, of.moves, "Cut"));
    // After Winands et al., moves are reordered where an attempt at an expected ALL node fails.
    let at_all = config.multi_cut_all.map(|of| MultiCutColumns {
        reorder: true,
        ..plain(of.reduction, of.cutoffs, of.moves, "All nodes")
    });
    enhanced.or(original).or(at_all)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(preset: &str) -> [String; 6] {
        let config = SearchConfig::preset(preset).unwrap();
        MultiCutColumns::cells(multi_cut_columns(&config), "-")
    }

    #[test]
    fn the_columns_are_those_of_the_paper() {
        assert_eq!(cells("z-nm"), ["-"; 6]);
        assert_eq!(cells("z-thesis"), ["2", "3", "10", "Cut", "Off", "Off"]);
        assert_eq!(cells("z-1"), ["2", "2", "10", "Trans", "Off", "Off"]);
        assert_eq!(cells("z-ind"), ["2", "2", "20", "Trans", "On", "Off"]);
        assert_eq!(cells("z-cut"), ["2", "2", "16", "Cut", "On", "On"]);
        assert_eq!(cells("z-main"), ["3", "3", "16", "Trans", "On", "On"]);
    }
}
