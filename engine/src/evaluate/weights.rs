//! Every weight of the evaluation, in centipawns, as (middlegame, endgame).
//!
//! `tune` writes this file; the comments travel with the weights. Half boards run from the owner's
//! first rank to the eighth, files a to d; the other files mirror them. Weights whose names begin
//! with `DANGER` are no worth of their own: see `king_danger`.

use super::account::weights;

weights! {
    /// Pawn, knight, bishop, rook and queen, apart from where they stand.
    MATERIAL[5] = [
        (71, 118), (375, 337), (388, 352), (502, 576), (1096, 960),
    ];
    /// A pawn, by rank and by file from the rim to the centre.
    PAWN_SQUARES[32] = [
        (0, 0), (0, 0), (0, 0), (0, 0),
        (-19, 11), (6, 13), (-12, 5), (-17, 11),
        (-13, 1), (-3, 5), (4, 1), (-3, -2),
        (-14, 9), (-15, 8), (18, -7), (19, -11),
        (7, 16), (3, 18), (6, 5), (29, -15),
        (9, 29), (15, 32), (31, 24), (23, 21),
        (51, 52), (55, 62), (49, 66), (64, 62),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// A knight: the centre, and away from the rim.
    KNIGHT_SQUARES[32] = [
        (-75, -41), (-27, -43), (-38, -23), (-15, -11),
        (-33, -30), (-28, -14), (-9, -15), (-2, -9),
        (-24, -25), (15, -6), (3, 1), (9, 15),
        (-8, -6), (8, 9), (28, 18), (19, 21),
        (-2, -6), (12, 10), (30, 13), (32, 16),
        (-17, -13), (29, -4), (31, 15), (45, 10),
        (-41, -22), (-17, -8), (43, -3), (24, 11),
        (-127, -58), (-70, -32), (-50, -18), (-28, -9),
    ];
    /// A bishop: long diagonals and active squares.
    BISHOP_SQUARES[32] = [
        (-24, -16), (9, -13), (-18, -11), (-18, -8),
        (4, -14), (16, -13), (28, -11), (-3, -7),
        (-6, -6), (26, 2), (8, 2), (8, 13),
        (-4, -5), (-1, 4), (17, 10), (22, 3),
        (1, -3), (9, 7), (18, -1), (25, 10),
        (6, 7), (22, 1), (24, 5), (24, 9),
        (-34, -9), (-8, 4), (-6, 2), (-9, 2),
        (-21, -10), (-10, 0), (-41, 4), (-33, 0),
    ];
    /// A rook: central files at home, the seventh rank.
    ROOK_SQUARES[32] = [
        (-3, -14), (-3, -10), (11, -9), (17, -15),
        (-48, -17), (-12, -31), (-11, -16), (-5, -9),
        (-34, 0), (-14, -2), (-20, 0), (-18, -1),
        (-21, 14), (-16, 13), (-10, 14), (-4, 7),
        (-8, 24), (-4, 18), (5, 18), (16, 16),
        (-9, 16), (16, 10), (16, 10), (30, 12),
        (11, 17), (18, 15), (35, 11), (45, 13),
        (16, 24), (23, 24), (13, 22), (26, 16),
    ];
    /// A queen: not out too early, active in the endgame.
    QUEEN_SQUARES[32] = [
        (-8, -30), (-19, -33), (-12, -35), (-4, -27),
        (-11, -23), (2, -24), (16, -21), (8, -37),
        (-13, -13), (2, -9), (-7, -7), (-10, 3),
        (-2, 6), (-4, -16), (0, 25), (-3, 16),
        (10, 13), (-7, 27), (-6, 35), (-4, -14),
        (2, 6), (5, 25), (6, 34), (6, 41),
        (-4, 8), (-18, 31), (3, 38), (-3, 43),
        (-5, 11), (15, 20), (21, 24), (22, 23),
    ];
    /// A king: castled while there are pieces, in the centre when they are gone.
    KING_SQUARES[32] = [
        (12, -50), (21, -38), (-10, -31), (-29, -36),
        (16, -42), (14, -20), (-30, -10), (-53, -3),
        (-20, -28), (-4, -14), (-26, 10), (-44, 12),
        (-47, -21), (-26, -3), (-36, 16), (-50, 22),
        (-41, -9), (-17, 1), (-29, 17), (-38, 20),
        (-20, 10), (-7, -15), (-13, -7), (-26, 28),
        (11, 22), (1, 4), (-3, 23), (-9, 21),
        (-17, -1), (21, 25), (6, 18), (-10, 48),
    ];
    /// The side to move has an option the other side lacks.
    TEMPO[1] = [
        (26, 13),
    ];
    /// By the number of squares it can go to without being taken by a pawn.
    KNIGHT_MOBILITY[9] = [
        (-25, -25), (-11, -18), (-4, -1), (1, 6), (6, 8), (10, 16), (14, 17), (17, 18),
        (32, 4),
    ];
    /// A bishop sees through own queens.
    BISHOP_MOBILITY[14] = [
        (-35, -48), (-24, -31), (-12, -23), (-5, -9), (2, 1), (5, 11), (7, 17),
        (11, 19), (8, 23), (11, 25), (19, 20), (23, 24), (30, 18), (33, 14),
    ];
    /// A rook sees through own rooks and queens.
    ROOK_MOBILITY[15] = [
        (-62, -58), (-18, -44), (-1, -19), (-2, -11), (7, -8), (1, 0), (1, 6), (4, 6),
        (7, 12), (8, 15), (10, 18), (15, 21), (8, 26), (3, 32), (37, 18),
    ];
    /// A queen has many squares anyway.
    QUEEN_MOBILITY[28] = [
        (-26, -65), (-10, -60), (-16, -55), (-11, -51), (-11, -43), (-10, -36), (-7, -36),
        (-4, -30), (-1, -15), (2, -5), (6, 2), (3, 8), (4, 15), (6, 20),
        (2, 26), (10, 28), (9, 36), (13, 44), (14, 44), (15, 44), (17, 40),
        (19, 41), (20, 41), (7, -35), (18, 25), (10, -13), (26, 66), (9, -28),
    ];
    /// Two bishops cover both colours of squares.
    BISHOP_PAIR[1] = [
        (37, 32),
    ];
    /// A knight, or a bishop, that a pawn defends and no enemy pawn can drive away.
    OUTPOST[2] = [
        (19, 10), (28, 16),
    ];
    /// A knight or bishop with a pawn in front of it is sheltered.
    MINOR_BEHIND_PAWN[1] = [
        (2, 10),
    ];
    /// A rook on a file without pawns.
    OPEN_FILE[1] = [
        (39, -3),
    ];
    /// A rook on a file without own pawns.
    HALF_OPEN_FILE[1] = [
        (15, 11),
    ];
    /// What a knight, bishop, rook or queen gains with each own pawn more than five.
    MATERIAL_BY_PAWNS[4] = [
        (4, -1), (5, -4), (11, -8), (-11, 7),
    ];
    /// A knight, or a bishop, for each step between it and its king.
    MINOR_KING_DISTANCE[2] = [
        (-1, -4), (-2, -2),
    ];
    /// A rook with few squares and the king between it and the centre, which may castle yet, or not.
    TRAPPED_ROOK[2] = [
        (3, 5), (-33, -12),
    ];
    /// A queen that an enemy rook or bishop aims at through one other piece.
    QUEEN_DISCOVERED[1] = [
        (-19, 0),
    ];
    /// A pawn that attacks a knight, bishop, rook or queen gains a tempo or wins it.
    PAWN_THREAT[4] = [
        (63, 41), (55, 45), (50, 40), (45, 33),
    ];
    /// A pawn that can safely step to where it attacks a piece.
    PAWN_PUSH_THREAT[1] = [
        (15, 7),
    ];
    /// A knight or bishop that attacks a pawn without a pawn's defence, knight, bishop, rook or queen.
    MINOR_THREAT[5] = [
        (3, 15), (22, 31), (41, 22), (48, 27), (49, 20),
    ];
    /// A rook that attacks the same.
    ROOK_THREAT[5] = [
        (-2, 21), (9, 24), (17, 17), (1, 7), (47, 19),
    ];
    /// A king that attacks an enemy piece or pawn that nothing defends.
    KING_THREAT[1] = [
        (17, 45),
    ];
    /// An enemy piece that is attacked and not defended.
    HANGING[1] = [
        (27, 0),
    ];
    /// A square that the enemy attacks without holding it, and this side too.
    RESTRICTED[1] = [
        (3, 2),
    ];
    /// A knight, or a defended bishop or rook, can attack the queen from a safe square.
    QUEEN_HARASSED[2] = [
        (5, 5), (18, -2),
    ];
    /// The own pawn nearest before the king on each of three files; by the file's distance from the
    /// rim and the pawn's rank, 0 where there is none.
    SHELTER[28] = [
        (-18, 6), (16, -6), (14, -3), (6, 1), (2, -1), (8, 3), (0, 12),
        (-33, 0), (26, -4), (22, -14), (5, -7), (-6, -8), (-2, 2), (-2, 8),
        (-22, -8), (32, -3), (-10, -3), (-11, -7), (8, 1), (5, 6), (2, 15),
        (-21, -3), (10, 1), (1, 0), (-4, 7), (0, 7), (-10, -2), (-1, 4),
    ];
    /// The enemy pawn nearest before the king on each of them, free to advance and blocked; by its rank
    /// as the defender sees it, 0 where there is none.
    STORM[14] = [
        (-6, -2), (-4, 21), (-12, 14), (4, -1), (-3, 0), (-1, -3), (-4, 3),
        (0, 0), (0, 0), (-13, -8), (-10, -3), (1, -10), (2, -5), (4, -4),
    ];
    /// The king's half of the board has no pawns.
    PAWNLESS_FLANK[1] = [
        (3, -33),
    ];
    /// Each step from the king to the nearest own pawn.
    KING_PAWN_DISTANCE[1] = [
        (-1, -7),
    ];
    /// A pawn without own pawns on the files beside it.
    ISOLATED[1] = [
        (-6, -7),
    ];
    /// A pawn with another own pawn further up its file.
    DOUBLED[1] = [
        (-8, -30),
    ];
    /// A pawn that no pawn can defend and that cannot step forward without being taken by one.
    BACKWARD[1] = [
        (-1, -6),
    ];
    /// An isolated or backward pawn with no enemy pawn before it on its file.
    EXPOSED[1] = [
        (-14, -6),
    ];
    /// A pawn that a pawn defends, by its rank.
    DEFENDED[8] = [
        (0, 0), (2, 0), (13, 5), (16, 7), (25, 17), (44, 30), (73, 64), (0, 0),
    ];
    /// A pawn beside another, by its rank.
    PHALANX[8] = [
        (0, 0), (6, -3), (8, 6), (8, 9), (25, 19), (45, 46), (71, 76), (0, 0),
    ];
    /// A pawn that no enemy pawn can stop, by its rank.
    PASSED[8] = [
        (0, 0), (-7, 5), (-4, 15), (-7, 46), (24, 72), (40, 113), (89, 160), (0, 0),
    ];
    /// A pawn that own pawns can help past the enemy's, by its rank.
    CANDIDATE[8] = [
        (0, 0), (-10, -2), (4, -5), (2, 3), (-1, 16), (12, 29), (0, 0), (0, 0),
    ];
    /// A pawn stopped by an enemy pawn, by its rank.
    RAMMED[8] = [
        (0, 0), (0, 5), (3, 1), (0, 0), (-3, -1), (0, -5), (0, 0), (0, 0),
    ];
    /// A passed pawn whose next square is occupied, by its rank.
    PASSED_BLOCKED[8] = [
        (0, 0), (0, 0), (0, 0), (-9, -10), (-5, -26), (-13, -52), (-18, -77), (0, 0),
    ];
    /// A passed pawn whose next square no enemy piece attacks, by its rank.
    PASSED_SAFE[8] = [
        (0, 0), (0, 0), (0, 0), (-5, 3), (0, 19), (1, 44), (8, 46), (0, 0),
    ];
    /// A passed pawn whose next square an own piece attacks, by its rank.
    PASSED_SUPPORTED[8] = [
        (0, 0), (0, 0), (0, 0), (3, 2), (5, 6), (7, 19), (7, 26), (0, 0),
    ];
    /// A passed pawn whose whole way is neither occupied nor attacked, by its rank.
    PASSED_FREE[8] = [
        (0, 0), (0, 0), (0, 0), (-3, 3), (-4, 9), (-2, 16), (2, 29), (0, 0),
    ];
    /// A passed pawn that the enemy king cannot stop, and nothing else is there to.
    UNSTOPPABLE[1] = [
        (-1, 159),
    ];
    /// The own king's distance from the square before a passed pawn from the fourth rank on; counts
    /// once for each rank beyond the third.
    PASSED_OWN_KING[8] = [
        (-5, 0), (-33, 13), (-6, -5), (9, -17), (1, -19), (-4, -18), (4, -19), (3, -18),
    ];
    /// The same of the enemy king.
    PASSED_ENEMY_KING[8] = [
        (-5, -19), (3, -12), (2, -2), (-8, 13), (-15, 24), (-6, 30), (-4, 32), (3, 34),
    ];
    /// A passed pawn with an own rook behind it on its file.
    ROOK_BEHIND_PASSED[1] = [
        (6, 27),
    ];
    /// Danger without any attacker.
    DANGER_BASE[1] = [
        (-12, 35),
    ];
    /// A knight, bishop, rook or queen that attacks a square near the king.
    DANGER_ATTACKER[4] = [
        (29, 12), (12, 8), (22, -13), (16, 22),
    ];
    /// Each attack on a square near the king.
    DANGER_SQUARES[1] = [
        (2, -2),
    ];
    /// A square near the king that is attacked and that only the king or its queen defends.
    DANGER_WEAK_SQUARES[1] = [
        (13, -2),
    ];
    /// A knight, bishop, rook or queen can give check where it is not taken.
    DANGER_SAFE_CHECK[4] = [
        (50, 22), (22, 33), (57, 40), (43, 47),
    ];
    /// Several such checks by one kind of piece.
    DANGER_MORE_CHECKS[4] = [
        (9, 4), (10, 7), (19, 14), (19, 13),
    ];
    /// A kind of piece can give check, but only where it is taken.
    DANGER_UNSAFE_CHECK[4] = [
        (6, 2), (14, 9), (12, 4), (-4, 15),
    ];
    /// The attacker has no queen.
    DANGER_NO_QUEEN[1] = [
        (-67, -56),
    ];
    /// Squares of the king's half of its camp that are attacked, attacked twice, and defended.
    DANGER_FLANK[3] = [
        (7, 0), (6, 0), (-1, 5),
    ];
    /// A piece alone between a slider and the king: pinned, or about to discover a check.
    DANGER_PINNED[1] = [
        (21, 12),
    ];
    /// A knight, or a bishop, that guards squares at the king.
    DANGER_GUARDS[2] = [
        (-13, 7), (-14, 7),
    ];
    /// Shelter and storm again, as they add to the danger: places as in `SHELTER` and `STORM`.
    DANGER_SHELTER[28] = [
        (4, -9), (-11, 5), (-2, 0), (6, -2), (7, 4), (4, -5), (1, -2),
        (8, -5), (-11, 3), (-7, 1), (5, 3), (2, 1), (4, 1), (1, -1),
        (10, -3), (-6, -7), (-4, 7), (1, 5), (8, 8), (0, -3), (-1, -3),
        (3, 1), (-7, 2), (-3, -2), (3, 0), (3, 1), (5, 3), (1, 1),
    ];
    /// The storm's part of it.
    DANGER_STORM[14] = [
        (5, 0), (-3, 0), (3, 8), (5, 4), (-3, 2), (-14, 5), (-9, 7),
        (0, 0), (0, 0), (1, 3), (5, 4), (2, 0), (7, 1), (4, 0),
    ];
    /// What an endgame advantage gains: always, by each pawn, by pawns on both flanks, and where only
    /// pawns are left. Endgame values alone.
    INITIATIVE[4] = [
        (0, -23), (0, 2), (0, 21), (0, 38),
    ];
    /// The share of an endgame advantage that counts, in 64ths: by the pawns of its owner.
    WINNABLE_BY_PAWNS[9] = [
        (0, 33), (0, 78), (0, 93), (0, 96), (0, 98), (0, 98), (0, 96), (0, 98),
        (0, 78),
    ];
    /// What that share gains with opposite bishops and nothing else, and with one rook each.
    WINNABLE_ENDINGS[2] = [
        (0, -37), (0, -8),
    ];
}
