//! The JSON file that a run writes, and from which a later one is resumed.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::language::command::{Command, Tournament};
use crate::language::counts::Counts;
use crate::language::engine_arguments::EngineArguments;

/// The content of the file: the settings, the engines and the results so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The settings.
    #[serde(flatten)]
    pub tournament: Tournament,
    /// The engines.
    pub engines: Vec<EngineArguments>,
    /// The results, by `A vs B`.
    #[serde(default)]
    pub stats: BTreeMap<String, Counts>,
}

impl State {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or has another content.
    pub fn read(path: &Path) -> Result<State, String> {
        let text = bounded::read_text(path, bounded::SMALL)
            .map_err(|_| format!("File not found: {}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The text of the file.
    ///
    /// # Errors
    /// None in practice: there are only numbers, texts and lists.
    pub fn text(&self) -> serde_json::Result<String> {
        // Indented by four, as the reference does; numbers that are not finite cannot occur.
        let mut text = Vec::new();
        let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut text, formatter))?;
        Ok(String::from_utf8_lossy(&text).into_owned() + "\n")
    }

    /// The command of the resumed run.
    #[must_use]
    pub fn into_command(self) -> Command {
        Command {
            engines: self.engines,
            tournament: self.tournament,
            stats: self.stats.into_iter().collect(),
        }
    }
}

/// Games counted in these results: the numbers of later games continue from there.
#[must_use]
pub fn games_counted(stats: &[(String, Counts)]) -> u64 {
    stats.iter().map(|(_, counts)| counts.games()).sum()
}
