//! The network in whole numbers, as the engine reads it from its file.
//!
//! | bytes, little-endian | contents |
//! |---|---|
//! | 8 | `ZIGGNET1` |
//! | 4 each | hidden size, king buckets, output buckets, scale in centipawns |
//! | 32 | the king bucket of each square of the half board: own rank times 4 plus file |
//! | 2 each | feature weights and biases in 255ths, output weights and biases in 64ths |

use std::path::Path;

use anyhow::Context as _;
use engine::{Network, NetworkError};

use crate::network::{FEATURE_UNIT, OUTPUT_UNIT, Parts, UNITS, Weights};
use crate::position::TrainingPosition;
use crate::shape::Shape;

const MAGIC: &[u8; 8] = b"ZIGGNET1";
const HEADER: usize = 24;
/// The integers that represent one: in the first layer, and in the second.
const FEATURE_ONE: i32 = FEATURE_UNIT as i32;
const OUTPUT_ONE: i32 = OUTPUT_UNIT as i32;

/// A network in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QuantisedNetwork {
    pub(crate) shape: Shape,
    /// Centipawns of an output of one.
    pub(crate) scale: u32,
    weights: Weights<i16>,
}

impl QuantisedNetwork {
    /// The nearest whole numbers.
    pub(crate) fn of(shape: &Shape, weights: &Weights, scale: u32) -> QuantisedNetwork {
        let weights = weights.map(UNITS, |number, unit| (number * unit).round() as i16);
        QuantisedNetwork { shape: shape.clone(), scale, weights }
    }

    /// The bytes of its file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let Shape { hidden, king_buckets, output_buckets, bucket_of_square } = &self.shape;
        let mut bytes = MAGIC.to_vec();
        for size in [*hidden as u32, *king_buckets as u32, *output_buckets as u32, self.scale] {
            bytes.extend(size.to_le_bytes());
        }
        bytes.extend(bucket_of_square);
        bytes.extend(self.weights.numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or why the engine does not take it.
    pub(crate) fn open(path: &Path) -> anyhow::Result<QuantisedNetwork> {
        let bytes = bounded::read(path, bounded::LARGE)
            .with_context(|| format!("cannot read {}", path.display()))?;
        QuantisedNetwork::read(&bytes).with_context(|| path.display().to_string())
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Why the engine does not take them.
    pub(crate) fn read(bytes: &[u8]) -> Result<QuantisedNetwork, NetworkError> {
        Network::read(bytes)?;
        let (header, numbers) = bytes.split_at(HEADER + 32);
        let size = |place: usize| {
            let at = &header[MAGIC.len() + 4 * place..][..4];
            u32::from_le_bytes([at[0], at[1], at[2], at[3]])
        };
        let shape = Shape {
            hidden: size(0) as usize,
            king_buckets: size(1) as usize,
            output_buckets: size(2) as usize,
            bucket_of_square: std::array::from_fn(|square| header[HEADER + square]),
        };
        let numbers = numbers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut weights = Weights::zero(&shape);
        weights.numbers = numbers.collect();
        Ok(QuantisedNetwork { shape, scale: size(3), weights })
    }

    /// The weights that give the same values with an output of one at this number of centipawns.
    pub(crate) fn weights(&self, scale: f32) -> Weights {
        let units = [FEATURE_UNIT, OUTPUT_UNIT * scale / self.scale as f32];
        self.weights.map(units, |number, unit| f32::from(number) / unit)
    }

    /// Checks that the engine accepts it: all sums fit, whatever the position.
    ///
    /// # Errors
    /// The reason for a refusal.
    pub(crate) fn check(&self) -> Result<(), NetworkError> {
        Network::read(&self.bytes()).map(drop)
    }

    /// The value of a position in centipawns, as the engine computes it.
    pub(crate) fn centipawns(&self, position: &TrainingPosition) -> i32 {
        let hidden = self.shape.hidden;
        let Parts { features, feature_biases, outputs, output_biases } = self.weights.parts();
        let bucket = self.shape.output_bucket(position.men_count());
        let row = &outputs[bucket * 2 * hidden..][..2 * hidden];
        let mut sum = 0;
        for (list, weights) in self.shape.features(position).iter().zip(row.chunks_exact(hidden)) {
            let mut accumulator = feature_biases.to_vec();
            for feature in list.indices() {
                let row = &features[feature * hidden..][..hidden];
                accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            for (value, weight) in accumulator.iter().zip(weights) {
                let clamped = i32::from(*value).clamp(0, FEATURE_ONE);
                sum += clamped * clamped * i32::from(*weight);
            }
        }
        let output = i64::from(sum / FEATURE_ONE)
            + i64::from(output_biases[bucket]) * i64::from(FEATURE_ONE);
        (output * i64::from(self.scale) / i64::from(FEATURE_ONE * OUTPUT_ONE)) as i32
    }

    /// The largest weight of the first layer and of the second, each in its unit.
    pub(crate) fn largest(&self) -> [f32; 2] {
        let Parts { features, outputs, .. } = self.weights.parts();
        [(features, FEATURE_UNIT), (outputs, OUTPUT_UNIT)].map(|(part, unit)| {
            let largest = part.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
            f32::from(largest) / unit
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::forward;
    use crate::samples::positions;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn network() -> (Shape, Weights, QuantisedNetwork) {
        let shape = Shape::mirrored(32, 8);
        let weights = Weights::random(&shape, &mut ChaCha8Rng::seed_from_u64(1));
        let quantised = QuantisedNetwork::of(&shape, &weights, 300);
        (shape, weights, quantised)
    }

    #[test]
    fn whole_numbers_say_nearly_what_floating_point_says() {
        let (shape, weights, quantised) = network();
        let mut spread = (f32::MAX, f32::MIN);
        for position in positions(1, 500) {
            let (output, _) = forward(&shape, &weights.parts(), &position, Vec::new());
            let value = output * 300.0;
            let error = quantised.centipawns(&position) as f32 - value;
            assert!(error.abs() < 20.0, "{value} {error}");
            spread = (spread.0.min(value), spread.1.max(value));
        }
        assert!(spread.1 - spread.0 > 40.0, "{spread:?}");
    }

    #[test]
    fn a_file_reads_back() {
        let (_, _, network) = network();
        assert!(QuantisedNetwork::read(&network.bytes()).is_ok_and(|read| read == network));
    }

    #[test]
    fn its_weights_give_its_values_at_any_scale() {
        let (shape, _, network) = network();
        assert_eq!(QuantisedNetwork::of(&shape, &network.weights(300.0), 300), network);
        let weights = network.weights(400.0);
        for position in positions(2, 100) {
            let (output, _) = forward(&shape, &weights.parts(), &position, Vec::new());
            let (value, expected) = (output * 400.0, network.centipawns(&position) as f32);
            assert!((value - expected).abs() < 2.0, "{value} {expected}");
        }
    }

    #[test]
    fn what_the_engine_refuses_is_refused() {
        let (_, _, network) = network();
        let bytes = network.bytes();
        let error = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            QuantisedNetwork::read(&bytes).map(|_| ()).unwrap_err().to_string()
        };
        assert!(error(&|bytes| bytes[7] = b'2').contains("ZIGGNET1"));
        assert!(error(&|bytes| bytes.truncate(30)).contains("it has 30 bytes"));
        assert!(error(&|bytes| bytes[8] = 33).contains("the hidden size is 33"));
        assert!(error(&|bytes| bytes[12] = 0).contains("king buckets is 0, expected 1 to 32"));
        assert!(error(&|bytes| bytes.push(0)).contains("a network of its sizes has"));
        assert!(error(&|bytes| bytes[24 + 3] = 1).contains("square 3 of the half board"));
        let outputs = bytes.len() - 2 * 8 * (1 + 2 * 32);
        assert!(
            error(&|bytes| bytes[outputs..outputs + 2].fill(64))
                .contains("output 0 has weight 16448")
        );
        let biases = bytes.len() - 2 * 8;
        let large = |bytes: &mut Vec<u8>| {
            bytes[outputs..outputs + 2 * 64]
                .chunks_exact_mut(2)
                .for_each(|weight| weight.copy_from_slice(&[127, 0]));
            bytes[biases + 1] = 127;
        };
        assert!(error(&large).contains("output 0 may reach"));
        let large = |bytes: &mut Vec<u8>| {
            for feature in 0..33 {
                let at = HEADER + 32 + feature * 64;
                bytes[at..at + 2].copy_from_slice(&1100_i16.to_le_bytes());
            }
        };
        assert!(error(&large).contains("hidden unit 0 may reach 35200"));
    }
}
