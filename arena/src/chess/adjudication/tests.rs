//! Games ended by scores.

use super::*;

/// Plays moves with these scores, White first, from move 1, and returns the ply (from 1) at which
/// the game was ended, and the ending.
fn adjudicate(
    rules: Adjudication,
    scores: impl IntoIterator<Item = i32>,
) -> Option<(usize, Termination)> {
    let mut adjudicator = Adjudicator::new(&rules);
    scores.into_iter().enumerate().find_map(|(ply, score)| {
        let scored = ScoredMove {
            mover: if ply % 2 == 0 { Color::White } else { Color::Black },
            score: Some(Score(score)),
            irreversible: false,
            full_moves: (ply as u32).div_ceil(2),
        };
        adjudicator.observe(&scored).map(|termination| (ply + 1, termination))
    })
}

fn draw(moves: u32, from_move: u32) -> Adjudication {
    let rule = DrawRule { score: 10, moves, from_move };
    Adjudication { draw: Some(rule), ..Adjudication::default() }
}

fn resign(two_sided: bool) -> Adjudication {
    let rule = ResignRule { score: 600, moves: 2, two_sided };
    Adjudication { resign: Some(rule), ..Adjudication::default() }
}

#[test]
fn nothing_is_adjudicated_unless_asked() {
    assert_eq!(adjudicate(Adjudication::default(), [0; 400]), None);
    assert_eq!(adjudicate(Adjudication::default(), [-9999; 400]), None);
}

#[test]
fn level_scores_of_both_sides_draw() {
    assert_eq!(adjudicate(draw(2, 1), [10; 8]), Some((4, Termination::DrawAdjudication)));
    let broken = [0, 0, -10, 11, 0, 10, 0, 0];
    assert_eq!(adjudicate(draw(2, 1), broken), Some((8, Termination::DrawAdjudication)));
}

#[test]
fn a_draw_waits_for_its_move_number() {
    assert_eq!(adjudicate(draw(2, 6), [0; 40]), Some((12, Termination::DrawAdjudication)));
}

#[test]
fn a_capture_begins_the_draw_count_anew() {
    let mut adjudicator = Adjudicator::new(&draw(2, 1));
    let mut observe = |irreversible| {
        let score = Some(Score(0));
        let scored = ScoredMove { mover: Color::White, score, irreversible, full_moves: 9 };
        adjudicator.observe(&scored)
    };
    assert_eq!([false, false, false].map(&mut observe), [None; 3]);
    assert_eq!([true, false, false].map(&mut observe), [None; 3]);
    assert_eq!(observe(false), Some(Termination::DrawAdjudication));
}

#[test]
fn a_missing_score_breaks_a_streak() {
    let mut adjudicator = Adjudicator::new(&draw(1, 1));
    let mut observe = |score| {
        adjudicator.observe(&ScoredMove {
            mover: Color::White,
            score,
            irreversible: false,
            full_moves: 9,
        })
    };
    assert_eq!(observe(Some(Score(0))), None);
    assert_eq!(observe(None), None);
    assert_eq!(observe(Some(Score(0))), None);
}

#[test]
fn a_mate_score_is_no_draw_and_is_hopeless_for_the_mated() {
    assert_eq!(adjudicate(draw(1, 1), [Score::MATE - 3, -Score::MATE + 4]), None);
    let mated = [0, -Score::MATE + 4, 0, -Score::MATE + 2];
    let black_resigns = Termination::ResignAdjudication(Color::Black);
    assert_eq!(adjudicate(resign(false), mated), Some((4, black_resigns)));
}

#[test]
fn one_side_alone_may_resign() {
    let scores = [-600, 0, -600, 0];
    let white_resigns = Termination::ResignAdjudication(Color::White);
    assert_eq!(adjudicate(resign(false), scores), Some((3, white_resigns)));
    let recovered = [-600, 0, -599, 0, -600, 0];
    assert_eq!(adjudicate(resign(false), recovered), None);
}

#[test]
fn two_sided_needs_the_winner_to_agree() {
    assert_eq!(adjudicate(resign(true), [-700, 0, -700, 0, -700, 0]), None);
    let agreed = [-700, 600, -700, 600];
    let white_resigns = Termination::ResignAdjudication(Color::White);
    assert_eq!(adjudicate(resign(true), agreed), Some((4, white_resigns)));
    let both_claim = [700; 20];
    assert_eq!(adjudicate(resign(true), both_claim), None);
}

#[test]
fn two_sided_by_fastchess_needs_large_scores_of_any_sign() {
    let rules = resign(true);
    let mut adjudicator = Adjudicator::new(&rules).under(RunnerRules::Fastchess);
    let mut observe = |mover, score| {
        let score = Some(Score(score));
        adjudicator.observe(&ScoredMove { mover, score, irreversible: false, full_moves: 9 })
    };
    assert_eq!(observe(Color::White, -700), None);
    assert_eq!(observe(Color::Black, -700), None);
    assert_eq!(observe(Color::White, 700), None);
    let black_resigns = Termination::ResignAdjudication(Color::Black);
    assert_eq!(observe(Color::Black, -700), Some(black_resigns));
}

#[test]
fn cutechess_reckons_from_the_start_position_and_puts_a_draw_before_a_resignation() {
    let draw = DrawRule { score: 10, moves: 1, from_move: 4 };
    let resign = ResignRule { score: 5, moves: 1, two_sided: true };
    let rules = Adjudication {
        draw: Some(draw),
        resign: Some(resign),
        max_moves: Some(5),
        ..Adjudication::default()
    };
    let ending = |plies: usize, scores: &[i32]| {
        let mut adjudicator = Adjudicator::new(&rules).under(RunnerRules::Cutechess).after(plies);
        scores.iter().zip(Color::ALL.into_iter().cycle()).find_map(|(&score, mover)| {
            let score = Some(Score(score));
            // The position's own number of the move is of no account.
            adjudicator.observe(&ScoredMove { mover, score, irreversible: false, full_moves: 99 })
        })
    };
    assert_eq!(ending(6, &[0, 0]), Some(Termination::DrawAdjudication));
    assert_eq!(ending(4, &[0, 0]), None);
    assert_eq!(ending(6, &[-7, 7]), Some(Termination::DrawAdjudication));
    // The one that has moved resigns, and only if the other has seen the same.
    assert_eq!(ending(0, &[-70, 70]), None);
    let white_resigns = Termination::ResignAdjudication(Color::White);
    assert_eq!(ending(0, &[-70, 70, -70]), Some(white_resigns));
    assert_eq!(ending(8, &[70, 70]), Some(Termination::MoveLimit));
    assert_eq!(ending(6, &[70, 70]), None);
}

#[test]
fn the_move_limit_counts_moves_of_each_side() {
    let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
    assert_eq!(adjudicate(rules, [500; 20]), Some((6, Termination::MoveLimit)));
}
