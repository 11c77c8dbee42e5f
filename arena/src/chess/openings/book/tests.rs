use super::*;
use shakmaty::Position;

fn book(name: &str, text: &str, plies: Option<usize>) -> Result<Book, String> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    let prefix = format!("{}/", directory.path().display());
    Book::read(&path, plies).map_err(|error| error.to_string().replace(&prefix, ""))
}

const PGN: &str = "[Event \"1\"]\n[ECO \"C50\"]\n[Opening \"Italian Game\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n\n[Event \"2\"]\n\n1. d4 {a comment} d5\n2. c4 (2. Nf3) e6 *\n";

#[test]
fn a_pgn_book_names_its_openings() {
    let book = book("a.pgn", PGN, None).unwrap();
    assert_eq!(book.len(), 2);
    assert_eq!(book.opening(0).unwrap().moves.len(), 5);
    assert_eq!(book.opening(0).unwrap().eco.as_deref(), Some("C50"));
    assert_eq!(book.opening(0).unwrap().name.as_deref(), Some("Italian Game"));
    assert_eq!(book.opening(1).unwrap().moves.len(), 4);
    assert_eq!(book.opening(1).unwrap().line, 7);
    assert_eq!(book.opening(1).unwrap().name, None);
}

#[test]
fn plies_cut_the_openings() {
    let book = book("a.pgn", PGN, Some(2)).unwrap();
    assert!(book.iter().all(|opening| opening.moves.len() == 2));
}

#[test]
fn an_illegal_move_in_a_pgn_book_names_its_line() {
    let text = PGN.replace("2. c4", "2. c5");
    assert_eq!(
        book("a.pgn", &text, None).unwrap_err(),
        "a.pgn:10: game 2: 2. c5 is not a legal move"
    );
    // The fault lies behind the cut, but the book is checked as a whole.
    assert!(book("a.pgn", &text, Some(2)).is_err());
}

#[test]
fn a_fault_in_a_pgn_book_is_an_error_with_its_place() {
    for (text, problem) in [
        ("[Event \"?\"]\n\n1. e4 { open\n\n*\n", "3: game 1: a comment that is never closed"),
        ("1. e4 *\n\n1. e4 Zc6 *\n", "3: game 2: \"Zc6\" is not a move"),
        ("1. e4 *\n\n1. e4\ne4 *\n", "4: game 2: 1... e4 is not a legal move"),
        ("1. e4 -- 2. d4 *\n", "1: game 1: 1... -- is a null move"),
        ("Openings.\n\n1. e4 *\n", "1: a line that belongs to no game"),
        ("[Event \"?\n\n1. e4 *\n", "1: game 1: the tag Event has no closing quote"),
        ("[FEN \"8/8 w\"]\n\n1. e4 *\n", "1: game 1: FEN tag \"8/8 w\": "),
        (
            "1. e4 *\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6\n4. Ng1 Ng8 *\n",
            "3: the game is already over by threefold repetition",
        ),
    ] {
        let error = book("a.pgn", text, None).unwrap_err();
        assert!(error.starts_with(&format!("a.pgn:{problem}")), "{error}");
    }
}

#[test]
fn a_pgn_book_may_begin_anywhere() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
    let book = book("a.pgn", text, None).unwrap();
    assert_eq!(book.opening(0).unwrap().start.board().occupied().count(), 3);
    assert_eq!(book.opening(0).unwrap().moves.len(), 1);
}

#[test]
fn an_epd_book_is_read_with_and_without_counters() {
    let text = "# a comment\n\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"King's Pawn\"; eco \"B00\";\n\
        4k3/8/8/8/8/8/4P3/4K3 w - - 3 17\n\
        4k3/8/8/8/8/8/3P4/4K3 w - - hmvc 5; fmvn 20;\n";
    let book = book("a.epd", text, None).unwrap();
    let openings: Vec<Opening> = book.iter().collect();
    assert_eq!(openings.len(), 3);
    assert_eq!(openings[0].name.as_deref(), Some("King's Pawn"));
    assert_eq!(openings[0].eco.as_deref(), Some("B00"));
    assert_eq!(openings[1].position.halfmoves(), 3);
    assert_eq!(openings[1].position.fullmoves().get(), 17);
    assert_eq!(openings[2].position.halfmoves(), 5);
    assert_eq!(openings[2].position.fullmoves().get(), 20);
    assert_eq!(openings[2].line, 5);
}

#[test]
fn a_bad_line_of_an_epd_book_is_named() {
    let good = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let with = |line: &str| book("a.epd", &format!("{good}{line}\n"), None).unwrap_err();
    assert_eq!(
        with("4k3/8/8/8 w - -"),
        "a.epd:2: invalid board part in fen: \"4k3/8/8/8 w - - 0 1\""
    );
    assert_eq!(
        with("4k3/8/8/8/8/8/8/8 w - -"),
        "a.epd:2: illegal position: missing king: \"4k3/8/8/8/8/8/8/8 w - - 0 1\""
    );
    assert_eq!(with("4k3/8/8/8/8/8/8/4K3 w - -"), {
        "a.epd:2: the game is already over by insufficient material"
    });
    assert_eq!(with("R5k1/5ppp/8/8/8/8/8/4K3 b - -"), {
        "a.epd:2: the game is already over by checkmate"
    });
    assert_eq!(with("7k/5Q2/8/8/8/8/8/4K3 b - -"), {
        "a.epd:2: the game is already over by stalemate"
    });
    assert_eq!(with("4k3/8/8/8/8/8/4P3/4K3 w"), {
        "a.epd:2: a position needs four fields: board, side to move, castling, en passant"
    });
}

#[test]
fn a_book_needs_openings_and_a_format() {
    assert_eq!(book("a.epd", "\n# none\n", None).unwrap_err(), {
        "a.epd: the opening book has no opening in it"
    });
    assert_eq!(book("a.txt", "", None).unwrap_err(), {
        "a.txt: an opening book ends in .pgn, .epd or .fen, before .gz, .zst or .bz2 where it is \
         compressed"
    });
    let plies = book("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n", Some(4)).unwrap_err();
    assert!(plies.contains("`plies` cuts the move sequences"), "{plies}");
    let missing = Book::read(Path::new("no/such.pgn"), None).unwrap_err();
    assert_eq!(missing.to_string(), "cannot read the opening book no/such.pgn");
    assert!(missing.source().is_some(), "{missing}");
}

#[test]
fn a_compressed_book_is_the_same_book() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.pgn.gz");
    let mut packed = Vec::new();
    let level = flate2::Compression::default();
    let mut encoder = flate2::read::GzEncoder::new(PGN.as_bytes(), level);
    std::io::copy(&mut encoder, &mut packed).unwrap();
    std::fs::write(&path, packed).unwrap();
    let (plain, packed) = (book("a.pgn", PGN, None).unwrap(), Book::read(&path, None).unwrap());
    assert_eq!(packed.len(), 2);
    assert_eq!(packed.digest, plain.digest);
}

#[test]
fn transpositions_are_left_out() {
    let text = "1. e4 e5 2. Nf3 Nc6 *\n\n1. Nf3 Nc6 2. e4 e5 *\n\n1. d4 d5 *\n";
    let book = book("a.pgn", text, None).unwrap();
    assert_eq!(book.duplicates, [Duplicate { line: 3, earlier: 1 }]);
    let lines: Vec<usize> = book.iter().map(|opening| opening.line).collect();
    assert_eq!(lines, [1, 5]);
}

#[test]
fn a_large_book_is_read_from_a_copy_which_no_change_of_its_file_reaches() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.epd");
    let squares = (0..64).filter(|square| ![4, 60].contains(square));
    let line = |square: usize| {
        let mut board = [['.'; 8]; 8];
        (board[0][4], board[7][4]) = ('k', 'K');
        board[square / 8][square % 8] = 'q';
        let rank = |rank: [char; 8]| rank.iter().collect::<String>();
        let text = board.map(rank).join("/");
        let text = (1..=8)
            .rev()
            .fold(text, |text, blanks| text.replace(&".".repeat(blanks), &blanks.to_string()));
        format!("{text} w - - 0 1; id \"{square} {}\";\n", "x".repeat(200_000))
    };
    let lines: Vec<String> = squares.map(line).collect();
    let text = lines.concat() + &lines[3];
    std::fs::write(&path, &text).unwrap();
    let openings = |book: &Book| book.iter().map(|one| (one.line, one.name)).collect::<Vec<_>>();
    let book = Book::read(&path, None).unwrap();
    let (before, digest) = (openings(&book), book.digest);
    assert_eq!((before.len(), book.duplicates.len()), (lines.len(), 1));
    std::fs::write(&path, &lines[0]).unwrap();
    assert_eq!(openings(&book), before);
    // A match that is resumed refuses it by its digest.
    assert_ne!(Book::read(&path, None).unwrap().digest, digest);
}
