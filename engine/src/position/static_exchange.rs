//! Static exchange evaluation: the gain of a capture once every recapture on its square is made.

use shakmaty::{Bitboard, Move, Role, Square, attacks};

use crate::position::board_state::BoardState;

/// Exchange values by [`Role`], in centipawns.
pub(crate) const EXCHANGE_VALUE: [i32; 7] = [0, 100, 325, 325, 500, 1000, 20_000];

fn value(role: Role) -> i32 {
    EXCHANGE_VALUE[role as usize]
}

/// Whether the static exchange evaluation (SEE) of a move is at least this much: both sides recapturing with
/// their least valuable piece and stopping when it pays. Pins are not seen.
pub(crate) fn see_ge(state: &BoardState, m: Move, at_least: i32) -> bool {
    let Move::Normal { role, from, capture, to, promotion } = m else {
        // En passant is taken for a pawn won, which it is unless it is recaptured; castling
        // exchanges nothing.
        return m.capture().map_or(0, value) >= at_least;
    };
    let gained =
        capture.map_or(0, value) + promotion.map_or(0, |role| value(role) - value(Role::Pawn));
    let mut balance = gained - at_least;
    if balance < 0 {
        return false;
    }
    balance -= value(promotion.unwrap_or(role));
    if balance >= 0 {
        return true;
    }
    recaptures_leave(state, from, to, balance)
}

/// Plays out the recaptures on `to`; `balance` is the mover's gain if its piece is lost.
fn recaptures_leave(state: &BoardState, from: Square, to: Square, mut balance: i32) -> bool {
    let board = &state.board;
    let mut occupied = board.occupied().without(from).with(to);
    let mut attackers = all_attackers(state, to, occupied) & occupied;
    let mut side = !state.turn;
    loop {
        let own = attackers & board.by_color(side);
        let Some((role, square)) = least_valuable(state, own) else { break };
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            // The king may not recapture into an attack.
            break;
        }
        occupied.discard(square);
        attackers = (attackers | uncovered(state, role, to, occupied)) & occupied;
        balance = -balance - 1 - value(role);
        side = !side;
        if balance >= 0 {
            break;
        }
    }
    side != state.turn
}

fn all_attackers(state: &BoardState, to: Square, occupied: Bitboard) -> Bitboard {
    use shakmaty::Color::{Black, White};
    state.board.attacks_to(to, White, occupied) | state.board.attacks_to(to, Black, occupied)
}

/// Sliders behind a piece that just captured.
fn uncovered(state: &BoardState, role: Role, to: Square, occupied: Bitboard) -> Bitboard {
    let board = &state.board;
    let mut sliders = Bitboard::EMPTY;
    if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
        sliders |= attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
    }
    if matches!(role, Role::Rook | Role::Queen) {
        sliders |= attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
    }
    sliders
}

fn least_valuable(state: &BoardState, candidates: Bitboard) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| {
        (candidates & state.board.by_role(role)).first().map(|square| (role, square))
    })
}

/// Orders captures: the most valuable victim first, then the least valuable attacker.
pub(crate) fn victim_and_attacker(m: Move) -> i32 {
    let victim = m.capture().map_or(0, value) + m.promotion().map_or(0, value);
    16 * victim - value(m.role()).min(1100) / 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode, Chess};

    /// The largest value the exchange gains.
    fn gain(fen: &str, uci: &str) -> i32 {
        let chess: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let m = uci.parse::<UciMove>().unwrap().to_move(&chess).unwrap();
        let state = BoardState::new(&chess);
        (-2000..=2000).rev().find(|&value| see_ge(&state, m, value)).unwrap()
    }

    #[test]
    fn exchanges_are_played_out_to_the_end() {
        // An undefended pawn; a defended pawn taken by a rook; by a knight with a rook behind.
        assert_eq!(gain("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 100);
        let defended = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(gain(defended, "d3e5"), -225);
        assert_eq!(gain("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5"), -400);
        // A rook behind the rook recaptures.
        assert_eq!(gain("4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"), 100);
    }

    #[test]
    fn a_king_does_not_recapture_into_an_attack() {
        assert_eq!(gain("8/8/4k3/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"), 100);
        assert_eq!(gain("8/8/4k3/4p3/8/8/8/4RK2 w - - 0 1", "e1e5"), -400);
    }

    #[test]
    fn quiet_moves_lose_what_can_be_taken() {
        assert_eq!(gain("4k3/8/8/2p5/8/8/8/3RK3 w - - 0 1", "d1d4"), -500);
        assert_eq!(gain("4k3/8/8/2p5/8/8/8/3RK3 w - - 0 1", "d1d3"), 0);
        assert_eq!(gain("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 900);
    }
}
