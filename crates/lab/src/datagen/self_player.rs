//! One game of the engine against itself.

use std::sync::Arc;

use engine::{Engine, SearchReport, Stop};
use game_data::ScoredGame;
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use shakmaty::{Chess, Color, Move, Position};

use super::openings::Starts;
use super::settings::DataSettings;
use arena::chess::adjudication::{Adjudicator, ScoredMove};
use arena::chess::openings::Opening;
use arena::chess::record::Termination;
use arena::chess::referee::Referee;

/// Plays games; each thread has its own.
#[derive(Debug)]
pub struct SelfPlayer {
    settings: Arc<DataSettings>,
    starts: Arc<Starts>,
    engine: Engine,
    stop: Stop,
}

impl SelfPlayer {
    /// A player that gives up when `stop` is raised.
    #[must_use]
    pub fn new(settings: Arc<DataSettings>, starts: Arc<Starts>, stop: Stop) -> SelfPlayer {
        let engine = settings.engine();
        SelfPlayer { settings, starts, engine, stop }
    }

    /// The game of this number, from 0; `None` when the player was stopped.
    pub fn play(&mut self, number: u64) -> Option<ScoredGame> {
        let mut random = ChaCha12Rng::seed_from_u64(self.settings.seed);
        random.set_stream(number);
        loop {
            if let Some(start) = self.starts.draw(&self.settings, &mut random)
                && let Some(game) = self.play_from(&start)
            {
                return Some(game);
            }
            if self.stop.is_raised() {
                return None;
            }
        }
    }

    /// The game from here; `None` when it is uneven from its first move on, or the player was stopped.
    fn play_from(&mut self, start: &Chess) -> Option<ScoredGame> {
        let mut running = Running::new(start, &self.settings);
        self.engine.new_game();
        let limits = self.settings.limits();
        loop {
            let SearchReport { best_move, score, .. } =
                self.engine.search(&running.position, &limits, &self.stop);
            let is_uneven =
                running.moves.is_empty() && score.centipawns().abs() > self.settings.most_uneven;
            if is_uneven || self.stop.is_raised() {
                return None;
            }
            let ended = running.play(best_move?, score);
            if let Some(termination) = ended {
                let outcome = termination.outcome(running.referee.position());
                return Some(ScoredGame { start: start.clone(), outcome, moves: running.moves });
            }
        }
    }
}

/// A game that is played.
struct Running {
    referee: Referee,
    adjudicator: Adjudicator,
    position: engine::Position,
    moves: Vec<(Move, i16)>,
}

impl Running {
    fn new(start: &Chess, settings: &DataSettings) -> Running {
        Running {
            referee: Referee::new(&Opening::new(start.clone(), 0)),
            adjudicator: Adjudicator::new(&settings.adjudication()),
            position: engine::Position::new(start),
            moves: Vec::new(),
        }
    }

    /// Plays a move with its mover's score, and says whether the game ends with it.
    fn play(&mut self, m: Move, score: engine::Score) -> Option<Termination> {
        let mover = self.referee.position().turn();
        let white = mover.fold_wb(score.centipawns(), -score.centipawns());
        // Scores fit: mates are the largest.
        let white = white.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let full_moves = self.referee.position().fullmoves().get() - 1;
        let scored = ScoredMove {
            mover,
            score: Some(score),
            irreversible: m.is_zeroing(),
            full_moves: full_moves + u32::from(mover == Color::Black),
        };
        self.moves.push((m, white));
        self.position.play(m);
        let by_rule = self.referee.play(m);
        by_rule.or(self.adjudicator.observe(&scored))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use arena::chess::openings::Book;
    use engine::Setup;

    fn player(seed: u64) -> SelfPlayer {
        let settings = DataSettings {
            seed,
            setup: Setup::preset("default").unwrap(),
            nodes: 60,
            hash: 1,
            random_plies: 4,
            from_start: 0.5,
            most_uneven: 300,
            won: 1500,
        };
        let book = Book::read(Path::new("builtin:balanced"), None).unwrap();
        SelfPlayer::new(Arc::new(settings), Arc::new(Starts::of(&book).unwrap()), Stop::new())
    }

    #[test]
    fn a_game_depends_on_seed_and_number_alone() {
        let games = |seed, numbers: [u64; 4]| {
            let mut player = player(seed);
            numbers.map(|number| player.play(number).unwrap())
        };
        let [a, b, c, d] = games(1, [0, 1, 2, 3]);
        let mut backwards = games(1, [3, 2, 1, 0]);
        backwards.reverse();
        assert_eq!([&a, &b, &c, &d], backwards.each_ref());
        assert_ne!(a, b);
        assert_ne!(a, games(2, [0; 4])[0]);
    }

    #[test]
    fn games_begin_even_and_end_as_the_last_scores_say() {
        let mut player = player(3);
        for number in 0..6 {
            let game = player.play(number).unwrap();
            assert!(game.moves[0].1.abs() <= 300);
            let last = game.moves.last().unwrap().1;
            match game.outcome.winner() {
                Some(winner) => assert!(winner.fold_wb(last, -last) > 1000, "{last}"),
                None => assert!(last.abs() < 1500, "{last}"),
            }
        }
    }

    #[test]
    fn a_player_that_is_stopped_gives_up() {
        let mut player = player(1);
        player.stop.raise();
        assert!(player.play(0).is_none());
    }
}
