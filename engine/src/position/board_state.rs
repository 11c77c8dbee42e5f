//! One position of the search: shakmaty's board, with key and evaluation updated move by move.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position, Rank, Role,
    Square, attacks,
};

use crate::weights::piece_square::{PHASE, PIECE_SQUARE};
use crate::weights::tapered::Tapered;

/// A position without its history, made to be copied.
///
/// shakmaty's own position would hash a quarter of all moves from scratch, and cannot pass
/// without validating itself again; so the state around its board is kept here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardState {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    /// The squares of the rooks that may still castle.
    pub(crate) castling: Bitboard,
    /// The square behind a pawn that just moved two squares, if an enemy pawn attacks it.
    pub(crate) en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub(crate) halfmoves: u32,
    /// Plies since the last move that makes earlier positions unreachable, or null move.
    pub(crate) reversible: u32,
    /// Zobrist key of pieces, turn, castling rights and en passant.
    pub(crate) key: u64,
    /// Zobrist key of the pawns alone.
    pub(crate) pawn_key: u64,
    /// Material and piece-square values, white minus black.
    pub(crate) piece_square: Tapered,
    /// The weight of the pieces that are left, from [`FULL_PHASE`](crate::weights::piece_square::FULL_PHASE) to 0.
    pub(crate) phase: i32,
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
}

/// Reversible plies that are counted at the root: a position may be set up with any number of them,
/// and those beyond the rules' make no difference.
const MOST_HALFMOVES: u32 = 10_000;

impl BoardState {
    pub(crate) fn new(chess: &Chess) -> BoardState {
        let halfmoves = chess.halfmoves().min(MOST_HALFMOVES);
        let mut state = BoardState {
            board: Board::empty(),
            turn: chess.turn(),
            castling: chess.castles().castling_rights(),
            en_passant: chess.ep_square(EnPassantMode::PseudoLegal),
            halfmoves,
            reversible: halfmoves,
            key: 0,
            pawn_key: 0,
            piece_square: Tapered::ZERO,
            phase: 0,
            checkers: Bitboard::EMPTY,
        };
        for (square, piece) in chess.board().iter() {
            state.put(square, piece);
        }
        state.key ^= state.castling_key(state.castling) ^ state.en_passant_key();
        if state.turn.is_white() {
            state.key ^= Zobrist64::zobrist_for_white_turn().0;
        }
        state.checkers = state.find_checkers();
        state
    }

    pub(crate) fn us(&self) -> Bitboard {
        self.board.by_color(self.turn)
    }

    pub(crate) fn them(&self) -> Bitboard {
        self.board.by_color(!self.turn)
    }

    /// The king of a colour; legal positions have one each.
    pub(crate) fn king(&self, color: Color) -> Square {
        self.board.king_of(color).unwrap_or(Square::A1)
    }

    pub(crate) fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Whether the side to move has more than king and pawns, so that zugzwang is unlikely.
    pub(crate) fn has_pieces(&self) -> bool {
        let pawns_and_kings = self.board.pawns() | self.board.kings();
        (self.us() & !pawns_and_kings).any()
    }

    /// The number of pieces of the side that has fewer, kings and pawns not counted.
    pub(crate) fn fewest_pieces(&self) -> usize {
        self.pieces(Color::White).min(self.pieces(Color::Black))
    }

    /// The number of pieces of a side, kings and pawns not counted.
    pub(crate) fn pieces(&self, color: Color) -> usize {
        let pawns_and_kings = self.board.pawns() | self.board.kings();
        (self.board.by_color(color) & !pawns_and_kings).count()
    }

    /// The number of pieces and pawns of a side, its king included.
    pub(crate) fn men(&self, color: Color) -> usize {
        self.board.by_color(color).count()
    }

    /// Whether neither side could mate even with the other's help: bare kings, one minor piece,
    /// or bishops on squares of one colour only.
    pub(crate) fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        if (board.pawns() | board.rooks_and_queens()).any() {
            return false;
        }
        let minors = board.knights() | board.bishops();
        !minors.more_than_one()
            || (board.knights().is_empty()
                && (minors.is_disjoint(Bitboard::LIGHT_SQUARES)
                    || minors.is_disjoint(Bitboard::DARK_SQUARES)))
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, m: Move) -> BoardState {
        let mut next = self.without_en_passant();
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                if let Some(captured) = capture {
                    next.take(to, Piece { color: !self.turn, role: captured });
                    next.castling.discard(to);
                    next.halfmoves = 0;
                }
                next.take(from, role.of(self.turn));
                next.put(to, promotion.unwrap_or(role).of(self.turn));
                match role {
                    Role::Pawn => {
                        next.halfmoves = 0;
                        next.note_double_push(from, to);
                    }
                    Role::King => next.castling &= !Bitboard::from(self.turn.backrank()),
                    Role::Rook => next.castling.discard(from),
                    _ => {}
                }
            }
            Move::EnPassant { from, to } => {
                next.halfmoves = 0;
                next.take(Square::from_coords(to.file(), from.rank()), (!self.turn).pawn());
                next.take(from, self.turn.pawn());
                next.put(to, self.turn.pawn());
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castling_targets(king, rook);
                next.take(king, self.turn.king());
                next.take(rook, self.turn.rook());
                next.put(king_to, self.turn.king());
                next.put(rook_to, self.turn.rook());
                next.castling &= !Bitboard::from(self.turn.backrank());
            }
            Move::Put { .. } => {}
        }
        if next.castling != self.castling {
            next.key ^= self.castling_key(self.castling & !next.castling);
        }
        next.reversible = next.reversible.min(next.halfmoves);
        next.hand_over();
        next
    }

    /// The key after a move, but for castling rights and en passant that come or go with it: where to
    /// look the position up, known before the move is made.
    #[inline]
    pub(crate) fn key_after(&self, m: Move) -> u64 {
        let turn = self.en_passant_key() ^ Zobrist64::zobrist_for_white_turn().0;
        let Move::Normal { role, from, capture, to, promotion } = m else { return self.key ^ turn };
        let toggle = |square, piece| Zobrist64::zobrist_for_piece(square, piece).0;
        let moved = toggle(from, role.of(self.turn));
        let arrived = toggle(to, promotion.unwrap_or(role).of(self.turn));
        let taken = capture.map_or(0, |role| toggle(to, role.of(!self.turn)));
        self.key ^ turn ^ moved ^ arrived ^ taken
    }

    /// The position after passing; the side to move must not be in check.
    pub(crate) fn after_null_move(&self) -> BoardState {
        let mut next = self.without_en_passant();
        next.reversible = 0;
        next.hand_over();
        next
    }

    /// A copy to make the next move on.
    fn without_en_passant(&self) -> BoardState {
        let mut next = self.clone();
        next.key ^= self.en_passant_key();
        next.en_passant = None;
        next.halfmoves += 1;
        next.reversible += 1;
        next
    }

    fn hand_over(&mut self) {
        self.turn = !self.turn;
        self.key ^= self.en_passant_key() ^ Zobrist64::zobrist_for_white_turn().0;
        self.checkers = self.find_checkers();
    }

    fn find_checkers(&self) -> Bitboard {
        self.board.attacks_to(self.king(self.turn), !self.turn, self.board.occupied())
    }

    fn note_double_push(&mut self, from: Square, to: Square) {
        if from.abs_diff(to) == 16 {
            let behind = Square::new(u32::midpoint(from.into(), to.into()));
            let attackers = attacks::pawn_attacks(self.turn, behind) & self.board.pawns();
            if attackers.intersects(self.them()) {
                self.en_passant = Some(behind);
            }
        }
    }

    /// The key of these castling rights, with the kings where they stand now.
    fn castling_key(&self, rooks: Bitboard) -> u64 {
        rooks.into_iter().fold(0, |key, rook| {
            let color = Color::from_white(rook.rank() == Rank::First);
            let side = castling_side(self.king(color), rook);
            key ^ Zobrist64::zobrist_for_castling_right(color, side).0
        })
    }

    fn en_passant_key(&self) -> u64 {
        self.en_passant.map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.board.set_piece_at(square, piece);
        self.toggle_key(square, piece);
        self.piece_square +=
            PIECE_SQUARE[piece.color as usize][piece.role as usize][square as usize];
        self.phase += PHASE[piece.role as usize];
    }

    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        self.board.discard_piece_at(square);
        self.toggle_key(square, piece);
        self.piece_square -=
            PIECE_SQUARE[piece.color as usize][piece.role as usize][square as usize];
        self.phase -= PHASE[piece.role as usize];
    }

    #[inline]
    fn toggle_key(&mut self, square: Square, piece: Piece) {
        let key = Zobrist64::zobrist_for_piece(square, piece).0;
        self.key ^= key;
        if piece.role == Role::Pawn {
            self.pawn_key ^= key;
        }
    }
}

/// Where king and rook stand after castling.
pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let side = castling_side(king, rook);
    (
        Square::from_coords(side.king_to_file(), king.rank()),
        Square::from_coords(side.rook_to_file(), king.rank()),
    )
}

fn castling_side(king: Square, rook: Square) -> CastlingSide {
    CastlingSide::from_king_side(king.file() < rook.file())
}
