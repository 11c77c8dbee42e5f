//! Games from openings that need Chess960's castling.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use arena::chess::openings::Book;
use arena::chess::record::Termination;
use arena::config::schedule::game_spec;
use arena::player::{Player, Scripted};
use arena::runner::MatchEnding;
use arena::runner::game::play;
use arena::runner::in_progress::BoardFeed;
use arena::storage::journal::{GameWriter, JournalReader};
use engine::Stop;
use shakmaty::fen::Fen;
use shakmaty::{Board, ByColor, EnPassantMode, Move, Position, Square};

use crate::common::{Bench, facts, read, run, without_times};

fn nodes(nodes: u32, concurrency: u32) -> String {
    format!("concurrency = {concurrency}\nlimits = {{ nodes = {nodes} }}")
}

fn book() -> Book {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openings/chess960.epd");
    Book::read(&path, None).unwrap()
}

/// A match from the openings of the project's book.
fn bench(games: u32, concurrency: u32) -> Bench {
    let text = crate::common::match_text(games, &nodes(150, concurrency));
    let bench = Bench::with(&text.replace("book.pgn", "book.epd"));
    fs::copy(book().path, bench.path("book.epd")).unwrap();
    bench
}

#[test]
fn the_book_has_a_hundred_different_start_positions() {
    let book = book();
    assert_eq!(book.len(), 100);
    assert!(book.duplicates.is_empty());
    let fens: BTreeSet<String> = book
        .iter()
        .map(|opening| Fen::from_position(&opening.start, EnPassantMode::Legal).to_string())
        .collect();
    assert_eq!(fens.len(), 100);
    for opening in book.iter() {
        let castles = opening.start.castles();
        assert_eq!(castles.castling_rights().count(), 4, "line {}", opening.line);
        let usual = Board::new();
        let board = opening.start.board();
        let kings_and_rooks = board.kings() | board.rooks();
        assert_eq!(
            opening.castling_mode().is_standard(),
            kings_and_rooks == usual.kings() | usual.rooks(),
            "line {}",
            opening.line
        );
    }
}

#[tokio::test]
async fn a_match_is_played_without_forfeits_and_read_back() {
    let bench = bench(60, 1);
    let settings = Arc::new(bench.load());
    let warnings = settings.warnings().join("\n");
    assert!(warnings.contains("openings have castling rights of Chess960"), "{warnings}");
    let path = bench.path("games.pgn");
    assert_eq!(run(&settings, &path).await.unwrap(), MatchEnding::Complete);

    let text = fs::read_to_string(&path).unwrap();
    let (writer, mut again) = (GameWriter::new(&facts(&settings)), String::new());
    let mut reader = JournalReader::open(&path).unwrap();
    let (mut games, mut castled) = (0, 0);
    while let Some(game) = reader.next_game().unwrap() {
        let record = &game.record;
        let fault = matches!(
            record.termination,
            Termination::Abandoned(_) | Termination::IllegalMove(_) | Termination::TimeForfeit(_)
        );
        assert!(!fault, "{:?} {:?}", record.termination, record.incident);
        castled += record.moves.iter().filter(|m| m.played.is_castle()).count();
        let written = writer.text(record, &settings.opening(&record.spec), &game.date);
        again += &if again.is_empty() { written.full() } else { written.lean() };
        games += 1;
    }
    assert_eq!((games, reader.torn_tail()), (60, None));
    assert!(again == text, "the journal is not what its records say");
    assert!(castled > 0 && text.contains(" O-O"), "nobody castled");
    let standard = settings.openings.book.iter().take(30);
    let standard = standard.filter(|opening| opening.castling_mode().is_standard()).count();
    assert_eq!(text.matches("[Variant \"Chess960\"]\n").count(), 60 - 2 * standard);

    // Torn in the middle, the match resumes with the same games.
    let whole = without_times(&read(&path));
    fs::write(&path, &text.as_bytes()[..text.len() / 2]).unwrap();
    run(&settings, &path).await.unwrap();
    assert_eq!(without_times(&read(&path)), whole);
}

#[test]
fn castling_is_king_takes_rook_and_written_as_ever() {
    let bench = Bench::from_position("5k1r/8/8/8/8/8/PPP5/RK6 w AKh -", &nodes(1, 1));
    // X-FEN's `K` needs a rook beyond the king.
    assert!(bench.mistake().contains("castling"), "{}", bench.mistake());
    let lines = format!("{}\nadjudication = {{ max_moves = 2 }}", nodes(1, 1));
    let bench = Bench::from_position("5k1r/8/8/8/8/8/PPP5/RK6 w Ah -", &lines);
    let settings = bench.load();
    assert!(settings.opening(&game_spec(&settings, 0)).castling_mode().is_chess960());
    let (mut white, mut black) = (Scripted::moves(["b1a1"]), Scripted::moves(["f8h8"]));
    let players: ByColor<&mut dyn Player> = ByColor { white: &mut white, black: &mut black };
    let spec = game_spec(&settings, 0);
    let record = play(&settings, (spec, 0), players, &Stop::new(), &BoardFeed::closed()).unwrap();
    assert_eq!(record.termination, Termination::MoveLimit, "{:?}", record.incident);
    let castles = |king, rook| Move::Castle { king, rook };
    assert_eq!(record.moves[0].played, castles(Square::B1, Square::A1));
    assert_eq!(record.moves[1].played, castles(Square::F8, Square::H8));

    let writer = GameWriter::new(&facts(&settings));
    let text = writer.text(&record, &settings.opening(&spec), "2026.11.21").full();
    assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"5k1r/"), "{text}");
    assert!(text.contains("1. O-O-O {"), "{text}");
    assert!(text.contains("} O-O {"), "{text}");
    let mut reader = JournalReader::new(text.as_bytes(), Path::new("games.pgn"));
    assert_eq!(reader.next_game().unwrap().unwrap().record, record);
}
