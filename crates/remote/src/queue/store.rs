//! The matches of a queue, and the user's wish for each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use arena::config::Match;
use arena::system::durable;

const WANTED: &str = "wanted.json";
const STANDING: &str = "standing.json";
const LOG: &str = "log.txt";
const RESULTS: &str = "results";

/// A directory of matches.
#[derive(Clone, Debug)]
pub struct Queue {
    directory: PathBuf,
}

/// A match as its owner wants it: name, priority, whether it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The match's name.
    pub name: String,
    /// Workers take the match with the highest first.
    pub priority: i32,
    /// Whether it is to be played.
    pub runs: bool,
}

/// How a match stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It has no coordinator just now.
    #[default]
    Waiting,
    /// It has one.
    Running,
    /// All of it is played, or decided.
    Finished,
    /// Its coordinator ended with an error.
    Failed {
        /// Its error.
        said: String,
    },
}

/// A match of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1.
    pub id: u32,
    /// Its owner's wishes.
    pub wanted: Wanted,
    /// How it stands.
    pub standing: Standing,
    directory: PathBuf,
}

/// The context of an attempt that has failed: `cannot write x/wanted.json`.
pub(super) fn cannot(doing: &'static str, path: &Path) -> impl FnOnce() -> String {
    let path = path.display().to_string();
    move || format!("cannot {doing} {path}")
}

impl Queue {
    /// The queue in this directory, which is made where it is missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(directory: &Path) -> anyhow::Result<Queue> {
        fs::create_dir_all(directory).with_context(cannot("make the queue", directory))?;
        Ok(Queue { directory: directory.to_owned() })
    }

    /// Its directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Adds a match; gives its number. The match file is written with every default, so that later
    /// changes of the file change nothing here.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&self, settings: &Match, priority: i32) -> anyhow::Result<Entry> {
        let queue = self.directory.display();
        let full =
            || anyhow!("{queue}: there are no more numbers for matches: begin another queue");
        let entries = self.entries()?;
        let last = entries.last().map_or(0, |entry| entry.id);
        let text = settings.to_toml();
        if let Some(Entry { id, .. }) = entries.iter().find(|entry| entry.has_settings(&text)) {
            bail!(
                "{queue} has this match already, as number {id}: it would be played by one coordinator only; \
                 `arena queue resume {queue} {id}` goes on with it"
            );
        }
        let mut id = last.checked_add(1).ok_or_else(full)?;
        let directory = loop {
            let directory = self.directory.join(id.to_string());
            match fs::create_dir(&directory) {
                Ok(()) => break directory,
                // Somebody else adds one at the same time.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    id = id.checked_add(1).ok_or_else(full)?;
                }
                Err(error) => return Err(error).with_context(cannot("make", &directory)),
            }
        };
        let name = settings.name.clone();
        let wanted = Wanted { name, priority, runs: true };
        let entry = Entry { id, wanted, standing: Standing::default(), directory };
        let file = entry.file();
        durable::replace(&file, &text).with_context(cannot("write", &file))?;
        // A match is in the queue from now on.
        entry.write(WANTED, &entry.wanted)?;
        Ok(entry)
    }

    /// All matches, by their numbers.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn entries(&self) -> anyhow::Result<Vec<Entry>> {
        let unreadable = || cannot("read the queue", &self.directory);
        let mut entries = Vec::new();
        for found in fs::read_dir(&self.directory).with_context(unreadable())? {
            let directory = found.with_context(unreadable())?.path();
            let id = directory.file_name().and_then(|name| name.to_str()?.parse().ok());
            // A directory without its wishes was not added to its end.
            let Some(id) = id else { continue };
            if let Some(wanted) = read(&directory.join(WANTED))? {
                let standing = read(&directory.join(STANDING))?.unwrap_or_default();
                entries.push(Entry { id, wanted, standing, directory });
            }
        }
        entries.sort_by_key(|entry| entry.id);
        Ok(entries)
    }

    /// Changes the user's wish for a match.
    ///
    /// # Errors
    /// When there is no such match, or it cannot be written.
    pub fn change(&self, id: u32, change: impl FnOnce(&mut Wanted)) -> anyhow::Result<Entry> {
        let found = self.entries()?.into_iter().find(|entry| entry.id == id);
        let queue = self.directory.display();
        let mut entry = found.with_context(|| {
            format!(
                "there is no match {id} in the queue {queue}; `arena queue list {queue}` lists them"
            )
        })?;
        change(&mut entry.wanted);
        entry.write(WANTED, &entry.wanted)?;
        if entry.wanted.runs && matches!(entry.standing, Standing::Failed { .. }) {
            entry.note(Standing::Waiting)?;
        }
        Ok(entry)
    }
}

impl Entry {
    /// Its match file.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.directory.join(format!("{}.toml", self.wanted.name))
    }

    /// The directory of its journal and report.
    #[must_use]
    pub fn results(&self) -> PathBuf {
        self.directory.join(RESULTS)
    }

    /// Its coordinator's log.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.directory.join(LOG)
    }

    /// Whether it is the match with this file; one that is finished may be added again.
    fn has_settings(&self, text: &str) -> bool {
        let is_same =
            || bounded::read_text(self.file(), bounded::SMALL).is_ok_and(|own| own == text);
        self.standing != Standing::Finished && is_same()
    }

    /// Notes how it stands.
    pub(super) fn note(&mut self, standing: Standing) -> anyhow::Result<()> {
        if self.standing != standing {
            self.write(STANDING, &standing)?;
            self.standing = standing;
        }
        Ok(())
    }

    fn write(&self, name: &str, value: &impl Serialize) -> anyhow::Result<()> {
        let path = self.directory.join(name);
        // Both have a form in JSON.
        let text = serde_json::to_string(value).unwrap_or_default() + "\n";
        durable::replace(&path, &text).with_context(cannot("write", &path))
    }
}

/// The value in a file; `None` where there is no file.
fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Option<T>> {
    let text = match bounded::read_text(path, bounded::SMALL) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(cannot("read", path))?,
    };
    serde_json::from_str(&text).map(Some).map_err(|problem| {
        anyhow!(
            "{}: it cannot be read: {problem}; mend it, or delete the directory of this match",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::config::{Overrides, load};

    #[test]
    fn what_is_added_is_there_and_can_be_changed() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("x.toml");
        let text = "games = 2\nlimits = { nodes = 1 }\nopenings = { file = \"builtin:fifty\" }\n\
                    [[contender]]\nname = \"a\"\npreset = \"none\"\n\
                    [[contender]]\nname = \"b\"\npreset = \"null-move\"\n";
        fs::write(&file, text).unwrap();
        let settings = load(&file, &Overrides::default()).unwrap();
        let queue = Queue::open(&place.path().join("queue")).unwrap();
        assert_eq!(queue.add(&settings, 3).unwrap().id, 1);
        let twice = queue.add(&settings, 0).unwrap_err().to_string();
        assert!(twice.contains("has this match already, as number 1"), "{twice}");
        let other = arena::config::Match { seed: 2, ..settings.clone() };
        let second = queue.add(&other, 0).unwrap();
        assert!(load(&second.file(), &Overrides::default()).is_ok());
        // One that was not added to its end.
        fs::create_dir(queue.directory().join("7")).unwrap();
        assert_eq!(queue.entries().unwrap().len(), 2);
        queue.change(2, |wanted| wanted.runs = false).unwrap();
        let entries = queue.entries().unwrap();
        assert_eq!(
            entries.iter().map(|entry| entry.wanted.runs).collect::<Vec<_>>(),
            [true, false]
        );
        assert_eq!(entries[0].wanted.priority, 3);
        let error = queue.change(9, |_| ()).unwrap_err().to_string();
        assert!(error.starts_with("there is no match 9 in the queue "), "{error}");
    }

    #[test]
    fn a_damaged_file_is_an_error_with_its_name_and_numbers_end() {
        let place = tempfile::tempdir().unwrap();
        let queue = Queue::open(place.path()).unwrap();
        let last = place.path().join(u32::MAX.to_string());
        fs::create_dir(&last).unwrap();
        for (file, text) in [(WANTED, "{\"name\":\"x\"}"), (WANTED, ""), (STANDING, "\"sleeping\"")]
        {
            fs::write(last.join(WANTED), "{\"name\":\"x\",\"priority\":0,\"runs\":true}").unwrap();
            fs::write(last.join(file), text).unwrap();
            let error = queue.entries().unwrap_err().to_string();
            assert!(error.contains(file) && error.contains("cannot be read"), "{error}");
        }
        fs::remove_file(last.join(STANDING)).unwrap();
        assert_eq!(queue.entries().unwrap()[0].id, u32::MAX);
        let text = "games = 2\nlimits = { nodes = 1 }\nopenings = { file = \"builtin:fifty\" }\n\
                    [[contender]]\nname = \"a\"\npreset = \"none\"\n\
                    [[contender]]\nname = \"b\"\npreset = \"null-move\"\n";
        let settings = arena::config::load_text("x.toml".as_ref(), text.to_owned()).unwrap();
        let error = queue.add(&settings, 0).unwrap_err().to_string();
        assert!(error.contains("no more numbers"), "{error}");
    }

    #[test]
    fn a_match_that_failed_is_tried_again_when_it_is_resumed() {
        let place = tempfile::tempdir().unwrap();
        let queue = Queue::open(place.path()).unwrap();
        let directory = place.path().join("1");
        fs::create_dir(&directory).unwrap();
        let wanted = Wanted { name: "x".to_owned(), priority: 0, runs: true };
        let mut entry = Entry { id: 1, wanted, standing: Standing::Waiting, directory };
        entry.write(WANTED, &entry.wanted).unwrap();
        entry.note(Standing::Failed { said: "no".to_owned() }).unwrap();
        queue.change(1, |wanted| wanted.runs = true).unwrap();
        assert_eq!(queue.entries().unwrap()[0].standing, Standing::Waiting);
    }
}
