//! Heinz, "Extended Futility Pruning".

use super::*;
use crate::weights::values::{MATERIAL, WEIGHTS};

#[test]
fn margins_of_a_rook_and_a_queen_are_never_less() {
    let heinz = preset("heinz");
    let value = |piece: usize| {
        let value = WEIGHTS[MATERIAL + piece];
        value.middlegame().max(value.endgame())
    };
    let margin = heinz.extended_futility.unwrap().margin;
    assert!(margin >= value(3), "{margin} {}", value(3));
    let margin = heinz.limited_razoring.unwrap().margin;
    assert!(margin >= value(4), "{margin} {}", value(4));
}
