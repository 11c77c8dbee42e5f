//! Journals of JSON lines, only ever appended to: those of test suites, tunings and opening books.
//!
//! The first line holds the facts of the journal, each further one is an entry. The last key of a
//! line,
//! `checksum`, is the CRC-32 of the line without that key, as eight hexadecimal digits. A journal
//! whose first line has none was begun before there were checksums, and its entries may lack them,
//! too. A line is on disk before its entry counts as done. Only one process at a time has the file
//! open.

#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::system::durable::{self, TakeError, set_length, sync_directory};

/// The text between the other keys of a line and its checksum.
const CHECKSUM: &[u8] = br#","checksum":""#;

/// A kind of journal, in the words of its errors.
#[derive(Debug)]
pub struct JournalKind {
    /// The commands that write it.
    pub commands: &'static str,
    /// Describes a journal of the same kind whose first line differs.
    pub other: &'static str,
    /// The advice for keeping that one.
    pub keep: &'static str,
    /// The advice for continuing after a damaged line.
    pub mend: &'static str,
}

/// The facts that a journal begins with.
pub trait JournalFacts: Serialize + DeserializeOwned {
    /// The kind of the journal.
    const KIND: JournalKind;

    /// The differences from the facts of another journal, in words.
    fn differences(&self, there: &Self) -> Vec<String>;
}

/// A journal that is open for appending. While it is, no other process can open it so.
#[derive(Debug)]
pub struct JsonLines {
    file: File,
    path: PathBuf,
}

/// Why a journal of JSON lines cannot be used; it is then left as it was.
#[derive(Debug, thiserror::Error)]
pub enum JsonLinesError {
    /// The file cannot be read, written or locked.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// The attempted action.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another process has it.
    #[error(
        "{}: another arena process is writing to it; let it finish, or choose another directory \
         with --out DIR", .0.display()
    )]
    Locked(PathBuf),
    /// It is no such journal, that of something else, or has a line that was changed: the place, the problem and the
    /// advice.
    #[error("{0}")]
    Refused(String),
}

impl JsonLines {
    /// Opens or creates the journal of these facts. `take` receives the entries, in order, and may
    /// refuse one with a reason. An incomplete last line is cut off.
    ///
    /// # Errors
    /// Another process has the journal, it belongs to other facts, is damaged, or cannot be read or
    /// written.
    pub fn open<F, E>(
        path: &Path,
        facts: &F,
        mut take: impl FnMut(E) -> Result<(), String>,
    ) -> Result<JsonLines, JsonLinesError>
    where
        F: JournalFacts,
        E: DeserializeOwned,
    {
        let (mut journal, mut text) = JsonLines::lock(path)?;
        let length = text.len();
        truncate_torn(&mut text);
        let is_there = take_lines(&text, path, |there: &F| facts.differences(there), &mut take)?;
        if text.len() < length {
            let cut = set_length(&journal.file, text.len() as u64);
            cut.map_err(failed("cut the torn end off", path))?;
        }
        if !is_there {
            journal.append(std::iter::once(facts))?;
            sync_directory(path).map_err(failed("begin", path))?;
        }
        Ok(journal)
    }

    /// Reads the entries of a journal, whatever it is the journal of, and leaves it as it is. A last line that was not
    /// written whole is left out.
    ///
    /// # Errors
    /// When it is damaged, or cannot be read.
    pub fn read<F: JournalFacts, E: DeserializeOwned>(
        path: &Path,
        mut take: impl FnMut(E) -> Result<(), String>,
    ) -> Result<(), JsonLinesError> {
        let mut text = bounded::read(path, bounded::JOURNAL).map_err(failed("read", path))?;
        truncate_torn(&mut text);
        take_lines(&text, path, |_: &F| Vec::new(), &mut take).map(drop)
    }

    /// Takes the file for this process; gives its text.
    fn lock(path: &Path) -> Result<(JsonLines, Vec<u8>), JsonLinesError> {
        let mut file = durable::take(path).map_err(|error| match error {
            TakeError::Open(source) => failed("open", path)(source),
            TakeError::Lock(source) => failed("lock", path)(source),
            TakeError::Taken => JsonLinesError::Locked(path.to_owned()),
        })?;
        let text = bounded::bytes(&mut file, bounded::JOURNAL).map_err(failed("read", path))?;
        Ok((JsonLines { file, path: path.to_owned() }, text))
    }

    /// Appends lines, if there are any, with one write; when this returns they are on disk.
    ///
    /// # Errors
    /// When writing fails, as on a full disk.
    pub fn append<T: Serialize>(
        &mut self,
        mut values: impl Iterator<Item = T>,
    ) -> Result<(), JsonLinesError> {
        let mut lines = Vec::new();
        let written = values.try_for_each(|value| write(&mut lines, &value)).and_then(|()| {
            if lines.is_empty() {
                return Ok(());
            }
            self.file.write_all(&lines).and_then(|()| self.file.sync_data())
        });
        written.map_err(failed("write to", &self.path))
    }
}

/// Cuts a last line off that was not written whole.
fn truncate_torn(text: &mut Vec<u8>) {
    text.truncate(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
}

/// Takes the first line and the entries of whole lines; whether there are any.
fn take_lines<F: JournalFacts, E: DeserializeOwned>(
    text: &[u8],
    path: &Path,
    differences: impl FnOnce(&F) -> Vec<String>,
    take: &mut dyn FnMut(E) -> Result<(), String>,
) -> Result<bool, JsonLinesError> {
    let kind = F::KIND;
    let mut lines =
        text.split(|&byte| byte == b'\n').zip(1_usize..).filter(|(line, _)| !line.is_empty());
    let Some((header, _)) = lines.next() else { return Ok(false) };
    let (header, is_checked) = read(header).map_err(|problem| {
        JsonLinesError::Refused(format!(
            "{}:1: not a journal of {}: {problem}",
            path.display(),
            kind.commands
        ))
    })?;
    let differences = differences(&header);
    if !differences.is_empty() {
        let differences = differences.join("; ");
        let sentence = format!("{}: {}: {differences}; {}", path.display(), kind.other, kind.keep);
        return Err(JsonLinesError::Refused(sentence));
    }
    for (text, line) in lines {
        let taken = match read(text) {
            Ok((_, false)) if is_checked => Err("it has no checksum".to_owned()),
            read => read.and_then(|(entry, _)| take(entry)),
        };
        taken.map_err(|problem| {
            JsonLinesError::Refused(format!("{}:{line}: {problem}; {}", path.display(), kind.mend))
        })?;
    }
    Ok(true)
}

/// Writes a value, an object with at least one key, as a line with its checksum.
fn write<T: Serialize>(lines: &mut Vec<u8>, value: &T) -> io::Result<()> {
    let begin = lines.len();
    serde_json::to_writer(&mut *lines, value)?;
    let checksum = crc32fast::hash(&lines[begin..]);
    lines.truncate(lines.len() - 1);
    lines.extend_from_slice(CHECKSUM);
    writeln!(lines, "{checksum:08x}\"}}")
}

/// A line, and whether it has a checksum.
fn read<T: DeserializeOwned>(line: &[u8]) -> Result<(T, bool), String> {
    let parse = |json: &[u8]| serde_json::from_slice(json).map_err(|error| error.to_string());
    let Some((keys, checksum)) = split(line) else { return Ok((parse(line)?, false)) };
    let json = [keys, b"}"].concat();
    // Checked first: a damaged line may no longer be JSON at all.
    if format!("{:08x}", crc32fast::hash(&json)).as_bytes() != checksum {
        return Err("it does not agree with its checksum".to_owned());
    }
    Ok((parse(&json)?, true))
}

/// A line up to its checksum, and the checksum; `None` without one.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_suffix(b"\"}")?;
    let (keys, checksum) = line.split_at_checked(line.len().checked_sub(8)?)?;
    Some((keys.strip_suffix(CHECKSUM)?, checksum))
}

fn failed(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> JsonLinesError {
    move |source| JsonLinesError::Io { doing, path: path.to_owned(), source }
}
