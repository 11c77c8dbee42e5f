//! An engine of one's own against its older version and against another program, in one process:
//! `cargo run -p ziggurat-arena --example own_engine`, and `.. -- stockfish` against a program.
//!
//! The engine here looks one move ahead and counts material. Its older version does not see mates.

#![expect(clippy::print_stdout, reason = "it prints the report")]

use arena::{ContenderSettings, MoveRequest, Player, PlayerFailure, ReportFormat, SearchResult};
use shakmaty::{Chess, Color, Position, Role};

/// The match. Another version is another engine: a changed one never goes on with the games of an older one.
const MATCH: &str = r#"
games = 40
limits = { nodes = 1 }
openings = { file = "builtin:balanced" }
contender = [{ name = "new", own = { name = "Greedy", version = "2" } }, RIVAL]
"#;
const OLDER: &str = r#"{ name = "old", own = { name = "Greedy", version = "1" } }"#;

/// Takes the move after which its material is best.
struct Greedy {
    sees_mates: bool,
}

impl Player for Greedy {
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let moves = request.position.legal_moves();
        let best_move = moves.iter().max_by_key(|chosen| {
            let mut after = request.position.clone();
            after.play_unchecked(**chosen);
            let mate = if self.sees_mates && after.is_checkmate() { 1000 } else { 0 };
            mate + material(&after, request.position.turn())
        });
        Ok(SearchResult { best_move: best_move.copied(), nodes: 1, ..SearchResult::default() })
    }
}

/// Material of a side less that of the other, in pawns.
fn material(position: &Chess, side: Color) -> i32 {
    let values =
        [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let count = |color: Color, role| {
        (position.board().by_color(color) & position.board().by_role(role)).count() as i32
    };
    values.iter().map(|(role, value)| value * (count(side, *role) - count(!side, *role))).sum()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let rival = match std::env::args().nth(1) {
        Some(program) => format!("{{ name = \"rival\", command = {program:?} }}"),
        None => OLDER.to_owned(),
    };
    let text = MATCH.replace("RIVAL", &rival);
    let settings = arena::load_text("match.toml".as_ref(), text)?;
    // Presets and programs have players already.
    let make_own =
        |contender: &ContenderSettings, _| Greedy { sees_mates: contender.name == "new" };
    let report = arena::play_with(settings, &directory.path().join("games.pgn"), make_own)?;
    println!("{}", report.render(ReportFormat::TEXT)?);
    Ok(())
}
