use std::sync::Arc;

use shakmaty::Color;

use super::accumulators::Accumulators;
use super::arithmetic;
use super::examples::{Sizes, by_hand, material_bytes, random, random_bytes};
use super::{Network, NetworkError, reference};
use crate::playouts::{Numbers, playouts};
use crate::position::board_state::BoardState;

/// Full boards, promotions about to happen, kings that cross the middle, and bare endings.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/PPPP4/8/8/8/8/4pppp/1K6 w - - 0 1",
    "8/8/4k3/8/2n5/8/3BK3/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

fn positions(games: usize) -> impl Iterator<Item = BoardState> {
    STARTS.iter().zip(0..).flat_map(move |(start, seed)| playouts(start, seed, games, 80))
}

#[test]
fn what_is_brought_from_anywhere_has_the_value_of_the_definition() {
    let sizes = [
        Sizes::SMALL,
        Sizes { hidden: 32, king_buckets: 1, output_buckets: 1, scale: 1 },
        Sizes { hidden: 96, king_buckets: 32, output_buckets: 16, scale: 900 },
    ];
    for (sizes, seed) in sizes.into_iter().zip(7..) {
        let bytes = random_bytes(sizes, seed);
        let network = Arc::new(Network::read(&bytes).unwrap());
        let mut accumulators = Accumulators::new(network, 12);
        let mut numbers = Numbers::new(seed);
        let (mut ply, mut seen, mut values) = (0, 0, Vec::new());
        for state in positions(8) {
            // Down a line, up again, or somewhere else: as a search goes, and as it does not.
            ply = match numbers.below(8) {
                0 => numbers.below(12),
                1 => ply,
                2 => (ply + 10) % 12,
                _ => (ply + 1) % 12,
            };
            let value = accumulators.value(&state.board, state.turn, ply);
            let expected = reference::value(&bytes, &state.board, state.turn);
            assert_eq!(i64::from(value), expected, "{sizes:?} {}", state.board);
            values.push(value);
            seen += 1;
        }
        values.sort_unstable();
        values.dedup();
        assert!(
            seen > 1000 && (sizes.scale == 1 || values.len() > seen / 2),
            "{} values of {seen}",
            values.len()
        );
    }
}

#[test]
fn every_form_of_the_arithmetic_has_the_same_numbers() {
    let mut numbers = Numbers::new(1);
    let mut draw = |most: i32| -> Vec<i16> {
        (0..256).map(|_| (numbers.below(2 * most as usize + 1) as i32 - most) as i16).collect()
    };
    for _ in 0..200 {
        let (values, added, removed) = (draw(32_767), draw(32_767), draw(32_767));
        let both = |change: &dyn Fn(&mut [i16])| {
            let mut values = values.clone();
            change(&mut values);
            values
        };
        let plain = both(&|values| arithmetic::exchange_plainly(values, &added, &removed));
        assert_eq!(both(&|values| arithmetic::exchange(values, &added, &removed)), plain);
        let plain = both(&|values| arithmetic::add_plainly(values, &added));
        assert_eq!(both(&|values| arithmetic::add(values, &added)), plain);
        let plain = both(&|values| arithmetic::remove_plainly(values, &removed));
        assert_eq!(both(&|values| arithmetic::remove(values, &removed)), plain);
        let (own, other) = (draw(400), draw(400));
        let weights = [draw(60), draw(60)].concat();
        let plain = arithmetic::output_plainly(&own, &other, &weights);
        assert_eq!(arithmetic::output(&own, &other, &weights), plain);
    }
}

#[test]
fn a_network_of_material_has_the_value_of_material() {
    let network = Arc::new(Network::read(&material_bytes()).unwrap());
    let mut accumulators = Accumulators::new(network, 1);
    let mut seen = 0;
    for state in positions(4) {
        let expected = by_hand(&state.board, state.turn);
        if expected.abs() < 2000.0 {
            let value = f64::from(accumulators.value(&state.board, state.turn, 0));
            assert!((value - expected).abs() < 8.0, "{value} for {expected}: {}", state.board);
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn both_sides_see_the_same_of_a_turned_board() {
    let mut accumulators = Accumulators::new(random(Sizes::SMALL, 3), 1);
    for state in positions(2) {
        let mut turned = state.board.clone();
        turned.flip_vertical();
        turned.swap_colors();
        let value = accumulators.value(&state.board, state.turn, 0);
        assert_eq!(accumulators.value(&turned, !state.turn, 0), value);
        let mut mirrored = state.board.clone();
        mirrored.flip_horizontal();
        assert_eq!(accumulators.value(&mirrored, state.turn, 0), value);
    }
}

#[test]
fn the_network_that_is_built_in_is_one() {
    let network = Network::built_in();
    let mut accumulators = Accumulators::new(network, 1);
    let mut value = |fen: &str| {
        let state = playouts(fen, 0, 1, 1).next().unwrap();
        accumulators.value(&state.board, state.turn, 0)
    };
    let up_a_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(value(up_a_queen) > 300);
    assert!(value(&up_a_queen.replace('w', "b")) < -300);
    assert!(value(STARTS[0]).abs() < 100);
}

#[test]
fn files_that_are_damaged_are_refused_with_what_is_wrong() {
    let sizes = Sizes { king_buckets: 2, ..Sizes::SMALL };
    let good = random_bytes(sizes, 5);
    assert!(Network::read(&good).is_ok());
    let with = |at: usize, bytes: &[u8]| {
        let mut other = good.clone();
        other[at..at + bytes.len()].copy_from_slice(bytes);
        Network::read(&other).unwrap_err().to_string()
    };
    assert_eq!(Network::read(b"ZIGGNET2"), Err(NetworkError::Magic));
    assert_eq!(
        Network::read(b"ZIGGNET1").unwrap_err().to_string(),
        "it has 8 bytes, a network of its sizes has 24"
    );
    let (short, long) = (&good[..good.len() - 1], [good.as_slice(), &[0]].concat());
    for wrong in [short, &long] {
        assert!(matches!(Network::read(wrong), Err(NetworkError::Length { .. })));
    }
    assert_eq!(
        with(8, &[65, 0, 0, 0]),
        "the hidden size is 65, expected a multiple of 32 from 32 to 1024"
    );
    assert_eq!(with(12, &[0; 4]), "the number of king buckets is 0, expected 1 to 32");
    assert_eq!(with(16, &[17, 0, 0, 0]), "the number of output buckets is 17, expected 1 to 16");
    assert!(with(20, &[0; 4]).starts_with("the scale is 0"));
    assert_eq!(with(24 + 9, &[2]), "square 9 of the half board is in king bucket 2, there are 2");
    let weights = |king_bucket: usize| 56 + 2 * king_bucket * 768 * 64;
    let mut heavy = good.clone();
    // Unit 3 of bucket 1: 32 large weights.
    for feature in 100..132 {
        let at = weights(1) + 2 * (feature * 64 + 3);
        heavy[at..at + 2].copy_from_slice(&(-1024_i16).to_le_bytes());
    }
    let error = Network::read(&heavy).unwrap_err();
    assert!(
        matches!(error, NetworkError::Hidden { unit: 3, bucket: 1, most: 32_768.. }),
        "{error}"
    );
    let outputs = weights(2) + 2 * 64;
    let weight = with(outputs + 2 * (128 + 5), &(-128_i16).to_le_bytes());
    assert_eq!(weight, "output 1 has weight -128 for hidden unit 5, expected -127 to 127");
    let bias = with(outputs + 2 * 3 * 128 + 2, &i16::MIN.to_le_bytes());
    assert!(bias.starts_with("output 1 may reach "), "{bias}");
}

#[test]
fn colours_take_turns_at_every_ply() {
    // The same board with either side to move needs no change, and has both halves exchanged.
    let mut accumulators = Accumulators::new(random(Sizes::SMALL, 9), 2);
    let board = playouts(STARTS[1], 0, 1, 1).next().unwrap().board;
    let [white, black] = Color::ALL.map(|turn| accumulators.value(&board, turn, 0));
    assert_ne!(white, black);
    assert_eq!(accumulators.value(&board, Color::White, 1), white);
}
