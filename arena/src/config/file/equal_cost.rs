//! The key `equal_cost`.

use serde::{Deserialize, Serialize, Serializer};

use crate::chess::node_cost::NodeCost;
use crate::config::EqualCost;
use crate::config::ranges::Turns;
use crate::config::reference::Absent::Required;
use crate::config::reference::{Kind, Section};
use crate::config::values::{As, RuleTable};
use crate::file_table;

/// `equal_cost` as a table: a measured cost.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct CostTable(#[serde(with = "CostKeys")] pub(crate) NodeCost);

file_table! {
    #[derive(Deserialize, Serialize)]
    #[serde(remote = "NodeCost", deny_unknown_fields)]
    struct CostKeys;

    /// The table and its keys.
    pub(crate) const EQUAL_COST =
        "equal_cost",
        "A cost that was measured, as the `match.toml` of a match's results has it: the contenders' nodes are already \
         those of equal time, and nothing is measured again.";

    /// Time of a node of the first contender over that of the second.
    ratio: f64 = Kind::Number("more than 0"), Required, "1.083";

    /// The lower end of its 95 % interval.
    low: f64 = Kind::Number("more than 0, at most `ratio`"), Required, "1.071";

    /// The upper end.
    high: f64 = Kind::Number("`ratio` or more"), Required, "1.095";

    /// Positions that both contenders searched for it, in turns.
    #[serde(with = "As::<Turns>")]
    turns: u32 = Kind::Whole(Turns::RANGE), Required, "40";
}

impl RuleTable for EqualCost {
    const SECTION: &'static Section = &EQUAL_COST;
}

impl From<CostTable> for EqualCost {
    fn from(CostTable(cost): CostTable) -> EqualCost {
        EqualCost::Measured(cost)
    }
}

impl Serialize for EqualCost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            EqualCost::Open => serializer.serialize_bool(true),
            EqualCost::Measured(cost) => CostTable(cost).serialize(serializer),
        }
    }
}
