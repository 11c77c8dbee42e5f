//! The server: the page, and the events that keep it up to date.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_stream::Stream;
use tokio_stream::wrappers::WatchStream;

use super::access::{Access, is_from_elsewhere};
use super::connections;
use super::hub::Hub;
use super::shown::{Listener, Shown};
use crate::system::causes::with_causes;

/// How often a browser that has nothing to hear is told that the server is there.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Connections that may wait to be taken.
const BACKLOG: u32 = 128;
/// Bytes that the system keeps of what a browser has not read yet.
const UNREAD: u32 = 128 * 1024;

/// Why a match cannot be watched.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen at {address} (--listen 127.0.0.1:0 takes any free port)")]
pub struct ServeError {
    /// The address.
    address: SocketAddr,
    /// Why not.
    source: io::Error,
}

/// A server's state.
#[derive(Debug)]
struct Shared {
    hub: Mutex<Hub>,
    /// What is shown, for those who listen.
    shown: watch::Sender<Arc<Shown>>,
    access: Access,
    /// Tells the user something.
    say: fn(&str),
}

/// Takes an address, and says which it is.
///
/// # Errors
/// When it is taken, or not one of this machine.
pub async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        socket.set_reuseaddr(true)?;
        socket.set_send_buffer_size(UNREAD)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    listen().map_err(|source| ServeError { address, source })
}

/// Serves the page of the match in this directory, for ever. A journal that cannot be read is no
/// reason to end: `say` hears why, and so do the browsers.
pub async fn serve(listener: TcpListener, directory: &Path, access: Access, say: fn(&str)) {
    let hub = Hub::new(directory);
    let (shown, _) = watch::channel(Arc::new(hub.shown().clone()));
    let shared = Arc::new(Shared { hub: Mutex::new(hub), shown, access, say });
    let router = Router::new()
        .route("/", get(page))
        .route("/events", get(events))
        .layer(from_fn_with_state(Arc::clone(&shared), admit))
        .with_state(Arc::clone(&shared));
    tokio::select! {
        () = connections::serve(listener, router) => {}
        () = tell(&shared) => {}
    }
}

/// Shows what is new, once a second, while anybody listens.
async fn tell(shared: &Shared) {
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if shared.shown.receiver_count() > 0 {
            shared.update(|_| ());
        }
    }
}

impl Shared {
    /// Has the journal read, and those who listen told. Of every problem the user hears once.
    fn update<T>(&self, then: impl FnOnce(&mut Hub) -> T) -> T {
        // What a panic has left is replaced by the next update.
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
}

/// Lets in who may look.
async fn admit(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<HashMap<String, String>>,
    request: Request,
    next: Next,
) -> Response {
    let token = query.get("token").map(String::as_str);
    if !shared.access.allows(request.headers(), token) {
        let text =
            "This address does not lead to the match. arena watch has printed the one that does.";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    if is_from_elsewhere(request.headers()) {
        return (StatusCode::FORBIDDEN, "This is for no page but its own.").into_response();
    }
    next.run(request).await
}

async fn page(State(shared): State<Arc<Shared>>) -> Response {
    let page = shared.update(|hub| match hub.problem() {
        Some(problem) => Err(problem.to_owned()),
        None => hub.page().map_err(|error| with_causes(&error)),
    });
    match page {
        Ok(page) => (protective_headers(), Html(page)).into_response(),
        Err(problem) => (StatusCode::INTERNAL_SERVER_ERROR, problem).into_response(),
    }
}

async fn events(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let place = last.or_else(|| query.get("since").map(String::as_str));
    // Nobody may have listened for a while.
    shared.update(|_| ());
    let events = Events::new(Listener::at(place), shared.shown.subscribe());
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"))];
    (protective_headers(), kind, Body::from_stream(events)).into_response()
}

/// What a browser hears. It takes the next event only when the last is on its way, and nothing is
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

/// No frame of another page, no guessing of types, no copies.
fn protective_headers() -> [(header::HeaderName, HeaderValue); 3] {
    [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]
}
