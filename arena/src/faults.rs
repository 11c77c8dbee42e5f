//! The evidence of a fault: what a player can tell of a game it has lost by its own doing.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What is known of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The player at fault.
    pub player: String,
    /// One word for the kind: `crash`, `stall`, `illegal-move`, `time`.
    pub kind: &'static str,
    /// What happened, in sentences.
    pub account: String,
    /// The last lines both ways, with their times.
    pub transcript: String,
    /// The last the engine wrote to its standard error.
    pub stderr: String,
    /// A shell command that puts the engine before the same position.
    pub reproduce: String,
}

/// Writes the evidence to a directory of its own below `faults`, named for game and player:
/// `fault.txt`, `transcript.txt`, `stderr.txt` where there is any, and `reproduce.sh`.
///
/// # Errors
/// When it cannot be written.
pub fn keep(faults: &Path, game: u32, evidence: &Evidence) -> io::Result<PathBuf> {
    let Evidence { player, kind, account, transcript, stderr, reproduce } = evidence;
    let name = format!("{:03}-{}-{kind}", game + 1, file_name(player));
    // A game that is played again may fail again.
    let names = std::iter::once(name.clone()).chain((2..).map(|time| format!("{name}-{time}")));
    let Some(directory) = names.map(|name| faults.join(name)).find(|path| !path.exists()) else {
        return Err(io::Error::other("no name is left"));
    };
    fs::create_dir_all(&directory)?;
    fs::write(directory.join("fault.txt"), account)?;
    fs::write(directory.join("transcript.txt"), transcript)?;
    if !stderr.is_empty() {
        fs::write(directory.join("stderr.txt"), stderr)?;
    }
    let script = directory.join("reproduce.sh");
    fs::write(&script, format!("#!/bin/sh\n{reproduce}\n"))?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    Ok(directory)
}

/// A player's name as part of a file's.
pub(crate) fn file_name(player: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    player.chars().map(plain).collect()
}

/// An argument as a shell takes it.
pub(crate) fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:+,@%".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_never_overwrites_another() {
        let directory = tempfile::tempdir().unwrap();
        let evidence = Evidence {
            player: "Bad Engine/2".to_owned(),
            kind: "crash",
            reproduce: "true".to_owned(),
            ..Evidence::default()
        };
        let first = keep(directory.path(), 6, &evidence).unwrap();
        let second = keep(directory.path(), 6, &evidence).unwrap();
        assert!(first.ends_with("007-bad-engine-2-crash"), "{}", first.display());
        assert!(second.ends_with("007-bad-engine-2-crash-2"), "{}", second.display());
        assert!(!first.join("stderr.txt").exists());
        assert_eq!(fs::read_to_string(first.join("reproduce.sh")).unwrap(), "#!/bin/sh\ntrue\n");
    }
}
