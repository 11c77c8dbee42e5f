//! The equations of strengths and of White's advantage: those of the network of players, with one row more.

use super::grounded::Grounded;
use super::network::Joint;

/// A number for each player, and one for White.
#[derive(Clone, Debug)]
pub(super) struct Heeds {
    pub(super) players: Vec<f64>,
    pub(super) white: f64,
}

impl Heeds {
    /// The difference from other ones.
    pub(super) fn less(&self, other: &Heeds) -> Heeds {
        let players = self.players.iter().zip(&other.players).map(|(one, other)| one - other);
        Heeds { players: players.collect(), white: self.white - other.white }
    }
}

/// The information of games about strengths and about White's advantage.
#[derive(Clone, Debug)]
pub(super) struct Equations {
    network: Grounded,
    /// The information that strengths and White's advantage share.
    shared: Vec<f64>,
    /// The changes of the strengths by that as a flow.
    response: Vec<f64>,
    /// The information about White's advantage that strengths do not explain; 0 where there is no such term, or games cannot
    /// tell it from strength.
    own: f64,
}

impl Equations {
    /// Of the information of some games each, with the first one's colour; players with a value are fixed.
    pub(super) fn new(fixed: &[Option<f64>], games: &[(Joint, f64)]) -> Equations {
        let joints: Vec<Joint> = games.iter().map(|(joint, _)| *joint).collect();
        let network = Grounded::new(fixed, &joints);
        let mut shared = vec![0.0; fixed.len()];
        let mut all = 0.0;
        for &(([first, second], information), colour) in games {
            shared[first] += colour * information;
            shared[second] -= colour * information;
            all += colour * colour * information;
        }
        let response = network.solve(&shared);
        let own = all - product(&shared, &response);
        Equations { network, shared, response, own: if own > 1e-6 * all { own } else { 0.0 } }
    }

    /// The number of unknowns that the games determine.
    pub(super) fn unknowns(&self) -> usize {
        self.network.unknowns() + usize::from(self.own > 0.0)
    }

    /// The changes of strengths and White's advantage that make up for these surpluses.
    pub(super) fn solve(&self, surpluses: &Heeds) -> Heeds {
        self.with_white(self.network.solve(&surpluses.players), surpluses.white)
    }

    /// How a player's rating heeds every surplus.
    pub(super) fn heeds(&self, player: usize) -> Heeds {
        self.with_white(self.network.heeds(player), 0.0)
    }

    fn with_white(&self, mut players: Vec<f64>, surplus: f64) -> Heeds {
        if self.own == 0.0 {
            return Heeds { players, white: 0.0 };
        }
        let white = (surplus - product(&self.shared, &players)) / self.own;
        players.iter_mut().zip(&self.response).for_each(|(player, by)| *player -= by * white);
        Heeds { players, white }
    }
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
