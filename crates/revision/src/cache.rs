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

/// The model of this machine's processor, if the system names it. Programs built for one model may not run on others
/// that share the cache.
#[must_use]
pub fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
