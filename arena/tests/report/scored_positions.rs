//! Positions for trainers of evaluations, read back by a reader of their text.

use arena::report::scored_positions::ScoredPositions;
use arena::score::pgn_scores::PgnScores;
use arena::storage::journal::JournalReader;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

/// A line as a trainer reads it: the position, the score from White's view, and twice White's result.
type Line = (Chess, i16, u8);

fn read(line: &str) -> Line {
    let [fen, score, result] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(fen.split(' ').count(), 6, "{line}");
    let position = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
    let result = ["0.0", "0.5", "1.0"].iter().position(|known| *known == result).unwrap();
    (position, score.parse().unwrap(), result as u8)
}

/// The lines of games as any match runner writes them, and the counts.
fn of_pgn(pgn: &str, all: bool) -> (Vec<String>, String) {
    let (mut positions, mut text) = (ScoredPositions { all, ..Default::default() }, String::new());
    let look = |game: &_, _| text += &positions.of_pgn(game);
    PgnScores::default().read("a.pgn", pgn.as_bytes(), look).unwrap();
    (text.lines().map(str::to_owned).collect(), positions.counts())
}

/// The lines of a journal, and the counts.
fn of_journal(journal: &[u8]) -> (Vec<String>, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.pgn");
    std::fs::write(&path, journal).unwrap();
    let mut reader = JournalReader::open(&path).unwrap();
    let (mut positions, mut text) = (ScoredPositions::default(), String::new());
    while let Some(game) = reader.next_game().unwrap() {
        text += &positions.of_journal(&game);
    }
    (text.lines().map(str::to_owned).collect(), positions.counts())
}

#[test]
fn quiet_positions_have_whites_score_and_result_and_all_keeps_the_others() {
    let game = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n\
                1. e4 {book} d5 {-0.30/9 1s} 2. exd5 {+0.40/9 1s} Qxd5 {-0.45/9 1s} 3. Nc3 {+0.50/9 1s} \
                Qe5+ {+0.60/9 1s} 4. Be2 {-0.70/9 1s} Bf5 {+M7/9 1s} 5. d4 {-0.90/9 1s} Qa5 0-1\n\n";
    let (quiet, counts) = of_pgn(game, false);
    let expected = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 30 | 0.0",
        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3 | 50 | 0.0",
        "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3 | -60 | 0.0",
        "rn2kbnr/ppp1pppp/8/4qb2/8/2N5/PPPPBPPP/R1BQK1NR w KQkq - 4 5 | -90 | 0.0",
    ];
    assert_eq!(quiet, expected);
    assert_eq!(counts, "4 positions of 1 game; left out: 0 games without a result by chess");
    let (all, _) = of_pgn(game, true);
    let scores: Vec<i16> = all.iter().map(|line| read(line).1).collect();
    assert_eq!(scores, [30, 40, 45, 50, -60, -70, 7 - 32_000, -90]);
}

#[test]
fn games_without_a_result_of_chess_are_left_out_and_counted() {
    // One engine against itself is no match, but its positions are as good.
    let game = |(termination, result): (&str, &str)| {
        format!(
            "[White \"A\"]\n[Black \"A\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n\
             1. e4 {{+0.20/9 1s}} e5 {{-0.10/9 1s}} {result}\n\n"
        )
    };
    let games = [
        ("normal", "1-0"),
        ("time forfeit", "1-0"),
        ("adjudication", "1/2-1/2"),
        ("unterminated", "*"),
    ];
    let games = games.map(game).concat();
    let (lines, counts) = of_pgn(&games, false);
    assert_eq!(lines.len(), 4);
    assert!(counts.starts_with("4 positions of 2 games; left out: 2 games without"), "{counts}");
}

#[test]
fn a_reader_takes_ten_thousand_lines_back() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut pgn, mut expected): (String, Vec<Line>) = (String::new(), Vec::new());
    while expected.len() < 10_000 {
        let result = random.random_range(0..3);
        let written = ["0-1", "1/2-1/2", "1-0"][result];
        pgn += &format!("[White \"A\"]\n[Black \"B\"]\n[Result \"{written}\"]\n\n");
        let mut position = Chess::default();
        for _ in 0..150 {
            let Some(played) = position.legal_moves().choose(&mut random).copied() else { break };
            let score: i16 = random.random_range(-3000..3000);
            let is_quiet = !played.is_capture() && !played.is_promotion() && !position.is_check();
            if is_quiet {
                let from_white = position.turn().fold_wb(score, -score);
                expected.push((position.clone(), from_white, result as u8));
            }
            let san = SanPlus::from_move_and_play_unchecked(&mut position, played);
            pgn += &format!("{san} {{{:+.2}/9 0.1s}} ", f64::from(score) / 100.0);
        }
        pgn += &format!("{written}\n\n");
    }
    let (lines, _) = of_pgn(&pgn, false);
    assert_eq!(lines.len(), expected.len());
    for (line, (position, score, result)) in lines.iter().zip(expected) {
        let text = Fen::from_position(&position, EnPassantMode::Legal);
        assert!(line.starts_with(&text.to_string()), "{line}: {text}");
        assert_eq!(read(line), (position, score, result));
    }
}

#[test]
fn a_journal_gives_the_lines_of_its_games_and_a_cut_one_those_of_its_whole_games() {
    let journal = include_bytes!("../data/match.pgn");
    let (lines, counts) = of_journal(journal);
    assert_eq!(lines, of_pgn(std::str::from_utf8(journal).unwrap(), false).0);
    assert!(counts.contains(" of 8 games;") && lines.len() > 100, "{counts}");
    let last = journal.windows(8).rposition(|bytes| bytes == b"[Event \"").unwrap();
    let whole = of_journal(&journal[..last]);
    assert!(whole.1.contains(" of 7 games;"), "{}", whole.1);
    for cut in [last + 1, (last + journal.len()) / 2, journal.len() - 2] {
        assert_eq!(of_journal(&journal[..cut]), whole, "cut at {cut}");
    }
}
