//! The choices of a match that are judged: first divergences of pairs, and the largest swings.

use std::collections::HashMap;
use std::path::Path;

use engine::Score;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Position};

use arena::chess::phase::{Phase, PieceCount};
use arena::chess::record::{Contender, MoveRecord};
use arena::report::analysis::{Falls, first_difference, move_number, position_before};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{JournalGame, JournalReader, ReadError};
use lab::book::observations::Observer;
use lab::suite::judging::curve::Curve;
use lab::suite::judging::judge::Place;

/// The kind of a choice that is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The first position of a pair in which the contenders chose differently.
    Divergence,
    /// A move after which a contender's own score fell far.
    Swing,
}

/// Tells a judged choice from all others of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key {
    /// Number of the game, from 1: of a divergence, the first of its pair.
    pub game: u32,
    /// Plies before the choice, the opening's included.
    pub ply: usize,
    /// Its kind.
    pub kind: Kind,
}

/// A contender's choice in a position, as the journal has it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The contender, of the two of its pairing.
    pub contender: Contender,
    /// Number of the game, from 1.
    pub game: u32,
    /// The seed of its engine in that game.
    pub seed: u64,
    /// The record of the move.
    pub record: MoveRecord,
    /// The earlier moves of the same contender in that game, with the plies before each.
    pub earlier: Vec<(usize, MoveRecord)>,
}

/// A position in which a choice is judged.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Tells it from others.
    pub key: Key,
    /// Number of the pair, from 1: the unit of independence.
    pub pair: u32,
    /// The position the game began from.
    pub start: Chess,
    /// The moves from there, the opening's included.
    pub moves: Vec<Move>,
    /// The position of the choice.
    pub position: Chess,
    /// Number of the move in the game.
    pub move_number: u32,
    /// Phase of the game.
    pub phase: Phase,
    /// Of a divergence the choices of both contenders, the first one's first; of a swing the one that was played.
    pub choices: Vec<Choice>,
    /// The facts of the pairing.
    pub pairing: usize,
}

impl Subject {
    /// The position and the way to it, for a judge.
    #[must_use]
    pub fn place(&self) -> Place<'_> {
        Place { start: &self.start, moves: &self.moves, position: &self.position }
    }
}

/// All that can be judged of a match.
#[derive(Debug)]
pub struct Subjects {
    /// The facts of each pairing, by its number.
    pub pairings: Vec<MatchFacts>,
    /// The curve of expected scores: fitted to the match's own games where they suffice.
    pub curve: Curve,
    /// The choices, divergences in the order of the schedule and then swings, the largest first.
    pub list: Vec<Subject>,
    /// Divergences and swings that there are, beyond those in the list.
    pub left_out: usize,
}

/// Plies after the opening whose values the curve is fitted to.
const PLIES_OF_CURVE: usize = 60;
/// One of this many judged positions is a swing.
const SWINGS: usize = 4;

/// Reads the choices of a journal, at most `most` of them, and its curve of expected scores.
///
/// # Errors
/// When the journal cannot be read.
pub fn read(journal: &Path, most: usize) -> Result<Subjects, ReadError> {
    let mut found = Found::default();
    let mut observer = Observer::new(PLIES_OF_CURVE);
    let mut reader = JournalReader::open(journal)?;
    while let Some(game) = reader.next_game()? {
        observer.add(&game);
        found.add(game);
    }
    let mut swings = found.swings();
    let Found { mut divergences, pairings, .. } = found;
    divergences.sort_by_key(|subject| subject.pair);
    let all = divergences.len() + swings.len();
    // Each kind may use what the other leaves over.
    let swings_kept = (most / SWINGS).max(most.saturating_sub(divergences.len()));
    swings.truncate(swings_kept);
    divergences.truncate(most - swings.len().min(most));
    let list: Vec<Subject> = divergences.into_iter().chain(swings).collect();
    Ok(Subjects { pairings, curve: Curve::of_games(&observer), left_out: all - list.len(), list })
}

#[derive(Default)]
struct Found {
    pairings: Vec<MatchFacts>,
    /// The first game of a pair, until the second comes.
    half: HashMap<u32, Box<JournalGame>>,
    divergences: Vec<Subject>,
    falls: Falls,
    /// The moves of the falls, by game and ply; some fewer falls are the largest by now.
    swings: HashMap<(u32, usize), Subject>,
}

impl Found {
    fn add(&mut self, game: JournalGame) {
        self.falls.add(&game);
        self.add_swings(&game);
        let pair = game.record.spec.pair();
        let Some(other) = self.half.remove(&pair) else {
            self.half.insert(pair, Box::new(game));
            return;
        };
        let (one, other) = match game.record.spec.white {
            Contender::First => (game, *other),
            Contender::Second => (*other, game),
        };
        let Some(ply) = first_difference(&one, &other) else { return };
        let pairing = self.pairing(&one.facts);
        let mover = position_before(&one, ply).turn();
        let mut choices = vec![choice(&one, ply, mover), choice(&other, ply, mover)];
        choices.sort_by_key(|choice| choice.contender as u8);
        self.divergences.push(subject(Kind::Divergence, &one, ply, pairing, choices));
    }

    fn pairing(&mut self, facts: &MatchFacts) -> usize {
        let number =
            |facts: &MatchFacts| facts.tournament.map_or(0, |tournament| tournament.pairing);
        let known = self.pairings.iter().position(|known| number(known) == number(facts));
        known.unwrap_or_else(|| {
            self.pairings.push(facts.clone());
            self.pairings.len() - 1
        })
    }

    /// Keeps the moves of this game that are among the largest falls so far.
    fn add_swings(&mut self, game: &JournalGame) {
        let falls: Vec<usize> = self.falls.plies_of(game.record.spec.game + 1).collect();
        for plies in falls {
            let ply = plies - game.opening.moves.len();
            let pairing = self.pairing(&game.facts);
            let mover = position_before(game, ply).turn();
            let choices = vec![choice(game, ply, mover)];
            let swing = subject(Kind::Swing, game, ply, pairing, choices);
            self.swings.insert((swing.key.game, plies), swing);
        }
        let falls = &self.falls;
        self.swings.retain(|(game, ply), _| falls.plies_of(*game).any(|known| known == *ply));
    }

    /// The largest swings.
    fn swings(&mut self) -> Vec<Subject> {
        let falls = self.falls.largest();
        falls.iter().filter_map(|fall| self.swings.remove(&(fall.game, fall.ply))).collect()
    }
}

fn choice(game: &JournalGame, ply: usize, mover: Color) -> Choice {
    let book = game.opening.moves.len();
    let earlier = (ply % 2..ply).step_by(2).map(|ply| (book + ply, game.record.moves[ply]));
    Choice {
        contender: game.record.spec.player(mover),
        game: game.record.spec.game + 1,
        seed: game.record.spec.seed(mover),
        record: game.record.moves[ply],
        earlier: earlier.collect(),
    }
}

fn subject(
    kind: Kind,
    game: &JournalGame,
    ply: usize,
    pairing: usize,
    choices: Vec<Choice>,
) -> Subject {
    let position = position_before(game, ply);
    let played = game.record.moves.iter().take(ply).map(|record| record.played);
    let pair = game.record.spec.pair() + 1;
    // A pair has one divergence, whichever of its games was finished first.
    let number = match kind {
        Kind::Divergence => 2 * pair - 1,
        Kind::Swing => game.record.spec.game + 1,
    };
    let plies = game.opening.moves.len() + ply;
    Subject {
        key: Key { game: number, ply: plies, kind },
        pair,
        start: game.opening.start.clone(),
        moves: game.opening.moves.iter().copied().chain(played).collect(),
        move_number: move_number(game, ply),
        phase: PieceCount::on(position.board()).phase(),
        position,
        choices,
        pairing,
    }
}

impl Choice {
    /// The contender's own score, for the side to move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.record.score
    }
}
