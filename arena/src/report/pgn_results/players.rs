//! The players and their ratings.

use std::cmp::Ordering;

use serde::Serialize;

use crate::score::encounter::Encounter;
use stats::colours::are_unbalanced;
use stats::ratings::{self, Results, Standing};
use stats::{CONFIDENCE, Figure, Wdl, ratios};

/// One player's games against all others.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSummary {
    /// Name.
    pub name: String,
    /// All games.
    pub games: Wdl,
    /// Elo relative to the anchors, or else to the mean of all rated players; `null` where it cannot be compared.
    pub elo: Figure,
    /// Half the width of its 95 % interval.
    pub elo_pm: Figure,
    /// Likelihood of superiority over the next weaker rated player, 0 to 1, by the games of all; `null` for others.
    pub los_over_next: Figure,
    /// Why there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// Elo of a player that took all points or none, with a prior of two drawn games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_by_prior: Option<f64>,
    /// The one-sided 95 % bound of its Elo without a prior: lower for all points, upper for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_bound: Option<f64>,
}

/// Why a player has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It took all points or none from players with one, directly and by way of others.
    Unbounded,
    /// No chain of games connects it with them.
    Unconnected,
}

/// The players of these names, the strongest first.
pub(in crate::report) fn players(names: &[String], encounters: &[Encounter]) -> Vec<PlayerSummary> {
    let results: Vec<Results> = encounters
        .iter()
        .map(|encounter| Results {
            players: encounter.players,
            pairs: encounter.pairs,
            singles: encounter.singles(),
            colours: colours_of(encounter.as_white, encounter.as_black),
        })
        .collect();
    rated(names, &results, &[])
}

/// The games of each colour, where these are not balanced.
pub(super) fn colours_of(as_white: Wdl, as_black: Wdl) -> Option<[Wdl; 2]> {
    are_unbalanced(as_white, as_black).then_some([as_white, as_black])
}

/// The players of these names, rated relative to the anchors, by number and Elo.
pub(super) fn rated(
    names: &[String],
    results: &[Results],
    anchors: &[(usize, f64)],
) -> Vec<PlayerSummary> {
    let mut games = vec![Wdl::default(); names.len()];
    for results in results {
        let ([first, second], all) = (results.players, results.pairs.games() + results.singles);
        games[first] += all;
        games[second] += all.reversed();
    }
    // A player that meets itself says nothing about its strength.
    let others = results.iter().filter(|results| results.players[0] != results.players[1]);
    let others: Vec<Results> = others.copied().collect();
    let ratings = ratings::ratings(names.len(), &others, anchors, CONFIDENCE);
    let mut players: Vec<(Place, PlayerSummary)> = names
        .iter()
        .zip(games)
        .zip(ratings)
        .map(|((name, games), standing)| {
            (Place::of(standing, games), player(name, games, standing))
        })
        .collect();
    players.sort_by(|(one, _), (other, _)| one.cmp(other));
    players.into_iter().map(|(_, player)| player).collect()
}

fn player(name: &str, games: Wdl, standing: Standing) -> PlayerSummary {
    let rating = standing.rating();
    PlayerSummary {
        name: name.to_owned(),
        games,
        elo: rating.map(|rating| settled(rating.elo)).into(),
        elo_pm: rating.and_then(|rating| rating.half_width).into(),
        los_over_next: rating.and_then(|rating| rating.los_over_next).into(),
        unrated: match standing {
            Standing::Rated(_) => None,
            Standing::Above(_) | Standing::Below(_) => Some(Unrated::Unbounded),
            Standing::Unconnected => Some(Unrated::Unconnected),
        },
        elo_by_prior: standing.extreme().map(|extreme| settled(extreme.elo)),
        elo_bound: standing.extreme().and_then(|extreme| extreme.bound),
    }
}

/// A player's place in the order from the strongest to the weakest: the rated ones by Elo, one that took all points from
/// them by the lower bound of its own, so that two wins of two games do not lead a list; all others by score. The order is
/// total, whatever the results.
#[derive(Clone, Copy, Debug)]
struct Place {
    group: u8,
    /// Elo or score; the larger comes first.
    strength: f64,
}

impl Place {
    fn of(standing: Standing, games: Wdl) -> Place {
        let score = ratios::score(games).unwrap_or(0.0);
        match standing {
            Standing::Above(extreme) => {
                Place { group: 0, strength: extreme.bound.unwrap_or(extreme.elo) }
            }
            Standing::Rated(rating) => Place { group: 0, strength: settled(rating.elo) },
            Standing::Below(_) | Standing::Unconnected => Place { group: 1, strength: score },
        }
    }

    fn cmp(&self, other: &Place) -> Ordering {
        self.group.cmp(&other.group).then(other.strength.total_cmp(&self.strength))
    }
}

/// A rating that is nothing but the solver's last digits is 0.
fn settled(elo: f64) -> f64 {
    if elo.abs() < 1e-6 { 0.0 } else { elo }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_are_level_have_a_rating_of_zero() {
        let level = |players: [usize; 2], wins: u64| Encounter {
            players,
            as_white: Wdl { losses: wins, draws: 1, wins },
            ..Encounter::default()
        };
        let names = ["a", "b", "c"].map(str::to_owned);
        let encounters = [level([0, 1], 3), level([1, 2], 5), level([2, 0], 7)];
        for player in players(&names, &encounters) {
            assert_eq!(player.elo.0, Some(0.0), "{player:?}");
        }
        assert_eq!((settled(-7.4e-14), settled(-0.01)), (0.0, -0.01));
    }

    #[test]
    fn a_player_with_all_points_has_the_place_of_its_bound_and_one_without_points_comes_last() {
        let won = |players: [usize; 2], wins: u64, losses: u64| Encounter {
            players,
            as_white: Wdl { losses, draws: 0, wins },
            ..Encounter::default()
        };
        let names = ["victim", "good", "better", "winner", "stranger", "friend"].map(str::to_owned);
        let encounters =
            [won([1, 2], 1, 2), won([0, 1], 0, 4), won([3, 2], 1, 0), won([4, 5], 1, 0)];
        let order = |encounters: &[Encounter]| {
            let ranked = players(&names, encounters);
            ranked.into_iter().map(|player| player.name).collect::<Vec<String>>()
        };
        assert_eq!(
            order(&encounters),
            ["better", "good", "winner", "stranger", "victim", "friend"]
        );
        let mut more = encounters;
        more[2] = won([3, 2], 20, 0);
        assert_eq!(order(&more), ["winner", "better", "good", "stranger", "victim", "friend"]);
    }

    #[test]
    fn neighbours_have_the_likelihood_of_superiority_of_the_games_of_all() {
        let won = |players: [usize; 2], wins: u64, losses: u64| Encounter {
            players,
            as_white: Wdl { losses, draws: 10, wins },
            ..Encounter::default()
        };
        let names = ["a", "b", "c"].map(str::to_owned);
        // a and b never met, and are as strong; both are far above c.
        let ranked = players(&names, &[won([0, 2], 60, 20), won([1, 2], 60, 20)]);
        let los: Vec<Option<f64>> = ranked.iter().map(|player| player.los_over_next.0).collect();
        assert!((los[0].unwrap() - 0.5).abs() < 1e-9 && los[1].unwrap() > 0.999, "{los:?}");
        assert_eq!(los[2], None);
        // Of two players it is Student's t on their games.
        let two = players(&names[..2], &[won([0, 1], 15, 10)]);
        let games = Wdl { losses: 10, draws: 10, wins: 15 };
        let by_games = stats::superiority::student_t(&games.into()).unwrap();
        assert!((two[0].los_over_next.0.unwrap() - by_games).abs() < 0.02, "{two:?} {by_games}");
    }

    /// Numbers that look random and are the same every time.
    struct Draws(u64);

    impl Draws {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }
    }

    /// The pairings of a tournament in the order of play.
    fn pairings(kind: &str, size: usize, draws: &mut Draws) -> Vec<[usize; 2]> {
        match kind {
            "round robin" => {
                (0..size).flat_map(|one| (one + 1..size).map(move |two| [one, two])).collect()
            }
            "gauntlet" => (1..size).map(|opponent| [0, opponent]).collect(),
            // In a Swiss everyone has one opponent a round; here the rounds are drawn by lot.
            _ => (0..7)
                .flat_map(|_| {
                    let mut order: Vec<usize> = (0..size).collect();
                    (1..size).rev().for_each(|i| order.swap(i, draws.below(i + 1)));
                    order.chunks_exact(2).map(|two| [two[0], two[1]]).collect::<Vec<_>>()
                })
                .collect(),
        }
    }

    /// Checks the order of the players after each number of games.
    fn hold_prefixes(kind: &str, size: usize, most: usize) {
        let names: Vec<String> = (0..size).map(|number| number.to_string()).collect();
        let mut draws = Draws(size as u64);
        let games = pairings(kind, size, &mut draws);
        let step = games.len().div_ceil(most).max(1);
        let mut encounters: Vec<Encounter> = Vec::new();
        for (i, &players_of_game) in games.iter().enumerate() {
            let half_points = u8::try_from(draws.below(3)).unwrap();
            encounters.push(Encounter {
                players: players_of_game,
                as_white: crate::score::tally::wdl(half_points),
                ..Encounter::default()
            });
            if i % step != 0 && i + 1 != games.len() {
                continue;
            }
            let ranked = players(&names, &encounters);
            assert_eq!(ranked.len(), size);
            let rated: Vec<f64> = ranked.iter().filter_map(|player| player.elo.0).collect();
            assert!(rated.is_sorted_by(|a, b| a >= b), "{kind} of {size}, game {i}: {rated:?}");
        }
    }

    #[test]
    fn tournaments_of_any_size_have_an_order_after_every_game() {
        for kind in ["round robin", "gauntlet", "swiss"] {
            (2..=26).for_each(|size| hold_prefixes(kind, size, usize::MAX));
            (27..=200).step_by(9).for_each(|size| hold_prefixes(kind, size, 6));
        }
    }
}
