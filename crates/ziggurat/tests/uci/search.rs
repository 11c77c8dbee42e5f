//! `go` in all its forms, and commands while a search is under way.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use super::Conversation;
use super::conversation::{Answer, line_of, number};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATE_IN_TWO: &str = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";

#[test]
fn every_limit_gets_a_legal_move_and_a_score() {
    let mut engine = Conversation::begin();
    for fen in [START, BUSY, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"] {
        for go in [
            "go depth 4",
            "go depth 0",
            "go nodes 0",
            "go nodes 1",
            "go nodes 3000",
            "go movetime 0",
            "go movetime -7",
            "go movetime 30",
            "go wtime 0 btime 0",
            "go wtime -100 btime -100 winc 10 binc 10",
            "go wtime 100 btime 100 winc 1 binc 1",
            "go wtime 60 btime 60 movestogo 1",
            "go btime 100 binc 5",
            "go winc 5 binc 5",
            "go depth 3 nodes 100000 movetime 5000 wtime 60000 btime 60000 movestogo 300",
            "go nodes 500 depth 100 mate 4",
            "go wtime 99999999999999999999 btime 1 depth 2",
            "go depth",
            "go depth three",
            "go sideways depth 2",
            "  go   depth  2 \t\r",
        ] {
            let answer = engine.search(&format!("position fen {fen}\n{go}"));
            answer.check(fen, CastlingMode::Standard);
        }
    }
}

#[test]
fn depth_and_nodes_are_kept_exactly() {
    let mut engine = Conversation::begin();
    assert_eq!(engine.search("go depth 6").last("depth"), 6);
    let answer = engine.search("ucinewgame\ngo nodes 12345");
    assert!(answer.last("nodes") <= 12345);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Conversation::begin();
    for go in ["go searchmoves a2a3 h2h3 depth 5", "go depth 5 searchmoves h2h3 a2a3"] {
        let answer = engine.search(&format!("position startpos\n{go}"));
        answer.check(START, CastlingMode::Standard);
        assert!(answer.infos().iter().all(|info| ["a2a3", "h2h3"].contains(&line_of(info)[0])));
    }
    let answer = engine.search("go searchmoves e2e5 depth 2");
    assert!(answer.lines[0].contains("info string") && answer.lines[0].contains("e2e5"));
    answer.check(START, CastlingMode::Standard);
}

#[test]
fn a_mate_is_found_and_told_in_moves() {
    let mut engine = Conversation::begin();
    let answer = engine.search(&format!("position fen {MATE_IN_TWO}\ngo mate 2"));
    answer.check(MATE_IN_TWO, CastlingMode::Standard);
    assert!(answer.infos().last().unwrap().contains(" score mate 2 "));
}

#[test]
fn where_there_is_no_move_the_answer_says_so() {
    let mut engine = Conversation::begin();
    for (fen, score) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", " score mate 0 "),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", " score cp 0 "),
    ] {
        for go in ["go depth 5", "go wtime 100 btime 100", "go nodes 1", "go movetime 10"] {
            let answer = engine.search(&format!("position fen {fen}\n{go}"));
            assert_eq!(answer.lines.last().unwrap(), "bestmove (none)");
            assert!(answer.infos()[0].contains(score), "{:?}", answer.lines);
        }
    }
}

#[test]
fn an_infinite_search_announces_nothing_before_stop_and_answers_meanwhile() {
    let mut engine = Conversation::begin();
    // The second is decided at once, the third has no move at all.
    for fen in [BUSY, MATE_IN_TWO, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        engine.say(&format!("position fen {fen}\ngo infinite"));
        let mut before = engine.until(|line| line.contains(" score "));
        for _ in 0..20 {
            before.extend(engine.settle(""));
        }
        before.extend(engine.settle("setoption name Hash value 2\nucinewgame\nposition startpos"));
        assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
        let answer = engine.search("stop");
        assert_eq!(answer.lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
        let silence = engine.settle("stop\nponderhit");
        assert!(silence.is_empty(), "{silence:?}");
    }
}

#[test]
fn a_search_without_limits_lasts_until_stop() {
    let mut engine = Conversation::begin();
    engine.say("go");
    let mut lines = engine.until(|line| number(line, "depth") == Some(5));
    lines.extend(engine.search("stop").lines);
    Answer { lines }.check(START, CastlingMode::Standard);
}

#[test]
fn a_search_stopped_at_once_still_has_a_move() {
    let mut engine = Conversation::begin();
    for go in ["go infinite", "go", "go ponder wtime 1 btime 1", "go wtime 60000 btime 60000"] {
        for _ in 0..10 {
            engine.search(&format!("{go}\nstop")).check(START, CastlingMode::Standard);
        }
    }
}

#[test]
fn pondering_looks_at_the_clock_only_after_the_hit() {
    let mut engine = Conversation::begin();
    let position = "position startpos moves e2e4 e7e5";
    for clock in ["wtime 20 btime 20", "movetime 1", "depth 1", "wtime 0 btime 0"] {
        engine.say(&format!("{position}\ngo ponder {clock}"));
        let mut before = engine.until(|line| line.contains(" score "));
        for _ in 0..20 {
            before.extend(engine.settle(""));
        }
        assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
        let _ = engine.search("ponderhit");
    }
    engine.say(&format!("{position}\ngo ponder wtime 60000 btime 60000"));
    let _ = engine.settle("");
    let _ = engine.search("stop");
}

#[test]
fn a_second_search_is_refused_while_the_first_lasts() {
    let mut engine = Conversation::begin();
    engine.say("go infinite\ngo depth 1\nbench 1\nperft 1");
    let refused = |line: &str| line.contains("info string") && line.contains("under way");
    for _ in 0..3 {
        engine.until(refused);
    }
    let _ = engine.search("stop");
    engine.search("go depth 1").check(START, CastlingMode::Standard);
}

#[test]
fn several_lines_are_told_best_first() {
    let mut engine = Conversation::begin();
    let answer = engine.search("setoption name MultiPV value 3\ngo depth 5");
    answer.check(START, CastlingMode::Standard);
    let exact = answer.infos().into_iter().filter(|info| !info.contains("bound"));
    let ranks: Vec<u64> = exact.filter_map(|info| number(info, "multipv")).collect();
    assert_eq!(ranks, [1, 2, 3].repeat(5));
}

#[test]
fn a_game_is_played_to_its_end_with_legal_lines_throughout() {
    let mut engine = Conversation::begin();
    engine.say("setoption name Hash value 1\nucinewgame");
    let mut moves = String::new();
    let mut chess = Chess::default();
    for _ in 0..300 {
        let answer = engine.search(&format!("position startpos moves{moves}\ngo nodes 2000"));
        if answer.best_move() == "(none)" || chess.halfmoves() >= 100 {
            break;
        }
        let fen = Fen::from_position(&chess, EnPassantMode::Legal).to_string();
        answer.check(&fen, CastlingMode::Standard);
        let m = answer.best_move().parse::<UciMove>().unwrap().to_move(&chess).unwrap();
        chess.play_unchecked(m);
        moves = format!("{moves} {}", answer.best_move());
    }
}

#[test]
fn castling_is_written_as_the_option_wants() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut engine = Conversation::begin();
    let classical = engine.search(&format!("position fen {fen}\ngo depth 2 searchmoves e1g1"));
    assert_eq!(classical.best_move(), "e1g1");
    engine.say("setoption name UCI_Chess960 value true");
    let modern = engine.search(&format!("position fen {fen}\ngo depth 2 searchmoves e1h1"));
    assert_eq!(modern.best_move(), "e1h1");
    let shuffled = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    let answer = engine.search(&format!("position fen {shuffled}\ngo depth 2 searchmoves e1b1"));
    answer.check(shuffled, CastlingMode::Chess960);
    assert_eq!(answer.best_move(), "e1b1");
    let fen = engine.settle(&format!("position fen {shuffled} moves e1b1 e8g8\nd")).join("\n");
    assert!(fen.contains("1r3rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 w"), "{fen}");
}
