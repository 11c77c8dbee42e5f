//! Ends games by the rules of chess.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, MoveList, Position};

use crate::chess::openings::Opening;
use crate::chess::record::Termination;
use crate::chess::runner_rules::RunnerRules;

/// The position of a running game, with the facts needed to detect its end. The legal moves of each
/// position are generated once.
#[derive(Clone, Debug)]
pub struct Referee {
    position: Chess,
    legal_moves: MoveList,
    /// Keys of the positions since the last move that cannot be taken back, the current one last.
    keys: Vec<Zobrist64>,
    runner_rules: RunnerRules,
}

impl Referee {
    /// The game after its opening. The positions the opening went through count as repetitions.
    #[must_use]
    pub fn new(opening: &Opening) -> Referee {
        let mut referee = Referee {
            position: opening.start.clone(),
            legal_moves: MoveList::new(),
            keys: Vec::with_capacity(128),
            runner_rules: RunnerRules::default(),
        };
        referee.note_position();
        for &m in &opening.moves {
            referee.position.play_unchecked(m);
            referee.note_position();
        }
        referee.legal_moves = referee.position.legal_moves();
        referee
    }

    /// The same under these rules.
    #[must_use]
    pub fn under(self, runner_rules: RunnerRules) -> Referee {
        Referee { runner_rules, ..self }
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Whether the move is legal for the side to move.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        self.legal_moves.contains(&m)
    }

    /// Plays a legal move, and says whether the rules end the game with it.
    pub fn play(&mut self, m: Move) -> Option<Termination> {
        self.position.play_unchecked(m);
        self.legal_moves = self.position.legal_moves();
        self.note_position();
        self.verdict()
    }

    fn note_position(&mut self) {
        if self.position.halfmoves() == 0 {
            self.keys.clear();
        }
        self.keys.push(self.position.zobrist_hash(EnPassantMode::Legal));
    }

    /// The end of the game by the rules of chess, if it has ended.
    #[must_use]
    pub fn verdict(&self) -> Option<Termination> {
        let (has_moves, third) = (!self.legal_moves.is_empty(), self.is_third_occurrence());
        self.runner_rules.verdict(&self.position, has_moves, third)
    }

    fn is_third_occurrence(&self) -> bool {
        let Some((current, earlier)) = self.keys.split_last() else { return false };
        // The same side is to move in every second position only.
        earlier.iter().rev().skip(1).step_by(2).filter(|key| *key == current).count() >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    fn play(fen: &str, moves: &str) -> Vec<Option<Termination>> {
        let fen: Fen = fen.parse().unwrap();
        let opening = Opening::new(fen.into_position(CastlingMode::Standard).unwrap(), 1);
        let mut referee = Referee::new(&opening);
        let play = |uci: &str| {
            let m = uci.parse::<UciMove>().unwrap().to_move(referee.position()).unwrap();
            assert!(referee.is_legal(m));
            referee.play(m)
        };
        moves.split(' ').map(play).collect()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn mate_ends_the_game() {
        let verdicts = play(START, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(verdicts, [None, None, None, Some(Termination::Checkmate)]);
    }

    #[test]
    fn stalemate_ends_the_game() {
        let verdicts = play("7k/8/4Q3/8/8/8/8/K7 w - - 0 1", "e6f7");
        assert_eq!(verdicts, [Some(Termination::Stalemate)]);
    }

    #[test]
    fn bare_kings_end_the_game() {
        let verdicts = play("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "a1b2");
        assert_eq!(verdicts, [Some(Termination::InsufficientMaterial)]);
    }

    #[test]
    fn the_hundredth_ply_without_progress_ends_the_game() {
        let fen = "7k/8/8/8/8/8/1r6/5K2 w - - 98 80";
        assert_eq!(play(fen, "f1g1 h8g8"), [None, Some(Termination::FiftyMoves)]);
    }

    #[test]
    fn mate_comes_before_the_fifty_move_rule() {
        let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80";
        assert_eq!(play(fen, "a1a8"), [Some(Termination::Checkmate)]);
    }

    #[test]
    fn the_third_occurrence_ends_the_game() {
        let verdicts = play(START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        assert_eq!(verdicts[..7], [None; 7]);
        assert_eq!(verdicts[7], Some(Termination::ThreefoldRepetition));
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let fen = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
        let moves = "h1h2 h8h7 h2h1 h7h8 h1h2 h8h7 h2h1 h7h8";
        assert_eq!(play(fen, moves), [None; 8]);
    }

    #[test]
    fn a_right_to_take_en_passant_counts_only_where_it_can_be_used() {
        // After e2e4 no black pawn can take: the position recurs after four more plies, twice.
        let verdicts = play(START, "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(verdicts[..8], [None; 8]);
        assert_eq!(verdicts[8], Some(Termination::ThreefoldRepetition));
        let fen = "4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1";
        let verdicts = play(fen, "e2e4 e8e7 h1h2 e7e8 h2h1 e8e7 h1h2 e7e8 h2h1");
        assert_eq!(verdicts, [None; 9]);
    }
}
