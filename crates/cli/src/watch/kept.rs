//! Numbers of files that the page of all results shows, kept while the files stay as they are.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use memchr::memmem;

use arena::report::OverviewRow;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use stats::headline::Answer;
use stats::stop::{StopRule, StopRules};
use stats::words;
use system::files;

/// Bytes of a report that is read.
const REPORT: u64 = 64 << 20;

/// Identifies a file and its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) file: files::Identity,
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    pub(super) fn of(file: &File) -> io::Result<Stamp> {
        let metadata = file.metadata()?;
        Ok(Stamp {
            file: files::identity(file)?,
            length: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }
}

/// The results of reading files, each with the stamp of its file.
#[derive(Debug, Default)]
pub(super) struct Kept {
    lines: HashMap<PathBuf, (Stamp, u64)>,
    reports: HashMap<PathBuf, Read<KeptReport>>,
    books: HashMap<PathBuf, Read<KeptBooks>>,
}

impl Kept {
    /// The number of lines of a file. Of one that has grown only the new bytes are read.
    pub(super) fn lines(&mut self, path: &Path) -> u64 {
        let count = |before: Option<&(Stamp, u64)>| -> io::Result<(Stamp, u64)> {
            let mut file = bounded::open_own(path)?;
            let stamp = Stamp::of(&file)?;
            let (from, lines) = match before {
                Some((before, lines)) if *before == stamp => return Ok((stamp, *lines)),
                Some((before, lines))
                    if before.file == stamp.file && before.length < stamp.length =>
                {
                    (before.length, *lines)
                }
                _ => (0, 0),
            };
            file.seek(SeekFrom::Start(from))?;
            Ok((stamp, lines + line_breaks(file.take(stamp.length - from))?))
        };
        let Ok(counted) = count(self.lines.get(path)) else { return 0 };
        self.lines.insert(path.to_owned(), counted);
        counted.1
    }

    /// Fills the row of a match from its `report.json`.
    pub(super) fn fill_match(&mut self, path: &Path, row: &mut OverviewRow) {
        if let Some(report) = read(&mut self.reports, path, row) {
            report.fill(row);
        }
    }

    /// Fills the row of a book measurement from its `books.json`.
    pub(super) fn fill_books(&mut self, path: &Path, row: &mut OverviewRow) {
        if let Some(kept) = read(&mut self.books, path, row) {
            row.question.clone_from(&kept.question);
            row.progress.0 = kept.books.len() as u64;
        }
    }
}

fn line_breaks(mut file: impl io::Read) -> io::Result<u64> {
    let (mut buffer, mut lines) = (vec![0; 1 << 16], 0);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(lines),
            count => lines += memchr::memchr_iter(b'\n', &buffer[..count]).count() as u64,
        }
    }
}

/// A file's state, and its value or why it has none.
type Read<T> = (Option<Stamp>, Result<T, String>);

/// The value in a file, if it is there: as it was read for the same stamp, or read now. Why it cannot be read goes into
/// the row.
fn read<'k, T: DeserializeOwned>(
    kept: &'k mut HashMap<PathBuf, Read<T>>,
    path: &Path,
    row: &mut OverviewRow,
) -> Option<&'k T> {
    let opened = bounded::open_own(path).and_then(|file| Ok((Stamp::of(&file)?, file)));
    match opened {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => drop(kept.insert(path.to_owned(), (None, Err(error.to_string())))),
        Ok((stamp, file)) => {
            if kept.get(path).is_none_or(|(before, _)| *before != Some(stamp)) {
                let bytes = bounded::bytes(file, REPORT).map_err(|error| error.to_string());
                let value = bytes.and_then(|bytes| {
                    let shown = shown_members(&bytes).unwrap_or(bytes);
                    serde_json::from_slice(&shown).map_err(|error| error.to_string())
                });
                kept.insert(path.to_owned(), (Some(stamp), value));
            }
        }
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match &kept.get(path)?.1 {
        Ok(value) => Some(value),
        Err(why) => {
            row.needs_look.push(format!("{name} cannot be read: {why}"));
            None
        }
    }
}

/// The members of a report's object that the page shows, which are a hundredth of it. `None` where it is not whole, or not
/// laid out as arena writes it, each member on lines of its own.
fn shown_members(report: &[u8]) -> Option<Vec<u8>> {
    let report = report.trim_ascii().strip_suffix(b"\n}")?;
    let begins: Vec<usize> = memmem::find_iter(report, b"\n  \"").collect();
    begins.first().filter(|&&first| report[..first] == *b"{")?;
    let ends = begins.iter().skip(1).copied().chain([report.len()]);
    let members = begins.iter().zip(ends).map(|(&begin, end)| &report[begin..end]);
    let is_shown = |member: &&[u8]| {
        let name = member[4..].split(|&byte| byte == b'"').next().unwrap_or_default();
        SHOWN.contains(&name)
    };
    let shown = members.filter(is_shown).map(|member| member.strip_suffix(b",").unwrap_or(member));
    let shown = shown.collect::<Vec<&[u8]>>().join(&b","[..]);
    Some([&b"{"[..], &shown, b"}"].concat())
}

/// The names of those members.
const SHOWN: [&[u8]; 9] = [
    b"match",
    b"tournament",
    b"games",
    b"verdict",
    b"played",
    b"planned",
    b"faults",
    b"question",
    b"books",
];

/// The parts of `report.json` that the page of all results shows.
#[derive(Debug, Deserialize)]
struct KeptReport {
    #[serde(rename = "match")]
    of_match: Option<Setting>,
    tournament: Option<Setting>,
    games: Option<Games>,
    verdict: Option<KeptVerdict>,
    played: Option<u64>,
    planned: Option<u64>,
    #[serde(default)]
    faults: Vec<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct Setting {
    question: Option<String>,
    /// The rules that may end a match early, in their notation.
    stop: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Games {
    planned: u64,
    played: u64,
}

#[derive(Debug, Deserialize)]
struct KeptVerdict {
    answer: Answer,
    sentence: String,
    why: Option<String>,
}

/// The same of `books.json`.
#[derive(Debug, Deserialize)]
struct KeptBooks {
    question: Option<String>,
    books: Vec<serde::de::IgnoredAny>,
}

impl KeptReport {
    fn fill(&self, row: &mut OverviewRow) {
        let games = self.games.as_ref().map(|games| (games.played, Some(games.planned)));
        row.progress = games.unwrap_or((self.played.unwrap_or(0), self.planned));
        let setting = self.of_match.as_ref().or(self.tournament.as_ref());
        row.question = setting.and_then(|setting| setting.question.clone());
        row.verdict = self.verdict.as_ref().map(|verdict| verdict.sentence.clone());
        row.why = self.verdict.as_ref().and_then(|verdict| verdict.why.clone());
        row.rules = self.rules();
        if self.is_void() {
            row.needs_look.push("faults could have decided it".to_owned());
        }
        if !self.faults.is_empty() {
            let faults = self.faults.len() as u64;
            row.needs_look.push(format!("{} lost by a fault", words::several(faults, "game")));
        }
    }

    fn is_void(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| verdict.answer == Answer::Void)
    }

    /// The rules on results of a match.
    fn rules(&self) -> Vec<StopRule> {
        let written = self.of_match.as_ref().and_then(|settings| settings.stop.as_ref());
        let rules = written.and_then(|rules| rules.parse::<StopRules>().ok());
        rules.map_or_else(Vec::new, |rules| rules.sequential)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_a_match_won_whole_is_read_and_one_that_cannot_be_read_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("report.json");
        let mut kept = Kept::default();
        let mut row = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let mut row = OverviewRow::default();
            kept.fill_match(&path, &mut row);
            row
        };
        let verdict = r#"{"answer": "yes", "sentence": "Yes: all games were won."}"#;
        let won = row(&format!(
            r#"{{"verdict": {verdict}, "games": {{"planned": 8, "played": 8}}, "headline": {{"elo": "inf"}}}}"#
        ));
        assert_eq!(won.verdict.as_deref(), Some("Yes: all games were won."));
        assert_eq!((won.progress, won.needs_look.len()), ((8, Some(8)), 0));
        assert_eq!(won.rules, []);
        let sprt = "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized}";
        let tested = row(&format!(r#"{{"match": {{"question": null, "stop": "{sprt}"}}}}"#));
        assert_eq!(tested.rules[0].notation(), sprt);
        let torn = row("{\"games\":");
        assert!(torn.needs_look[0].starts_with("report.json cannot be read: "), "{torn:?}");
    }

    #[test]
    fn of_a_report_as_arena_writes_it_only_the_members_that_are_shown_are_read() {
        let shown =
            |text: &str| shown_members(text.as_bytes()).map(|s| String::from_utf8(s).unwrap());
        let text = "{\n  \"schema\": 1,\n  \"games\": {\n    \"planned\": 8\n  },\n  \"replays\": [\n    {}\n  ],\n  \
                    \"faults\": [],\n  \"pairs\": {\n    \"match\": 3\n  }\n}\n";
        let expected = "{\n  \"games\": {\n    \"planned\": 8\n  },\n  \"faults\": []}";
        assert_eq!(shown(text).as_deref(), Some(expected));
        for other in ["{\"games\": {}}", "", "{\n  \"games\": {", "[\n  \"games\"\n}"] {
            assert_eq!(shown(other), None, "{other}");
        }
    }

    #[test]
    fn lines_are_counted_on_where_a_file_has_grown_and_anew_where_it_is_another() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("searches.jsonl");
        let mut kept = Kept::default();
        assert_eq!(kept.lines(&path), 0);
        for (text, lines) in [("a\nb\n", 2), ("a\nb\nc\nd", 3), ("a\nb\nc\nd\n", 4), ("x\n", 1)] {
            std::fs::write(&path, text).unwrap();
            assert_eq!((kept.lines(&path), kept.lines(&path)), (lines, lines), "{text:?}");
        }
        // The bytes that were counted are not read again.
        std::fs::write(&path, "\n\n\n").unwrap();
        assert_eq!(kept.lines(&path), 2, "the one before, and one in the new byte");
    }
}
