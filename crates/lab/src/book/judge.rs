//! The searches behind a book. Each begins from a fresh state of the engine and has a limit of
//! nodes, so that its result depends only on the position.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use engine::{Bound, Engine, Limits, Score, SearchOptions, Setup, Stop};
use shakmaty::{Chess, Move, Position};

use super::candidate::Finding;
use super::settings::Judgement;

/// The first search has this part of the nodes. If its value is farther outside the window than `SLACK`
/// centipawns, there is no second one.
const FIRST_LOOK: u64 = 8;
const SLACK: i32 = 60;

/// Searches positions; each thread has its own.
#[derive(Debug)]
pub struct Judge {
    engine: Engine,
    judgement: Arc<Judgement>,
    stop: Stop,
    /// Moves found near the best in positions that many lines go through, by position and halfmove clock.
    pub(super) memory: HashMap<(Chess, u32), Vec<Move>>,
}

/// A position's value.
#[derive(Clone, Copy, Debug)]
struct Value {
    best: Move,
    centipawns: i32,
    depth: u32,
}

impl Judge {
    /// A judge with this engine, which gives up when `stop` is raised.
    #[must_use]
    pub fn new(setup: impl Into<Setup>, judgement: Arc<Judgement>, stop: Stop) -> Judge {
        let engine = Engine::new(setup, judgement.hash);
        Judge { engine, judgement, stop, memory: HashMap::new() }
    }

    /// The finding for a position by itself, without the line that led to it.
    /// `None` when the judge was stopped.
    pub fn judge(&mut self, position: &Chess) -> Option<Finding> {
        let judgement = Arc::clone(&self.judgement);
        let (mover, window) = (position.turn(), judgement.window.as_ref());
        if position.is_game_over() || position.halfmoves() >= 100 {
            return Some(Finding::Over);
        }
        if judgement.quiet_margin.is_some() && position.is_check() {
            return Some(Finding::Check);
        }
        if let Some(window) = window {
            let first = self.value(position, judgement.nodes.div_ceil(FIRST_LOOK), &[])?;
            if !window.is_near(first.centipawns, mover, SLACK) {
                return Some(Finding::Outside { value: first.centipawns });
            }
        }
        let Value { best, centipawns: value, depth } =
            self.value(position, judgement.nodes, &[])?;
        if window.is_some_and(|window| !window.contains(value, mover)) {
            return Some(Finding::Outside { value });
        }
        if let Some(margin) = judgement.quiet_margin
            && !is_quiet(position, best)
        {
            let moves = position.legal_moves();
            let quiet: Vec<Move> =
                moves.iter().copied().filter(|&m| is_quiet(position, m)).collect();
            if quiet.is_empty()
                || self.value(position, judgement.nodes, &quiet)?.centipawns < value - margin
            {
                return Some(Finding::Unquiet { value });
            }
        }
        Some(Finding::Fit { value, depth, start: None, moves: Vec::new() })
    }

    /// The best moves, at most `choices` of them and none more than `margin` centipawns worse than
    /// the best; empty if the game is over. `None` when the judge was stopped.
    pub fn near_best(
        &mut self,
        position: &Chess,
        nodes: u64,
        choices: usize,
        margin: i32,
    ) -> Option<Vec<Move>> {
        let options = SearchOptions { lines: choices, ..SearchOptions::default() };
        let mut told: Vec<(u32, usize, Move, Score)> = Vec::new();
        self.engine.new_game();
        let report = self.engine.analyze(
            &engine::Position::new(position),
            &Limits::nodes(nodes),
            &self.stop,
            &options,
            &mut |progress| {
                if let (Bound::Exact, Some(&first)) = (progress.bound, progress.moves.first()) {
                    told.push((progress.depth, progress.line, first, progress.score));
                }
            },
        );
        if self.stop.is_raised() {
            return None;
        }
        // At its end an iteration reports all of its lines again; an unfinished one does not count.
        let complete = told.into_iter().filter(|(depth, ..)| *depth == report.depth);
        let lines: BTreeMap<usize, (Move, Score)> =
            complete.map(|(_, line, m, score)| (line, (m, score))).collect();
        let best = lines.get(&1).map_or(Score(0), |(_, score)| *score);
        let near = lines.values().filter(|(_, score)| score.0 >= best.0 - margin);
        let near: Vec<Move> = near.map(|(m, _)| *m).collect();
        Some(if near.is_empty() { report.best_move.into_iter().collect() } else { near })
    }

    /// The value of a position whose game is not over, by a search of these moves, or of all if
    /// none are given. `None` when the judge was stopped.
    fn value(&mut self, position: &Chess, nodes: u64, moves: &[Move]) -> Option<Value> {
        let options = SearchOptions { root_moves: moves.to_vec(), ..SearchOptions::default() };
        self.engine.new_game();
        let position = engine::Position::new(position);
        let limits = Limits::nodes(nodes);
        let report = self.engine.analyze(&position, &limits, &self.stop, &options, &mut |_| {});
        if self.stop.is_raised() {
            return None;
        }
        let centipawns = report.score.centipawns();
        report.best_move.map(|best| Value { best, centipawns, depth: report.depth })
    }
}

/// Whether a move is neither a capture, a promotion nor a check.
fn is_quiet(position: &Chess, m: Move) -> bool {
    let gives_check = || {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.is_check()
    };
    !m.is_capture() && !m.is_promotion() && !gives_check()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::window::{BetterSide, Range, Window};
    use arena::chess::fen;
    use shakmaty::san::San;

    fn judge(judgement: Judgement) -> Judge {
        Judge::new(Setup::preset("modern").unwrap(), judgement.into(), Stop::new())
    }

    fn judgement(window: Option<&str>) -> Judgement {
        let window = window.map(|text| {
            Window::new(Range::centipawns(text).unwrap(), BetterSide::Either, None).unwrap()
        });
        Judgement { window, nodes: 4000, quiet_margin: Some(10), hash: 1, signature: 0 }
    }

    fn finding(fen: &str, window: Option<&str>) -> Finding {
        judge(judgement(window)).judge(&fen::position(fen).unwrap()).unwrap()
    }

    #[test]
    fn a_position_gets_a_value_and_a_place() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let Finding::Fit { value, depth, .. } = finding(start, Some("0..100")) else {
            panic!("the start position is quiet and balanced")
        };
        assert!(value.abs() <= 100 && depth > 2);
        assert!(matches!(finding(start, Some("300..400")), Finding::Outside { .. }));
        let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(matches!(finding(queen_up, Some("0..100")), Finding::Outside { value: 400.. }));
        assert!(matches!(finding(queen_up, None), Finding::Fit { value: 400.., .. }));
    }

    #[test]
    fn captures_and_checks_that_matter_are_not_quiet() {
        // White takes back, or is a piece down.
        let taken = "rnbqkb1r/pppppppp/8/8/8/2n5/PPPPPPPP/R1BQKBNR w KQkq - 0 3";
        assert!(matches!(finding(taken, None), Finding::Unquiet { value: ..=100 }));
        let loud = Judgement { quiet_margin: None, ..judgement(None) };
        let judged = judge(loud).judge(&fen::position(taken).unwrap());
        assert!(matches!(judged, Some(Finding::Fit { .. })));
        let checked = "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3";
        assert_eq!(finding(checked, None), Finding::Check);
        let mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        assert!(matches!(finding(mate_in_one, None), Finding::Unquiet { .. }));
    }

    #[test]
    fn games_that_are_over_are_no_openings() {
        assert_eq!(finding("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", None), Finding::Over);
        assert_eq!(finding("7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", None), Finding::Over);
        assert_eq!(finding("4k3/8/8/8/8/8/8/4K3 w - - 0 1", None), Finding::Over);
        assert_eq!(finding("4k3/8/8/8/8/8/4P3/4K2R w - - 100 80", None), Finding::Over);
    }

    #[test]
    fn moves_near_the_best_are_found_within_margin_and_number() {
        let start = Chess::default();
        let near = |choices, margin| {
            judge(judgement(None)).near_best(&start, 4000, choices, margin).unwrap()
        };
        assert_eq!(near(8, 0).len(), 1);
        assert!(near(8, 40).len() > 2);
        assert_eq!(near(2, 1000).len(), 2);
        assert_eq!(near(20, 2000).len(), 20);
        let take_back =
            fen::position("rnbqkb1r/pppppppp/8/8/8/2n5/PPPPPPPP/R1BQKBNR w KQkq - 0 3").unwrap();
        let moves = judge(judgement(None)).near_best(&take_back, 4000, 8, 60).unwrap();
        let moves: Vec<String> =
            moves.iter().map(|&m| San::from_move(&take_back, m).to_string()).collect();
        assert!(moves.iter().all(|san| san.ends_with("xc3")), "{moves:?}");
    }

    #[test]
    fn answers_do_not_depend_on_what_was_asked_before() {
        let fens = [
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        ];
        let mut one = judge(judgement(None));
        let mut ask = |fen: &str| one.judge(&fen::position(fen).unwrap());
        let (first, second, again) = (ask(fens[0]), ask(fens[1]), ask(fens[0]));
        assert_eq!(first, again);
        assert_eq!(second, judge(judgement(None)).judge(&fen::position(fens[1]).unwrap()));
    }

    #[test]
    fn a_judge_that_is_stopped_says_nothing() {
        let stop = Stop::new();
        stop.raise();
        let mut judge = Judge::new(Setup::preset("modern").unwrap(), judgement(None).into(), stop);
        assert_eq!(judge.judge(&Chess::default()), None);
        assert_eq!(judge.near_best(&Chess::default(), 1000, 4, 20), None);
    }
}
