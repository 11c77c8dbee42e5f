//! An experiment file for a worker that receives positions one by one.

use std::path::Path;

use super::ExperimentResolver;
use super::tables::ExperimentFile;
use crate::suite::Suite;
use crate::suite::plan::Plan;
use arena::config::ConfigError;
use arena::config::error::Source;
use arena::config::resolver::Resolver;

/// The plan of an experiment file without a suite, whose positions arrive one by one; `path` names
/// the text in errors.
///
/// # Errors
/// The first mistake.
pub fn load_dealt(path: &Path, text: String) -> Result<Plan, ConfigError> {
    let (source, file): (Source, ExperimentFile) = Source::of_text(path, text, &[])?;
    let resolver = Resolver { source: &source };
    let resolver = ExperimentResolver {
        resolver,
        file: &file,
        positions: None,
        sample: None,
        max_depth: None,
    };
    let limits = file.limits.as_ref();
    let limits = limits.ok_or_else(|| ConfigError::file(path, "no limits"))?;
    Ok(Plan {
        suite: Suite { path: path.to_owned(), positions: Vec::new(), digest: [0; 32] },
        configurations: resolver.configurations(&file.configuration)?,
        limits: resolver.limits(limits)?,
        hash: resolver.hash(),
        supervision: resolver.supervision()?,
    })
}
