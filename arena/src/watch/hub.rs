//! What is known of the match, and what browsers have been told of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::events::Message;
use super::follower::Follower;
use crate::causes::with_causes;
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
    /// Why the journal could not be read the last time, until it can.
    problem: Option<String>,
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
            problem: None,
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

    /// Takes note of an error; says whether it is another one than the last.
    pub(super) fn note(&mut self, error: &UpdateError) -> bool {
        let problem = Some(with_causes(error));
        let is_new = self.problem != problem;
        self.problem = problem;
        is_new
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

    /// What all browsers have to hear of the journal by now, a rest after the last time.
    pub(super) fn news(&mut self) -> Result<Vec<Message>, UpdateError> {
        let mut messages = Vec::new();
        let begun = Instant::now();
        if begun >= self.rested {
            self.follower.catch_up()?;
            // Who came while there was a problem has not heard of any game.
            let is_over = self.problem.take().is_some();
            if is_over || self.follower.beginnings() != self.beginnings {
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
        Ok(messages)
    }

    /// The status, if it is another one than the last.
    pub(super) fn new_status(&mut self) -> Option<Message> {
        let status = Some(self.present_status());
        if self.status == status {
            return None;
        }
        self.status.clone_from(&status);
        status
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

    /// How the match stands now.
    pub(super) fn present_status(&self) -> Message {
        let running = InProgress::of(&self.directory);
        let finished = self.follower.arrived().len() as u64;
        Message::status(running.as_ref(), self.planned, finished, self.problem.as_deref())
    }
}
