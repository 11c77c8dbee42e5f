//! What a browser is told.

use axum::response::sse::Event;
use serde_json::json;

use crate::in_progress::InProgress;
use crate::report::RenderError;
use crate::report::analysis::{Player, Replay};

/// One thing that browsers are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    name: &'static str,
    data: String,
    /// Games that a browser knows which has heard this.
    known: Option<usize>,
}

impl Message {
    /// How the match stands, and why its journal cannot be read.
    pub(super) fn status(
        running: Option<&InProgress>,
        planned: u64,
        finished: u64,
        problem: Option<&str>,
    ) -> Message {
        let mut state = match running {
            Some(state) => json!(state),
            None => json!({ "planned": planned, "finished": finished }),
        };
        state["running"] = json!(running.is_some());
        state["problem"] = json!(problem);
        Message { name: "status", data: state.to_string(), known: None }
    }

    /// A new head of the page.
    pub(super) fn head(title: &str, html: &str) -> Message {
        let data = json!({ "title": title, "html": html }).to_string();
        Message { name: "head", data, known: None }
    }

    /// New contents of a section.
    pub(super) fn section(id: &str, html: &str) -> Message {
        Message {
            name: "section",
            data: json!({ "id": id, "html": html }).to_string(),
            known: None,
        }
    }

    /// Games that have come in, after which there are so many.
    pub(super) fn games(
        players: &[Player],
        rows: &[Replay],
        known: usize,
    ) -> Result<Message, RenderError> {
        let data = serde_json::to_string(&json!({ "players": players, "rows": rows }))?;
        Ok(Message { name: "games", data, known: Some(known) })
    }

    /// The page is to be loaded anew.
    pub(super) fn reload() -> Message {
        Message { name: "reload", data: String::new(), known: None }
    }

    pub(super) fn event(&self) -> Event {
        let event = Event::default().event(self.name).data(&self.data);
        match self.known {
            Some(known) => event.id(known.to_string()),
            None => event,
        }
    }
}
