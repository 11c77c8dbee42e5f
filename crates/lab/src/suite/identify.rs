//! Identifies the programs of a plan: each is started once before the first search.

use std::path::Path;

use shakmaty::Position;
use uci_client::Guard;

use super::plan::Plan;
use arena::config::{Origin, UciSettings};
use arena::player::uci::identify_program;

/// Identifies the programs of a plan, and checks and sets their options. `file` is the experiment
/// file that names them, if there is one.
///
/// # Errors
/// The first program that cannot search the positions.
pub fn identify(plan: &mut Plan, file: Option<&Path>, guard: &Guard) -> anyhow::Result<()> {
    let timeouts = plan.supervision.timeouts();
    let mut positions = plan.suite.positions.iter();
    let chess960 = positions.find(|position| position.position.castles().mode().is_chess960());
    let wanted_by =
        chess960.map(|position| format!("the position in line {} of the suite", position.line));
    let place = |origin: &Origin| match file {
        Some(path) => origin.in_words(path),
        None => "--config".to_owned(),
    };
    let mut known: Vec<UciSettings> = Vec::new();
    for configuration in &mut plan.configurations {
        let Some(program) = configuration.engine.program_mut() else { continue };
        let same = |known: &&UciSettings| {
            known.program == program.program && known.options == program.options
        };
        let identity = match known.iter().find(same) {
            Some(same) => same.identity.clone(),
            None => {
                let name = &configuration.name;
                Some(identify_program(
                    name,
                    program,
                    &place,
                    wanted_by.as_deref(),
                    &timeouts,
                    guard,
                )?)
            }
        };
        program.identity = identity;
        known.push(program.clone());
    }
    Ok(())
}
