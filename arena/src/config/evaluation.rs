//! The evaluation of a contender that is a preset.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Evaluation, Network};
use toml::Spanned;
use uci_client::did_you_mean;

use super::ConfigError;
use super::file::ContenderTable;
use super::resolver::Resolver;

/// The keys that select an evaluation, as written.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvaluationKeys<'t> {
    evaluation: Option<&'t Spanned<String>>,
    network: Option<&'t Spanned<String>>,
}

impl<'t> EvaluationKeys<'t> {
    /// The keys of one table.
    pub fn of(table: &'t ContenderTable) -> EvaluationKeys<'t> {
        EvaluationKeys { evaluation: table.evaluation.as_ref(), network: table.network.as_ref() }
    }

    /// These keys, or the shared ones where they are absent. A contender that selects a network
    /// without a file takes the shared file; one that selects another evaluation takes none.
    pub(crate) fn or(self, each: EvaluationKeys<'t>) -> EvaluationKeys<'t> {
        match self {
            EvaluationKeys { evaluation: None, network: None } => each,
            EvaluationKeys { evaluation: Some(own), network: None } if own.get_ref() == NETWORK => {
                EvaluationKeys { network: each.network, ..self }
            }
            own => own,
        }
    }
}

const NETWORK: &str = "network";

impl Resolver<'_> {
    /// Applies these keys to a preset's evaluation; also returns the network file if they name one.
    pub(crate) fn evaluation(
        &self,
        preset: &Evaluation,
        keys: EvaluationKeys<'_>,
    ) -> Result<(Evaluation, Option<PathBuf>), ConfigError> {
        let named = keys.evaluation.map(|name| self.evaluation_named(name)).transpose()?;
        match (named, keys.network) {
            (Some(Evaluation::Classical), Some(file)) => {
                let problem = "a `network` goes with evaluation = \"network\", not with the \
                               classical one";
                Err(self.error(file.span(), problem.to_owned()))
            }
            (_, Some(file)) => {
                let (network, path) = self.network(file)?;
                Ok((Evaluation::Network(network), Some(path)))
            }
            (named, None) => Ok((named.unwrap_or_else(|| preset.clone()), None)),
        }
    }

    fn evaluation_named(&self, name: &Spanned<String>) -> Result<Evaluation, ConfigError> {
        Evaluation::named(name.get_ref()).ok_or_else(|| {
            let (other, names) = (name.get_ref(), Evaluation::NAMES);
            let nearest = did_you_mean(other, names.into_iter());
            let problem = format!(
                "there is no evaluation `{other}`{nearest}; there are {}",
                names.join(", ")
            );
            self.error(name.span(), problem)
        })
    }

    /// The network in a file.
    fn network(&self, file: &Spanned<String>) -> Result<(Arc<Network>, PathBuf), ConfigError> {
        let path = self.file_named(file, NETWORK)?;
        let network = network_in(&path).map_err(|problem| self.error(file.span(), problem))?;
        Ok((network, path))
    }
}

/// Reads the network of a file; the error is a sentence.
pub fn network_in(path: &Path) -> Result<Arc<Network>, String> {
    let error = |problem: String| format!("cannot use {}: {problem}", path.display());
    let bytes =
        bounded::read(path, bounded::LARGE).map_err(|problem| error(problem.to_string()))?;
    Ok(Arc::new(Network::read(&bytes).map_err(|problem| error(problem.to_string()))?))
}
