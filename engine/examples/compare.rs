//! The nodes of several configurations in one position: `cargo run --release -p ziggurat-engine --example compare
//! [DEPTH]`.

#![expect(clippy::print_stdout, reason = "it prints the nodes")]

use engine::{Engine, Limits, Position, SearchConfig, Stop};
use shakmaty::Chess;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let position = Position::new(&Chess::default());
    for name in ["none", "null-move", "null-move+multi-cut", "modern"] {
        let config = SearchConfig::preset(name).ok_or("no such preset")?;
        let report = Engine::new(config, 16).search(&position, &Limits::depth(depth), &Stop::new());
        println!("{name:>20} {:>12} nodes, score {}", report.nodes, report.score);
    }
    Ok(())
}
