//! The board of a worker's game, checked before it is shown.

use shakmaty::Color;
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;

use arena::chess::fen;
use arena::config::Match;
use arena::config::schedule::game_spec;
use arena::runner::in_progress::{Board, Side};

/// Characters of a score.
const SCORE: usize = 8;
/// Threads of a worker at most.
const THREADS: usize = 10_000;

/// The board of a game of this match, if it can be one: names are the match's, and its text is read and
/// written anew.
pub(super) fn checked(settings: &Match, worker: &str, board: Board) -> Option<Board> {
    let Board { table, game, position, last_move, plies, .. } = board;
    let number = game.checked_sub(1).filter(|&number| number < settings.all_games())?;
    let spec = game_spec(settings, number);
    let side = |color: Color, told: Side| Side {
        name: settings.player(&spec, color).name.clone(),
        score: told.score.filter(|score| is_score(score)),
        clock_seconds: told.clock_seconds.filter(|seconds| seconds.is_finite()),
    };
    let position = fen::position(&position).ok()?;
    Some(Board {
        worker: Some(worker.to_owned()),
        table: table.min(THREADS),
        game,
        white: side(Color::White, board.white),
        black: side(Color::Black, board.black),
        position: Fen::from_position(&position, EnPassantMode::Legal).to_string(),
        last_move: last_move.and_then(|text| Some(text.parse::<UciMove>().ok()?.to_string())),
        plies,
    })
}

fn is_score(text: &str) -> bool {
    let is_of_it = |c: char| c.is_ascii_digit() || "+-.#M".contains(c);
    text.len() <= SCORE && text.chars().all(is_of_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::config::load_text;

    fn told() -> Board {
        let side = |name: &str, score: &str| Side {
            name: name.to_owned(),
            score: Some(score.to_owned()),
            clock_seconds: Some(f64::NAN),
        };
        Board {
            worker: Some("me".to_owned()),
            table: 2,
            game: 2,
            white: side("<b>", "+0.35"),
            black: side("c", "<script>"),
            position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
            last_move: Some("e8e7".to_owned()),
            plies: 7,
        }
    }

    #[test]
    fn of_a_board_only_what_can_be_read_is_shown_and_names_are_the_matchs() {
        let text = "games = 4\nlimits = { nodes = 9 }\nopenings = { file = \"builtin:fifty\" }\n\
                    [[contender]]\nname = \"a\"\npreset = \"none\"\n\
                    [[contender]]\nname = \"b\"\npreset = \"none\"\n";
        let settings = load_text("x.toml".as_ref(), text.to_owned()).unwrap();
        let shown = checked(&settings, "w", told()).unwrap();
        assert_eq!((shown.worker.as_deref(), shown.table, shown.plies), (Some("w"), 2, 7));
        assert_eq!((shown.white.name.as_str(), shown.black.name.as_str()), ("b", "a"));
        assert_eq!((shown.white.score.as_deref(), shown.black.score), (Some("+0.35"), None));
        assert_eq!((shown.position, shown.white.clock_seconds), (told().position, None));
        assert_eq!(shown.last_move.as_deref(), Some("e8e7"));
        let odd = Board { last_move: Some("e8\u{1b}".to_owned()), ..told() };
        assert_eq!(checked(&settings, "w", odd).unwrap().last_move, None);
        for game in [0, 5] {
            assert_eq!(checked(&settings, "w", Board { game, ..told() }), None);
        }
        let nowhere = Board { position: "8/8/8/8 w".to_owned(), ..told() };
        assert_eq!(checked(&settings, "w", nowhere), None);
    }
}
