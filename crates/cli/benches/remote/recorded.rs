//! The games of a match, indexed by the positions in which a move was requested.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use arena::chess::record::{Contender, GameRecord};
use arena::player::SearchResult;
use arena::storage::journal::JournalReader;
use shakmaty::{Chess, Color, Move};

/// Every answer of a match.
pub(crate) struct Recorded {
    answers: HashMap<u64, SearchResult>,
    games: usize,
    plies: usize,
}

/// The key of an answer: the contender, and the moves of the game so far.
fn key(contender: &str, start: &Chess, moves: &[Move]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (contender, start, moves).hash(&mut hasher);
    hasher.finish()
}

impl Recorded {
    /// The games of a journal.
    pub(crate) fn read(journal: &Path) -> Recorded {
        let mut recorded = Recorded { answers: HashMap::new(), games: 0, plies: 0 };
        let mut reader = JournalReader::open(journal).unwrap();
        while let Some(game) = reader.next_game().unwrap() {
            let names = game.facts.contenders.each_ref().map(|contender| contender.name.as_str());
            recorded.add(&names, &game.opening.start, game.opening.moves.clone(), &game.record);
        }
        recorded
    }

    fn add(&mut self, names: &[&str; 2], start: &Chess, mut moves: Vec<Move>, record: &GameRecord) {
        let (mut side, mut counters) = (record.first_mover, record.counters);
        for played in &record.moves {
            let contender = match (record.spec.white, side) {
                (Contender::First, Color::White) | (Contender::Second, Color::Black) => names[0],
                _ => names[1],
            };
            let answer = SearchResult {
                best_move: Some(played.played),
                score: played.score,
                depth: played.depth,
                selective_depth: played.selective_depth,
                nodes: played.nodes,
                // The journal has those of the whole game: they come with its first move.
                counters: std::mem::take(&mut counters[side]),
                ..SearchResult::default()
            };
            self.answers.insert(key(contender, start, &moves), answer);
            moves.push(played.played);
            side = !side;
        }
        self.games += 1;
        self.plies += record.moves.len();
    }

    /// This contender's recorded answer.
    pub(crate) fn answer(
        &self,
        contender: &str,
        start: &Chess,
        moves: &[Move],
    ) -> Option<SearchResult> {
        self.answers.get(&key(contender, start, moves)).copied()
    }

    pub(crate) fn plies_of_a_game(&self) -> f64 {
        self.plies as f64 / self.games as f64
    }
}
