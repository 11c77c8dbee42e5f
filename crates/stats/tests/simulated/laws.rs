//! Distributions of pairs, for promises that hold whatever the distribution.

use stats::elo::score;

/// The distribution of pairs: shares of 0 to 4 half points, before they are tilted to a strength.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairLaw {
    /// Its name in a table.
    pub(crate) name: &'static str,
    /// Shares, up to a factor.
    pub(crate) cells: [f64; 5],
    /// By how many Elo the strength rises over the planned length, from half below to half above.
    pub(crate) drift: f64,
}

/// The pairs of `docs/study/primary-singular-multi-cut`.
const STUDY: [f64; 5] = [339.0, 1190.0, 1833.0, 1258.0, 380.0];
const UNBALANCED: [f64; 5] = [5.0, 165.0, 660.0, 165.0, 5.0];
const DRAWISH: [f64; 5] = [5.6, 127.5, 733.8, 127.5, 5.6];
const ALL_OR_NOTHING: [f64; 5] = [100.0, 100.0, 600.0, 100.0, 100.0];

/// The laws that every rule is held to; the last one breaks the assumption that strength stays the same.
pub(crate) const LAWS: [PairLaw; 5] = [
    PairLaw { name: "45 % draws, correlation -0.04", cells: STUDY, drift: 0.0 },
    PairLaw { name: "unbalanced openings, correlation -0.56", cells: UNBALANCED, drift: 0.0 },
    PairLaw { name: "85 % draws", cells: DRAWISH, drift: 0.0 },
    PairLaw {
        name: "10 % of the pairs at 2 : 0, 10 % at 0 : 2",
        cells: ALL_OR_NOTHING,
        drift: 0.0,
    },
    PairLaw { name: "strength rising by 10 Elo", cells: STUDY, drift: 10.0 },
];

impl PairLaw {
    /// The shares at a strength: the law tilted exponentially until its mean is the expected score.
    pub(crate) fn at(&self, elo: f64) -> [f64; 5] {
        let tilted = |slope: f64| {
            let mut cells = self.cells;
            (0..5).for_each(|quarters| cells[quarters] *= (slope * quarters as f64).exp());
            let total: f64 = cells.iter().sum();
            cells.map(|cell| cell / total)
        };
        let mean = |cells: [f64; 5]| (0..5).map(|q| q as f64 / 4.0 * cells[q]).sum::<f64>();
        let (mut low, mut high) = (-10.0, 10.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            match mean(tilted(middle)) < score(elo) {
                true => low = middle,
                false => high = middle,
            }
        }
        tilted(f64::midpoint(low, high))
    }
}
