//! Ratings over time: the ratings of several players after each number of games.

use std::collections::HashMap;

use serde::Serialize;

use super::players::{PlayerSummary, players};
use crate::score::encounter::Encounter;
use crate::score::tally::wdl;
use document::Table;
use stats::{Figure, ratios, words};

/// Points at most: each takes as long as the ratings of all players.
const POINTS: usize = 40;
/// Players at most: for more, ratings take long and a picture shows nothing.
const PLAYERS: usize = 64;
/// Columns of the table.
const COLUMNS: usize = 4;

/// A game, from the first player's view.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct GameScore {
    /// Numbers of the players.
    pub(in crate::report) players: [usize; 2],
    /// The first one's half points.
    pub(in crate::report) half_points: u8,
    /// Whether the first one was White; `None` in a schedule that balances the colours.
    pub(in crate::report) is_white: Option<bool>,
}

/// Each player's rating and score after each number of games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RatingsOverTime {
    /// Numbers of games, evenly spaced; the last is the present. None for more than 64 players.
    pub games: Vec<u64>,
    /// The players, the strongest first.
    pub players: Vec<PlayerOverTime>,
}

/// One player's rating at each of the numbers of games.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerOverTime {
    /// Name.
    pub player: String,
    /// Elo relative to the mean of all that were rated; `null` where it could not be compared.
    pub elo: Vec<Figure>,
    /// Score against all others, from 0 to 1; `null` before the first game.
    pub score: Vec<Figure>,
}

/// The course of these games, in their order; players are known by their numbers.
pub(in crate::report) fn over_time(names: &[String], games: &[GameScore]) -> RatingsOverTime {
    if names.len() > PLAYERS {
        return RatingsOverTime::default();
    }
    let steps = games.len().min(POINTS);
    let looks: Vec<usize> = (1..=steps).map(|step| step * games.len() / steps).collect();
    let mut seen = Encounters::default();
    let mut before = 0;
    let mut points = Vec::with_capacity(steps);
    for &look in &looks {
        games[before..look].iter().for_each(|game| seen.add(game));
        points.push(players(names, &seen.list));
        before = look;
    }
    RatingsOverTime {
        games: looks.iter().map(|&look| look as u64).collect(),
        players: points
            .last()
            .into_iter()
            .flatten()
            .map(|player| PlayerOverTime::of(&player.name, &points))
            .collect(),
    }
}

/// The results so far.
#[derive(Default)]
struct Encounters {
    list: Vec<Encounter>,
    indices: HashMap<[usize; 2], usize>,
}

impl Encounters {
    fn add(&mut self, &GameScore { players: [first, second], half_points, is_white }: &GameScore) {
        let is_turned = first > second;
        let players = [first.min(second), first.max(second)];
        let index = *self.indices.entry(players).or_insert_with(|| {
            self.list.push(Encounter { players, ..Encounter::default() });
            self.list.len() - 1
        });
        let result = if is_turned { wdl(half_points).reversed() } else { wdl(half_points) };
        let Encounter { as_white, as_black, .. } = &mut self.list[index];
        let is_rarer = as_white.games() <= as_black.games();
        match is_white.map_or(is_rarer, |is_white| is_white != is_turned) {
            true => *as_white += result,
            false => *as_black += result,
        }
    }
}

impl PlayerOverTime {
    fn of(name: &str, points: &[Vec<PlayerSummary>]) -> PlayerOverTime {
        let of_player =
            points.iter().filter_map(|point| point.iter().find(|player| player.name == name));
        let (elo, score) =
            of_player.map(|player| (player.elo, Figure(ratios::score(player.games)))).unzip();
        PlayerOverTime { player: name.to_owned(), elo, score }
    }
}

/// Each player's Elo, or else its score, after a few numbers of games.
pub(in crate::report) fn table(course: &RatingsOverTime) -> Option<Table> {
    let points = course.games.len();
    let columns: Vec<usize> =
        (1..=COLUMNS).map(|column| (column * points / COLUMNS).saturating_sub(1)).collect();
    let headings =
        columns.iter().map(|&point| words::several(*course.games.get(point)?, "game").into());
    let headings: Vec<String> = headings.collect::<Option<_>>()?;
    let heading = "Elo over time, or score where there is no rating".to_owned();
    let mut table = Table::new(std::iter::once(heading).chain(headings));
    for player in &course.players {
        let cell = |&point: &usize| match (player.elo[point].0, player.score[point].0) {
            (Some(elo), _) => words::decimal(elo, 1),
            (None, Some(score)) => format!("{} %", words::decimal(100.0 * score, 1)),
            (None, None) => "n/a".to_owned(),
        };
        table.row(std::iter::once(player.player.clone()).chain(columns.iter().map(cell)));
    }
    (points >= COLUMNS).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_rated_from_the_game_on_that_ties_it_to_the_others() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let played = |players, half_points| GameScore { players, half_points, is_white: None };
        let games = [
            played([0, 1], 2),
            played([1, 0], 1),
            played([2, 0], 0),
            played([1, 2], 0),
            played([0, 2], 1),
        ];
        let course = over_time(&names, &games);
        assert_eq!(course.games, [1, 2, 3, 4, 5]);
        let player =
            |name: &str| course.players.iter().find(|player| player.player == name).unwrap();
        let rated =
            |name: &str| player(name).elo.iter().map(|elo| elo.0.is_some()).collect::<Vec<_>>();
        assert_eq!(rated("c"), [false, false, false, true, true]);
        assert_eq!(
            player("c").score.iter().map(|score| score.0).collect::<Vec<_>>()[..3],
            [None, None, Some(0.0)]
        );
        // The last point is that of the table of players.
        let last: Vec<f64> = course.players.iter().map(|player| player.elo[4].0.unwrap()).collect();
        assert!(last.is_sorted_by(|a, b| a >= b), "{last:?}");
        assert!(last.iter().sum::<f64>().abs() < 1e-6, "{last:?}");
        let many: Vec<String> = (0..65).map(|number| number.to_string()).collect();
        assert!(over_time(&many, &games).games.is_empty());
    }
}
