//! The numbers of the evaluation, and the worth of a piece on its square, made of them alone.

pub(crate) mod account;
pub(crate) mod blocks;
pub(crate) mod piece_square;
pub(crate) mod tapered;
pub(crate) mod values;
