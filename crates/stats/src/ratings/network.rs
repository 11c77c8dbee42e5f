//! Linear equations of a network: players joined by the weight of the games between them.
//!
//! The matrix of such equations is the network's Laplacian, and Gaussian elimination on it is the
//! star-mesh transformation: a player is taken out, and each two of its neighbours are joined by
//! the product of their weights to it over the sum of all its weights. Nothing is ever subtracted,
//! so no digits are lost. The player with the fewest neighbours goes first (W. F. Tinney and J. W.
//! Walker, "Direct solutions of sparse network equations by optimally ordered triangular
//! factorization", Proceedings of the IEEE 55, 1967): in a gauntlet each of them has one, and no
//! new joint is ever made.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A joint of two players, with its weight.
pub(super) type Joint = ([usize; 2], f64);

/// A connected network with equations that can be solved.
#[derive(Clone, Debug)]
pub(super) struct Network {
    size: usize,
    /// All players but the last, in the order of elimination.
    steps: Vec<Step>,
}

/// A player that was taken out.
#[derive(Clone, Debug)]
struct Step {
    player: usize,
    /// Sum of its weights.
    total: f64,
    /// Its neighbours at that time, with the weights.
    neighbours: Vec<(usize, f64)>,
}

impl Network {
    /// The network of these joints, which connect all players; weights are positive.
    pub(super) fn new(size: usize, joints: &[Joint]) -> Network {
        let mut rows = rows(size, joints);
        let mut order: BinaryHeap<_> =
            rows.iter().enumerate().map(|(player, row)| Reverse((row.len(), player))).collect();
        let mut gone = vec![false; size];
        let mut steps = Vec::with_capacity(size);
        while let Some(Reverse((degree, player))) = order.pop() {
            // A stale entry: its neighbours have changed since, and it has a newer one.
            if gone[player] || degree != rows[player].len() {
                continue;
            }
            gone[player] = true;
            let neighbours = std::mem::take(&mut rows[player]);
            let total: f64 = neighbours.iter().map(|(_, weight)| weight).sum();
            for &(neighbour, weight) in &neighbours {
                let share = weight / total;
                let row = std::mem::take(&mut rows[neighbour]);
                rows[neighbour] = meshed(&row, &neighbours, share, [player, neighbour]);
                order.push(Reverse((rows[neighbour].len(), neighbour)));
            }
            steps.push(Step { player, total, neighbours });
        }
        // The last player has no neighbour left: its value is free.
        steps.pop();
        Network { size, steps }
    }

    /// The values, of mean 0, whose differences carry these flows out of the players. The flows sum
    /// to 0.
    pub(super) fn solve(&self, mut flows: Vec<f64>) -> Vec<f64> {
        for Step { player, total, neighbours } in &self.steps {
            let flow = flows[*player] / total;
            neighbours.iter().for_each(|&(neighbour, weight)| flows[neighbour] += flow * weight);
        }
        let mut values = vec![0.0; self.size];
        for Step { player, total, neighbours } in self.steps.iter().rev() {
            let inward: f64 =
                neighbours.iter().map(|&(neighbour, weight)| weight * values[neighbour]).sum();
            values[*player] = (flows[*player] + inward) / total;
        }
        let mean = values.iter().sum::<f64>() / self.size as f64;
        values.iter_mut().for_each(|value| *value -= mean);
        values
    }
}

/// The neighbours of every player in the order of their numbers, each once.
fn rows(size: usize, joints: &[Joint]) -> Vec<Vec<(usize, f64)>> {
    let mut rows = vec![Vec::new(); size];
    for &([first, second], weight) in joints {
        rows[first].push((second, weight));
        rows[second].push((first, weight));
    }
    for row in &mut rows {
        row.sort_by_key(|&(neighbour, _)| neighbour);
        row.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
    }
    rows
}

/// A row joined to all of `others` with `share` of their weights, without these two players. Both
/// are in the order of their numbers.
fn meshed(
    row: &[(usize, f64)],
    others: &[(usize, f64)],
    share: f64,
    without: [usize; 2],
) -> Vec<(usize, f64)> {
    let mut merged = Vec::with_capacity(row.len() + others.len());
    let mut row = row.iter().filter(|joint| !without.contains(&joint.0)).copied().peekable();
    for &(player, weight) in others.iter().filter(|joint| !without.contains(&joint.0)) {
        while let Some(before) = row.next_if(|joint| joint.0 < player) {
            merged.push(before);
        }
        let own = row.next_if(|joint| joint.0 == player).map_or(0.0, |joint| joint.1);
        merged.push((player, own + share * weight));
    }
    merged.extend(row);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_values_carry_the_flows(
            weights in proptest::collection::vec(0.01f64..100.0, 11),
            more in proptest::collection::vec((0usize..12, 0usize..12, 0.01f64..100.0), 0..40),
            mut flows in proptest::collection::vec(-10.0f64..10.0, 12),
        ) {
            // A path connects all of them.
            let path = weights.iter().enumerate().map(|(i, &weight)| ([i, i + 1], weight));
            let more = more.into_iter().filter(|joint| joint.0 != joint.1).map(|joint| ([joint.0, joint.1], joint.2));
            let joints: Vec<Joint> = path.chain(more).collect();
            flows[0] -= flows.iter().sum::<f64>();
            let values = Network::new(12, &joints).solve(flows.clone());
            for ([first, second], weight) in joints {
                let flow = weight * (values[first] - values[second]);
                flows[first] -= flow;
                flows[second] += flow;
            }
            prop_assert!(flows.iter().all(|left| left.abs() < 1e-9), "{:?}", flows);
            prop_assert!(values.iter().sum::<f64>().abs() < 1e-9);
        }
    }

    #[test]
    fn a_gauntlet_makes_no_new_joints() {
        let joints: Vec<Joint> = (1..2000).map(|player| ([0, player], 1.0)).collect();
        let network = Network::new(2000, &joints);
        assert!(network.steps.iter().all(|step| step.neighbours.len() == 1));
    }
}
