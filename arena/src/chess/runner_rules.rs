//! The match runner whose rules a match follows, where runners differ.

use shakmaty::{Chess, KnownOutcome, Position};

use crate::chess::named::named;
use crate::chess::record::Termination;

named! {
    /// The match runner whose rules apply.
    #[derive(Default)]
    pub enum RunnerRules {
        /// This program's own: the laws of chess, and clocks that count microseconds.
        #[default]
        Own = "own",
        /// The rules of fastchess, for its users. Clocks count whole milliseconds, a new period begins
        /// before the flag is checked, a fallen flag always loses, rules and endgame tables are applied
        /// before the first move too, and two-sided resignation needs large scores of either sign. A
        /// move that is both illegal and late is illegal.
        Fastchess = "fastchess",
        /// The rules of cutechess-cli: the clocks of fastchess, and the laws of chess; draws and the limit on
        /// moves are reckoned from the start position of the game, a draw comes before a resignation, only the
        /// side that has moved resigns, and any piece beside the king wins on time.
        Cutechess = "cutechess",
    }
}

impl RunnerRules {
    /// Whether they are this program's own.
    #[must_use]
    pub fn are_own(&self) -> bool {
        *self == RunnerRules::Own
    }

    /// The winner of a game that ends in this way in this position.
    #[must_use]
    pub fn outcome(self, termination: Termination, position: &Chess) -> KnownOutcome {
        match (self, termination) {
            (RunnerRules::Fastchess, Termination::TimeForfeit(side)) => {
                KnownOutcome::Decisive { winner: !side }
            }
            (RunnerRules::Cutechess, Termination::TimeForfeit(side)) => {
                match position.board().by_color(!side).count() {
                    ..=1 => KnownOutcome::Draw,
                    _ => KnownOutcome::Decisive { winner: !side },
                }
            }
            _ => termination.outcome(position),
        }
    }

    /// The end of the game by the rules of chess, in a position with this many legal moves that
    /// occurs for the third time or not. Where several rules apply at once, runners differ in the
    /// one they name.
    #[must_use]
    pub fn verdict(
        self,
        position: &Chess,
        has_moves: bool,
        is_third_occurrence: bool,
    ) -> Option<Termination> {
        let mate = (!has_moves && position.is_check()).then_some(Termination::Checkmate);
        let stalemate = (!has_moves && !position.is_check()).then_some(Termination::Stalemate);
        let fifty = (position.halfmoves() >= 100).then_some(Termination::FiftyMoves);
        let third = is_third_occurrence.then_some(Termination::ThreefoldRepetition);
        let few =
            |is_insufficient: bool| is_insufficient.then_some(Termination::InsufficientMaterial);
        match self {
            RunnerRules::Own | RunnerRules::Cutechess => {
                let insufficient = few(position.is_insufficient_material());
                mate.or(stalemate).or(insufficient).or(fifty).or(third)
            }
            RunnerRules::Fastchess => {
                let insufficient = few(has_too_few_pieces(position));
                mate.or(fifty).or(insufficient).or(third).or(stalemate)
            }
        }
    }
}

/// Bare kings, one minor piece, or two bishops on squares of one colour: fastchess's reading.
fn has_too_few_pieces(position: &Chess) -> bool {
    let board = position.board();
    match board.occupied().count() {
        2 => true,
        3 => (board.bishops() | board.knights()).any(),
        4 => {
            let light = (board.bishops() & shakmaty::Bitboard::LIGHT_SQUARES).count();
            board.bishops().count() == 2 && light != 1
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Color};

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn a_fallen_flag_loses_to_a_bare_king_too() {
        let bare = position("7k/8/8/8/8/1q6/8/K7 b - - 0 1");
        let late = Termination::TimeForfeit(Color::Black);
        assert_eq!(RunnerRules::Own.outcome(late, &bare), KnownOutcome::Draw);
        let white = KnownOutcome::Decisive { winner: Color::White };
        assert_eq!(RunnerRules::Fastchess.outcome(late, &bare), white);
        assert_eq!(RunnerRules::Cutechess.outcome(late, &bare), KnownOutcome::Draw);
        let minor = position("7k/8/8/8/8/1q6/8/K6N b - - 0 1");
        assert_eq!(RunnerRules::Own.outcome(late, &minor), KnownOutcome::Draw);
        assert_eq!(RunnerRules::Cutechess.outcome(late, &minor), white);
    }

    #[test]
    fn too_few_pieces_are_counted_as_fastchess_counts_them() {
        for (fen, expected) in [
            ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", true),
            ("8/8/8/4k3/8/8/8/3NK3 w - - 0 1", true),
            ("8/8/8/4k3/8/8/3P4/4K3 w - - 0 1", false),
            ("8/8/8/4k3/8/4b3/8/2B1K3 w - - 0 1", true),
            ("8/8/8/4k3/8/3b4/8/2B1K3 w - - 0 1", false),
            ("8/8/8/4k3/8/8/8/1NN1K3 w - - 0 1", false),
        ] {
            assert_eq!(has_too_few_pieces(&position(fen)), expected, "{fen}");
        }
    }

    #[test]
    fn a_game_without_moves_at_the_hundredth_ply_is_named_by_the_runner_rules() {
        let stalemate = position("7k/5Q2/8/8/8/8/8/K7 b - - 100 90");
        let verdict = |rules: RunnerRules| rules.verdict(&stalemate, false, false);
        assert_eq!(verdict(RunnerRules::Own), Some(Termination::Stalemate));
        assert_eq!(verdict(RunnerRules::Fastchess), Some(Termination::FiftyMoves));
    }
}
