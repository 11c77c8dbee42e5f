//! Every weight of the evaluation, in centipawns, as (middlegame, endgame).
//!
//! Fitted to the results of 31,300 games and the scores of their searches in commit 85cbe390, by the program
//! `texel`, which is in the repository up to commit 97c8a72f. Half boards run from the owner's
//! first rank to the eighth, files a to d; the other files mirror them. Weights whose names begin
//! with `DANGER` are no worth of their own: see `king_danger`.

use super::blocks::weights;

weights! {
    /// Pawn, knight, bishop, rook and queen, apart from where they stand.
    MATERIAL[5] = [
        (44, 110), (379, 339), (396, 350), (498, 570), (1103, 964),
    ];
    /// A pawn, by rank and by file from the rim to the centre.
    PAWN_SQUARES[32] = [
        (0, 0), (0, 0), (0, 0), (0, 0),
        (-18, 8), (5, 9), (-17, 4), (-18, 12),
        (-13, 0), (-1, 3), (-1, -3), (-5, -1),
        (-13, 8), (-15, 8), (13, -8), (10, -10),
        (9, 17), (3, 17), (3, 8), (30, -12),
        (18, 28), (6, 37), (22, 25), (23, 19),
        (58, 42), (51, 61), (50, 70), (67, 65),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// A knight: the centre, and away from the rim.
    KNIGHT_SQUARES[32] = [
        (-75, -40), (-29, -46), (-37, -22), (-13, -17),
        (-37, -30), (-27, -11), (-9, -22), (-7, -10),
        (-22, -22), (12, -8), (1, -3), (4, 14),
        (3, -6), (6, 9), (33, 14), (19, 18),
        (6, -5), (12, 8), (30, 12), (27, 14),
        (-11, -6), (23, -3), (26, 11), (45, 6),
        (-41, -15), (-15, -5), (42, -3), (25, 11),
        (-126, -55), (-69, -26), (-50, -16), (-26, -2),
    ];
    /// A bishop: long diagonals and active squares.
    BISHOP_SQUARES[32] = [
        (-28, -15), (13, -17), (-21, -9), (-21, -9),
        (5, -15), (15, -15), (28, -12), (-4, -5),
        (-7, -8), (29, 0), (8, 1), (9, 11),
        (4, -2), (2, 6), (20, 8), (22, 6),
        (0, -5), (10, 7), (22, 0), (24, 7),
        (6, 5), (24, 0), (17, 1), (25, 6),
        (-39, -9), (-10, 4), (-1, 0), (-8, 2),
        (-18, -8), (-10, 4), (-42, 11), (-33, 6),
    ];
    /// A rook: central files at home, the seventh rank.
    ROOK_SQUARES[32] = [
        (0, -21), (-2, -15), (8, -15), (12, -17),
        (-48, -10), (-11, -22), (-9, -7), (-5, -8),
        (-33, -2), (-15, -1), (-22, 3), (-20, 4),
        (-26, 12), (-19, 15), (-11, 17), (-11, 8),
        (-3, 20), (-9, 19), (5, 18), (17, 13),
        (-10, 16), (19, 10), (15, 7), (33, 11),
        (9, 14), (22, 15), (37, 10), (50, 13),
        (16, 20), (22, 20), (16, 22), (28, 15),
    ];
    /// A queen: not out too early, active in the endgame.
    QUEEN_SQUARES[32] = [
        (-10, -30), (-25, -36), (-15, -41), (-9, -34),
        (-8, -22), (0, -25), (12, -24), (-2, -28),
        (-14, -12), (3, -10), (-8, 2), (-8, 3),
        (-1, 0), (4, -13), (2, 23), (-3, 27),
        (15, 5), (-5, 27), (-3, 34), (2, 7),
        (4, 6), (10, 28), (5, 34), (0, 38),
        (-3, 5), (-16, 27), (5, 39), (-4, 40),
        (-7, 12), (16, 17), (21, 24), (22, 23),
    ];
    /// A king: castled while there are pieces, in the centre when they are gone.
    KING_SQUARES[32] = [
        (3, -53), (18, -41), (-15, -35), (-30, -37),
        (15, -44), (11, -26), (-31, -15), (-56, -3),
        (-17, -29), (3, -17), (-24, 5), (-42, 10),
        (-49, -20), (-25, -3), (-33, 12), (-49, 22),
        (-42, -8), (-12, 2), (-27, 23), (-35, 32),
        (-21, 11), (-5, 2), (-11, 26), (-27, 41),
        (13, 12), (2, 12), (-4, 24), (-9, 26),
        (-13, -1), (22, 18), (7, 15), (-20, 7),
    ];
    /// The side to move has an option the other side lacks.
    TEMPO[1] = [
        (27, 14),
    ];
    /// By the number of squares it can go to without being taken by a pawn.
    KNIGHT_MOBILITY[9] = [
        (-22, -32), (-10, -19), (-5, 3), (0, 8), (6, 11), (11, 16), (16, 16), (18, 17),
        (30, 7),
    ];
    /// A bishop sees through own queens.
    BISHOP_MOBILITY[14] = [
        (-33, -56), (-23, -34), (-10, -18), (-4, -4), (3, 7), (7, 13), (9, 16),
        (11, 18), (7, 24), (9, 24), (18, 18), (22, 23), (32, 11), (34, 15),
    ];
    /// A rook sees through own rooks and queens.
    ROOK_MOBILITY[15] = [
        (-54, -59), (-13, -45), (-1, -17), (-2, -12), (5, -10), (0, 1), (0, 6), (2, 6),
        (5, 12), (8, 14), (8, 18), (12, 20), (8, 25), (1, 29), (35, 20),
    ];
    /// A queen has many squares anyway.
    QUEEN_MOBILITY[28] = [
        (-26, -65), (-6, -59), (-11, -55), (-7, -50), (-7, -42), (-6, -34), (-3, -33),
        (-2, -27), (0, -8), (4, -1), (4, 8), (4, 12), (6, 18), (5, 22),
        (4, 26), (7, 29), (6, 36), (7, 41), (11, 40), (12, 39), (16, 35),
        (18, 36), (19, 34), (9, -32), (18, 24), (9, -17), (25, 63), (8, -30),
    ];
    /// Two bishops cover both colours of squares.
    BISHOP_PAIR[1] = [
        (39, 30),
    ];
    /// A knight, or a bishop, that a pawn defends and no enemy pawn can drive away.
    OUTPOST[2] = [
        (24, 10), (34, 16),
    ];
    /// A knight or bishop with a pawn in front of it is sheltered.
    MINOR_BEHIND_PAWN[1] = [
        (4, 10),
    ];
    /// A rook on a file without pawns.
    OPEN_FILE[1] = [
        (40, -7),
    ];
    /// A rook on a file without own pawns.
    HALF_OPEN_FILE[1] = [
        (19, 5),
    ];
    /// The gain of a knight, bishop, rook or queen with each own pawn more than five.
    MATERIAL_BY_PAWNS[4] = [
        (9, 3), (7, -1), (15, -3), (-3, 19),
    ];
    /// A knight, or a bishop, for each step between it and its king.
    MINOR_KING_DISTANCE[2] = [
        (-3, -4), (-3, -2),
    ];
    /// A rook with few squares and the king between it and the centre, which may castle yet, or not.
    TRAPPED_ROOK[2] = [
        (8, 6), (-37, -13),
    ];
    /// A queen that an enemy rook or bishop aims at through one other piece.
    QUEEN_DISCOVERED[1] = [
        (-24, 2),
    ];
    /// A pawn that attacks a knight, bishop, rook or queen gains a tempo or wins it.
    PAWN_THREAT[4] = [
        (67, 44), (62, 53), (57, 46), (46, 34),
    ];
    /// A pawn that can safely step to where it attacks a piece.
    PAWN_PUSH_THREAT[1] = [
        (16, 8),
    ];
    /// A knight or bishop that attacks a pawn without a pawn's defence, knight, bishop, rook or queen.
    MINOR_THREAT[5] = [
        (3, 16), (19, 34), (43, 26), (55, 31), (57, 23),
    ];
    /// A rook that attacks the same.
    ROOK_THREAT[5] = [
        (0, 19), (11, 24), (20, 19), (-2, 6), (58, 25),
    ];
    /// A king that attacks an enemy piece or pawn that nothing defends.
    KING_THREAT[1] = [
        (24, 40),
    ];
    /// An enemy piece that is attacked and not defended.
    HANGING[1] = [
        (24, -3),
    ];
    /// A square that the enemy attacks without holding it, and this side too.
    RESTRICTED[1] = [
        (4, 2),
    ];
    /// A knight, or a defended bishop or rook, can attack the queen from a safe square.
    QUEEN_HARASSED[2] = [
        (7, 4), (18, 0),
    ];
    /// The own pawn nearest before the king on each of three files; by the file's distance from the
    /// rim and the pawn's rank, 0 where there is none.
    SHELTER[28] = [
        (-18, 3), (19, -6), (21, -5), (-1, 0), (3, 0), (9, -1), (2, 13),
        (-30, 2), (32, -7), (28, -13), (8, -5), (-9, 0), (-8, 3), (-3, 11),
        (-25, -5), (31, -7), (-11, -2), (-14, -2), (14, 2), (8, 2), (1, 14),
        (-22, -4), (6, 2), (-4, -3), (-3, 5), (-1, 3), (-14, -1), (-1, 4),
    ];
    /// The enemy pawn nearest before the king on each of them, free to advance and blocked; by its rank
    /// as the defender sees it, 0 where there is none.
    STORM[14] = [
        (-12, -3), (-6, 30), (-3, 27), (3, 1), (-7, -1), (-4, -5), (-7, 0),
        (0, 0), (0, 0), (-11, -14), (-5, -7), (2, -12), (6, -4), (4, -9),
    ];
    /// The king's half of the board has no pawns.
    PAWNLESS_FLANK[1] = [
        (15, -39),
    ];
    /// Each step from the king to the nearest own pawn.
    KING_PAWN_DISTANCE[1] = [
        (-2, -7),
    ];
    /// A pawn without own pawns on the files beside it.
    ISOLATED[1] = [
        (-5, -6),
    ];
    /// A pawn with another own pawn further up its file.
    DOUBLED[1] = [
        (-12, -26),
    ];
    /// A pawn that no pawn can defend and that cannot step forward without being taken by one.
    BACKWARD[1] = [
        (-1, -3),
    ];
    /// An isolated or backward pawn with no enemy pawn before it on its file.
    EXPOSED[1] = [
        (-13, -8),
    ];
    /// A pawn that a pawn defends, by its rank.
    DEFENDED[8] = [
        (0, 0), (2, 0), (14, 5), (16, 4), (27, 13), (43, 38), (77, 61), (0, 0),
    ];
    /// A pawn beside another, by its rank.
    PHALANX[8] = [
        (0, 0), (7, -2), (6, 4), (10, 7), (20, 20), (46, 52), (72, 79), (0, 0),
    ];
    /// A pawn that no enemy pawn can stop, by its rank.
    PASSED[8] = [
        (0, 0), (-6, 2), (-5, 13), (-14, 46), (17, 71), (32, 114), (96, 156), (0, 0),
    ];
    /// A pawn that own pawns can help past the enemy's, by its rank.
    CANDIDATE[8] = [
        (0, 0), (-10, -3), (4, -4), (3, 4), (-7, 15), (8, 29), (0, 0), (0, 0),
    ];
    /// A pawn stopped by an enemy pawn, by its rank.
    RAMMED[8] = [
        (0, 0), (2, 9), (7, 2), (0, 0), (-7, -2), (-2, -9), (0, 0), (0, 0),
    ];
    /// A passed pawn whose next square is occupied, by its rank.
    PASSED_BLOCKED[8] = [
        (0, 0), (0, 0), (0, 0), (-9, -4), (-2, -21), (-17, -45), (-18, -77), (0, 0),
    ];
    /// A passed pawn whose next square no enemy piece attacks, by its rank.
    PASSED_SAFE[8] = [
        (0, 0), (0, 0), (0, 0), (-7, 2), (-2, 17), (-5, 38), (1, 40), (0, 0),
    ];
    /// A passed pawn whose next square an own piece attacks, by its rank.
    PASSED_SUPPORTED[8] = [
        (0, 0), (0, 0), (0, 0), (6, 5), (6, 12), (10, 29), (15, 45), (0, 0),
    ];
    /// A passed pawn whose whole way is neither occupied nor attacked, by its rank.
    PASSED_FREE[8] = [
        (0, 0), (0, 0), (0, 0), (-10, 8), (-10, 17), (-8, 24), (0, 44), (0, 0),
    ];
    /// A passed pawn that the enemy king cannot stop, and nothing else is there to.
    UNSTOPPABLE[1] = [
        (-2, 159),
    ];
    /// The own king's distance from the square before a passed pawn from the fourth rank on; counts
    /// once for each rank beyond the third.
    PASSED_OWN_KING[8] = [
        (-10, 3), (-45, 5), (-3, -9), (10, -18), (-1, -20), (-4, -20), (8, -21), (1, -19),
    ];
    /// The same of the enemy king.
    PASSED_ENEMY_KING[8] = [
        (-9, -18), (2, -12), (-1, -4), (-7, 10), (-16, 21), (-9, 27), (-5, 28), (0, 31),
    ];
    /// A passed pawn with an own rook behind it on its file.
    ROOK_BEHIND_PASSED[1] = [
        (6, 26),
    ];
    /// Danger without any attacker.
    DANGER_BASE[1] = [
        (-8, 51),
    ];
    /// A knight, bishop, rook or queen that attacks a square near the king.
    DANGER_ATTACKER[4] = [
        (29, 6), (8, 1), (15, -23), (6, 6),
    ];
    /// Each attack on a square near the king.
    DANGER_SQUARES[1] = [
        (3, 0),
    ];
    /// A square near the king that is attacked and that only the king or its queen defends.
    DANGER_WEAK_SQUARES[1] = [
        (12, -2),
    ];
    /// A knight, bishop, rook or queen can give check where it is not taken.
    DANGER_SAFE_CHECK[4] = [
        (52, 23), (17, 40), (58, 39), (35, 50),
    ];
    /// Several such checks by one kind of piece.
    DANGER_MORE_CHECKS[4] = [
        (7, 2), (11, 8), (32, 16), (23, 11),
    ];
    /// A kind of piece can give check, but only where it is taken.
    DANGER_UNSAFE_CHECK[4] = [
        (5, 5), (15, 13), (12, 12), (-7, 20),
    ];
    /// The attacker has no queen.
    DANGER_NO_QUEEN[1] = [
        (-62, -69),
    ];
    /// Squares of the king's half of its camp that are attacked, attacked twice, and defended.
    DANGER_FLANK[3] = [
        (9, -1), (6, -1), (-1, 3),
    ];
    /// A piece alone between a slider and the king: pinned, or about to discover a check.
    DANGER_PINNED[1] = [
        (25, 14),
    ];
    /// A knight, or a bishop, that guards squares at the king.
    DANGER_GUARDS[2] = [
        (-19, 12), (-19, 13),
    ];
    /// Shelter and storm again, as they add to the danger: places as in `SHELTER` and `STORM`.
    DANGER_SHELTER[28] = [
        (8, -8), (-17, 14), (0, 1), (8, -4), (14, 10), (6, -10), (2, -4),
        (8, -2), (-15, -2), (-4, 1), (7, 6), (2, 6), (12, 0), (2, -3),
        (10, 1), (-7, -8), (-4, 6), (0, 14), (13, 16), (3, 0), (0, -5),
        (-2, 5), (-15, 3), (-5, -1), (2, 10), (4, 8), (9, 4), (2, 3),
    ];
    /// The storm's part of it.
    DANGER_STORM[14] = [
        (6, 1), (-3, 3), (7, 28), (9, 8), (-4, 5), (-15, 8), (-10, 11),
        (0, 0), (0, 0), (8, 8), (12, 8), (2, 4), (7, 6), (6, 1),
    ];
    /// The gain of an endgame advantage: always, by each pawn, by pawns on both flanks, and where only
    /// pawns are left. Endgame values alone.
    INITIATIVE[4] = [
        (0, -29), (0, 2), (0, 21), (0, 39),
    ];
    /// The share of an endgame advantage that counts, in 64ths: by the pawns of its owner.
    WINNABLE_BY_PAWNS[9] = [
        (0, 30), (0, 82), (0, 102), (0, 107), (0, 107), (0, 108), (0, 106), (0, 105),
        (0, 84),
    ];
    /// The gain of that share with opposite bishops and nothing else, and with one rook each.
    WINNABLE_ENDINGS[2] = [
        (0, -48), (0, -9),
    ];
}
