//! Every ending of a game, with players that follow a script.

use arena::chess::record::{GameRecord, Termination};
use arena::config::schedule::game_spec;
use arena::player::{Player, Reply, Scripted};
use arena::runner::game::play;
use arena::runner::in_progress::BoardFeed;
use engine::{Score, Stop};
use shakmaty::{ByColor, Color, KnownOutcome};
use std::path::Path;
use std::time::Duration;

use crate::common::{Bench, PAWN_ENDING};

const WHITE_WINS: KnownOutcome = KnownOutcome::Decisive { winner: Color::White };
const BLACK_WINS: KnownOutcome = KnownOutcome::Decisive { winner: Color::Black };
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Plays the first game of a match from a position.
fn game(
    position: &str,
    lines: &str,
    white: impl IntoIterator<Item = Reply>,
    black: impl IntoIterator<Item = Reply>,
) -> GameRecord {
    let settings = Bench::from_position(position, lines).load();
    let (mut white, mut black) = (Scripted::new(white), Scripted::new(black));
    let players: ByColor<&mut dyn Player> = ByColor { white: &mut white, black: &mut black };
    play(&settings, (game_spec(&settings, 0), 0), players, &Stop::new(), &BoardFeed::closed())
        .unwrap()
}

fn moves(moves: &'static str) -> impl Iterator<Item = Reply> {
    moves.split(' ').map(Reply::Move)
}

fn scored(moves: &'static str, score: i32) -> impl Iterator<Item = Reply> {
    moves.split(' ').map(move |m| Reply::Scored(m, Score(score)))
}

const NODES: &str = "limits = { nodes = 1 }";

fn end(record: &GameRecord) -> (Termination, KnownOutcome) {
    (record.termination, record.outcome)
}

#[test]
fn mate_wins() {
    let record = game(START, NODES, moves("f2f3 g2g4"), moves("e7e5 d8h4"));
    assert_eq!(end(&record), (Termination::Checkmate, BLACK_WINS));
    assert_eq!(record.moves.len(), 4);
    assert_eq!(record.incident, None);
}

#[test]
fn stalemate_draws() {
    let record = game("7k/8/4Q3/8/8/8/8/K7 w - -", NODES, moves("e6f7"), []);
    assert_eq!(end(&record), (Termination::Stalemate, KnownOutcome::Draw));
}

#[test]
fn threefold_repetition_draws() {
    let record = game(START, NODES, moves("g1f3 f3g1 g1f3 f3g1"), moves("g8f6 f6g8 g8f6 f6g8"));
    assert_eq!(end(&record), (Termination::ThreefoldRepetition, KnownOutcome::Draw));
    assert_eq!(record.moves.len(), 8);
}

#[test]
fn an_illegal_move_loses() {
    let record = game(START, NODES, moves("e2e5"), []);
    assert_eq!(end(&record), (Termination::IllegalMove(Color::White), BLACK_WINS));
    assert_eq!(record.incident.as_deref(), Some("White makes an illegal move: e2-e5"));
    assert!(record.moves.is_empty());
    let record = game(START, NODES, [], [Reply::NoMove]);
    assert_eq!(end(&record), (Termination::IllegalMove(Color::Black), WHITE_WINS));
}

#[test]
fn a_player_that_fails_loses() {
    let record = game(START, NODES, [], [Reply::Fail("hung up")]);
    assert_eq!(end(&record), (Termination::Abandoned(Color::Black), WHITE_WINS));
    assert_eq!(record.incident.as_deref(), Some("hung up"));
}

#[test]
fn a_player_that_panics_loses() {
    let record = game(START, NODES, [Reply::Panic("no such square")], []);
    assert_eq!(end(&record), (Termination::Abandoned(Color::White), BLACK_WINS));
    assert!(record.incident.unwrap().ends_with("no such square"));
}

#[test]
fn a_late_move_loses_and_is_not_played() {
    let late = [Reply::Move("e2e4"), Reply::Late("d2d4", Duration::from_millis(1250))];
    let record = game(START, "limits = { time_control = \"1+0.1\" }", late, []);
    assert_eq!(end(&record), (Termination::TimeForfeit(Color::White), BLACK_WINS));
    assert_eq!(record.moves.len(), 2);
    assert!(record.incident.unwrap().starts_with("White loses on time (5"));
}

#[test]
fn time_is_charged_to_the_mover_alone() {
    let think = |m| Reply::Late(m, Duration::from_millis(600));
    let control = "limits = { time_control = \"1\" }\nadjudication = { max_moves = 2 }";
    let record = game(START, control, [think("e2e4")], [think("e7e5")]);
    assert_eq!(end(&record), (Termination::MoveLimit, KnownOutcome::Draw));
    let times: Vec<u128> = record.moves.iter().map(|m| m.time.as_millis() / 100).collect();
    assert_eq!(times, [6, 6, 0, 0]);
}

#[test]
fn the_last_move_of_a_period_is_late_on_its_own_clock() {
    let late = [Reply::Move("e2e4"), Reply::Late("d2d4", Duration::from_millis(1500))];
    let record = game(START, "limits = { time_control = \"2/1\" }", late, []);
    assert_eq!(end(&record), (Termination::TimeForfeit(Color::White), BLACK_WINS));
}

#[test]
fn a_flag_against_a_bare_king_draws() {
    let late = || [Reply::Late("e2e4", Duration::from_secs(2))];
    let control = "limits = { time_control = \"1\" }";
    let record = game(PAWN_ENDING, control, late(), []);
    let white_is_late = Termination::TimeForfeit(Color::White);
    assert_eq!(end(&record), (white_is_late, KnownOutcome::Draw));
    let against_a_pawn = "4k3/3p4/8/8/8/8/4P3/4K3 w - -";
    let record = game(against_a_pawn, control, late(), []);
    assert_eq!(end(&record), (white_is_late, BLACK_WINS));
}

#[test]
fn a_margin_forgives() {
    let late = || [Reply::Late("e2e4", Duration::from_millis(1040))];
    let rest = "adjudication = { max_moves = 1 }";
    let with =
        |margin| format!("limits = {{ movetime = \"1\", time_margin = \"{margin}\" }}\n{rest}");
    let record = game(START, &with("0.05"), late(), []);
    assert_eq!(record.termination, Termination::MoveLimit);
    let record = game(START, &with("0.03"), late(), []);
    assert_eq!(record.termination, Termination::TimeForfeit(Color::White));
}

#[test]
fn scores_adjudicate() {
    let draw =
        format!("{NODES}\nadjudication = {{ draw = {{ score = 5, moves = 2, from_move = 1 }} }}");
    let record = game(START, &draw, scored("g1f3 b1c3", 5), scored("g8f6 b8c6", -5));
    assert_eq!(end(&record), (Termination::DrawAdjudication, KnownOutcome::Draw));
    assert_eq!(record.moves.len(), 4);
    let resign = format!("{NODES}\nadjudication = {{ resign = {{ score = 500, moves = 2 }} }}");
    let record = game(START, &resign, scored("g1f3 b1c3", -500), []);
    assert_eq!(end(&record), (Termination::ResignAdjudication(Color::White), BLACK_WINS));
    assert_eq!(record.moves.len(), 3);
}

#[test]
fn endgame_tables_adjudicate_after_a_capture() {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/syzygy");
    if !tables.is_dir() {
        println!("skipped: there are no tables in ../shared/syzygy beside the project");
        return;
    }
    let path = tables.display();
    let lines = format!("{NODES}\nadjudication = {{ tablebase = {{ path = \"{path}\" }} }}");
    let queen_against_pawn = "7k/8/8/8/8/3p4/3K4/6Q1 w - - 5 40";
    let record = game(queen_against_pawn, &lines, moves("g1g2 d2d3"), moves("h8h7"));
    assert_eq!(end(&record), (Termination::TablebaseLoss(Color::Black), WHITE_WINS));
    assert_eq!(record.moves.len(), 3);
    let record = game(PAWN_ENDING, &lines, moves("e1d1 e2e3"), moves("e8e7"));
    assert_eq!(end(&record), (Termination::TablebaseDraw, KnownOutcome::Draw));
    assert_eq!(record.moves.len(), 3);
    let promotes = "8/4P1k1/8/8/8/8/8/4K3 w - - 7 60";
    let record = game(promotes, &lines, moves("e7e8r"), []);
    assert_eq!(end(&record), (Termination::TablebaseLoss(Color::Black), WHITE_WINS));
}

#[test]
fn the_rules_come_before_the_adjudicator() {
    let limit = format!("{NODES}\nadjudication = {{ max_moves = 2 }}");
    let record = game(START, &limit, moves("f2f3 g2g4"), moves("e7e5 d8h4"));
    assert_eq!(record.termination, Termination::Checkmate);
}

#[test]
fn an_aborted_game_leaves_no_record() {
    let settings = Bench::from_position(START, NODES).load();
    let (mut white, mut black) = (Scripted::default(), Scripted::default());
    let players: ByColor<&mut dyn Player> = ByColor { white: &mut white, black: &mut black };
    let abort = Stop::new();
    abort.raise();
    assert_eq!(
        play(&settings, (game_spec(&settings, 0), 0), players, &abort, &BoardFeed::closed()),
        None
    );
}
