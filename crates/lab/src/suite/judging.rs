//! Moves judged by long searches: what a move is worth, and the expected score that it loses.
//!
//! | module | subject |
//! |---|---|
//! | [`judge`] | an engine of this process or a program that values moves |
//! | [`facts`] | the facts of a judge that its words depend on |
//! | [`work`] | many positions judged at a time |
//! | [`curve`] | from centipawns to expected scores |
//! | [`estimate`] | means with intervals, from clusters |

pub mod curve;
pub mod estimate;
pub mod facts;
pub mod judge;
pub mod work;
