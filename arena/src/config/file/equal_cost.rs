//! The key `equal_cost`.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::config::ranges::Turns;
use crate::config::reference::Absent::Required;
use crate::config::reference::{Kind, Section};
use crate::config::values::RuleTable;
use crate::file_table;

file_table! {
    /// `equal_cost` as a table, with all of its keys.
    #[derive(Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct EqualCostTable;

    /// The table and its keys.
    pub(crate) const EQUAL_COST =
        "equal_cost",
        "A cost that was measured, as the `match.toml` of a match's results has it: the contenders' nodes are already \
         those of equal time, and nothing is measured again.";

    /// Time of a node of the first contender over that of the second.
    pub(crate) ratio: Option<Spanned<f64>> = Kind::Number("more than 0"), Required, "1.083";

    /// The lower end of its 95 % interval.
    pub(crate) low: Option<Spanned<f64>> = Kind::Number("more than 0, at most `ratio`"), Required, "1.071";

    /// The upper end.
    pub(crate) high: Option<Spanned<f64>> = Kind::Number("`ratio` or more"), Required, "1.095";

    /// Positions that both contenders searched for it, in turns.
    pub(crate) turns: Option<Turns> = Kind::Whole(Turns::RANGE), Required, "40";
}

impl RuleTable for EqualCostTable {
    const SECTION: &'static Section = &EQUAL_COST;
}
