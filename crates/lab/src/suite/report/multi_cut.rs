//! The multi-cut columns of Eiriksson's Table 1.

use engine::SearchConfig;
use engine::techniques::enhanced_multi_cut::Applies;
use serde::Serialize;

/// A configuration's multi-cut parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct MultiCutColumns {
    /// R: the depth reduction.
    pub(super) reduction: i32,
    /// C: cutoffs needed for a prune.
    pub(super) cutoffs: i32,
    /// E: moves expanded at most (M elsewhere).
    pub(super) moves: i32,
    /// The nodes to which it is applied.
    pub(super) apply_at: &'static str,
    /// Whether the pieces that cause the cutoffs must differ.
    pub(super) independence: bool,
    /// Whether moves that caused a cutoff go first in the following search.
    pub(super) reorder: bool,
}

/// The columns of a configuration, for every form of multi-cut that is on: the enhanced one, the original
/// one, and the one at expected ALL nodes.
pub(super) fn multi_cut_columns(config: &SearchConfig) -> Vec<MultiCutColumns> {
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
    let plain = |[reduction, cutoffs, moves]: [i32; 3], apply_at, reorder| {
        let independence = false;
        MultiCutColumns { reduction, cutoffs, moves, apply_at, independence, reorder }
    };
    let original =
        config.multi_cut.map(|one| plain([one.reduction, one.cutoffs, one.moves], "Cut", false));
    let at_all = config
        .multi_cut_all
        .map(|one| plain([one.reduction, one.cutoffs, one.moves], "All nodes", one.reorder));
    [enhanced, original, at_all].into_iter().flatten().collect()
}

impl MultiCutColumns {
    /// The headings, as the paper has them.
    pub(super) const HEADINGS: [&'static str; 6] = ["R", "C", "E", "Apply at", "Ind.", "Reorder"];
    /// The same in a CSV file.
    pub(super) const KEYS: [&'static str; 6] =
        ["reduction", "cutoffs", "moves", "apply_at", "independence", "reorder"];

    /// The cells below [`MultiCutColumns::HEADINGS`]; the forms of a configuration that has several are
    /// joined by a plus sign.
    pub(super) fn cells(forms: &[MultiCutColumns], off: &str) -> [String; 6] {
        if forms.is_empty() {
            return std::array::from_fn(|_| off.to_owned());
        }
        let column = |cell: &dyn Fn(&MultiCutColumns) -> String| {
            forms.iter().map(cell).collect::<Vec<String>>().join(" + ")
        };
        let switch = |on: bool| if on { "On" } else { "Off" }.to_owned();
        [
            column(&|form| form.reduction.to_string()),
            column(&|form| form.cutoffs.to_string()),
            column(&|form| form.moves.to_string()),
            column(&|form| form.apply_at.to_owned()),
            column(&|form| switch(form.independence)),
            column(&|form| switch(form.reorder)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(preset: &str) -> [String; 6] {
        let config = SearchConfig::preset(preset).unwrap();
        MultiCutColumns::cells(&multi_cut_columns(&config), "-")
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

    #[test]
    fn a_configuration_with_multi_cut_at_all_nodes_too_shows_both() {
        assert_eq!(cells("mia"), ["2", "3", "10", "Cut", "Off", "On"]);
        let both = ["2 + 2", "3 + 2", "10 + 10", "Cut + All nodes", "Off + Off", "On + On"];
        assert_eq!(cells("mia-mc-a"), both);
    }
}
