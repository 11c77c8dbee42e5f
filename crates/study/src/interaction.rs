//! Interactions: whether a technique is worth more with something, such as the null move, than
//! without it.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use stats::elo::elo;

use super::played::Played;

/// Samples of the bootstrap.
const RESAMPLES: usize = 2000;
/// Its seed: the same games have the same intervals.
const SEED: u64 = 22;

/// One technique in two matches over the same openings, which differ in one thing.
pub struct Interaction<'a> {
    /// The name of the technique in the files' names.
    pub technique: &'a str,
    /// The match with that thing.
    pub with: &'a Played,
    /// The match without it.
    pub without: &'a Played,
    /// Openings that both have played.
    pub shared: usize,
    /// The technique's gain from it, in Elo, over those openings.
    pub difference: f64,
    /// Its 95 % interval, by a bootstrap over those openings.
    pub interval: [f64; 2],
}

impl Interaction<'_> {
    /// The difference in Elo for which such an interval excludes 0 with a probability of 90 %: 1.96
    /// + 1.28 standard errors of the normal distribution.
    pub fn detectable(&self) -> f64 {
        let [low, high] = self.interval;
        (high - low) / 2.0 * (1.96 + 1.28) / 1.96
    }
}

/// The effect of the null move on each technique with two finished matches.
pub fn with_null_move(played: &[Played]) -> Vec<Interaction<'_>> {
    interactions(played, [("factorial-", "-with-null-move"), ("factorial-", "-without-null-move")])
}

/// The effect of evaluating by a network.
pub fn with_network(played: &[Played]) -> Vec<Interaction<'_>> {
    interactions(played, [("network-", ""), ("primary-", "")])
}

/// The effect of ten times the nodes.
pub fn with_more_nodes(played: &[Played]) -> Vec<Interaction<'_>> {
    interactions(played, [("depth-", "-50000"), ("depth-", "-5000")])
}

/// The three null-move bounds of Björnsson and Marsland's Table 2 against each other. In each match
/// the null move without a bound is the first contender, so the difference is reported as the
/// second over the first.
pub fn between_bounds(played: &[Played]) -> Vec<Interaction<'_>> {
    let find = |bound: &str| {
        let name = format!("equal-nodes-bjornsson-marsland-2-{bound}");
        played.iter().find(|found| found.name == name)
    };
    let pairs = [
        ("t = 10 - t = 20", "t10", "t20"),
        ("t = 10 - variable", "t10", "variable"),
        ("t = 20 - variable", "t20", "variable"),
    ];
    let found = pairs
        .into_iter()
        .filter_map(|(words, one, other)| Some(interaction(words, find(other)?, find(one)?)));
    found.collect()
}

/// The worth of multi-cut at more nodes, in the match of their Table 1; the shallowest first.
pub fn trend(played: &[Played]) -> Vec<Interaction<'_>> {
    let name = "equal-nodes-bjornsson-marsland-1";
    let Some(base) = played.iter().find(|found| found.name == name) else { return Vec::new() };
    let deeper = played.iter().filter(|found| found.name.starts_with("trend-"));
    let mut found: Vec<_> = deeper.map(|found| interaction("multi-cut", found, base)).collect();
    found.sort_by(|one, other| one.with.depth[0].total_cmp(&other.with.depth[0]));
    found
}

/// The techniques with two finished matches; a match's name is the technique between two parts.
fn interactions<'a>(played: &'a [Played], names: [(&str, &str); 2]) -> Vec<Interaction<'a>> {
    let [(before, after), (other_before, other_after)] = names;
    let found = played.iter().filter_map(|with| {
        let technique = with.name.strip_prefix(before)?.strip_suffix(after)?;
        let name = format!("{other_before}{technique}{other_after}");
        let without = played.iter().find(|known| known.name == name)?;
        Some(interaction(technique, with, without))
    });
    found.collect()
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
        shared: shared.len(),
        difference: difference(shared.iter().copied().fold([0; 2], add)),
        interval: [quantile(0.025), quantile(0.975)],
    }
}
