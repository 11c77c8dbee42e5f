//! Where the two games of a pair diverge: the first position in which the contenders, with the same
//! game behind them, chose differently.

use std::collections::{BTreeMap, HashMap};

use engine::Score;
use serde::Serialize;

use super::line;
use crate::chess::record::{Contender, MoveRecord};
use crate::report::score;
use crate::score::tally::{ByContender, half_points};
use crate::storage::journal::JournalGame;
use document::Table;
use stats::words;

/// Divergences that are kept, at most.
const KEPT: usize = 1000;

/// The pairs of a match by where their games diverge.
#[derive(Clone, Debug, Serialize)]
pub struct Divergences {
    /// Pairs whose games are the same move for move, as far as both go; without those of which a fault ended
    /// one before they could differ.
    pub identical_pairs: u64,
    /// Pairs whose games diverge.
    pub diverged_pairs: u64,
    /// The number of the move by which half of those have diverged.
    pub median_move: Option<u32>,
    /// Those that a contender won.
    pub won: ByContender<u64>,
    /// Where they diverge: pairs that one contender won first, then by number. Of the first thousand
    /// of these.
    pub list: Vec<Divergence>,
}

impl Divergences {
    /// That the contenders played alike, where they did.
    #[must_use]
    pub fn without_effect(&self) -> Option<String> {
        (self.diverged_pairs == 0 && self.identical_pairs > 0).then(|| {
            let pairs = words::several(self.identical_pairs, "pair");
            format!(
                "Both games of each pair are the same ({pairs}): what differs between the contenders \
                 changed no move."
            )
        })
    }
}

/// The first difference of the two games of a pair.
#[derive(Clone, Debug, Serialize)]
pub struct Divergence {
    /// Number of the pair, from 1.
    pub pair: u32,
    /// Number of the opening in the book, from 1.
    pub opening: u64,
    /// The first contender's half points in both games, 0 to 4.
    pub half_points: u8,
    /// The number of the move.
    pub move_number: u32,
    /// The side to move: `white` or `black`.
    pub to_move: String,
    /// The position, as EPD.
    pub position: String,
    /// The choice of each contender.
    pub choices: ByContender<Choice>,
}

/// A contender's choice in a position.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// Number of the game, from 1.
    pub game: u32,
    /// Plies of the game before the choice, the opening's included.
    pub ply: usize,
    /// The move.
    pub san: String,
    /// Its own score.
    #[serde(serialize_with = "score::serialize")]
    pub score: Option<Score>,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
}

/// Pairs of which one game, or both, are finished.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// The first game of a pair, until the second comes.
    half: HashMap<u32, Box<JournalGame>>,
    identical: u64,
    /// Pairs that diverge, by the number of the move.
    diverged: BTreeMap<u32, u64>,
    won: ByContender<u64>,
    /// Those that one contender won before the others.
    list: BTreeMap<(bool, u32), Divergence>,
}

impl Pairs {
    pub(super) fn add(&mut self, game: &JournalGame) {
        let pair = game.record.spec.pair();
        let Some(other) = self.half.remove(&pair) else {
            self.half.insert(pair, Box::new(game.clone()));
            return;
        };
        let (one, other) = match game.record.spec.white {
            Contender::First => (game, &*other),
            Contender::Second => (&*other, game),
        };
        match divergence(one, other) {
            // A game that a fault has cut short does not show that its moves would have been the same.
            None if one
                .record
                .termination
                .fault()
                .or(other.record.termination.fault())
                .is_some() => {}
            None => self.identical += 1,
            Some(divergence) => {
                *self.diverged.entry(divergence.move_number).or_default() += 1;
                match divergence.half_points {
                    3.. => self.won.first += 1,
                    2 => {}
                    _ => self.won.second += 1,
                }
                self.list.insert((divergence.half_points == 2, pair), divergence);
                if self.list.len() > KEPT {
                    self.list.pop_last();
                }
            }
        }
    }

    fn median_move(&self) -> Option<u32> {
        let pairs: u64 = self.diverged.values().sum();
        let mut so_far = 0;
        let by_move = self.diverged.iter().find(|(_, pairs_there)| {
            so_far += *pairs_there;
            2 * so_far >= pairs
        });
        by_move.map(|(move_number, _)| *move_number)
    }

    pub(super) fn divergences(&self) -> Divergences {
        Divergences {
            identical_pairs: self.identical,
            diverged_pairs: self.diverged.values().sum(),
            median_move: self.median_move(),
            won: self.won,
            list: self.list.values().cloned().collect(),
        }
    }
}

/// The first difference of two games, in the first of which the first contender is White.
fn divergence(one: &JournalGame, other: &JournalGame) -> Option<Divergence> {
    let moves = one.record.moves.iter().zip(&other.record.moves);
    let ply = moves.take_while(|(a, b)| a.played == b.played).count();
    let (a, b) = (one.record.moves.get(ply)?, other.record.moves.get(ply)?);
    let position = line::position_before(one, ply);
    let choice = |game: &JournalGame, record: &MoveRecord| Choice {
        game: game.record.spec.game + 1,
        ply: game.opening.moves.len() + ply,
        san: line::san(&position, record.played),
        score: record.score,
        depth: record.depth,
        nodes: record.nodes,
    };
    let mover = shakmaty::Position::turn(&position);
    let (first, second) = match one.record.spec.player(mover) {
        Contender::First => (choice(one, a), choice(other, b)),
        Contender::Second => (choice(other, b), choice(one, a)),
    };
    Some(Divergence {
        pair: one.record.spec.pair() + 1,
        opening: one.record.spec.opening as u64 + 1,
        half_points: half_points(&one.record) + half_points(&other.record),
        move_number: line::move_number(one, ply),
        to_move: mover.to_string(),
        position: line::epd(&position),
        choices: ByContender { first, second },
    })
}

/// Where pairs diverge, and how many do not, if there are any pairs.
pub(super) fn table(names: [&str; 2], divergences: &Divergences) -> Option<Table> {
    if divergences.diverged_pairs + divergences.identical_pairs == 0 {
        return None;
    }
    let mut table = Table::new(["The two games of a pair", "number"]);
    table.row(["pairs that diverge", &words::count(divergences.diverged_pairs)]);
    if let Some(median) = divergences.median_move {
        table.row(["first divergence: half of them by move", &median.to_string()]);
    }
    table.row(["pairs that are the same", &words::count(divergences.identical_pairs)]);
    for (name, won) in names.iter().zip(divergences.won.iter()) {
        table.row([format!("diverged and won by {name}"), words::count(*won)]);
    }
    Some(table)
}
