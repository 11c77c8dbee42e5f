//! What is known of the match, and what browsers have been told of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::events::Message;
use super::follower::Follower;
use crate::in_progress::InProgress;
use crate::journal::ReadError;
use crate::report::live::{self, Fragments};
use crate::report::{RenderError, Report};

/// An update waits this many times as long as the last one took: it takes less than half a per cent
/// of one core.
const REST: u32 = 200;
const SHORTEST_REST: Duration = Duration::from_secs(1);

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub(super) enum UpdateError {
    /// The journal cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A defect.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// What is known, and what was told.
#[derive(Debug)]
pub(super) struct Hub {
    directory: PathBuf,
    follower: Follower,
    /// Games that browsers have been told of.
    told: usize,
    beginnings: u32,
    /// The parts of the page as they were told last.
    parts: HashMap<&'static str, String>,
    status: Option<Message>,
    planned: u64,
    /// When the next update may begin.
    rested: Instant,
}

impl Hub {
    pub(super) fn new(directory: &Path) -> Hub {
        Hub {
            directory: directory.to_owned(),
            follower: Follower::new(directory),
            told: 0,
            beginnings: 0,
            parts: HashMap::new(),
            status: None,
            planned: 0,
            rested: Instant::now(),
        }
    }

    /// The page as it is now.
    pub(super) fn page(&mut self) -> Result<String, UpdateError> {
        self.follower.catch_up()?;
        let report = self.follower.report();
        let name = self.directory.file_name().unwrap_or_default().to_string_lossy();
        Ok(live::page(report.as_ref(), &name, self.follower.arrived().len())?)
    }

    /// What a browser that knows so many games has to hear first.
    pub(super) fn greeting(&mut self, known: usize) -> Result<Vec<Message>, UpdateError> {
        self.follower.catch_up()?;
        let arrived = self.follower.arrived().len();
        if known > arrived {
            return Ok(vec![Message::reload()]);
        }
        let mut messages = Vec::new();
        let report = self.follower.report();
        self.planned = report.as_ref().map_or(0, live::planned);
        if known < arrived
            && let Some(report) = &report
        {
            let fragments = live::fragments(report)?;
            messages.push(Message::head(&fragments.title, &fragments.head));
            let sections = &fragments.sections;
            messages.extend(sections.iter().map(|(id, html)| Message::section(id, html)));
            messages.push(self.games(report, known)?);
        }
        messages.push(self.present_status());
        Ok(messages)
    }

    /// What all browsers have to hear by now. The status each second, the rest after its rest.
    pub(super) fn news(&mut self) -> Result<Vec<Message>, UpdateError> {
        let mut messages = Vec::new();
        let begun = Instant::now();
        if begun >= self.rested {
            self.follower.catch_up()?;
            if self.follower.beginnings() != self.beginnings {
                self.beginnings = self.follower.beginnings();
                self.told = self.follower.arrived().len();
                messages.push(Message::reload());
            } else if self.follower.arrived().len() > self.told
                && let Some(report) = self.follower.report()
            {
                messages.extend(self.changes(&live::fragments(&report)?));
                messages.push(self.games(&report, self.told)?);
                self.told = self.follower.arrived().len();
                self.planned = live::planned(&report);
            }
            self.rested = begun + (REST * begun.elapsed()).max(SHORTEST_REST);
        }
        let status = self.present_status();
        if self.status.as_ref() != Some(&status) {
            self.status = Some(status.clone());
            messages.push(status);
        }
        Ok(messages)
    }

    /// The parts of the page that are not as they were told last.
    fn changes(&mut self, fragments: &Fragments) -> Vec<Message> {
        let mut messages = Vec::new();
        let mut differs = |id: &'static str, html: &String| {
            let is_new = self.parts.get(id) != Some(html);
            if is_new {
                self.parts.insert(id, html.clone());
            }
            is_new
        };
        if differs("head", &fragments.head) {
            messages.push(Message::head(&fragments.title, &fragments.head));
        }
        for (id, html) in &fragments.sections {
            if differs(id, html) {
                messages.push(Message::section(id, html));
            }
        }
        messages
    }

    /// The games from number `known` on, in the order they came in.
    fn games(&self, report: &Report, known: usize) -> Result<Message, RenderError> {
        let arrived = self.follower.arrived();
        Message::games(live::players(report), &arrived[known.min(arrived.len())..], arrived.len())
    }

    fn present_status(&self) -> Message {
        let running = InProgress::of(&self.directory);
        Message::status(running.as_ref(), self.planned, self.follower.arrived().len() as u64)
    }
}
