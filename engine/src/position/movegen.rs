//! Legal moves in two stages, tactical and quiet, over shakmaty's board and attack tables.
//!
//! shakmaty generates captures by generating everything and filtering; a search wants captures
//! first and often nothing else.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Move, Rank, Role, Square, attacks};

use super::board_state::{BoardState, castling_targets};
use super::packed_move::PackedMove;

/// Room for the moves of any position (218 is the most known).
pub type MoveList = ArrayVec<Move, 256>;

/// The pins and checks of a position, found once for all of its moves.
pub(crate) struct MoveGenerator<'a> {
    state: &'a BoardState,
    king: Square,
    /// Own pieces that may only move on the line through the king.
    pinned: Bitboard,
    /// Where a piece other than the king may move to: anywhere, or to answer a check.
    answers: Bitboard,
}

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

impl<'a> MoveGenerator<'a> {
    pub(crate) fn new(state: &'a BoardState) -> MoveGenerator<'a> {
        let king = state.king(state.turn);
        let answers = match state.checkers.first() {
            None => Bitboard::FULL,
            Some(_) if state.checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker).with(checker),
        };
        let pinned = lone_shields(state, king, state.them(), state.them());
        MoveGenerator { state, king, pinned, answers }
    }

    /// Adds captures, en passant and promotions.
    pub(crate) fn tactical(&self, moves: &mut MoveList) {
        self.piece_moves(self.state.them(), moves);
        self.pawn_captures(moves);
        self.pawn_pushes(Bitboard::BACKRANKS, moves);
        self.en_passant(moves);
    }

    /// Adds the other moves.
    pub(crate) fn quiet(&self, moves: &mut MoveList) {
        self.piece_moves(!self.state.board.occupied(), moves);
        self.pawn_pushes(!Bitboard::BACKRANKS, moves);
        self.castling(moves);
    }

    /// The legal move this stands for, if it is one here.
    pub(crate) fn unpack(&self, packed: PackedMove) -> Option<Move> {
        let board = &self.state.board;
        let (from, to) = (packed.from(), packed.to());
        if packed == PackedMove::NONE || !self.state.us().contains(from) {
            return None;
        }
        let role = board.role_at(from)?;
        let castles = role == Role::King && self.state.us().contains(to);
        let takes_en_passant = role == Role::Pawn && self.state.en_passant == Some(to);
        if castles || (takes_en_passant && from.file() != to.file()) {
            let mut special = MoveList::new();
            if castles {
                self.castling(&mut special)
            } else {
                self.en_passant(&mut special)
            }
            return special.into_iter().find(|m| PackedMove::new(*m) == packed);
        }
        let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
        let reached = match role {
            Role::Pawn => self.pawn_targets(from),
            _ => board.attacks_from(from) & !self.state.us(),
        };
        let promotion_fits = match packed.promotion() {
            Some(role) => promotes && PROMOTIONS.contains(&role),
            None => !promotes,
        };
        if !reached.contains(to) || !promotion_fits {
            return None;
        }
        let legal = match role {
            Role::King => self.is_safe_for_king(to),
            _ => self.answers.contains(to) && self.stays_on_pin(from, to),
        };
        let (capture, promotion) = (board.role_at(to), packed.promotion());
        let m = Move::Normal { role, from, capture, to, promotion };
        (legal && PackedMove::new(m) == packed).then_some(m)
    }

    fn piece_moves(&self, targets: Bitboard, moves: &mut MoveList) {
        let board = &self.state.board;
        let us = self.state.us();
        let answering = targets & self.answers;
        if answering.any() {
            for from in us & board.knights() & !self.pinned {
                self.push_all(Role::Knight, from, attacks::knight_attacks(from) & answering, moves);
            }
            for from in us & board.bishops() {
                self.slider_moves(Role::Bishop, from, answering, moves);
            }
            for from in us & board.rooks() {
                self.slider_moves(Role::Rook, from, answering, moves);
            }
            for from in us & board.queens() {
                self.slider_moves(Role::Queen, from, answering, moves);
            }
        }
        for to in attacks::king_attacks(self.king) & targets {
            if self.is_safe_for_king(to) {
                self.push(Role::King, self.king, to, moves);
            }
        }
    }

    #[inline]
    fn slider_moves(&self, role: Role, from: Square, targets: Bitboard, moves: &mut MoveList) {
        let occupied = self.state.board.occupied();
        let reached = match role {
            Role::Bishop => attacks::bishop_attacks(from, occupied),
            Role::Rook => attacks::rook_attacks(from, occupied),
            _ => attacks::queen_attacks(from, occupied),
        };
        self.push_all(role, from, reached & targets & self.line_of(from), moves);
    }

    fn pawn_captures(&self, moves: &mut MoveList) {
        let targets = self.state.them() & self.answers;
        for from in self.state.us() & self.state.board.pawns() {
            let attacked = attacks::pawn_attacks(self.state.turn, from) & targets;
            if attacked.any() {
                for to in attacked & self.line_of(from) {
                    self.push_pawn(from, to, moves);
                }
            }
        }
    }

    /// Pawn pushes that end on these squares.
    fn pawn_pushes(&self, targets: Bitboard, moves: &mut MoveList) {
        let turn = self.state.turn;
        let empty = !self.state.board.occupied();
        let forward = turn.fold_wb(8, -8);
        let pawns = self.state.us() & self.state.board.pawns();
        let single = pawns.shift(forward) & empty;
        let third = Bitboard::from_rank(turn.relative_rank(Rank::Third));
        let double = (single & third).shift(forward) & empty;
        let allowed = targets & self.answers;
        for (pushed, distance) in [(single, forward), (double, 2 * forward)] {
            for to in pushed & allowed {
                let Some(from) = to.offset(-distance) else { continue };
                if self.stays_on_pin(from, to) {
                    self.push_pawn(from, to, moves);
                }
            }
        }
    }

    fn en_passant(&self, moves: &mut MoveList) {
        let Some(to) = self.state.en_passant else { return };
        let board = &self.state.board;
        let turn = self.state.turn;
        for from in attacks::pawn_attacks(!turn, to) & self.state.us() & board.pawns() {
            // Both pawns leave their squares, which no pin mask foresees: look at the result.
            let captured = Square::from_coords(to.file(), from.rank());
            let occupied = board.occupied().without(from).without(captured).with(to);
            let attackers = board.attacks_to(self.king, !turn, occupied).without(captured);
            if attackers.is_empty() {
                moves.push(Move::EnPassant { from, to });
            }
        }
    }

    fn castling(&self, moves: &mut MoveList) {
        if self.state.in_check() {
            return;
        }
        let backrank = Bitboard::from(self.state.turn.backrank());
        for rook in self.state.castling & backrank {
            if self.may_castle(rook) {
                moves.push(Move::Castle { king: self.king, rook });
            }
        }
    }

    fn may_castle(&self, rook: Square) -> bool {
        let (king_to, rook_to) = castling_targets(self.king, rook);
        let others = self.state.board.occupied().without(self.king).without(rook);
        let king_path = attacks::between(self.king, king_to).with(king_to);
        let rook_path = attacks::between(rook, rook_to).with(rook_to);
        others.is_disjoint(king_path | rook_path)
            && king_path.into_iter().all(|square| self.is_safe_for_king(square))
            // In Chess960 the rook may have shielded the king's new square.
            && self
                .state
                .board
                .attacks_to(king_to, !self.state.turn, others.with(rook_to).with(king_to))
                .is_empty()
    }

    /// Squares a pawn reaches by pushing or capturing, en passant aside.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let turn = self.state.turn;
        let empty = !self.state.board.occupied();
        let forward = turn.fold_wb(8, -8);
        let single = Bitboard::from(from).shift(forward) & empty;
        let third = Bitboard::from_rank(turn.relative_rank(Rank::Third));
        let double = (single & third).shift(forward) & empty;
        single | double | attacks::pawn_attacks(turn, from) & self.state.them()
    }

    fn is_safe_for_king(&self, square: Square) -> bool {
        let occupied = self.state.board.occupied().without(self.king);
        self.state.board.attacks_to(square, !self.state.turn, occupied).is_empty()
    }

    /// The squares a piece may move to without uncovering its king.
    #[inline]
    fn line_of(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { attacks::ray(self.king, from) } else { Bitboard::FULL }
    }

    #[inline]
    fn stays_on_pin(&self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || attacks::ray(self.king, from).contains(to)
    }

    #[inline]
    fn push_all(&self, role: Role, from: Square, targets: Bitboard, moves: &mut MoveList) {
        for to in targets {
            self.push(role, from, to, moves);
        }
    }

    #[inline]
    fn push(&self, role: Role, from: Square, to: Square, moves: &mut MoveList) {
        let capture = self.captured_at(to);
        moves.push(Move::Normal { role, from, capture, to, promotion: None });
    }

    #[inline]
    fn push_pawn(&self, from: Square, to: Square, moves: &mut MoveList) {
        let capture = self.captured_at(to);
        if Bitboard::BACKRANKS.contains(to) {
            for role in PROMOTIONS {
                let promotion = Some(role);
                moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion });
            }
        } else {
            moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
        }
    }

    #[inline]
    fn captured_at(&self, to: Square) -> Option<Role> {
        if self.state.them().contains(to) { self.state.board.role_at(to) } else { None }
    }
}

/// Pieces of the side to move that alone stand between a king and a slider; `opaque` are pieces
/// that no slider is looked for behind.
pub(super) fn lone_shields(
    state: &BoardState,
    king: Square,
    sliders: Bitboard,
    opaque: Bitboard,
) -> Bitboard {
    let board = &state.board;
    let snipers = sliders
        & (attacks::rook_attacks(king, opaque) & board.rooks_and_queens()
            | attacks::bishop_attacks(king, opaque) & board.bishops_and_queens());
    let mut shields = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & state.us();
        if between.any() && !between.more_than_one() {
            shields |= between;
        }
    }
    shields
}

/// Whether a move captures or promotes, as [`MoveGenerator::tactical`] has it.
#[inline]
pub(crate) fn is_tactical(m: Move) -> bool {
    m.is_capture() || m.promotion().is_some()
}

/// Every legal move, tactical ones first.
pub(crate) fn legal_moves(state: &BoardState) -> MoveList {
    let generator = MoveGenerator::new(state);
    let mut moves = MoveList::new();
    generator.tactical(&mut moves);
    generator.quiet(&mut moves);
    moves
}

/// The kinds of squares a colour's pawns attack, all at once.
#[inline]
pub(crate) fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let west = pawns & !Bitboard::from_file(shakmaty::File::A);
    let east = pawns & !Bitboard::from_file(shakmaty::File::H);
    color.fold_wb(west.shift(7) | east.shift(9), west.shift(-9) | east.shift(-7))
}
