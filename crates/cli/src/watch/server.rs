//! The server: the page of a match, or of all results below a directory, and the events that update it.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path as Address, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_stream::Stream;
use tokio_stream::wrappers::WatchStream;

use super::access::{Access, is_from_other_site};
use super::connections;
use super::hub::Hub;
use super::kept::Kept;
use super::overview::{self, Found, Kind};
use super::shown::{Listener, Shown};
use arena::report::overview_page;
use arena::system::causes::with_causes;

/// The interval at which the server sends an empty event if there is no other, so that browsers
/// know it is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The number of connections that may wait to be accepted.
const BACKLOG: u32 = 128;
/// Bytes that the system buffers for a browser that has not read them.
const UNREAD: u32 = 128 * 1024;

/// A server's state.
#[derive(Debug)]
struct Site {
    /// The directory of a match, or one above several.
    directory: PathBuf,
    /// The matches that browsers have asked for, by name; that of the directory itself has none.
    matches: Mutex<BTreeMap<String, Arc<Watched>>>,
    /// Numbers of the page of all results.
    kept: Mutex<Kept>,
    access: Access,
    /// Prints a line for the user.
    say: fn(&str),
}

/// A match that browsers watch.
#[derive(Debug)]
struct Watched {
    hub: Mutex<Hub>,
    /// The page's content, for the connected browsers.
    shown: watch::Sender<Arc<Shown>>,
    say: fn(&str),
}

/// Matches whose pages are kept while nobody watches them.
const KEPT: usize = 8;

/// Listens at an address; returns the address with the port that was chosen.
///
/// # Errors
/// When the address is in use, or is not one of this machine.
pub async fn bind(address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listen = || -> io::Result<_> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.set_send_buffer_size(UNREAD)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    listen().with_context(|| {
        format!("cannot listen at {address} (--listen 127.0.0.1:0 takes any free port)")
    })
}

/// Serves the page of the match in this directory, or of all results below it, for ever. A journal that cannot be read
/// does not end it: the reason is passed to `say` and shown by the browsers.
pub async fn serve(listener: TcpListener, directory: &Path, access: Access, say: fn(&str)) {
    let directory = directory.to_owned();
    let (matches, kept) = (Mutex::default(), Mutex::default());
    let site = Arc::new(Site { directory, matches, kept, access, say });
    let router = Router::new()
        .route("/", get(index))
        .route("/events", get(own_events))
        .route("/m/{name}/", get(page_of))
        .route("/m/{name}/events", get(events_of))
        .layer(from_fn_with_state(Arc::clone(&site), admit))
        .with_state(Arc::clone(&site));
    tokio::select! {
        () = connections::serve(listener, router) => {}
        () = tell(&site) => {}
    }
}

/// Sends changes once a second while a browser is connected.
async fn tell(site: &Site) {
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        for watched in site.watched() {
            if watched.shown.receiver_count() > 0 {
                let _ = spawn_blocking(move || watched.update(|_| ())).await;
            }
        }
    }
}

impl Site {
    /// The matches that browsers have asked for.
    fn watched(&self) -> Vec<Arc<Watched>> {
        let matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        matches.values().map(Arc::clone).collect()
    }

    /// The match of this name, in this directory. Of those that nobody watches only a few are kept.
    fn watch(&self, name: &str, directory: &Path) -> Arc<Watched> {
        let mut matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        if matches.len() >= KEPT && !matches.contains_key(name) {
            matches.retain(|_, watched| watched.shown.receiver_count() > 0);
        }
        let new = || Arc::new(Watched::new(directory, self.say));
        Arc::clone(matches.entry(name.to_owned()).or_insert_with(new))
    }

    /// The match of the directory itself.
    fn own(&self) -> Arc<Watched> {
        self.watch("", &self.directory)
    }
}

impl Watched {
    fn new(directory: &Path, say: fn(&str)) -> Watched {
        let hub = Hub::new(directory);
        let (shown, _) = watch::channel(Arc::new(hub.shown().clone()));
        Watched { hub: Mutex::new(hub), shown, say }
    }

    /// Reads the journal and sends the changes. Each problem is reported to the user once.
    fn update<T>(&self, then: impl FnOnce(&mut Hub) -> T) -> T {
        // The next update replaces the state left by a panic.
        let mut hub = self.hub.lock().unwrap_or_else(PoisonError::into_inner);
        let before = hub.problem().map(str::to_owned);
        hub.update();
        if let Some(problem) = hub.problem()
            && before.as_deref() != Some(problem)
        {
            (self.say)(problem);
        }
        let is_new = self.shown.borrow().version() != hub.shown().version();
        if is_new {
            self.shown.send_replace(Arc::new(hub.shown().clone()));
        }
        then(&mut hub)
    }

    fn page(&self) -> Response {
        let page = self.update(|hub| match hub.problem() {
            Some(problem) => Err(problem.to_owned()),
            None => hub.page().map_err(with_causes),
        });
        match page {
            Ok(page) => (protective_headers(), Html(page)).into_response(),
            Err(problem) => (StatusCode::INTERNAL_SERVER_ERROR, problem).into_response(),
        }
    }

    fn events(&self, query: &HashMap<String, String>, headers: &HeaderMap) -> Response {
        let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
        let place = last.or_else(|| query.get("since").map(String::as_str));
        let events = Events::new(Listener::at(place), self.shown.subscribe());
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"))];
        (protective_headers(), kind, Body::from_stream(events)).into_response()
    }
}

/// Refuses requests that may not see the page.
async fn admit(
    State(site): State<Arc<Site>>,
    Query(query): Query<HashMap<String, String>>,
    request: Request,
    next: Next,
) -> Response {
    let token = query.get("token").map(String::as_str);
    if !site.access.allows(request.headers(), token) {
        let text =
            "This address does not lead to the match. arena watch has printed the one that does.";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    if is_from_other_site(request.headers()) {
        return (StatusCode::FORBIDDEN, "Requests of other pages are refused.").into_response();
    }
    next.run(request).await
}

/// Makes an answer on a thread of its own: files are read, and those of another result must not wait for them.
async fn apart(make: impl FnOnce() -> Response + Send + 'static) -> Response {
    let made = spawn_blocking(make).await;
    made.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// The page of the directory: of its match, or of all results below it.
async fn index(
    State(site): State<Arc<Site>>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    apart(move || {
        match overview::of(&site.directory) {
            Some(found) if found.kind != Kind::Match => return kept_page(&found),
            Some(_) => return site.own().page(),
            None => {}
        }
        let found = overview::found(&site.directory);
        if found.is_empty() {
            return site.own().page();
        }
        let token = query.get("token").map_or_else(String::new, |token| format!("?token={token}"));
        let mut kept = site.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = found.iter().map(|found| found.row(&token, &mut kept)).collect::<Vec<_>>();
        drop(kept);
        let page = overview_page(&overview::title(&site.directory), &rows);
        (protective_headers(), Html(page)).into_response()
    })
    .await
}

async fn own_events(
    State(site): State<Arc<Site>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    events(move || Some(site.own()), query, headers).await
}

/// The page of one of several results: of a match as it is now, of others as their last run has left it.
async fn page_of(State(site): State<Arc<Site>>, Address(name): Address<String>) -> Response {
    apart(move || match overview::named(&site.directory, &name) {
        None => no_such(),
        Some(found) if found.kind == Kind::Match => site.watch(&name, &found.directory).page(),
        Some(found) => kept_page(&found),
    })
    .await
}

/// The page that the last run of a tuning or a suite has left, or its row while there is none.
fn kept_page(found: &Found) -> Response {
    let page = match found.read_page() {
        Some(Ok(page)) => page,
        Some(Err(error)) => {
            let problem = format!("The page cannot be read: {error}");
            return (StatusCode::INTERNAL_SERVER_ERROR, problem).into_response();
        }
        None => overview_page(&found.name, &[found.row("", &mut Kept::default())]),
    };
    (protective_headers(), Html(page)).into_response()
}

async fn events_of(
    State(site): State<Arc<Site>>,
    Address(name): Address<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let watched = move || {
        let found = overview::named(&site.directory, &name)?;
        (found.kind == Kind::Match).then(|| site.watch(&name, &found.directory))
    };
    events(watched, query, headers).await
}

/// The events of a match.
async fn events(
    watched: impl FnOnce() -> Option<Arc<Watched>> + Send + 'static,
    query: HashMap<String, String>,
    headers: HeaderMap,
) -> Response {
    let watched = spawn_blocking(move || {
        let watched = watched()?;
        // There may have been no browser for a while.
        watched.update(|_| ());
        Some(watched)
    });
    match watched.await {
        Ok(Some(watched)) => watched.events(&query, &headers),
        _ => no_such(),
    }
}

fn no_such() -> Response {
    (StatusCode::NOT_FOUND, "There are no such results.").into_response()
}

/// The events of one browser. The next is made only when the last one is on its way, and nothing is
/// kept for it meanwhile.
struct Events {
    listener: Listener,
    shown: watch::Receiver<Arc<Shown>>,
    changes: WatchStream<Arc<Shown>>,
    heartbeat: Interval,
}

impl Events {
    fn new(listener: Listener, shown: watch::Receiver<Arc<Shown>>) -> Events {
        let changes = WatchStream::from_changes(shown.clone());
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Events { listener, shown, changes, heartbeat }
    }
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Events { listener, shown, changes, heartbeat } = self.get_mut();
        loop {
            if let Some(event) = listener.next(&shown.borrow()) {
                return Poll::Ready(Some(Ok(event)));
            }
            match Pin::new(&mut *changes).poll_next(context) {
                Poll::Ready(Some(_)) => {}
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => break,
            }
        }
        let beat = heartbeat.poll_tick(context);
        beat.map(|_| Some(Ok(Bytes::from_static(b":\n\n"))))
    }
}

/// Other pages may not frame the page, browsers may not guess its type nor keep a copy of it.
fn protective_headers() -> [(header::HeaderName, HeaderValue); 3] {
    [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]
}
