//! Where the two games of a pair diverge: the first position in which the contenders, with the same
//! game behind them, chose differently.

use std::collections::{BTreeMap, HashMap};

use engine::Score;
use serde::Serialize;

use super::{MatchCounts, Subject, line, search};
use crate::chess::phase::{Phase, PieceCount};
use crate::chess::record::{Contender, MoveRecord};
use crate::score::tally::{ByContender, half_points};
use crate::storage::journal::JournalGame;
use document::Table;
use stats::words;

/// Divergences that are kept, at most.
const KEPT: usize = 1000;

/// The pairs of a match by where their games diverge.
#[derive(Clone, Debug, Serialize)]
pub struct Divergences {
    /// Pairs whose games are the same move for move, as far as both go; without those where a fault ended
    /// one before they could differ.
    pub identical_pairs: u64,
    /// Pairs whose games diverge.
    pub diverged_pairs: u64,
    /// The number of the move by which half of those have diverged.
    pub median_move: Option<u32>,
    /// Where the others begin: by the number of the move, by the phase of the game, and by the depth that the
    /// shallower of the two searches reached.
    pub by_move: Vec<DivergencePlace>,
    /// By the phase of the game.
    pub by_phase: Vec<DivergencePlace>,
    /// By the depth of the shallower search.
    pub by_depth: Vec<DivergencePlace>,
    /// Those that a contender won.
    pub won: ByContender<u64>,
    /// Where they diverge: pairs that one contender won first, then by number. Of the first thousand
    /// of these.
    pub list: Vec<Divergence>,
}

impl Divergence {
    /// The depth that the shallower of the two searches reached.
    fn least_depth(&self) -> u32 {
        self.choices.first.depth.min(self.choices.second.depth)
    }
}

impl Divergences {
    /// The share of the pairs whose games are both the same.
    #[must_use]
    pub fn untouched(&self) -> Option<f64> {
        let pairs = self.identical_pairs + self.diverged_pairs;
        (pairs > 0).then(|| self.identical_pairs as f64 / pairs as f64)
    }

    /// The same as a sentence, where some pairs are the same and some are not.
    #[must_use]
    pub fn untouched_in_words(&self) -> Option<String> {
        if self.identical_pairs == 0 || self.diverged_pairs == 0 {
            return None;
        }
        let percent =
            words::percent(self.identical_pairs, self.identical_pairs + self.diverged_pairs);
        Some(format!(
            "{percent} of the pairs were not touched: both games are the same, move for move."
        ))
    }
    /// That the contenders played alike, where they did.
    #[must_use]
    pub fn without_effect(&self) -> Option<String> {
        (self.diverged_pairs == 0 && self.identical_pairs > 0).then(|| {
            let pairs = words::several(self.identical_pairs, "pair");
            format!(
                "Both games of each pair are the same ({pairs}): the difference between the contenders \
                 changed no move."
            )
        })
    }
}

/// A range of places at which pairs diverge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DivergencePlace {
    /// The range of moves, the phase, or the depth in plies.
    pub place: String,
    /// Pairs that diverge there.
    pub pairs: u64,
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
    /// The phase of the game.
    pub phase: Phase,
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
    #[serde(serialize_with = "line::serialize_score")]
    pub score: Option<Score>,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
}

/// Pairs with one game, or both, finished.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// The first game of a pair, until the second comes.
    half: HashMap<u32, Box<JournalGame>>,
    identical: u64,
    /// Pairs that diverge, by the number of the move.
    diverged: BTreeMap<u32, u64>,
    by_phase: BTreeMap<Phase, u64>,
    by_depth: BTreeMap<u32, u64>,
    won: ByContender<u64>,
    /// Those that one contender won before the others.
    list: BTreeMap<(bool, u32), Divergence>,
}

impl Subject for Pairs {
    type Numbers = Divergences;

    fn add(&mut self, game: &JournalGame) {
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
                *self.by_phase.entry(divergence.phase).or_default() += 1;
                *self.by_depth.entry(divergence.least_depth()).or_default() += 1;
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

    fn numbers(&self, _: &MatchCounts<'_>) -> Divergences {
        Divergences {
            identical_pairs: self.identical,
            diverged_pairs: self.diverged.values().sum(),
            median_move: self.median_move(),
            by_move: self.by_move(),
            by_phase: places(&self.by_phase, |phase| phase.name().to_owned()),
            by_depth: places(&self.by_depth, ToString::to_string),
            won: self.won,
            list: self.list.values().cloned().collect(),
        }
    }
}

impl Pairs {
    fn median_move(&self) -> Option<u32> {
        let pairs: u64 = self.diverged.values().sum();
        let mut so_far = 0;
        let by_move = self.diverged.iter().find(|(_, pairs_there)| {
            so_far += *pairs_there;
            2 * so_far >= pairs
        });
        by_move.map(|(move_number, _)| *move_number)
    }

    fn by_move(&self) -> Vec<DivergencePlace> {
        let place = |(place, moves)| DivergencePlace {
            place,
            pairs: self.diverged.range(moves).map(|(_, pairs)| pairs).sum(),
        };
        search::phases().map(place).filter(|place| place.pairs > 0).collect()
    }
}

/// The record at which two games with one opening differ first, where both have one there.
#[must_use]
pub fn first_difference(one: &JournalGame, other: &JournalGame) -> Option<usize> {
    let moves = one.record.moves.iter().zip(&other.record.moves);
    let ply = moves.take_while(|(a, b)| a.played == b.played).count();
    (ply < one.record.moves.len().min(other.record.moves.len())).then_some(ply)
}

/// The first difference of two games; the first contender is White in the first.
fn divergence(one: &JournalGame, other: &JournalGame) -> Option<Divergence> {
    let ply = first_difference(one, other)?;
    let (a, b) = (&one.record.moves[ply], &other.record.moves[ply]);
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
        phase: PieceCount::on(shakmaty::Position::board(&position)).phase(),
        position: line::epd(&position),
        choices: ByContender { first, second },
    })
}

fn places<T>(pairs: &BTreeMap<T, u64>, name: impl Fn(&T) -> String) -> Vec<DivergencePlace> {
    pairs.iter().map(|(place, &pairs)| DivergencePlace { place: name(place), pairs }).collect()
}

/// The places at which pairs diverge, by move, phase and depth.
pub(in crate::report) fn places_table(divergences: &Divergences) -> Option<Table> {
    let mut table = Table::new(["First divergences", "pairs", "share"]);
    let groups = [
        ("moves", &divergences.by_move),
        ("phase:", &divergences.by_phase),
        ("depth", &divergences.by_depth),
    ];
    for (kind, places) in groups {
        for DivergencePlace { place, pairs } in places {
            let share = words::percent(*pairs, divergences.diverged_pairs);
            table.row([format!("{kind} {place}"), words::count(*pairs), share]);
        }
    }
    (!table.rows().is_empty()).then_some(table)
}

/// Where pairs diverge, and how many do not, if there are any pairs.
pub(in crate::report) fn table(names: [&str; 2], divergences: &Divergences) -> Option<Table> {
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
