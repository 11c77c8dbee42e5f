//! The evidence of faults: records of games that players lost through their own fault, and the part
//! of them that a match keeps. A program that fails in every game must not fill the disk.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use uci_client::{StderrFiles, left_out};

use crate::chess::named::named;

/// The number of bundles kept for good: those of the match's first faults.
const FIRST: usize = 50;
/// The number of bundles kept until others come: those of its last faults.
const LAST: usize = 50;
/// Bytes of a bundle's file, at most.
const FILE: usize = 256 * 1024;
/// Bytes that all programs of a match may write to files from their standard errors.
pub(crate) const STDERR_BUDGET: u64 = 64 << 20;
/// The limit of each of these files in bytes: a noisy program must not use up the others' space.
pub(crate) const STDERR_FILE: u64 = 16 << 20;
/// The file of a bundle that describes the end of the process.
pub(crate) const HOW: &str = "how.txt";
/// The file with the number of omitted bundles.
const LEFT_OUT: &str = "left-out.txt";

named! {
    /// The kinds of faults.
    #[derive(Default)]
    pub enum FaultKind {
        /// The program ended, or closed its pipes.
        #[default]
        Crash = "crash",
        /// It did not answer.
        Stall = "stall",
        /// It named no move, or an illegal one.
        IllegalMove = "illegal-move",
        /// It answered too late.
        Time = "time",
    }
}

impl FaultKind {
    /// The kind of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Where evidence comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// A program of this process.
    #[default]
    Here,
    /// A worker on another machine: no file of it may be executed.
    Worker,
}

/// The known facts of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The player at fault.
    pub player: String,
    /// The kind.
    pub kind: FaultKind,
    /// The way in which the process ended, in a few words.
    pub how: String,
    /// An account of the fault, in sentences.
    pub account: String,
    /// The last lines both ways, with their times.
    pub transcript: String,
    /// The last the engine wrote to its standard error.
    pub stderr: String,
    /// A shell command that puts the engine before the same position.
    pub reproduce: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// The directory `faults` of a match: a bundle for each of its first and of its last faults.
#[derive(Debug)]
pub struct Bundles {
    directory: PathBuf,
    /// The number of bundles among the first ones kept; `None` before the first fault of this run.
    first: Option<usize>,
    /// The others, the oldest first.
    last: VecDeque<PathBuf>,
}

impl Bundles {
    /// The bundles of this directory, which is made at the first fault.
    #[must_use]
    pub fn new(directory: PathBuf) -> Bundles {
        Bundles { directory, first: None, last: VecDeque::new() }
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Writes the evidence to a directory of its own, named for game and player: `fault.txt`,
    /// `how.txt`, `transcript.txt`, `stderr.txt` if there is any output, and `reproduce.sh`. Beyond
    /// the budget the oldest bundle that is not among the first is removed.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&mut self, game: u32, evidence: &Evidence) -> io::Result<PathBuf> {
        let first = match self.first {
            Some(first) => first,
            None => self.find()?,
        };
        let bundle = write(&self.directory, game, evidence)?;
        if first < FIRST {
            self.first = Some(first + 1);
            return Ok(bundle);
        }
        self.last.push_back(bundle.clone());
        if self.last.len() > LAST
            && let Some(oldest) = self.last.pop_front()
        {
            match fs::remove_dir_all(oldest) {
                // It was deleted by hand.
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(bundle),
                removed => removed?,
            }
            let path = self.directory.join(LEFT_OUT);
            let count = left_out(&path) + 1;
            let words = format!(
                "{count} faults are left out here: the first {FIRST} and the last {LAST} are kept\n"
            );
            fs::write(path, words)?;
        }
        Ok(bundle)
    }

    /// Finds the bundles of earlier runs; returns the number that were kept as the first ones.
    fn find(&mut self) -> io::Result<usize> {
        fs::create_dir_all(&self.directory)?;
        let mut bundles = Vec::new();
        for entry in fs::read_dir(&self.directory)? {
            let entry = entry?;
            // Other files stay there.
            if game_of(&entry.file_name()).is_some() && entry.file_type()?.is_dir() {
                bundles.push((entry.metadata()?.modified()?, entry.path()));
            }
        }
        bundles.sort();
        self.last = bundles.into_iter().map(|(_, path)| path).collect();
        let first = self.last.len().min(FIRST);
        self.last.drain(..first);
        self.first = Some(first);
        Ok(first)
    }
}

/// The number of the game that a bundle of this name is about.
pub(crate) fn game_of(name: &OsStr) -> Option<u32> {
    name.to_str()?.split_once('-')?.0.parse().ok()
}

/// The kind in the name of a bundle: `007-name-crash`, or `007-name-crash-2` for another of that game.
pub(crate) fn kind_of(name: &str) -> Option<FaultKind> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let name =
        name.rsplit_once('-').filter(|(_, last)| is_number(last)).map_or(name, |(name, _)| name);
    FaultKind::ALL
        .into_iter()
        .find(|kind| name.strip_suffix(kind.name()).is_some_and(|before| before.ends_with('-')))
}

/// The last thing a program said on its standard error, on one line: the message of a Rust program's panic
/// with its place, else the last line.
pub(crate) fn last_words(stderr: &str) -> Option<String> {
    let mut lines = stderr
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with(BACKTRACE));
    let last = lines.next_back()?;
    let place =
        lines.next_back().filter(|line| line.contains("panicked at") && line.ends_with(':'));
    Some(place.map_or_else(|| last.to_owned(), |place| format!("{place} {last}")))
}

/// The beginning of a line that ends every panic of a Rust program and carries no information.
const BACKTRACE: &str = "note: run with `RUST_BACKTRACE";

/// The parts missing from a match's evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct LeftOut {
    /// Faults whose bundle was not kept.
    pub faults: u64,
    /// Bytes of standard errors that were not kept.
    pub stderr_bytes: u64,
}

impl LeftOut {
    /// Describes the parts missing from the evidence in a match's directory.
    #[must_use]
    pub fn beside(directory: &Path) -> LeftOut {
        LeftOut {
            faults: left_out(&directory.join("faults").join(LEFT_OUT)),
            stderr_bytes: StderrFiles::bytes_left_out(&directory.join("stderr")),
        }
    }
}

/// Writes a bundle.
fn write(faults: &Path, game: u32, evidence: &Evidence) -> io::Result<PathBuf> {
    let Evidence { player, kind, how, account, transcript, stderr, reproduce, origin } = evidence;
    let name = format!("{:03}-{}-{}", game + 1, file_name(player), kind.name());
    // A game that is played again may fail again.
    let names = std::iter::once(name.clone()).chain((2..).map(|time| format!("{name}-{time}")));
    let Some(directory) = names.map(|name| faults.join(name)).find(|path| !path.exists()) else {
        return Err(io::Error::other("no name is left"));
    };
    fs::create_dir_all(&directory)?;
    fs::write(directory.join("fault.txt"), account)?;
    fs::write(directory.join(HOW), how)?;
    fs::write(directory.join("transcript.txt"), &*end(transcript, FILE))?;
    if !stderr.is_empty() {
        fs::write(directory.join("stderr.txt"), &*end(stderr, FILE))?;
    }
    let script = directory.join("reproduce.sh");
    fs::write(&script, format!("#!/bin/sh\n{reproduce}\n"))?;
    system::files::allow_execution(&script, *origin == Origin::Here)?;
    Ok(directory)
}

/// The end of a text, at most this many bytes, beginning with a whole line.
pub(crate) fn end(text: &str, bytes: usize) -> Cow<'_, str> {
    if text.len() <= bytes {
        return text.into();
    }
    let begin = (text.len() - bytes..).find(|&at| text.is_char_boundary(at));
    let tail = begin.map_or("", |begin| &text[begin..]);
    let tail = tail.split_once('\n').map_or(tail, |(_, rest)| rest);
    format!("…\n{tail}").into()
}

/// A player's name as part of a file's.
pub(crate) fn file_name(player: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    player.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_never_overwrites_another() {
        let directory = tempfile::tempdir().unwrap();
        let evidence = Evidence {
            player: "Bad Engine/2".to_owned(),
            kind: FaultKind::Crash,
            reproduce: "true".to_owned(),
            ..Evidence::default()
        };
        let mut bundles = Bundles::new(directory.path().to_owned());
        let first = bundles.keep(6, &evidence).unwrap();
        let second = bundles.keep(6, &evidence).unwrap();
        assert!(first.ends_with("007-bad-engine-2-crash"), "{}", first.display());
        assert!(second.ends_with("007-bad-engine-2-crash-2"), "{}", second.display());
        assert!(!first.join("stderr.txt").exists());
        assert_eq!(fs::read_to_string(first.join("reproduce.sh")).unwrap(), "#!/bin/sh\ntrue\n");
    }

    #[test]
    fn a_bundle_is_named_for_its_kind() {
        assert_eq!(kind_of("007-time-out-crash"), Some(FaultKind::Crash));
        assert_eq!(kind_of("007-a-illegal-move-12"), Some(FaultKind::IllegalMove));
        assert_eq!(kind_of("007-a-stall-2"), Some(FaultKind::Stall));
        assert_eq!(kind_of("my-notes"), None);
    }

    #[test]
    fn the_last_words_of_a_panic_are_its_message_with_its_place() {
        let panic = "loaded\n\nthread 'main' (7) panicked at src/main.rs:3:5:\nno king\n\
                     note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        let words = "thread 'main' (7) panicked at src/main.rs:3:5: no king";
        assert_eq!(last_words(panic).as_deref(), Some(words));
        assert_eq!(last_words("one\nAborted\n\n").as_deref(), Some("Aborted"));
        assert_eq!(last_words(" \n"), None);
    }

    #[test]
    fn the_first_and_the_last_faults_are_kept() {
        let place = tempfile::tempdir().unwrap();
        let faults = place.path().join("faults");
        let evidence = Evidence {
            player: "bad".to_owned(),
            kind: FaultKind::Crash,
            transcript: "line\n".repeat(FILE),
            ..Evidence::default()
        };
        fs::create_dir_all(faults.join("my notes")).unwrap();
        // In several runs.
        for run in 0..4 {
            let mut bundles = Bundles::new(faults.clone());
            for game in 0..60 {
                assert!(bundles.keep(100 + 60 * run + game, &evidence).unwrap().exists());
            }
        }
        let entries = fs::read_dir(&faults).unwrap().map(|entry| entry.unwrap().path());
        let mut kept: Vec<u32> = entries
            .filter(|path| path.is_dir())
            .filter_map(|path| game_of(path.file_name().unwrap()))
            .collect();
        assert!(faults.join("my notes").exists());
        kept.sort_unstable();
        assert_eq!(kept, (101..151).chain(291..341).collect::<Vec<u32>>());
        let transcript = fs::metadata(faults.join("101-bad-crash/transcript.txt")).unwrap();
        assert!(transcript.len() <= FILE as u64 + 4);
        assert_eq!(LeftOut::beside(place.path()), LeftOut { faults: 140, stderr_bytes: 0 });
    }
}
