//! A setup: the search and the evaluation that an engine plays by.

use std::fmt;
use std::sync::Arc;

use crate::network::Network;
use crate::techniques::SearchConfig;

/// The search and the evaluation that an engine plays by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The techniques of the search.
    pub search: SearchConfig,
    /// The evaluation of positions.
    pub evaluation: Evaluation,
}

/// A search with the classical evaluation.
impl From<SearchConfig> for Setup {
    fn from(search: SearchConfig) -> Setup {
        Setup { search, evaluation: Evaluation::Classical }
    }
}

/// The techniques that are on, and the evaluation where it is not the classical one, on one line.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.search)?;
        match &self.evaluation {
            Evaluation::Classical => Ok(()),
            Evaluation::Network(network) => write!(f, " evaluation{{network={network}}}"),
        }
    }
}

/// An evaluation of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The sum of terms with weights that were fitted to games.
    #[default]
    Classical,
    /// A network that was trained on games.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The names that there are.
    pub const NAMES: [&str; 2] = ["classical", "network"];

    /// The evaluation of this name, with the network that is built in.
    #[must_use]
    pub fn named(name: &str) -> Option<Evaluation> {
        match name {
            "classical" => Some(Evaluation::Classical),
            "network" => Some(Evaluation::Network(Network::built_in())),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Evaluation::Classical => "classical",
            Evaluation::Network(_) => "network",
        }
    }
}
