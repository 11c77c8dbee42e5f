//! The content of the page, as ready-made server-sent events.

use std::collections::VecDeque;

use axum::body::Bytes;
use rand::RngExt;

/// Bytes of events with games that are kept for browsers that have not received them. A browser that
/// needs older ones reloads the page.
const ROOM: usize = 1_500_000;

/// The content of the page. Every change has a version: a browser that has one version receives all
/// later changes. A part of the page that changes replaces its older form.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// Identifies this journal as read by this server; another journal has another number.
    edition: u32,
    /// The version of the last change.
    version: u64,
    /// The parts of the page.
    parts: Vec<(&'static str, Event)>,
    /// Games in the order of reading.
    games: VecDeque<Event>,
    /// Events with games up to this version are no longer kept.
    forgotten: u64,
    /// The status of the match. It is not part of the page, so every browser receives it.
    status: Event,
    /// Whether the journal cannot be read.
    has_problem: bool,
}

#[derive(Clone, Debug, Default)]
struct Event {
    version: u64,
    text: Bytes,
}

impl Shown {
    pub(super) fn new() -> Shown {
        Shown {
            edition: rand::rng().random(),
            version: 0,
            parts: Vec::new(),
            games: VecDeque::new(),
            forgotten: 0,
            status: Event::default(),
            has_problem: false,
        }
    }

    /// Shows another journal: browsers that have seen this one reload the page.
    pub(super) fn begin_anew(&mut self) {
        *self = Shown {
            version: self.version,
            forgotten: self.version,
            status: std::mem::take(&mut self.status),
            ..Shown::new()
        };
    }

    /// The version of the last change.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Edition and version of a page that is made now.
    pub(super) fn place(&self) -> String {
        place(self.edition, self.version)
    }

    /// Shows a part of the page, if it has changed.
    pub(super) fn show_part(&mut self, id: &'static str, event: &str, data: &str) {
        let edition = self.edition;
        let text = |version| text(event, Some(&place(edition, version)), data);
        let shown = self.parts.iter_mut().find(|(shown, _)| *shown == id);
        if shown.as_ref().is_some_and(|(_, part)| part.text == text(part.version)) {
            return;
        }
        self.version += 1;
        let part = Event { version: self.version, text: text(self.version) };
        match shown {
            Some((_, shown)) => *shown = part,
            None => self.parts.push((id, part)),
        }
    }

    /// Shows new games.
    pub(super) fn show_games(&mut self, data: &str) {
        self.version += 1;
        let text = text("games", Some(&place(self.edition, self.version)), data);
        self.games.push_back(Event { version: self.version, text });
        let mut bytes: usize = self.games.iter().map(|event| event.text.len()).sum();
        while bytes > ROOM
            && let Some(first) = self.games.pop_front()
        {
            bytes -= first.text.len();
            self.forgotten = first.version;
        }
    }

    /// Shows the status of the match, if it has changed.
    pub(super) fn show_status(&mut self, data: &str, has_problem: bool) {
        let text = text("status", None, data);
        if self.status.text != text {
            self.version += 1;
            self.status = Event { version: self.version, text };
            self.has_problem = has_problem;
        }
    }
}

/// The content that a browser has received so far.
#[derive(Clone, Debug)]
pub(super) struct Listener {
    /// Edition and version of its page.
    known: Option<(u32, u64)>,
    /// The version of the last status it received.
    status: u64,
}

impl Listener {
    /// A browser that has the edition and version which a page or an event named.
    pub(super) fn at(place: Option<&str>) -> Listener {
        let known = place.and_then(|place| {
            let (edition, version) = place.split_once('-')?;
            Some((edition.parse().ok()?, version.parse().ok()?))
        });
        Listener { known, status: 0 }
    }

    /// The next event for it; `None` when it has received everything.
    pub(super) fn next(&mut self, shown: &Shown) -> Option<Bytes> {
        let up_to_date = self.known.filter(|&(edition, version)| {
            edition == shown.edition && (shown.forgotten..=shown.version).contains(&version)
        });
        let Some((_, version)) = up_to_date else {
            // While the journal cannot be read, there is no page to load.
            if shown.has_problem {
                return self.next_status(shown);
            }
            self.known = Some((shown.edition, shown.version));
            return Some(text("reload", None, ""));
        };
        let events = shown.parts.iter().map(|(_, part)| part).chain(&shown.games);
        match events.filter(|event| event.version > version).min_by_key(|event| event.version) {
            Some(event) => {
                self.known = Some((shown.edition, event.version));
                Some(event.text.clone())
            }
            None => self.next_status(shown),
        }
    }

    fn next_status(&mut self, shown: &Shown) -> Option<Bytes> {
        let is_new = shown.status.version > self.status;
        self.status = shown.status.version;
        is_new.then(|| shown.status.text.clone())
    }
}

fn place(edition: u32, version: u64) -> String {
    format!("{edition}-{version}")
}

/// An event in the form of the standard. Data is JSON without line breaks.
fn text(event: &str, id: Option<&str>, data: &str) -> Bytes {
    let id = id.map_or(String::new(), |id| format!("id: {id}\n"));
    Bytes::from(format!("event: {event}\n{id}data: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data of all events for a listener.
    fn heard(listener: &mut Listener, shown: &Shown) -> Vec<String> {
        let texts = std::iter::from_fn(|| listener.next(shown));
        let data = |text: Bytes| {
            let text = String::from_utf8(text.to_vec()).unwrap();
            let name = text.lines().next().unwrap().trim_start_matches("event: ").to_owned();
            name + " " + text.split_once("data: ").unwrap().1.trim_end()
        };
        texts.map(data).collect()
    }

    #[test]
    fn a_listener_receives_what_is_new_in_order_and_the_last_of_every_part() {
        let mut shown = Shown::new();
        shown.show_part("head", "head", "1");
        shown.show_part("results", "section", "a");
        let mut page = Listener::at(Some(&shown.place()));
        shown.show_status("s1", false);
        assert_eq!(heard(&mut page, &shown), ["status s1"]);
        shown.show_part("head", "head", "2");
        shown.show_part("results", "section", "a");
        shown.show_games("g1");
        let behind = page.clone();
        assert_eq!(heard(&mut page, &shown), ["head 2", "games g1"]);
        shown.show_part("head", "head", "3");
        shown.show_games("g2");
        shown.show_status("s2", false);
        assert_eq!(heard(&mut page, &shown), ["head 3", "games g2", "status s2"]);
        assert_eq!(heard(&mut page, &shown), Vec::<String>::new());
        // A slow browser receives each part once, and every game.
        let expected = ["games g1", "head 3", "games g2", "status s2"];
        assert_eq!(heard(&mut behind.clone(), &shown), expected);
        // A browser that reconnects continues where it was.
        let again = Listener::at(Some(&shown.place()));
        assert_eq!(heard(&mut again.clone(), &shown), ["status s2"]);
    }

    #[test]
    fn a_browser_with_another_edition_reloads_the_page() {
        let mut shown = Shown::new();
        shown.show_part("head", "head", "1");
        let mut page = Listener::at(Some(&shown.place()));
        shown.begin_anew();
        shown.show_status("s", false);
        assert_eq!(heard(&mut page, &shown), ["reload ", "status s"]);
        for place in [None, Some(""), Some("7"), Some("x-1"), Some("1-99999999999")] {
            assert_eq!(heard(&mut Listener::at(place), &shown), ["reload ", "status s"]);
        }
        // Unless there is no page: then it gets the reason, and waits.
        shown.show_status("damaged", true);
        let mut waiting = Listener::at(None);
        assert_eq!(heard(&mut waiting, &shown), ["status damaged"]);
        assert_eq!(heard(&mut waiting, &shown), Vec::<String>::new());
        shown.show_status("mended", false);
        assert_eq!(heard(&mut waiting, &shown), ["reload ", "status mended"]);
    }

    #[test]
    fn old_events_with_games_are_dropped() {
        let mut shown = Shown::new();
        let mut page = Listener::at(Some(&shown.place()));
        let game = "x".repeat(1000);
        for _ in 0..10_000 {
            shown.show_games(&game);
        }
        let bytes: usize = shown.games.iter().map(|event| event.text.len()).sum();
        assert!(bytes <= ROOM && shown.games.len() > 1000, "{bytes}");
        assert_eq!(heard(&mut page, &shown), ["reload "]);
    }
}
