//! Networks for tests, as the bytes of their files: one drawn from a seed, and one whose value is known.

use std::sync::Arc;

use shakmaty::{Color, Role, Square};

use super::Network;
use super::shape::FEATURES;
use crate::playouts::Numbers;
use crate::weights::piece_square::PIECE_SQUARE;

/// The sizes of a network of these tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) hidden: usize,
    pub(crate) king_buckets: usize,
    pub(crate) output_buckets: usize,
    pub(crate) scale: u32,
}

impl Sizes {
    pub(crate) const SMALL: Sizes =
        Sizes { hidden: 64, king_buckets: 5, output_buckets: 3, scale: 300 };
    /// Its values are far beyond those of mates.
    pub(crate) const LOUD: Sizes = Sizes { scale: 10_000, ..Sizes::SMALL };
}

/// A network of random numbers within the limits of the file.
pub(crate) fn random(sizes: Sizes, seed: u64) -> Arc<Network> {
    Arc::new(Network::read(&random_bytes(sizes, seed)).unwrap())
}

/// The bytes of its file.
pub(crate) fn random_bytes(sizes: Sizes, seed: u64) -> Vec<u8> {
    let Sizes { hidden, king_buckets, output_buckets, .. } = sizes;
    let mut numbers = Numbers::new(seed);
    let mut up_to = |most: i16| numbers.below(2 * most as usize + 1) as i16 - most;
    let mut draw = |count: usize, most: i16| (0..count).map(|_| up_to(most)).collect::<Vec<_>>();
    // No output overflows with so large a weight, in as many units.
    let weight = (33_000 / (2 * hidden)).min(127) as i16;
    let parts = [
        draw(king_buckets * FEATURES * hidden, 90),
        draw(hidden, 200),
        draw(output_buckets * 2 * hidden, weight),
        draw(output_buckets, 100),
    ];
    let bucket_of_square = |square: usize| (square * king_buckets / 32) as u8;
    file(sizes, bucket_of_square, &parts.concat())
}

/// A network whose value is that of material and piece-square values, as [`by_hand`] has it, within some
/// centipawns while neither side is more than 2500 ahead.
///
/// Every hidden unit has half its range for a bias, and adds a small part of the values of own pieces and
/// takes that of the enemy's away: it holds c + v, and the other side's c - v. The difference of their
/// squares is 4cv. Half of the units hold values of the middlegame, half those of the endgame, and the
/// outputs mix them by the number of men. The loss where a value is rounded in one unit is made up for
/// in the others.
pub(crate) fn material_bytes() -> Vec<u8> {
    let half = HIDDEN / 2;
    let mut numbers = Vec::new();
    for feature in 0..FEATURES {
        let (color, role) =
            (Color::from_white(feature < FEATURES / 2), Role::ALL[feature % 384 / 64]);
        let value = PIECE_SQUARE[color as usize][role as usize][feature % 64];
        for unit in 0..HIDDEN {
            let value = if unit < half { value.middlegame() } else { value.endgame() };
            let place = (unit % half) as f64 + 0.5;
            numbers.push((f64::from(value) * PART + place / half as f64).floor() as i16);
        }
    }
    numbers.extend([MIDDLE; HIDDEN]);
    for output in 0..OUTPUTS {
        let [middlegame, endgame] = mixed(output);
        for sign in [1, -1] {
            numbers.extend([sign * middlegame; HIDDEN / 2]);
            numbers.extend([sign * endgame; HIDDEN / 2]);
        }
    }
    numbers.extend([0; OUTPUTS]);
    // Units · 4 · middle · part · weight · scale / (255 · 255 · 64) is one.
    let gain = half as f64 * 4.0 * f64::from(MIDDLE) * PART * f64::from(WEIGHT);
    let scale = (255.0 * 255.0 * 64.0 / gain).round() as u32;
    let sizes = Sizes { hidden: HIDDEN, king_buckets: 1, output_buckets: OUTPUTS, scale };
    file(sizes, |_| 0, &numbers)
}

/// Material and piece-square values of a position for the side to move, as that network mixes them.
pub(crate) fn by_hand(board: &shakmaty::Board, turn: Color) -> f64 {
    let [middlegame, endgame] = mixed((board.occupied().count() - 2) * OUTPUTS / 31);
    let value = |square: Square, piece: shakmaty::Piece| {
        let value = PIECE_SQUARE[piece.color as usize][piece.role as usize][square as usize];
        let mixed =
            value.middlegame() * i32::from(middlegame) + value.endgame() * i32::from(endgame);
        f64::from(mixed) / f64::from(WEIGHT)
    };
    let white: f64 = board.iter().map(|(square, piece)| value(square, piece)).sum();
    turn.fold_wb(white, -white)
}

const HIDDEN: usize = 128;
const OUTPUTS: usize = 8;
/// The middle of a hidden unit's range.
const MIDDLE: i16 = 127;
/// Of a centipawn in each hidden unit.
const PART: f64 = 0.045;
/// The weight of both halves of the units together.
const WEIGHT: i16 = 14;

/// How much middlegame and endgame count at an output.
fn mixed(output: usize) -> [i16; 2] {
    let middlegame = WEIGHT * output as i16 / (OUTPUTS as i16 - 1);
    [middlegame, WEIGHT - middlegame]
}

/// A file of these sizes, with these numbers in their order.
fn file(
    Sizes { hidden, king_buckets, output_buckets, scale }: Sizes,
    bucket_of_square: impl Fn(usize) -> u8,
    numbers: &[i16],
) -> Vec<u8> {
    let mut bytes = b"ZIGGNET1".to_vec();
    for size in [hidden as u32, king_buckets as u32, output_buckets as u32, scale] {
        bytes.extend(size.to_le_bytes());
    }
    bytes.extend((0..32).map(bucket_of_square));
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}
