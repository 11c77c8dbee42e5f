//! The evaluation by a small neural network (NNUE), and its parts.
//!
//! | module | contents |
//! |---|---|
//! | `shape` | the sizes of a network, as its file states them |
//! | `file` | the network's file, read and checked |
//! | `features` | the inputs of the network for a position, from the view of a side |
//! | `accumulators` | the first layer, brought from one position to another |
//! | `arithmetic` | the loops over numbers, compiled for more than one kind of processor |
//!
//! **The network.** For each side, a sum of the weights of the pieces as that side sees the board (the
//! accumulator); of both accumulators, clipped and squared (SCReLU), a weighted sum with weights for the number of
//! men on the board. All numbers are whole, no sum overflows, and so every processor gets the same value.
//!
//! Source: efficiently updatable networks are Yu Nasu's (2018); the squared clipped activation and the
//! output by the number of men are common in today's engines.

pub(crate) mod accumulators;
mod arithmetic;
mod features;
mod file;
mod shape;

#[cfg(test)]
pub(crate) mod examples;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, LazyLock};

pub use file::NetworkError;
use shape::Shape;

/// The network that is built in.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::read(include_bytes!("../networks/default.network"));
    Arc::new(network.expect("a test reads it"))
});

/// A network that values positions. It does not change, and its users share it.
#[derive(Clone)]
pub struct Network {
    shape: Shape,
    /// By own rank and by file from a to d, mirrored where need be.
    king_buckets: [u8; 32],
    /// A row for every feature of every king bucket.
    feature_weights: Box<[i16]>,
    feature_biases: Box<[i16]>,
    /// For every number of men: a row for the side to move, then one for the other.
    output_weights: Box<[i16]>,
    output_biases: Box<[i16]>,
    digest: [u8; 32],
}

impl Network {
    /// The network that is built in.
    #[must_use]
    pub fn built_in() -> Arc<Network> {
        Arc::clone(&BUILT_IN)
    }

    /// The SHA-256 of its file.
    #[must_use]
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The value in centipawns for the side whose accumulator is the first, which is to move.
    #[inline]
    fn value(&self, [own, other]: [&[i16]; 2], men: usize) -> i32 {
        let bucket = self.shape.output_bucket(men);
        let row = 2 * self.shape.hidden;
        let weights = &self.output_weights[bucket * row..][..row];
        let sum = arithmetic::output(own, other, weights);
        self.shape.centipawns(sum, self.output_biases[bucket])
    }

    /// The weights of a feature of a king bucket.
    #[inline]
    fn row(&self, index: usize) -> &[i16] {
        let hidden = self.shape.hidden;
        &self.feature_weights[index * hidden..][..hidden]
    }
}

/// Networks of the same file are the same.
impl PartialEq for Network {
    fn eq(&self, other: &Network) -> bool {
        self.digest == other.digest
    }
}

impl Eq for Network {}

/// The beginning of the file's digest, by which a network is known: `0123456789abcdef`.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digest[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({:?}, {self})", self.shape)
    }
}
