//! A network of players, some with known strengths: together these are its ground.

use super::network::{Joint, Network};

/// A network in which the players of known strength are one point, or none.
#[derive(Clone, Debug)]
pub(super) struct Grounded {
    /// Each player's point of the network.
    points: Vec<usize>,
    /// The point of all players of known strength.
    ground: Option<usize>,
    /// `None` where there is nothing but ground.
    network: Option<Network>,
    size: usize,
}

impl Grounded {
    /// The network of these joints; players with a value are fixed.
    pub(super) fn new(fixed: &[Option<f64>], joints: &[Joint]) -> Grounded {
        let ground = fixed.iter().any(Option::is_some).then_some(0);
        let mut size = usize::from(ground.is_some());
        let mut point = |fixed: &Option<f64>| match fixed {
            Some(_) => 0,
            None => {
                size += 1;
                size - 1
            }
        };
        let points: Vec<usize> = fixed.iter().map(&mut point).collect();
        let joints: Vec<Joint> = joints
            .iter()
            .map(|&([first, second], weight)| ([points[first], points[second]], weight))
            .filter(|([first, second], _)| first != second)
            .collect();
        let network = (size > 1).then(|| Network::new(size, &joints));
        Grounded { points, ground, network, size }
    }

    /// The number of strengths that the games determine.
    pub(super) fn unknowns(&self) -> usize {
        self.size.saturating_sub(1)
    }

    /// The values whose differences carry these flows: 0 at the ground, or of mean 0 without one.
    pub(super) fn solve(&self, flows: &[f64]) -> Vec<f64> {
        let mut merged = vec![0.0; self.size];
        self.points.iter().zip(flows).for_each(|(&point, flow)| merged[point] += flow);
        self.values(merged)
    }

    /// The changes of all values by a unit of flow at one player: how its rating heeds every surplus.
    pub(super) fn heeds(&self, player: usize) -> Vec<f64> {
        let mut flows = match self.ground {
            Some(_) => vec![0.0; self.size],
            None => vec![-1.0 / self.size as f64; self.size],
        };
        flows[self.points[player]] += 1.0;
        if let Some(ground) = self.ground {
            flows[ground] -= 1.0;
        }
        self.values(flows)
    }

    fn values(&self, flows: Vec<f64>) -> Vec<f64> {
        let Some(network) = &self.network else { return vec![0.0; self.points.len()] };
        let values = network.solve(flows);
        let ground = self.ground.map_or(0.0, |ground| values[ground]);
        self.points.iter().map(|&point| values[point] - ground).collect()
    }
}
