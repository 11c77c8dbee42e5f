//! The numbers of the evaluation, and what is made of them alone: the worth of a piece on its square.

pub(crate) mod account;
pub(crate) mod blocks;
pub(crate) mod piece_square;
pub(crate) mod tapered;
pub(crate) mod values;
