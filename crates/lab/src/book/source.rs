//! The source of candidates.

use std::str::FromStr;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

use super::candidate::{Candidate, Finding};
use super::judge::Judge;
use super::settings::{Variant, Walk};
use super::start_positions::{START_POSITIONS, start_position};
use arena::chess::openings::Opening;

/// The number of the position of chess among the 960.
const CHESS: u32 = 518;
/// Plies for which moves are cached: beyond them lines hardly ever meet.
const REMEMBERED_PLIES: usize = 4;
/// The limit of positions with cached moves.
const REMEMBERED: usize = 50_000;

/// The candidates by their numbers.
#[derive(Clone, Debug)]
pub enum Source {
    /// Random lines, without end.
    Walk(Walk),
    /// The openings of a book.
    Given(Vec<Opening>),
}

impl Source {
    /// The number of candidates; `None` for no limit.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self {
            Source::Walk(_) => None,
            Source::Given(openings) => Some(openings.len() as u64),
        }
    }

    /// The side to move in the position of the candidate with this number.
    #[must_use]
    pub fn mover(&self, number: u64) -> Color {
        match self {
            Source::Walk(walk) => Color::from_white(walk.plies.is_multiple_of(2)),
            Source::Given(openings) => {
                let opening = usize::try_from(number).ok().and_then(|index| openings.get(index));
                opening.map_or(Color::White, |opening| opening.position.turn())
            }
        }
    }

    /// Makes the candidate of this number and judges it. `None` when the judge was stopped, or
    /// there is no such candidate.
    pub fn candidate(&self, number: u64, judge: &mut Judge) -> Option<Candidate> {
        let finding = match self {
            Source::Walk(walk) => walk.finding(number, judge)?,
            Source::Given(openings) => {
                judge.judge(&openings.get(usize::try_from(number).ok()?)?.position)?
            }
        };
        Some(Candidate { number, finding })
    }

    /// The opening of a candidate, after a check.
    ///
    /// # Errors
    /// The candidate does not match [`Source::candidate`]; the error says why.
    pub fn opening(&self, candidate: &Candidate) -> Result<Opening, String> {
        match (self, &candidate.finding) {
            (Source::Walk(_), Finding::Fit { start, moves, .. }) => {
                let mut opening = Opening::new(start_position(start.unwrap_or(CHESS))?, 0);
                for text in moves {
                    let m = UciMove::from_str(text).map_err(|error| error.to_string())?;
                    let m = m.to_move(&opening.position).map_err(|error| error.to_string())?;
                    opening.push(m);
                }
                opening.name = start.map(|number| format!("Chess960 {number}"));
                Ok(opening)
            }
            (Source::Walk(_), _) => Err("the candidate does not fit".to_owned()),
            (Source::Given(openings), _) => {
                let index = usize::try_from(candidate.number).unwrap_or(usize::MAX);
                let opening = openings.get(index);
                opening.cloned().ok_or_else(|| "the book has no such opening".to_owned())
            }
        }
    }
}

impl Walk {
    /// Walks a random line and judges its last position. Each candidate has a random sequence of its own.
    fn finding(&self, number: u64, judge: &mut Judge) -> Option<Finding> {
        let mut random = ChaCha12Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let start = match self.variant {
            Variant::Chess => CHESS,
            Variant::Chess960 => random.random_range(0..START_POSITIONS),
        };
        let mut position = start_position(start).ok()?;
        let mut line = Vec::with_capacity(self.plies);
        for ply in 0..self.plies {
            let moves = self.moves(&position, ply, judge)?;
            if moves.is_empty() {
                return Some(Finding::Over);
            }
            let m = moves[random.random_range(0..moves.len())];
            line.push(m.to_uci(CastlingMode::Chess960).to_string());
            position.play_unchecked(m);
        }
        let mut finding = judge.judge(&position)?;
        if let Finding::Fit { start: from, moves, .. } = &mut finding {
            *from = (self.variant == Variant::Chess960).then_some(start);
            *moves = line;
        }
        Some(finding)
    }

    /// The moves to choose from at this ply of a line.
    fn moves(&self, position: &Chess, ply: usize, judge: &mut Judge) -> Option<Vec<Move>> {
        let key = (position.clone(), position.halfmoves());
        if let Some(moves) = judge.memory.get(&key) {
            return Some(moves.clone());
        }
        let moves = judge.near_best(position, self.nodes, self.choices, self.margin)?;
        if ply < REMEMBERED_PLIES && judge.memory.len() < REMEMBERED {
            judge.memory.insert(key, moves.clone());
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::settings::Judgement;
    use engine::{SearchConfig, Stop};

    const WALK: Walk =
        Walk { variant: Variant::Chess, seed: 1, plies: 6, margin: 50, choices: 6, nodes: 300 };

    fn judge() -> Judge {
        let judgement =
            Judgement { window: None, nodes: 500, quiet_margin: None, hash: 1, signature: 0 };
        Judge::new(SearchConfig::preset("default").unwrap(), judgement.into(), Stop::new())
    }

    fn candidates(walk: &Walk, numbers: impl Iterator<Item = u64>) -> Vec<Candidate> {
        let (source, mut judge) = (Source::Walk(walk.clone()), judge());
        let candidate = |number| source.candidate(number, &mut judge).unwrap();
        numbers.map(candidate).collect()
    }

    #[test]
    fn a_candidate_follows_from_seed_and_number_alone() {
        let forwards = candidates(&WALK, 0..6);
        let mut backwards = candidates(&WALK, (0..6).rev());
        backwards.reverse();
        assert_eq!(forwards, backwards);
        assert_ne!(forwards, candidates(&Walk { seed: 2, ..WALK }, 0..6));
    }

    #[test]
    fn a_line_has_its_plies_and_reads_back() {
        for variant in [Variant::Chess, Variant::Chess960] {
            let walk = Walk { variant, ..WALK };
            let source = Source::Walk(walk.clone());
            for candidate in candidates(&walk, 0..4) {
                let opening = source.opening(&candidate).unwrap();
                assert_eq!(opening.moves.len(), 6);
                assert_eq!(opening.position.fullmoves().get(), 4);
                let is_960 = opening.name.is_some_and(|name| name.starts_with("Chess960 "));
                assert_eq!(is_960, variant == Variant::Chess960);
                let text = serde_json::to_string(&candidate).unwrap();
                assert_eq!(serde_json::from_str::<Candidate>(&text).unwrap(), candidate);
            }
        }
    }
}
