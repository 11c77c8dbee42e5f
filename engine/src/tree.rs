//! A node of the search tree: the search's question to it, its table entry, and the scores of its
//! moves. Techniques are told this; the search writes it.

pub(crate) mod moves;
pub(crate) mod node;
pub(crate) mod transposition_table;
