//! The players and their ratings.

use serde::Serialize;

use crate::score::pgn_scores::Encounter;
use stats::ratings::{self, Results, Standing};
use stats::{CONFIDENCE, Figure, Wdl};

/// One player's games against all others.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSummary {
    /// Name.
    pub name: String,
    /// All games.
    pub games: Wdl,
    /// Elo relative to the mean of all rated players; `null` where it cannot be compared.
    pub elo: Figure,
    /// Half the width of its 95 % interval.
    pub elo_pm: Figure,
    /// Why there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
}

/// Why a player has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It took all points or none from those who have one, directly and by way of others.
    Unbounded,
    /// No chain of games connects it with them.
    Unconnected,
}

/// The players of these names, the strongest first.
pub(in crate::report) fn players(names: &[String], encounters: &[Encounter]) -> Vec<PlayerSummary> {
    let mut games = vec![Wdl::default(); names.len()];
    for encounter in encounters {
        let [first, second] = encounter.players;
        games[first] += encounter.games();
        games[second] += encounter.games().reversed();
    }
    let results: Vec<Results> = encounters
        .iter()
        // A player that meets itself says nothing about its strength.
        .filter(|encounter| encounter.players[0] != encounter.players[1])
        .map(|encounter| Results {
            players: encounter.players,
            pairs: encounter.pairs,
            singles: encounter.singles(),
        })
        .collect();
    let ratings = ratings::ratings(names.len(), &results, CONFIDENCE);
    let mut players: Vec<PlayerSummary> = names
        .iter()
        .zip(games)
        .zip(ratings)
        .map(|((name, games), standing)| {
            let rating = standing.rating();
            PlayerSummary {
                name: name.clone(),
                games,
                elo: rating.map(|rating| settled(rating.elo)).into(),
                elo_pm: rating.and_then(|rating| rating.half_width).into(),
                unrated: match standing {
                    Standing::Rated(_) => None,
                    Standing::Unbounded => Some(Unrated::Unbounded),
                    Standing::Unconnected => Some(Unrated::Unconnected),
                },
            }
        })
        .collect();
    let score = |player: &PlayerSummary| {
        player.games.half_points() as f64 / (2 * player.games.games()).max(1) as f64
    };
    players.sort_by(|a, b| {
        let elo = |player: &PlayerSummary| player.elo.0.unwrap_or(f64::NEG_INFINITY);
        // Who cannot be compared stands by the score.
        match (a.elo.0, b.elo.0) {
            (Some(_), Some(_)) => elo(b).total_cmp(&elo(a)),
            _ => score(b).total_cmp(&score(a)),
        }
    });
    players
}

/// A rating of which nothing but the solver's last digits is left is 0.
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
}
