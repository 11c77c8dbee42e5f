//! The network's file: read and checked, so that no sum can overflow whatever the position.
//!
//! All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `ZIGGNET1` |
//! | 4 | hidden size H, a multiple of 32 from 32 to 1024 |
//! | 4 | king buckets B, 1 to 32 |
//! | 4 | output buckets O, 1 to 16 |
//! | 4 | scale S: centipawns of an output of one, 1 to 10 000 |
//! | 32 | king bucket of each square of the half board: own rank times 4 plus file, a to d |
//! | 2 · 768 · B · H | weights of the features in 255ths, all of a feature together |
//! | 2 · H | biases of the first layer, in 255ths |
//! | 2 · O · 2H | weights of the outputs in 64ths, from -127 to 127; the half of the side to move first |
//! | 2 · O | biases of the outputs, in 64ths |
//!
//! A feature is numbered 768 · king bucket + (0 for an own piece, 384 for the enemy's) + 64 · (pawn 0,
//! knight 1, bishop 2, rook 3, queen 4, king 5) + square, as its side sees the board: black from its own
//! end, and mirrored where its king stands on files e to h. The accumulator of a side is the biases plus
//! the weights of its features. With (men - 2) · O / 31 for the output, the value for the side to move is
//! (Σ clamp(accumulator, 0, 255)² · weight / 255 + bias · 255) · S / (255 · 64) centipawns, divisions
//! rounding toward zero.

use std::ops::RangeInclusive;

use sha2::{Digest, Sha256};

use super::Network;
use super::shape::{
    FEATURE_UNIT, FEATURES, HIDDEN, KING_BUCKETS, LANES, OUTPUT_BUCKETS, SCALE, Shape,
};

const MAGIC: &[u8; 8] = b"ZIGGNET1";
const HEADER_BYTES: usize = 24;
/// Men on the board that an accumulator has room for.
const MOST_MEN: usize = 32;
const LARGEST_OUTPUT_WEIGHT: i16 = 127;

/// Why a network's file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// It is something else.
    #[error("this is no network: it does not begin with ZIGGNET1")]
    Magic,
    /// A size is out of range.
    #[error("{what} is {found}, expected {expected}")]
    Size {
        /// Which size.
        what: &'static str,
        /// The number in the file.
        found: u32,
        /// The numbers that are allowed.
        expected: String,
    },
    /// It has too few bytes or too many.
    #[error("it has {found} bytes, a network of its sizes has {expected}")]
    Length {
        /// Bytes of the file.
        found: usize,
        /// Bytes of a network of these sizes.
        expected: usize,
    },
    /// A square of the king has a bucket that there is not.
    #[error("square {square} of the half board is in king bucket {bucket}, there are {buckets}")]
    KingBucket {
        /// Rank times 4 plus file.
        square: usize,
        /// The bucket that the file names.
        bucket: u8,
        /// King buckets of the network.
        buckets: usize,
    },
    /// The accumulators might overflow.
    #[error(
        "hidden unit {unit} may reach {most} with 32 men on the board (king bucket {bucket}), \
         expected 32767 at most"
    )]
    Hidden {
        /// The hidden unit, from 0.
        unit: usize,
        /// The king bucket, from 0.
        bucket: usize,
        /// Its bias and its 32 largest weights, all without their signs.
        most: i64,
    },
    /// The weight of an output is too large.
    #[error("output {bucket} has weight {weight} for hidden unit {unit}, expected -127 to 127")]
    OutputWeight {
        /// The output bucket, from 0.
        bucket: usize,
        /// The hidden unit, from 0, those of the other side after those of the side to move.
        unit: usize,
        /// The weight in the file.
        weight: i16,
    },
    /// The sum of an output might overflow.
    #[error("output {bucket} may reach {most}, expected {} at most", i32::MAX)]
    Output {
        /// The output bucket, from 0.
        bucket: usize,
        /// The largest sum, without its sign.
        most: i64,
    },
}

impl Network {
    /// Reads the bytes of a network's file.
    ///
    /// # Errors
    /// The first thing that is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let shape = shape_of(bytes)?;
        if bytes.len() != shape.file_bytes() {
            let (found, expected) = (bytes.len(), shape.file_bytes());
            return Err(NetworkError::Length { found, expected });
        }
        let mut king_buckets = [0; 32];
        let mut rest = &bytes[HEADER_BYTES..];
        king_buckets.copy_from_slice(split_off(&mut rest, 32));
        check_king_buckets(&king_buckets, shape.king_buckets)?;
        let Shape { hidden, output_buckets, .. } = shape;
        let feature_weights = numbers(&mut rest, shape.king_buckets * FEATURES * hidden);
        let feature_biases = numbers(&mut rest, hidden);
        let output_weights = numbers(&mut rest, output_buckets * 2 * hidden);
        let output_biases = numbers(&mut rest, output_buckets);
        check_hidden_units(&feature_weights, &feature_biases)?;
        check_outputs(&output_weights, &output_biases, hidden)?;
        Ok(Network {
            shape,
            king_buckets,
            feature_weights: feature_weights.into(),
            feature_biases: feature_biases.into(),
            output_weights: output_weights.into(),
            output_biases: output_biases.into(),
            digest: Sha256::digest(bytes).into(),
        })
    }
}

/// The sizes that a file states.
fn shape_of(bytes: &[u8]) -> Result<Shape, NetworkError> {
    if !bytes.starts_with(MAGIC) {
        return Err(NetworkError::Magic);
    }
    let Some(header) = bytes.get(MAGIC.len()..HEADER_BYTES) else {
        return Err(NetworkError::Length { found: bytes.len(), expected: HEADER_BYTES });
    };
    let mut sizes = header
        .chunks_exact(4)
        .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let mut next = |what, range: RangeInclusive<u32>, multiple: u32| {
        let found = sizes.next().unwrap_or_default();
        if range.contains(&found) && found.is_multiple_of(multiple) {
            return Ok(found as usize);
        }
        let expected = match multiple {
            1 => format!("{} to {}", range.start(), range.end()),
            _ => format!("a multiple of {multiple} from {} to {}", range.start(), range.end()),
        };
        Err(NetworkError::Size { what, found, expected })
    };
    Ok(Shape {
        hidden: next("the hidden size", HIDDEN, LANES)?,
        king_buckets: next("the number of king buckets", KING_BUCKETS, 1)?,
        output_buckets: next("the number of output buckets", OUTPUT_BUCKETS, 1)?,
        scale: next("the scale", SCALE, 1)? as i32,
    })
}

fn split_off<'a>(rest: &mut &'a [u8], bytes: usize) -> &'a [u8] {
    let (first, others) = rest.split_at(bytes);
    *rest = others;
    first
}

fn numbers(rest: &mut &[u8], count: usize) -> Vec<i16> {
    let bytes = split_off(rest, 2 * count);
    bytes.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]])).collect()
}

fn check_king_buckets(of_squares: &[u8; 32], buckets: usize) -> Result<(), NetworkError> {
    match of_squares.iter().position(|bucket| usize::from(*bucket) >= buckets) {
        None => Ok(()),
        Some(square) => {
            let bucket = of_squares[square];
            Err(NetworkError::KingBucket { square, bucket, buckets })
        }
    }
}

/// No accumulator leaves the range of its numbers, whatever 32 men are on the board.
fn check_hidden_units(weights: &[i16], biases: &[i16]) -> Result<(), NetworkError> {
    let hidden = biases.len();
    for (bucket, weights) in weights.chunks_exact(FEATURES * hidden).enumerate() {
        for (unit, bias) in biases.iter().enumerate() {
            let mut sizes: Vec<u16> = weights[unit..]
                .iter()
                .step_by(hidden)
                .map(|weight| weight.unsigned_abs())
                .collect();
            let (smaller, ..) = sizes.select_nth_unstable(FEATURES - MOST_MEN);
            let smaller = smaller.len();
            let largest: i64 = sizes[smaller..].iter().map(|size| i64::from(*size)).sum();
            let most = i64::from(bias.unsigned_abs()) + largest;
            if most > i64::from(i16::MAX) {
                return Err(NetworkError::Hidden { unit, bucket, most });
            }
        }
    }
    Ok(())
}

/// No output overflows, whatever the accumulators are.
fn check_outputs(weights: &[i16], biases: &[i16], hidden: usize) -> Result<(), NetworkError> {
    for (bucket, (weights, bias)) in weights.chunks_exact(2 * hidden).zip(biases).enumerate() {
        let is_too_large =
            |weight: &i16| weight.unsigned_abs() > LARGEST_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(unit) = weights.iter().position(is_too_large) {
            return Err(NetworkError::OutputWeight { bucket, unit, weight: weights[unit] });
        }
        let all: i64 = weights.iter().map(|weight| i64::from(weight.unsigned_abs())).sum();
        let square = i64::from(FEATURE_UNIT) * i64::from(FEATURE_UNIT);
        let most = (all + i64::from(bias.unsigned_abs())) * square;
        if most > i64::from(i32::MAX) {
            return Err(NetworkError::Output { bucket, most });
        }
    }
    Ok(())
}
