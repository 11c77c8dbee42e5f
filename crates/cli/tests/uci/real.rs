//! Other people's engines, where they are installed.

use std::path::Path;

use arena::chess::record::MoveRecord;
use shakmaty::Move;

use crate::bench::Bench;
use crate::nats::installed::skip;

crate::tests![
    real_engines_play_a_match_without_a_fault,
    one_engine_plays_the_same_in_process_and_as_a_program,
    stockfish_is_told_of_every_game_whether_it_is_chess960,
];

/// Programs with their arguments, and the limits they obey.
const ENGINES: [(&str, &str, &str); 4] = [
    ("stockfish", "", "nodes = 200"),
    ("glaurung", "", "depth = 3"),
    ("ethereal-chess", "", "depth = 3"),
    ("toga2", "", "depth = 3"),
];

pub(crate) fn installed(program: &str) -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut places =
        path.split(':').chain(["/usr/games"]).map(|place| Path::new(place).join(program));
    places.find(|path| path.is_file()).map(|path| path.display().to_string())
}

/// The project's own engine as a program, if it has been built.
pub(crate) fn ziggurat() -> Option<String> {
    let ziggurat = Path::new(env!("CARGO_BIN_EXE_arena")).with_file_name("ziggurat");
    if !ziggurat.is_file() {
        skip(&format!("{} is not built", ziggurat.display()));
        return None;
    }
    Some(ziggurat.display().to_string())
}

fn real_engines_play_a_match_without_a_fault() {
    let found: Vec<_> = ENGINES
        .iter()
        .filter_map(|(program, args, limits)| Some((program, installed(program)?, args, limits)))
        .collect();
    if found.is_empty() {
        skip("none of stockfish, glaurung, ethereal-chess and toga2 is installed");
        return;
    }
    for (name, program, _, limits) in found {
        let bench = Bench::new(&format!(
            "games = 4\nconcurrency = 2\nadjudication = {{ max_moves = 20 }}\n\
             openings = {{ file = \"book.pgn\" }}\n\
             [[contender]]\nname = \"{name}\"\ncommand = {program:?}\nlimits = {{ {limits} }}\n\
             [[contender]]\nname = \"base\"\npreset = \"null-move\"\nlimits = {{ nodes = 1000 }}\n"
        ));
        let run = bench.run(&["--strict"]);
        assert_eq!(run.code, Some(0), "{name}: {}", run.errors);
        let games = bench.games();
        assert_eq!(games.len(), 4, "{name}");
        let scored = games.iter().flat_map(|game| &game.record.moves).all(|m| m.score.is_some());
        assert!(scored, "{name} does not tell its scores");
    }
}

/// Moves and nodes of a match between two configurations of the project's engine.
fn moves_and_nodes(engines: [String; 2]) -> Vec<Vec<(Move, u64)>> {
    let [one, other] = engines;
    let bench = Bench::new(&format!(
        "games = 20\nconcurrency = 2\nadjudication = {{ max_moves = 50 }}\n\
         limits = {{ nodes = 1000 }}\nopenings = {{ file = \"book.pgn\", order = \"shuffled\" }}\n\
         [[contender]]\nname = \"default\"\n{one}\n[[contender]]\nname = \"classic\"\n{other}\n"
    ));
    let run = bench.run(&["--strict"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let of_game = |moves: &[MoveRecord]| moves.iter().map(|m| (m.played, m.nodes)).collect();
    bench.games().iter().map(|game| of_game(&game.record.moves)).collect()
}

fn one_engine_plays_the_same_in_process_and_as_a_program() {
    let Some(ziggurat) = ziggurat() else { return };
    let presets = ["default", "null-move"];
    let here = presets.map(|preset| format!("preset = {preset:?}\nhash = 4"));
    let program = presets.map(|preset| {
        format!("command = {ziggurat:?}\noptions = {{ Preset = {preset:?}, Hash = 4 }}")
    });
    let games = moves_and_nodes(here);
    assert_eq!(games.len(), 20);
    assert!(games.iter().map(Vec::len).sum::<usize>() > 1000);
    assert_eq!(moves_and_nodes(program), games);
}

fn stockfish_is_told_of_every_game_whether_it_is_chess960() {
    let Some(program) = installed("stockfish") else {
        skip("stockfish is not installed");
        return;
    };
    let bench = Bench::new(&format!(
        "games = 8\nconcurrency = 1\nadjudication = {{ max_moves = 12 }}\n\
         openings = {{ file = \"mixed.epd\" }}\nlimits = {{ nodes = 2000 }}\n\
         [[contender]]\nname = \"stockfish\"\ncommand = {program:?}\n\
         [[contender]]\nname = \"base\"\npreset = \"null-move\"\n"
    ));
    // White may castle at once: in the first and third position with a rook on another square than
    // usual.
    let book = "1k6/ppp5/8/8/8/8/5PPP/5KR1 w G -\n1k6/ppp5/8/8/8/8/5PPP/4K2R w K -\n\
                1k6/ppp5/8/8/8/8/5PPP/4KR2 w F -\n1k6/ppp5/8/8/8/8/PPP5/R3K3 w Q -\n";
    std::fs::write(bench.path("mixed.epd"), book).unwrap();
    let run = bench.run(&["--strict"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let journal = std::fs::read_to_string(bench.path("results/x/games.pgn")).unwrap();
    assert_eq!(journal.matches("[Variant \"Chess960\"]").count(), 4);
}
