//! All results below a directory: the kind and progress of each.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use arena::report::OverviewRow;
use arena::runner::in_progress::{InProgress, Standing};
use document::number;
use stats::words;

use super::kept::Kept;

/// Directories in which results are looked for: the named one, and those where commands put them.
const PLACES: [&str; 3] = [".", "results", "matches/results"];
/// Bytes of a page that is served.
const PAGE: u64 = 256 << 20;

/// A kind of results, told by its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Match,
    Tuning,
    Suite,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Match, Kind::Tuning, Kind::Suite];

    fn name(self) -> &'static str {
        match self {
            Kind::Match => "match",
            Kind::Tuning => "tuning",
            Kind::Suite => "suite",
        }
    }

    /// The file that is written to while it runs.
    fn journal(self) -> &'static str {
        match self {
            Kind::Match => "games.pgn",
            Kind::Tuning => "iterations.jsonl",
            Kind::Suite => "searches.jsonl",
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Kind::Match => "game",
            Kind::Tuning => "iteration",
            Kind::Suite => "search",
        }
    }

    /// Files with its page, the most telling first.
    fn pages(self) -> &'static [&'static str] {
        match self {
            Kind::Match => &["report.html"],
            Kind::Tuning => &["parameters.html"],
            Kind::Suite => &["suite.html", "depths.html", "sweep.html", "experiment.html"],
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
    place: &'static str,
    written: SystemTime,
}

/// All results in and below a directory, those written to last first.
pub(super) fn found(root: &Path) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for place in PLACES {
        let entries = fs::read_dir(root.join(place)).into_iter().flatten().flatten();
        found.extend(entries.filter_map(|entry| Some(Found { place, ..of(&entry.path())? })));
    }
    found.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.name.cmp(&b.name)));
    // A name is the address of its page: of two the newer one has it, the other one has its place before it.
    let mut names = HashSet::new();
    for result in &mut found {
        if !names.insert(result.name.clone()) {
            result.name = format!("{}/{}", result.place, result.name);
        }
    }
    found
}

/// The results of this name.
pub(super) fn named(root: &Path, name: &str) -> Option<Found> {
    let (only, last) =
        name.rsplit_once('/').map_or((None, name), |(place, last)| (Some(place), last));
    if matches!(last, "" | "." | "..") {
        return None;
    }
    let places = PLACES.into_iter().filter(|place| only.is_none_or(|only| only == *place));
    let found = places.filter_map(|place| of(&root.join(place).join(last)));
    let newest = found.max_by_key(|found| found.written)?;
    Some(Found { name: name.to_owned(), ..newest })
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
        place: PLACES[0],
        written: written.unwrap_or(SystemTime::UNIX_EPOCH),
    })
}

impl Found {
    /// Its row; the link ends with this query.
    pub(super) fn row(&self, query: &str, kept: &mut Kept) -> OverviewRow {
        let mut row = OverviewRow {
            name: self.name.clone(),
            link: format!("m/{}/{query}", encoded(&self.name)),
            kind: self.kind.name(),
            question: None,
            verdict: None,
            why: None,
            is_running: false,
            progress: (0, None),
            unit: self.kind.unit(),
            time_left: None,
            age: self.written.elapsed().unwrap_or_default(),
            needs_look: Vec::new(),
            rules: Vec::new(),
        };
        let journal = self.directory.join(self.kind.journal());
        match self.kind {
            Kind::Match => self.fill_match(&mut row, kept),
            Kind::Tuning | Kind::Suite => {
                // The first line tells its kind.
                row.progress.0 = kept.lines(&journal).saturating_sub(1);
                row.is_running = row.age < FRESH;
                row.verdict = self.page().map(|_| "on its page".to_owned());
            }
        }
        row
    }

    fn fill_match(&self, row: &mut OverviewRow, kept: &mut Kept) {
        kept.fill_match(&self.directory.join("report.json"), row);
        if let Some(state) = InProgress::of(&self.directory) {
            row.is_running = true;
            row.question = state.question.clone().or(row.question.take());
            row.verdict = so_far(&state.standings).or(row.verdict.take());
            row.needs_look.extend(state.standings.iter().flat_map(faults));
            row.progress = (u64::from(state.finished), Some(u64::from(state.planned)));
            row.time_left =
                state.seconds_left.and_then(|left| Duration::try_from_secs_f64(left).ok());
        }
    }

    /// The page that its last run has left.
    fn page(&self) -> Option<PathBuf> {
        let pages = self.kind.pages().iter().map(|page| self.directory.join(page));
        let is_own = |page: &PathBuf| fs::symlink_metadata(page).is_ok_and(|file| file.is_file());
        pages.into_iter().find(is_own)
    }

    /// The text of that page. A link to another file is none.
    pub(super) fn read_page(&self) -> Option<io::Result<String>> {
        self.page().map(|page| bounded::text(bounded::open_own(&page)?, PAGE))
    }
}

/// The contender with the best score of a match under way; `None` before its first game.
fn so_far(standings: &[Standing]) -> Option<String> {
    let share = |one: &Standing| one.points / one.games.max(1) as f64;
    let best = standings.iter().rev().max_by(|one, other| share(one).total_cmp(&share(other)))?;
    let (score, games) = (number::percent(share(best)), words::several(best.games, "game"));
    (best.games > 0)
        .then(|| format!("Not yet: {} has {score} of {games} so far.", words::name(&best.name)))
}

/// The games that a contender has lost by faults.
fn faults(standing: &Standing) -> impl Iterator<Item = String> {
    let counts = [(standing.lost_on_time, "on time"), (standing.failures, "by a failing engine")];
    let lost = counts.into_iter().filter(|(games, _)| *games > 0);
    lost.map(|(games, how)| {
        format!("{} lost {} {how}", words::name(&standing.name), words::several(games, "game"))
    })
}

/// The age at which a journal no longer shows that somebody writes it.
const FRESH: Duration = Duration::from_secs(30);

/// A name as a part of an address.
fn encoded(name: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(byte);
    name.bytes()
        .map(
            |byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") },
        )
        .collect()
}

/// The directory of the match written to last, here, in `results` or in `matches/results`.
#[must_use]
pub fn last_match(root: &Path) -> Option<PathBuf> {
    let newest = found(root).into_iter().find(|found| found.kind == Kind::Match);
    newest.map(|found| found.directory)
}

/// Whether a directory is a match's, or has results in or below it.
#[must_use]
pub fn has_results(directory: &Path) -> bool {
    Kind::of(directory).is_some() || !found(directory).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_under_way_tells_its_score_and_its_faults() {
        let standing = |name: &str, points, lost_on_time| Standing {
            name: name.to_owned(),
            games: 40,
            points,
            lost_on_time,
            failures: 0,
        };
        let both = [standing("new", 14.0, 0), standing("old", 26.0, 3)];
        assert_eq!(so_far(&both).unwrap(), "Not yet: 'old' has 65.0 % of 40 games so far.");
        let faults: Vec<String> = both.iter().flat_map(faults).collect();
        assert_eq!(faults, ["'old' lost 3 games on time"]);
        assert_eq!(so_far(&[Standing::default(), Standing::default()]), None);
    }
}
