//! What is known of a node of the search tree: what the search asks of it, what the table has of it, and
//! what its moves have shown. Techniques are told this; the search writes it.

pub(crate) mod moves;
pub(crate) mod node;
pub(crate) mod transposition_table;
