//! The evidence of a match's own games: its pairs, depths, nodes and times, and positions drawn from it.

use std::collections::BTreeMap;
use std::path::Path;

use arena::chess::phase::{Phase, PieceCount};
use arena::chess::record::{Contender, MoveRecord};
use arena::report::analysis::position_before;
use arena::score::tally::Tally;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{JournalGame, JournalReader, ReadError};
use shakmaty::{Chess, Move};
use stats::clustered::Cluster;

use crate::account::Measured;

/// Searches of a player that come before one whose nodes are measured: a search of a game begins with the table that the
/// ones before it left. Two are enough: with MC-A at 20,000 nodes a move 1.50 times the nodes of `modern` from an
/// empty table, 1.63 times after one search and 1.74 times after two, four or ten (300 positions, 20,000 nodes a search).
pub const EARLIER: usize = 2;

/// A position of the match, to be searched by both contenders.
#[derive(Clone, Debug)]
pub struct Place {
    /// Number of the game, from 1.
    pub game: u32,
    /// Its moves before the position, without those of the opening.
    pub ply: usize,
    /// The contender that searched it in the match.
    pub searched_by: Contender,
    /// The depth it reached, in plies.
    pub depth: u32,
    /// Its searches before, the oldest first: at most [`EARLIER`].
    pub earlier: Vec<Earlier>,
    /// Phase of the game.
    pub phase: Phase,
    /// The position the game began from.
    pub start: Chess,
    /// The moves from there, the opening's included.
    pub moves: Vec<Move>,
    /// The position.
    pub position: Chess,
}

/// A search of the match that comes before that of a [`Place`], by the same player.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// The depth it reached, in plies.
    pub depth: u32,
    /// How many of the moves of the place come before it.
    pub moves: usize,
    /// Its position.
    pub position: Chess,
}

/// The evidence of a pairing's games.
#[derive(Debug)]
pub struct Evidence {
    /// The facts of the pairing.
    pub facts: MatchFacts,
    /// Its results.
    pub tally: Tally,
    /// Searches by the depth that they reached, of each contender.
    depths: [BTreeMap<u32, u64>; 2],
    /// Nodes and moves of each contender.
    nodes: [[u64; 2]; 2],
    /// log2 of the first contender's nodes a second over the second's, by pair.
    speeds: BTreeMap<u32, Cluster>,
    /// The searches that may be drawn, by a number that is as good as random.
    drawn: BTreeMap<u64, (u32, usize)>,
}

/// Depths beyond this many times the median are left out of the mean: searches of a forced line, which end in no time.
const DEEP: f64 = 2.0;

/// Reads the evidence of every pairing of a journal, and draws at most `positions` positions from each.
///
/// # Errors
/// When it cannot be read.
pub fn read(journal: &Path, positions: usize) -> Result<BTreeMap<u32, Evidence>, ReadError> {
    let mut pairings: BTreeMap<u32, Evidence> = BTreeMap::new();
    let mut reader = JournalReader::open(journal)?;
    while let Some(game) = reader.next_game()? {
        let number = game.facts.tournament.map_or(0, |tournament| tournament.pairing);
        let evidence = pairings.entry(number).or_insert_with(|| Evidence::new(&game.facts));
        evidence.add(&game, positions);
    }
    Ok(pairings)
}

/// The positions that were drawn, in the order in which they were.
///
/// # Errors
/// When the journal cannot be read.
pub fn places(journal: &Path, evidence: &Evidence) -> Result<Vec<Place>, ReadError> {
    let order: BTreeMap<(u32, usize), u64> =
        evidence.drawn.iter().map(|(order, search)| (*search, *order)).collect();
    let mut places = BTreeMap::new();
    let mut reader = JournalReader::open(journal)?;
    while let Some(game) = reader.next_game()? {
        let number = game.record.spec.game;
        for (&(_, ply), &place) in order.range((number, 0)..(number + 1, 0)) {
            places.insert(place, at(&game, ply));
        }
    }
    Ok(places.into_values().collect())
}

fn at(game: &JournalGame, ply: usize) -> Place {
    let position = position_before(game, ply);
    let played = game.record.moves.iter().take(ply).map(|record| record.played);
    Place {
        game: game.record.spec.game + 1,
        ply,
        searched_by: game.record.spec.player(shakmaty::Position::turn(&position)),
        depth: game.record.moves[ply].depth,
        earlier: (1..=EARLIER.min(ply / 2))
            .rev()
            .map(|back| earlier(game, ply - 2 * back))
            .collect(),
        phase: PieceCount::on(shakmaty::Position::board(&position)).phase(),
        start: game.opening.start.clone(),
        moves: game.opening.moves.iter().copied().chain(played).collect(),
        position,
    }
}

fn earlier(game: &JournalGame, ply: usize) -> Earlier {
    Earlier {
        depth: game.record.moves[ply].depth.max(1),
        moves: game.opening.moves.len() + ply,
        position: position_before(game, ply),
    }
}

impl Evidence {
    fn new(facts: &MatchFacts) -> Evidence {
        let rules = facts.stop.sequential.as_slice();
        Evidence {
            facts: facts.clone(),
            tally: Tally::watched_by(rules, &facts.anytime, facts.may_repeat()),
            depths: [BTreeMap::new(), BTreeMap::new()],
            nodes: [[0; 2]; 2],
            speeds: BTreeMap::new(),
            drawn: BTreeMap::new(),
        }
    }

    fn add(&mut self, game: &JournalGame, positions: usize) {
        self.tally.add(&game.record);
        let spec = game.record.spec;
        let mut spent = [(0_u64, 0.0_f64); 2];
        for (ply, (side, record)) in game.record.moves_by_side().enumerate() {
            let player = spec.player(side) as usize;
            let MoveRecord { depth, nodes, time, .. } = *record;
            spent[player] = (spent[player].0 + nodes, spent[player].1 + time.as_secs_f64());
            self.nodes[player] = [self.nodes[player][0] + nodes, self.nodes[player][1] + 1];
            if depth == 0 {
                continue;
            }
            *self.depths[player].entry(depth).or_default() += 1;
            self.drawn.insert(shuffled(u64::from(spec.game) << 16 | ply as u64), (spec.game, ply));
            if self.drawn.len() > positions {
                self.drawn.pop_last();
            }
        }
        let [first, second] = spent.map(|(nodes, seconds)| nodes as f64 / seconds);
        if (first / second).is_finite() && first > 0.0 && second > 0.0 {
            let none = Cluster { pairs: 0.0, total: 0.0 };
            let cluster = self.speeds.entry(spec.pair()).or_insert(none);
            cluster.pairs += 1.0;
            cluster.total += (first / second).log2();
        }
    }

    /// The mean depth of both contenders' searches, in plies. `None` where no search tells its depth.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        let [first, second] = self.depths.each_ref().map(usual_depth);
        Some(f64::midpoint(first?, second?))
    }

    /// Nodes a move of a contender, on the average; `None` where they are not told.
    #[must_use]
    pub fn nodes_a_move(&self, contender: Contender) -> Option<u64> {
        let [nodes, moves] = self.nodes[contender as usize];
        (nodes > 0).then(|| nodes / moves)
    }

    /// log2 of the nodes that the match gave the first contender over those it gave the second: their nodes a second on
    /// a clock, and their nodes a move otherwise.
    #[must_use]
    pub fn log2_given(&self) -> Option<Measured> {
        if self.facts.is_timed() {
            let clusters: Vec<Cluster> = self.speeds.values().copied().collect();
            return Measured::mean(&clusters);
        }
        let limit = |number: usize| self.facts.contenders[number].limits.nodes_a_move();
        let [first, second] = [limit(0)? as f64, limit(1)? as f64];
        Some(Measured { value: (first / second).log2(), error: 0.0 })
    }
}

fn usual_depth(depths: &BTreeMap<u32, u64>) -> Option<f64> {
    let all: u64 = depths.values().sum();
    let mut below = 0;
    let median = depths.iter().find_map(|(depth, searches)| {
        below += searches;
        (2 * below >= all).then_some(f64::from(*depth))
    })?;
    let usual = depths.iter().filter(|(depth, _)| f64::from(**depth) <= DEEP * median);
    let (sum, searches) = usual.fold((0.0, 0.0), |(sum, searches), (depth, more)| {
        (sum + f64::from(*depth) * *more as f64, searches + *more as f64)
    });
    Some(sum / searches)
}

/// A permutation of the 64-bit numbers that leaves no order (SplitMix64's finaliser).
fn shuffled(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
