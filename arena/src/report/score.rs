//! A score of an engine, as reports have it.

use engine::Score;
use serde::{Serialize, Serializer};

/// A score as engines write it: `+0.35`, `-M3`; nothing where there is none.
#[must_use]
pub(super) fn text(score: Option<Score>) -> String {
    score.map_or_else(String::new, |score| score.to_string())
}

/// A score as UCI has it: `{"cp": 35}` in centipawns, `{"mate": -3}` in moves, or `null`.
///
/// # Errors
/// Those of the serializer.
pub(super) fn serialize<S: Serializer>(
    score: &Option<Score>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Uci {
        Cp(i32),
        Mate(i32),
    }
    let uci = score.map(|score| match score.mate_in() {
        Some(moves) => Uci::Mate(moves),
        None => Uci::Cp(score.centipawns()),
    });
    uci.serialize(serializer)
}
