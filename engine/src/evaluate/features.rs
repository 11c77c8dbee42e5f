//! The features that the evaluation sees in a position, as `texel` needs them to fit the weights.

use shakmaty::Color;

use super::shelter::shelter;
use super::side::Side;
use super::{both_sides, endgame, king_danger, pawns, winnability};
use crate::position::Position;
use crate::weights::account::Applied;
use crate::weights::blocks::WeightBlock;
use crate::weights::piece_square::{FULL_PHASE, account_for};
use crate::weights::values::{BLOCKS, TEMPO, WEIGHTS};

/// The weights that apply to a position and how often, and how they make its score.
///
/// With `w` the sum of the weights of [`worth`](Features::worth), and `d` that of each side's
/// danger, limited as in [`danger_worth`], the value in each phase is `w` plus white's
/// danger worth minus black's. The endgame value is then changed away from zero by the sum of
/// [`initiative`](Features::initiative), but not beyond zero, and multiplied by that of
/// [`winnable`](Features::winnable), which [`winnable_share`] makes a factor. Both phases are blended
/// by [`phase`](Features::phase).
#[derive(Clone, Debug)]
pub struct Features {
    /// Weights and how often they apply, white minus black.
    pub worth: Vec<(usize, i32)>,
    /// Those of the danger to the enemy king; white's, then black's.
    pub danger: [Vec<(usize, i32)>; 2],
    /// The share of the middlegame, from 0 to 1.
    pub phase: f64,
    /// Weights that raise an endgame advantage, for either side.
    pub initiative: Vec<(usize, i32)>,
    /// Weights of the share of an endgame advantage that counts, if white has it and if black has.
    pub winnable: [Vec<(usize, i32)>; 2],
    /// The share of an advantage that counts, if white is ahead and if black is.
    pub scale: [f64; 2],
}

/// The worth of an attack and its derivative, by its danger.
#[must_use]
pub fn danger_worth(danger: f64) -> (f64, f64) {
    let most = f64::from(king_danger::MOST_DANGER);
    let per_centipawn = f64::from(king_danger::PER_CENTIPAWN);
    let inside = danger.clamp(0.0, most);
    let slope = if danger == inside { 2.0 * inside / per_centipawn } else { 0.0 };
    (inside * inside / per_centipawn, slope)
}

/// The share of an endgame advantage that counts and its derivative, by the sum of its weights.
#[must_use]
pub fn winnable_share(sum: f64) -> (f64, f64) {
    let whole = f64::from(winnability::WHOLE);
    let inside = sum.clamp(0.0, f64::from(winnability::MOST));
    (inside / whole, if sum == inside { 1.0 / whole } else { 0.0 })
}

/// Every weight as it is, in centipawns: middlegame and endgame.
#[must_use]
pub fn weights() -> Vec<[i32; 2]> {
    WEIGHTS.iter().map(|weight| [weight.middlegame(), weight.endgame()]).collect()
}

/// The blocks the weights come in.
#[must_use]
pub fn weight_blocks() -> &'static [WeightBlock] {
    BLOCKS
}

impl Position {
    /// The features of this position.
    #[must_use]
    pub fn features(&self) -> Features {
        let state = &self.state;
        let (white, black) = (Side::new(state, Color::White), Side::new(state, Color::Black));
        let mut structure = [Applied::default(), Applied::default()];
        let passed = pawns::structure(&white, &black, &mut structure[0])
            | pawns::structure(&black, &white, &mut structure[1]);
        for (square, piece) in state.board.iter() {
            account_for(piece, square, &mut structure[piece.color.fold_wb(0, 1)]);
        }
        let mut sides = both_sides::<Applied>(state, passed);
        shelter(&white, &black, &mut structure[0], &mut sides[1].danger);
        shelter(&black, &white, &mut structure[1], &mut sides[0].danger);
        let mut initiative = Applied::default();
        winnability::initiative(state, &mut initiative);
        let winnable = [Color::White, Color::Black].map(|stronger| {
            let mut share = Applied::default();
            winnability::winnable(state, stronger, &mut share);
            share.0
        });
        let mut times = vec![0; WEIGHTS.len()];
        times[TEMPO] = state.turn.fold_wb(1, -1);
        let [ours, theirs] = structure;
        for (account, sign) in
            [(&ours, 1), (&theirs, -1), (&sides[0].worth, 1), (&sides[1].worth, -1)]
        {
            account.0.iter().for_each(|(weight, count)| times[*weight] += sign * count);
        }
        let worth = times.into_iter().enumerate().filter(|(_, count)| *count != 0).collect();
        let scale = |color| f64::from(endgame::scale(state, color)) / f64::from(winnability::WHOLE);
        Features {
            worth,
            danger: sides.map(|side| side.danger.0),
            phase: f64::from(state.phase.min(FULL_PHASE)) / f64::from(FULL_PHASE),
            initiative: initiative.0,
            winnable,
            scale: [scale(Color::White), scale(Color::Black)],
        }
    }
}
