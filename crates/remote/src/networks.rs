//! The networks of a match, which a worker finds among its own files by their digests.

use std::collections::HashMap;
use std::path::PathBuf;

use engine::Evaluation;
use toml::{Table, Value};

use arena::config::EngineSettings;

/// The digest of the file that an engine's network was read from.
pub(super) fn digest(engine: &EngineSettings) -> Option<String> {
    let settings = engine.in_process()?;
    match (&settings.evaluation, &settings.network) {
        (Evaluation::Network(network), Some(_)) => Some(hex::encode(network.digest())),
        _ => None,
    }
}

/// Names the file of a worker that has this digest in the table of a contender.
///
/// # Errors
/// Why there is none, in a sentence.
pub(super) fn name_own(
    contender: &mut Table,
    digest: Option<&str>,
    own: &HashMap<String, PathBuf>,
) -> Result<(), String> {
    let name = contender.get("name").and_then(Value::as_str).unwrap_or_default();
    let digest = digest.ok_or_else(|| format!("{name}: the digest of its network is not told"))?;
    let file = own.get(digest).ok_or_else(|| {
        let short = digest.get(..16).unwrap_or(digest);
        format!(
            "{name}: no network with SHA-256 {short}.. in the directories of --engines (files whose \
             names end in .network); --accept-files DIR has the coordinator send it"
        )
    })?;
    contender.insert("network".to_owned(), Value::String(file.display().to_string()));
    Ok(())
}
