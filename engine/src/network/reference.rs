//! The network's value by its definition, straight from the bytes of the file: for tests alone.

use shakmaty::{Board, Color, Square};

/// The value in centipawns for the side to move.
pub(super) fn value(bytes: &[u8], board: &Board, turn: Color) -> i64 {
    let size = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let [hidden, buckets, outputs, scale] = [size(8), size(12), size(16), size(20)];
    let number = |at: usize| {
        let at = 56 + 2 * at;
        i64::from(i16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()))
    };
    let biases = 768 * buckets * hidden;
    let weights = biases + hidden;
    let output = (board.occupied().count() - 2) * outputs / 31;
    let mut sum = 0;
    for (half, side) in [turn, !turn].into_iter().enumerate() {
        let features = features(bytes, board, side);
        for unit in 0..hidden {
            let rows = features.iter().map(|feature| number(feature * hidden + unit));
            let accumulated = number(biases + unit) + rows.sum::<i64>();
            let clipped = accumulated.clamp(0, 255);
            sum += clipped * clipped * number(weights + output * 2 * hidden + half * hidden + unit);
        }
    }
    let bias = number(weights + outputs * 2 * hidden + output);
    (sum / 255 + bias * 255) * scale as i64 / (255 * 64)
}

fn features(bytes: &[u8], board: &Board, side: Color) -> Vec<usize> {
    let seen = |square: Square| if side.is_white() { square } else { square.flip_vertical() };
    let king = seen(board.king_of(side).unwrap());
    let is_mirrored = king.file() >= shakmaty::File::E;
    let seen = |square: Square| {
        if is_mirrored { seen(square).flip_horizontal() } else { seen(square) }
    };
    let king = seen(board.king_of(side).unwrap());
    let bucket = bytes[24 + king.rank() as usize * 4 + king.file() as usize] as usize;
    let feature = |(square, piece): (Square, shakmaty::Piece)| {
        let side = if piece.color == side { 0 } else { 384 };
        768 * bucket + side + 64 * (piece.role as usize - 1) + seen(square) as usize
    };
    board.iter().map(feature).collect()
}
