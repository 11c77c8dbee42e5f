//! All results below a directory: what each is, and how far.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use arena::report::OverviewRow;
use arena::runner::in_progress::InProgress;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use stats::words;

/// Directories in which results are looked for: the named one, and those where commands put them.
const PLACES: [&str; 3] = ["", "results", "matches/results"];

/// A kind of results, told by its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Match,
    Tuning,
    Suite,
    Books,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Match, Kind::Tuning, Kind::Suite, Kind::Books];

    fn name(self) -> &'static str {
        match self {
            Kind::Match => "match",
            Kind::Tuning => "tuning",
            Kind::Suite => "suite",
            Kind::Books => "book measurement",
        }
    }

    /// The file that is written to while it runs.
    fn journal(self) -> &'static str {
        match self {
            Kind::Match => "games.pgn",
            Kind::Tuning => "iterations.jsonl",
            Kind::Suite => "searches.jsonl",
            Kind::Books => "books.json",
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Kind::Match => "game",
            Kind::Tuning => "iteration",
            Kind::Suite => "search",
            Kind::Books => "book",
        }
    }

    /// Files with its page, the most telling first.
    fn pages(self) -> &'static [&'static str] {
        match self {
            Kind::Match => &["report.html"],
            Kind::Tuning => &["parameters.html"],
            Kind::Suite => &["suite.html", "depths.html", "sweep.html", "experiment.html"],
            Kind::Books => &["books.html"],
        }
    }

    /// The kind of results in a directory.
    pub(super) fn of(directory: &Path) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| directory.join(kind.journal()).is_file())
    }
}

/// One directory of results.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) directory: PathBuf,
    pub(super) kind: Kind,
    written: SystemTime,
}

/// All results in and below a directory, those written to last first.
pub(super) fn found(root: &Path) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for place in PLACES {
        let entries = fs::read_dir(root.join(place)).into_iter().flatten().flatten();
        for entry in entries {
            found.extend(of(&entry.path()));
        }
    }
    found.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.name.cmp(&b.name)));
    // A name is the address of its page: of two the newer one has it.
    let mut names = std::collections::HashSet::new();
    found.retain(|result| names.insert(result.name.clone()));
    found
}

/// The name of a directory, also of the present one.
pub(super) fn title(directory: &Path) -> String {
    let absolute = directory.canonicalize();
    let absolute = absolute.as_deref().unwrap_or(directory);
    absolute.file_name().unwrap_or(absolute.as_os_str()).to_string_lossy().into_owned()
}

/// The results of one directory, if it has any.
pub(super) fn of(directory: &Path) -> Option<Found> {
    let kind = Kind::of(directory)?;
    let written = fs::metadata(directory.join(kind.journal())).and_then(|file| file.modified());
    Some(Found {
        name: directory.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        directory: directory.to_owned(),
        kind,
        written: written.unwrap_or(SystemTime::UNIX_EPOCH),
    })
}

impl Found {
    /// Its row; the link ends with this query.
    pub(super) fn row(&self, query: &str) -> OverviewRow {
        let mut row = OverviewRow {
            name: self.name.clone(),
            link: format!("m/{}/{query}", encoded(&self.name)),
            kind: self.kind.name(),
            question: None,
            verdict: None,
            is_running: false,
            progress: (0, None),
            unit: self.kind.unit(),
            time_left: None,
            age: self.written.elapsed().unwrap_or_default(),
            needs_look: Vec::new(),
        };
        match self.kind {
            Kind::Match => self.fill_match(&mut row),
            Kind::Tuning | Kind::Suite => {
                // The first line says what it is.
                row.progress.0 = lines(&self.directory.join(self.kind.journal())).saturating_sub(1);
                row.is_running = row.age < FRESH;
                row.verdict = self.page().map(|_| "on its page".to_owned());
            }
            Kind::Books => {
                row.verdict = self.page().map(|_| "on its page".to_owned());
                if let Some(kept) = read::<KeptBooks>(&self.directory.join("books.json"), &mut row)
                {
                    row.question = kept.question;
                    row.progress.0 = kept.books.len() as u64;
                }
            }
        }
        row
    }

    fn fill_match(&self, row: &mut OverviewRow) {
        if let Some(kept) = read::<KeptReport>(&self.directory.join("report.json"), row) {
            kept.fill(row);
        }
        if let Some(state) = InProgress::of(&self.directory) {
            row.is_running = true;
            row.progress = (u64::from(state.finished), Some(u64::from(state.planned)));
            row.time_left =
                state.seconds_left.and_then(|left| Duration::try_from_secs_f64(left).ok());
        }
    }

    /// The page that its last run has left.
    pub(super) fn page(&self) -> Option<PathBuf> {
        self.kind.pages().iter().map(|page| self.directory.join(page)).find(|page| page.is_file())
    }
}

/// The age at which a journal no longer shows that somebody writes it.
const FRESH: Duration = Duration::from_secs(30);

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
}

#[derive(Debug, Deserialize)]
struct Games {
    planned: u64,
    played: u64,
}

#[derive(Debug, Deserialize)]
struct KeptVerdict {
    answer: String,
    sentence: String,
}

/// The same of `books.json`.
#[derive(Debug, Deserialize)]
struct KeptBooks {
    question: Option<String>,
    books: Vec<serde::de::IgnoredAny>,
}

/// A file of ours, if it is there; why it cannot be read goes into the row.
fn read<T: DeserializeOwned>(path: &Path, row: &mut OverviewRow) -> Option<T> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        file => file.map_err(|error| error.to_string()),
    };
    let read = file.and_then(|file| {
        serde_json::from_reader(BufReader::new(file)).map_err(|error| error.to_string())
    });
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    read.map_err(|why| row.needs_look.push(format!("{name} cannot be read: {why}"))).ok()
}

impl KeptReport {
    fn fill(self, row: &mut OverviewRow) {
        let games = self.games.map(|games| (games.played, Some(games.planned)));
        row.progress = games.unwrap_or((self.played.unwrap_or(0), self.planned));
        row.question = self.of_match.or(self.tournament).and_then(|setting| setting.question);
        if self.verdict.as_ref().is_some_and(|verdict| verdict.answer == "void") {
            row.needs_look.push("faults could have decided it".to_owned());
        }
        row.verdict = self.verdict.map(|verdict| verdict.sentence);
        if !self.faults.is_empty() {
            let faults = self.faults.len() as u64;
            row.needs_look.push(format!("{} lost by a fault", words::several(faults, "game")));
        }
    }
}

/// The number of lines of a file.
fn lines(path: &Path) -> u64 {
    let Ok(file) = File::open(path) else { return 0 };
    BufReader::new(file).split(b'\n').map_while(Result::ok).count() as u64
}

/// A name as a part of an address.
fn encoded(name: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(byte);
    name.bytes()
        .map(
            |byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") },
        )
        .collect()
}

/// Whether a directory is a match's, or has results in or below it.
#[must_use]
pub fn has_results(directory: &Path) -> bool {
    Kind::of(directory).is_some() || !found(directory).is_empty()
}
