//! Whether a technique is worth more with the null move than without it.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use stats::elo::elo;

use super::played::Played;

/// Samples of the bootstrap.
const RESAMPLES: usize = 2000;
/// Its seed: the same games have the same intervals.
const SEED: u64 = 22;

/// One technique in both halves of the factorial.
pub(super) struct Interaction<'a> {
    /// The name of the technique in the files' names.
    pub(super) technique: &'a str,
    /// With the null move.
    pub(super) with: &'a Played,
    /// Without it.
    pub(super) without: &'a Played,
    /// How much more the technique is worth with the null move, in Elo.
    pub(super) difference: f64,
    /// Its 95 % interval, by a bootstrap over the openings that both matches share.
    pub(super) interval: [f64; 2],
}

/// The techniques whose two matches are finished.
pub(super) fn interactions(played: &[Played]) -> Vec<Interaction<'_>> {
    let withs = played.iter().filter_map(|with| {
        let technique = with.name.strip_prefix("factorial-")?.strip_suffix("-with-null-move")?;
        let name = format!("factorial-{technique}-without-null-move");
        let without = played.iter().find(|of| of.name == name)?;
        Some(interaction(technique, with, without))
    });
    withs.collect()
}

fn interaction<'a>(technique: &'a str, with: &'a Played, without: &'a Played) -> Interaction<'a> {
    // A pair has the same place in both schedules, and so the same opening.
    let places = with.pairs.iter().zip(&without.pairs);
    let shared: Vec<[u32; 2]> = places
        .filter_map(|(with, without)| Some([(*with)?, (*without)?]))
        .map(|pairs| pairs.map(|[one, other]| u32::from(one) + u32::from(other)))
        .collect();
    let difference = |points: [u64; 2]| {
        let [with, without] = points.map(|points| elo(points as f64 / (4 * shared.len()) as f64));
        with - without
    };
    let add =
        |sum: [u64; 2], pair: [u32; 2]| [sum[0] + u64::from(pair[0]), sum[1] + u64::from(pair[1])];
    let mut random = ChaCha12Rng::seed_from_u64(SEED);
    let mut samples: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..shared.len()).map(|_| shared[random.random_range(0..shared.len())]);
            difference(drawn.fold([0; 2], add))
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    let quantile = |share: f64| samples[(share * (RESAMPLES - 1) as f64).round() as usize];
    Interaction {
        technique,
        with,
        without,
        difference: difference(shared.iter().copied().fold([0; 2], add)),
        interval: [quantile(0.025), quantile(0.975)],
    }
}
