//! The process that has a file locked.

use std::fs;
use std::io;
use std::path::Path;

use super::{announcement, events, files};
use crate::Request;

/// A process that has locked a file.
#[derive(Debug)]
pub struct Holder {
    process: u32,
    /// The command it was started by, its words as they are.
    pub command: Vec<String>,
}

impl Holder {
    /// The process that has locked a file of this directory; `None` where none has, or it is another
    /// user's.
    #[must_use]
    pub fn in_directory(directory: &Path) -> Option<Holder> {
        fs::read_dir(directory).ok()?.flatten().find_map(|entry| {
            let identity = files::identity_at(&entry.path()).ok()?;
            let (process, command) = announcement::announced(identity)?;
            Some(Holder { process, command })
        })
    }

    /// Asks it to pause.
    ///
    /// # Errors
    /// It has ended.
    pub fn pause(&self, _: &Path) -> io::Result<()> {
        events::ask(self.process, Request::Pause)
    }
}
