//! Every weight of the evaluation, in centipawns, as (middlegame, endgame).
//!
//! `tune` writes this file; the comments travel with the weights. Half boards run from the owner's
//! first rank to the eighth, files a to d; the other files mirror them. Weights whose names begin
//! with `DANGER` are no worth of their own: see `king_danger`.

use super::account::weights;

weights! {
    /// Pawn, knight, bishop, rook and queen, apart from where they stand.
    MATERIAL[5] = [
        (85, 154), (365, 333), (378, 342), (514, 591), (1070, 920),
    ];
    /// A pawn, by rank and by file from the rim to the centre.
    PAWN_SQUARES[32] = [
        (0, 0), (0, 0), (0, 0), (0, 0),
        (-15, 19), (3, 21), (-9, 11), (-20, -1),
        (-9, 6), (-3, 4), (3, 2), (-2, -6),
        (-9, 13), (-12, 9), (14, -10), (20, -10),
        (8, 19), (6, 18), (10, 8), (24, -12),
        (8, 34), (17, 33), (32, 29), (28, 17),
        (48, 59), (56, 70), (51, 65), (62, 58),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// A knight: the centre, and away from the rim.
    KNIGHT_SQUARES[32] = [
        (-76, -44), (-26, -44), (-36, -23), (-21, -11),
        (-32, -29), (-23, -15), (-7, -11), (-1, -4),
        (-22, -26), (6, -5), (9, 3), (15, 14),
        (-9, -12), (5, 6), (19, 19), (21, 26),
        (-7, -7), (14, 12), (29, 16), (31, 17),
        (-18, -17), (25, -4), (36, 19), (48, 15),
        (-39, -26), (-19, -9), (40, -7), (23, 6),
        (-128, -59), (-70, -34), (-50, -17), (-28, -9),
    ];
    /// A bishop: long diagonals and active squares.
    BISHOP_SQUARES[32] = [
        (-23, -20), (5, -13), (-12, -16), (-15, -8),
        (5, -14), (19, -8), (25, -8), (-3, -5),
        (-4, -9), (23, 2), (11, 8), (8, 16),
        (-7, -8), (3, 2), (19, 12), (22, 2),
        (-3, -4), (7, 11), (14, 2), (28, 11),
        (-3, 6), (20, -1), (25, 5), (22, 8),
        (-29, -7), (-7, -1), (-9, 2), (-9, 3),
        (-23, -11), (-11, -5), (-41, -1), (-33, -1),
    ];
    /// A rook: central files at home, the seventh rank.
    ROOK_SQUARES[32] = [
        (-8, 0), (-7, 1), (15, -1), (19, -7),
        (-49, -30), (-15, -40), (-11, -26), (-6, -15),
        (-35, 1), (-13, -2), (-11, 0), (-14, -2),
        (-22, 13), (-14, 12), (-9, 13), (-1, 8),
        (-11, 21), (-4, 15), (7, 16), (15, 11),
        (-6, 18), (15, 14), (16, 11), (27, 12),
        (16, 28), (15, 15), (35, 12), (44, 18),
        (20, 29), (23, 22), (12, 20), (27, 20),
    ];
    /// A queen: not out too early, active in the endgame.
    QUEEN_SQUARES[32] = [
        (-7, -31), (-14, -31), (-9, -32), (-2, -27),
        (-14, -25), (2, -23), (13, -17), (13, -49),
        (-10, -12), (0, -5), (-5, -16), (-10, 5),
        (-6, 6), (-9, -17), (-4, 24), (-7, 8),
        (5, 14), (-9, 26), (-6, 34), (-12, -32),
        (-1, 4), (2, 22), (7, 37), (10, 41),
        (-7, 8), (-24, 32), (5, 38), (-2, 46),
        (-4, 11), (13, 20), (20, 22), (24, 25),
    ];
    /// A king: castled while there are pieces, in the centre when they are gone.
    KING_SQUARES[32] = [
        (5, -54), (26, -42), (-14, -30), (-22, -39),
        (13, -38), (10, -13), (-18, -1), (-47, 2),
        (-21, -30), (-8, -9), (-26, 18), (-44, 18),
        (-47, -21), (-26, -1), (-36, 24), (-51, 24),
        (-40, -6), (-20, 3), (-29, 17), (-41, 7),
        (-19, 9), (-8, -33), (-16, -49), (-25, 23),
        (12, 34), (3, 7), (-2, 25), (-8, 23),
        (-20, -4), (19, 25), (6, 21), (-9, 57),
    ];
    /// The side to move has an option the other side lacks.
    TEMPO[1] = [
        (23, 10),
    ];
    /// By the number of squares it can go to without being taken by a pawn.
    KNIGHT_MOBILITY[9] = [
        (-28, -22), (-8, -18), (-6, -7), (1, 1), (4, 10), (10, 14), (14, 22), (17, 23),
        (26, -3),
    ];
    /// A bishop sees through own queens.
    BISHOP_MOBILITY[14] = [
        (-33, -44), (-31, -34), (-20, -32), (-10, -19), (-2, -8), (1, 8), (5, 14),
        (15, 20), (10, 24), (16, 29), (23, 27), (26, 31), (30, 29), (33, 9),
    ];
    /// A rook sees through own rooks and queens.
    ROOK_MOBILITY[15] = [
        (-54, -52), (-23, -45), (-9, -25), (-4, -20), (4, -13), (0, -2), (1, 4), (5, 10),
        (11, 15), (9, 24), (13, 27), (16, 29), (12, 40), (11, 45), (37, -7),
    ];
    /// A queen has many squares anyway.
    QUEEN_MOBILITY[28] = [
        (-26, -65), (-10, -60), (-19, -55), (-14, -50), (-14, -44), (-16, -39), (-11, -36),
        (-10, -32), (-6, -21), (-4, -14), (1, -7), (2, 2), (1, 8), (4, 15),
        (4, 21), (13, 26), (13, 34), (16, 42), (18, 45), (17, 45), (18, 42),
        (20, 44), (20, 44), (7, -32), (17, 24), (11, -9), (26, 66), (10, -23),
    ];
    /// Two bishops cover both colours of squares.
    BISHOP_PAIR[1] = [
        (38, 40),
    ];
    /// An own pawn on the colour of the bishop's squares stands in its way.
    BISHOP_PAWNS[1] = [
        (-1, 9),
    ];
    /// A knight, or a bishop, that a pawn defends and no enemy pawn can drive away.
    OUTPOST[2] = [
        (20, 11), (23, 8),
    ];
    /// A knight or bishop with a pawn in front of it is sheltered.
    MINOR_BEHIND_PAWN[1] = [
        (1, 17),
    ];
    /// A rook on a file without pawns.
    OPEN_FILE[1] = [
        (45, -2),
    ];
    /// A rook on a file without own pawns.
    HALF_OPEN_FILE[1] = [
        (11, 23),
    ];
    /// A pawn that attacks a knight, bishop, rook or queen gains a tempo or wins it.
    PAWN_THREAT[4] = [
        (55, 38), (49, 37), (45, 35), (43, 33),
    ];
    /// A pawn that can safely step to where it attacks a piece.
    PAWN_PUSH_THREAT[1] = [
        (17, -2),
    ];
    /// A knight or bishop that attacks a pawn without a pawn's defence, knight, bishop, rook or queen.
    MINOR_THREAT[5] = [
        (1, 25), (20, 24), (33, 17), (41, 21), (40, 18),
    ];
    /// A rook that attacks the same.
    ROOK_THREAT[5] = [
        (-3, 38), (11, 19), (16, 16), (3, 8), (38, 16),
    ];
    /// A king that attacks an enemy piece or pawn that nothing defends.
    KING_THREAT[1] = [
        (16, 52),
    ];
    /// An enemy piece that is attacked and not defended.
    HANGING[1] = [
        (27, 9),
    ];
    /// The own pawn nearest before the king on each of three files; by the file's distance from the
    /// rim and the pawn's rank, 0 where there is none.
    SHELTER[28] = [
        (-20, 17), (10, -3), (5, -3), (6, 3), (5, 1), (6, 2), (0, 4),
        (-33, -6), (19, 1), (13, -15), (4, -8), (-5, -6), (1, 1), (-1, 6),
        (-23, -3), (30, 3), (-5, -6), (-4, -10), (3, 4), (2, 3), (1, 8),
        (-17, -6), (17, 0), (6, -2), (0, 8), (0, 7), (-4, -1), (0, 3),
    ];
    /// The enemy pawn nearest before the king on each of them, free to advance and blocked; by its rank
    /// as the defender sees it, 0 where there is none.
    STORM[14] = [
        (-2, 1), (-5, 12), (-16, 2), (-4, -1), (-2, 2), (1, -1), (1, 4),
        (0, 0), (0, 0), (-13, -4), (-10, -4), (2, -6), (0, -1), (6, -2),
    ];
    /// A pawn without own pawns on the files beside it.
    ISOLATED[1] = [
        (-6, -13),
    ];
    /// A pawn with another own pawn further up its file.
    DOUBLED[1] = [
        (-10, -38),
    ];
    /// A pawn that no pawn can defend and that cannot step forward without being taken by one.
    BACKWARD[1] = [
        (-1, -14),
    ];
    /// An isolated or backward pawn with no enemy pawn before it on its file.
    EXPOSED[1] = [
        (-15, 5),
    ];
    /// A pawn that a pawn defends, by its rank.
    DEFENDED[8] = [
        (0, 0), (2, 0), (15, 1), (16, 3), (28, 15), (47, 39), (71, 66), (0, 0),
    ];
    /// A pawn beside another, by its rank.
    PHALANX[8] = [
        (0, 0), (4, -4), (9, 7), (6, 10), (26, 24), (44, 42), (71, 73), (0, 0),
    ];
    /// A pawn that no enemy pawn can stop, by its rank.
    PASSED[8] = [
        (0, 0), (-6, 17), (-6, 20), (0, 41), (24, 68), (48, 119), (87, 170), (0, 0),
    ];
    /// A passed pawn whose next square is occupied, by its rank.
    PASSED_BLOCKED[8] = [
        (0, 0), (0, 0), (0, 0), (-8, -25), (-10, -34), (-11, -48), (-14, -55), (0, 0),
    ];
    /// A passed pawn whose next square no enemy piece attacks, by its rank.
    PASSED_SAFE[8] = [
        (0, 0), (0, 0), (0, 0), (0, 15), (4, 29), (7, 48), (10, 47), (0, 0),
    ];
    /// The own king's distance from the square before a passed pawn from the fourth rank on; counts
    /// once for each rank beyond the third.
    PASSED_OWN_KING[8] = [
        (-1, -3), (-16, 26), (-5, 7), (6, -11), (0, -13), (-1, -13), (3, -14), (6, -16),
    ];
    /// The same of the enemy king.
    PASSED_ENEMY_KING[8] = [
        (-4, -23), (1, -6), (4, 7), (-3, 20), (-10, 33), (-2, 39), (2, 41), (4, 36),
    ];
    /// A passed pawn with an own rook behind it on its file.
    ROOK_BEHIND_PASSED[1] = [
        (7, 22),
    ];
    /// Danger without any attacker.
    DANGER_BASE[1] = [
        (-13, 25),
    ];
    /// A knight, bishop, rook or queen that attacks a square near the king.
    DANGER_ATTACKER[4] = [
        (31, 20), (21, 26), (34, 16), (43, 38),
    ];
    /// Each attack on a square near the king.
    DANGER_SQUARES[1] = [
        (4, 12),
    ];
    /// A square near the king that is attacked and that only the king or its queen defends.
    DANGER_WEAK_SQUARES[1] = [
        (10, 4),
    ];
    /// A knight, bishop, rook or queen can give check where it is not taken.
    DANGER_SAFE_CHECK[4] = [
        (48, 19), (26, 20), (60, 52), (53, 32),
    ];
    /// The attacker has no queen.
    DANGER_NO_QUEEN[1] = [
        (-63, -19),
    ];
    /// A file at the king without own pawns.
    DANGER_OPEN_FILES[1] = [
        (6, -45),
    ];
}
