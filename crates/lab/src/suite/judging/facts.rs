//! The facts of a judge that its words depend on.

use serde::{Deserialize, Serialize};

use engine::{Evaluation, SearchConfig, Setup};

use crate::suite::configuration::{Configuration, SuiteEngine};

/// The facts of a judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeFacts {
    /// Name.
    pub name: String,
    /// Techniques and evaluation, or a program with its options, on one line.
    pub configuration: String,
    /// Changes when the engine does.
    pub signature: u64,
}

impl JudgeFacts {
    /// The facts of a judge; a program is identified before.
    #[must_use]
    pub fn of(judge: &Configuration) -> JudgeFacts {
        let (configuration, signature) = judge.engine.facts();
        JudgeFacts { name: judge.name.clone(), configuration, signature }
    }

    /// All of them on one line.
    #[must_use]
    pub fn words(&self) -> String {
        let JudgeFacts { name, configuration, signature } = self;
        format!("{name} ({configuration}, signature {signature})")
    }
}

/// The judge that is used where the user names none: `modern` with the network.
#[must_use]
pub fn default_judge() -> Configuration {
    let search = SearchConfig::preset("modern").unwrap_or_default();
    let evaluation = Evaluation::named("network").unwrap_or_default();
    let engine = SuiteEngine::Preset(Setup { search, evaluation });
    Configuration { name: "modern (network)".to_owned(), engine }
}
