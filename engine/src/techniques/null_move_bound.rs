//! Variable null-move bound: passing may also prune a little below beta, by the worth of a tempo.
//!
//! Having the move is worth something, so a null move that fails by less than that is good enough.
//! How much is risked depends on the scheme: a fixed tempo; one that grows with the number of
//! potentially good alternative moves on the path, which make an error less likely to reach the
//! root; or a fixed one at expected ALL nodes alone.
//!
//! A move is potentially good if it has caused a cutoff: its history, one that only credits, is
//! positive. A node's moves are counted from its second move on, in searches with a null window, and
//! only those still unexplored. Each player's moves are counted apart. The paper does not say whose
//! decide; here it is those of the passing player, for they could replace the line in which the
//! error is made. At a CUT node the first move mostly cuts off, and paths through first moves have no
//! count: so t is seldom above 0. Over 60 positions of Win at Chess to depth 8 it is in 9 % of the
//! attempts, with the moves of both players in 57 %, with a fixed t in 65 %; the nodes of `turk` become
//! 99.5 %, 99.1 % and (t = 10) 98.5 % of those without.
//!
//! Unsound where the tempo is worth less than assumed.
//!
//! Sources: Goetsch and Campbell (1990) for the idea; Bjornsson and Marsland, section 6.2 and figure
//! 5, for `alternatives` and its numbers; Winands et al., figure 6, for `all-nodes`. Neither
//! publishes its evaluation. Bjornsson and Marsland's tempo is in hundredths of a pawn; ours is in
//! centipawns of an evaluation where a pawn is worth 44 of them in the middlegame and 110 in the
//! endgame. The
//! papers do not say how long a credit lasts: here it is halved at every search of a game.

use arrayvec::ArrayVec;
use shakmaty::{Color, Move};

use crate::parameters::{choices, parameters};
use crate::position::board_state::BoardState;
use crate::position::movegen::legal_moves;
use crate::position::packed_move::{PackedMove, origin};
use crate::techniques::Decision;
use crate::tree::moves::Tried;
use crate::tree::node::{Node, NodeType};

choices! {
    /// How the tempo is found.
    TempoScheme {
        /// The same everywhere, but not below another null move.
        Fixed = "fixed",
        /// By the number of good alternatives on the path, and not below another null move.
        Alternatives = "alternatives",
        /// The same at all expected ALL nodes.
        AllNodes = "all-nodes",
    }
}

choices! {
    /// The player whose unexplored moves count.
    Whose {
        /// Those of the passing player.
        Passer = "passer",
        /// Those of the other one.
        Opponent = "opponent",
        /// Those of both.
        Both = "both",
    }
}

parameters! {
    /// Let passing fall short of beta by t.
    NullMoveBound from "Bjornsson and Marsland, figure 5; Winands et al., figure 6" {
        /// How the tempo is found.
        scheme: TempoScheme = TempoScheme::Alternatives;
        /// t: the worth of a tempo, in centipawns; with `alternatives`, where there are any.
        tempo: i32 = 10, in 0..=2000;
        /// t where there are many alternatives, in centipawns.
        tempo_of_many: i32 = 20, in 0..=2000;
        /// Alternatives above which there are many.
        many: i32 = 15, in 1..=1000;
        /// With `alternatives`: whose unexplored moves count.
        whose: Whose = Whose::Passer;
    }
}

impl NullMoveBound {
    /// By how much a null move of this player may miss beta and still prune. Nodes where a null
    /// move is considered are tried, those with a lower bound succeed.
    pub(crate) fn tempo_of(
        &self,
        turn: Color,
        node: &Node,
        alternatives: &Alternatives,
        below_null_move: bool,
    ) -> Decision<i32> {
        let good_moves = |player: Color| alternatives.count[player as usize];
        let alternatives = match self.whose {
            Whose::Passer => good_moves(turn),
            Whose::Opponent => good_moves(!turn),
            Whose::Both => good_moves(turn) + good_moves(!turn),
        };
        let tempo = match self.scheme {
            TempoScheme::AllNodes if node.kind == NodeType::All => self.tempo,
            TempoScheme::Fixed if !below_null_move => self.tempo,
            TempoScheme::Alternatives if !below_null_move => match alternatives {
                0 => 0,
                few if few <= self.many => self.tempo,
                _ => self.tempo_of_many,
            },
            _ => 0,
        };
        Decision::tried(tempo > 0, tempo)
    }
}

/// Moves of a position: more than any has.
type Moves = ArrayVec<PackedMove, 256>;

/// Potentially good moves on the current line that are still unexplored. Holds nothing, and does
/// nothing, where the scheme does not ask for them.
#[derive(Clone, Debug)]
pub(crate) struct Alternatives {
    /// How many, by player.
    count: [i32; 2],
    /// Which, by ply.
    unexplored: Box<[Moves]>,
    /// Credits of moves that caused a cutoff, by player, origin and target.
    credits: Box<[u32]>,
}

impl Alternatives {
    /// For searches of this many plies.
    pub(crate) fn new(parameters: Option<NullMoveBound>, plies: usize) -> Alternatives {
        let counts = parameters.is_some_and(|rule| rule.scheme == TempoScheme::Alternatives);
        let (plies, moves) = if counts { (plies, 2 * 64 * 64) } else { (0, 0) };
        Alternatives {
            count: [0; 2],
            unexplored: vec![Moves::new(); plies].into_boxed_slice(),
            credits: vec![0; moves].into_boxed_slice(),
        }
    }

    pub(crate) fn new_game(&mut self) {
        self.credits.fill(0);
    }

    /// Halves the credits and begins at a root.
    pub(crate) fn begin_search(&mut self) {
        self.count = [0; 2];
        self.credits.iter_mut().for_each(|credit| *credit /= 2);
    }

    /// Adds to the count of a player.
    pub(crate) fn add(&mut self, turn: Color, alternatives: i32) {
        self.count[turn as usize] += alternatives;
    }

    /// Credits a move that caused a cutoff, by the depth at which it did.
    pub(crate) fn credit(&mut self, turn: Color, m: Move, depth: i32) {
        if let Some(credit) = self.credits.get_mut(from_to(turn, m)) {
            *credit = credit.saturating_add((depth * depth) as u32);
        }
    }

    /// How many potentially good moves of a node are still unexplored while `m` is searched.
    #[inline(always)]
    pub(crate) fn unexplored(
        &mut self,
        state: &BoardState,
        node: &Node,
        tried: &Tried,
        m: Move,
    ) -> i32 {
        let Some(unexplored) = self.unexplored.get_mut(node.ply) else { return 0 };
        if node.is_pv() {
            return 0;
        }
        match tried.len() {
            0 => return 0,
            1 => {
                let credits = &self.credits;
                let is_good =
                    |m: &Move| credits[from_to(state.turn, *m)] > 0 && !tried.contains(*m);
                let good = legal_moves(state).into_iter().filter(is_good);
                *unexplored = good.map(PackedMove::new).collect();
            }
            _ => {}
        }
        unexplored.retain(|other| *other != PackedMove::new(m));
        unexplored.len() as i32
    }
}

fn from_to(turn: Color, m: Move) -> usize {
    (turn as usize * 64 + origin(m) as usize) * 64 + m.to() as usize
}
