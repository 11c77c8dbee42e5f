//! The key `equal_cost`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::config::reference::Absent::Required;
use crate::config::reference::{Key, Kind, Section};
use crate::config::values::{RuleTable, Whole};

/// `equal_cost` as a table, all of whose keys are given; the reference describes them.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct EqualCostTable {
    pub(crate) ratio: Option<Spanned<f64>>,
    pub(crate) low: Option<Spanned<f64>>,
    pub(crate) high: Option<Spanned<f64>>,
    pub(crate) turns: Option<Spanned<Whole>>,
}

impl RuleTable for EqualCostTable {
    const SECTION: &'static Section = &EQUAL_COST;
}

/// The table and its keys.
pub(crate) const EQUAL_COST: Section = Section {
    title: "equal_cost",
    meaning: "A cost that was measured, as the `match.toml` of a match's results has it: the contenders' nodes are already \
              those of equal time, and nothing is measured again.",
    keys: &[
        Key::new(
            "ratio",
            Kind::Number("more than 0"),
            Required,
            "1.083",
            "Time of a node of the first contender over that of the second.",
        ),
        Key::new(
            "low",
            Kind::Number("more than 0, at most `ratio`"),
            Required,
            "1.071",
            "The lower end of its 95 % interval.",
        ),
        Key::new("high", Kind::Number("`ratio` or more"), Required, "1.095", "The upper end."),
        Key::new(
            "turns",
            Kind::Whole(crate::config::ranges::TURNS),
            Required,
            "40",
            "Positions that both contenders searched for it, in turns.",
        ),
    ],
};
