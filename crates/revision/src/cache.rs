//! The directory of builds.

use std::env;
use std::fs;
use std::path::PathBuf;

use crate::error::RevisionError;

/// The directory of all builds: below `XDG_CACHE_HOME`, or else `~/.cache`.
///
/// # Errors
/// Neither is known.
pub(crate) fn directory() -> Result<PathBuf, RevisionError> {
    let set =
        |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    Ok(cache.ok_or(RevisionError::NoCache)?.join("ziggurat/builds"))
}

/// The model of this machine's processor: programs built for it may not run on others that share the cache. Empty
/// where the system does not name it.
pub(crate) fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name"));
    model.map(|model| model.trim_start_matches([' ', '\t', ':']).to_owned()).unwrap_or_default()
}
