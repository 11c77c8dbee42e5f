//! Interactions: whether a technique is worth more with something, such as the null move, than
//! without it; and two searches against the same outsiders.

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
    let Difference { shared, elo, interval } = by_opening(&[[with, without]], 0.95);
    Interaction { technique, with, without, shared, difference: elo, interval }
}

/// A difference of matches that play the same openings in the same order.
pub struct Difference {
    /// Openings that all have played.
    pub shared: usize,
    /// Over those openings.
    pub elo: f64,
    /// By a bootstrap over those openings.
    pub interval: [f64; 2],
}

/// The difference of the first match of each pair from the second, in the mean of the pairs.
pub fn by_opening(matches: &[[&Played; 2]], confidence: f64) -> Difference {
    // A pair has the same place in all schedules, and so the same opening.
    let places = matches.iter().flatten().map(|played| played.pairs.len()).min().unwrap_or(0);
    let half_points = |played: &Played, place: usize| {
        played.pairs[place].map(|[one, other]| u64::from(one) + u64::from(other))
    };
    let shared: Vec<Vec<[u64; 2]>> = (0..places)
        .filter_map(|place| {
            let of_match = |[first, second]: &[&Played; 2]| {
                Some([half_points(first, place)?, half_points(second, place)?])
            };
            matches.iter().map(of_match).collect()
        })
        .collect();
    let difference = |drawn: &mut dyn Iterator<Item = usize>| {
        let mut points = vec![[0; 2]; matches.len()];
        for place in drawn {
            for (sum, pair) in points.iter_mut().zip(&shared[place]) {
                *sum = [sum[0] + pair[0], sum[1] + pair[1]];
            }
        }
        let of_points = |points: u64| elo(points as f64 / (4 * shared.len()) as f64);
        let of_match = points.iter().map(|&[first, second]| of_points(first) - of_points(second));
        of_match.sum::<f64>() / matches.len() as f64
    };
    let mut random = ChaCha12Rng::seed_from_u64(SEED);
    let mut samples: Vec<f64> = (0..RESAMPLES)
        .map(|_| difference(&mut shared.iter().map(|_| random.random_range(0..shared.len()))))
        .collect();
    samples.sort_by(f64::total_cmp);
    let quantile = |share: f64| samples[(share * (RESAMPLES - 1) as f64).round() as usize];
    let outside = (1.0 - confidence) / 2.0;
    Difference {
        shared: shared.len(),
        elo: difference(&mut (0..shared.len())),
        interval: [quantile(outside), quantile(1.0 - outside)],
    }
}
