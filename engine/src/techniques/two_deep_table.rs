//! Two-deep transposition table: a position has two places, the first for the deepest search, the second for the newest.
//!
//! A new entry goes to the first place if it is at least as deep as the entry there, which moves to the second place;
//! otherwise it goes to the second place, whatever is there. So a shallow search never drives out a deep one, and the
//! newest entry is always found. The age of an entry does not count. Without this technique four entries share a bucket,
//! and the shallowest and oldest gives way.
//!
//! Sound: the table holds other entries, each as true as before. With enough memory it changes little.
//!
//! Source: Breuker, Uiterwijk and van den Herik (1994, 1996), scheme TwoDeep, by descriptions of their articles; Winands
//! et al., section 5.2, and the program behind Eiriksson (2011) have such tables. Differs from it: an entry of the same
//! position is always replaced, since its bound did not decide the search that is stored now. Ziggy forgets the entry
//! that a deeper one replaces: `shifts = false`.

use crate::parameters::parameters;

parameters! {
    /// Two places for a position in the transposition table: for the deepest search, and for the newest.
    TwoDeepTable from "Breuker, Uiterwijk and van den Herik; Winands et al., section 5.2" {
        /// An entry that a deeper one replaces moves to the second place.
        shifts: bool = true;
    }
}

impl TwoDeepTable {
    /// Whether an entry of this depth takes the first place from one of another position.
    #[inline]
    pub(crate) fn takes_first_place(&self, depth: i32, first: i32) -> bool {
        depth >= first
    }
}
