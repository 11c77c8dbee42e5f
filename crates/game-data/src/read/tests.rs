use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Position};

use super::*;
use crate::write::write;

/// A random game: some plies from one of these positions.
fn game(start: &str, choices: &[usize]) -> ScoredGame {
    let start: Chess = start.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let mut position = start.clone();
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[choice % legal.len()];
        moves.push((m, choice as i16));
        position.play_unchecked(m);
    }
    ScoredGame { start, outcome: KnownOutcome::Decisive { winner: Color::Black }, moves }
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 19",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/PP5k/8/8/8/8/pp4K1/8 w - - 0 60",
];

fn read(bytes: &[u8]) -> Result<Vec<ScoredGame>, ReadError> {
    let mut reader = GameReader::new(bytes);
    let mut games = Vec::new();
    while let Some(game) = reader.next_game()? {
        games.push(game);
    }
    Ok(games)
}

fn bytes(games: &[ScoredGame]) -> Vec<u8> {
    let mut bytes = Vec::new();
    games.iter().for_each(|game| write(game, &mut bytes).unwrap());
    bytes
}

proptest! {
    #[test]
    fn games_read_back(
        games in prop::collection::vec((0..4_usize, prop::collection::vec(0..20_000_usize, 0..80)), 1..4)
    ) {
        let games: Vec<ScoredGame> =
            games.iter().map(|(start, choices)| game(STARTS[*start], choices)).collect();
        prop_assert_eq!(read(&bytes(&games)).unwrap(), games);
    }

    #[test]
    fn what_is_damaged_is_refused_or_another_legal_game(
        start in 0..4_usize,
        choices in prop::collection::vec(0..20_000_usize, 0..40),
        place in 0..1000_usize,
        byte in any::<u8>(),
    ) {
        let mut bytes = bytes(&[game(STARTS[start], &choices)]);
        let place = place % bytes.len();
        bytes[place] = byte;
        // Reading does not panic, and every game read can be written again.
        if let Ok(games) = read(&bytes) {
            games.iter().for_each(|game| write(game, &mut Vec::new()).unwrap());
        }
    }
}

#[test]
fn damage_is_told_with_its_place() {
    let whole = bytes(&[game(STARTS[0], &[0; 6]), game(STARTS[1], &[5; 6])]);
    let length = whole.len() / 2;
    let error = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(
        error(&whole[..whole.len() - 1]),
        "game 2 (from 1), at byte 116: the file ends within the game"
    );
    let mut bent = whole.clone();
    bent[length + 32 + 4] ^= 63;
    let told = error(&bent);
    assert!(told.starts_with("game 2 (from 1), at byte 96: ply 2 ("), "{told}");
    assert!(told.ends_with("is no legal move"), "{told}");
    let mut bent = whole.clone();
    bent[30] = 3;
    assert_eq!(error(&bent), "game 1 (from 1), at byte 0: no result has the number 3");
    let mut bent = whole;
    bent[8] = 7;
    assert!(error(&bent).contains("no piece has the number 7 of that on a1"));
}
