//! The server: the page, and the events that keep it up to date.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::time::{MissedTickBehavior, interval};
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt};

use super::access::Access;
use super::events::Message;
use super::hub::{Hub, UpdateError};
use crate::causes::with_causes;

/// Messages that a slow browser may be behind; then it has to load the page anew.
const BEHIND: usize = 256;

/// Why a match cannot be watched.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen at {address} (--listen 127.0.0.1:0 takes any free port)")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The server broke down.
    #[error("the server ended")]
    Ended(#[source] io::Error),
}

/// A server's state.
#[derive(Debug)]
struct Shared {
    hub: Mutex<Hub>,
    messages: broadcast::Sender<Message>,
    access: Access,
}

/// Takes an address, and says which it is.
///
/// # Errors
/// When it is taken, or not one of this machine.
pub async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |source| ServeError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// Serves the page of the match in this directory, for ever.
///
/// # Errors
/// When the server breaks down.
pub async fn serve(
    listener: TcpListener,
    directory: &Path,
    access: Access,
) -> Result<(), ServeError> {
    let (messages, _) = broadcast::channel(BEHIND);
    let hub = Mutex::new(Hub::new(directory));
    let shared = Arc::new(Shared { hub, messages, access });
    let router = Router::new()
        .route("/", get(page))
        .route("/events", get(events))
        .with_state(Arc::clone(&shared));
    let server = async { axum::serve(listener, router).await.map_err(ServeError::Ended) };
    tokio::select! {
        ended = server => ended,
        () = tell(&shared) => Ok(()),
    }
}

/// Tells browsers what is new, once a second, while there are any.
async fn tell(shared: &Shared) {
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if shared.messages.receiver_count() == 0 {
            continue;
        }
        match shared.with_hub(Hub::news) {
            Ok(messages) => {
                for message in messages {
                    // There may be nobody left to hear it.
                    let _ = shared.messages.send(message);
                }
            }
            Err(error) => tracing::warn!("{}", with_causes(&error)),
        }
    }
}

impl Shared {
    fn with_hub<T>(&self, work: impl FnOnce(&mut Hub) -> T) -> T {
        // What a panic has left is replaced by the next update.
        work(&mut self.hub.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn allows(&self, headers: &HeaderMap, query: &HashMap<String, String>) -> bool {
        self.access.allows(headers, query.get("token").map(String::as_str))
    }
}

async fn page(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    if !shared.allows(&headers, &query) {
        return refused();
    }
    match shared.with_hub(Hub::page) {
        Ok(page) => (protective_headers(), Html(page)).into_response(),
        Err(error) => failed(&error),
    }
}

async fn events(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    if !shared.allows(&headers, &query) {
        return refused();
    }
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let known = last.or_else(|| query.get("since")?.parse().ok()).unwrap_or(0);
    // First the ear, then the greeting: nothing falls between the two.
    let receiver = shared.messages.subscribe();
    match shared.with_hub(|hub| hub.greeting(known)) {
        Ok(greeting) => {
            let stream = stream(greeting, receiver);
            (protective_headers(), Sse::new(stream).keep_alive(KeepAlive::default()))
                .into_response()
        }
        Err(error) => failed(&error),
    }
}

fn stream(
    greeting: Vec<Message>,
    receiver: broadcast::Receiver<Message>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    // Who has missed messages loads the page anew.
    let later =
        BroadcastStream::new(receiver).map(|message| message.unwrap_or_else(|_| Message::reload()));
    tokio_stream::iter(greeting).chain(later).map(|message| Ok(message.event()))
}

fn refused() -> Response {
    let text =
        "This address does not lead to the match. arena watch has printed the one that does.";
    (StatusCode::FORBIDDEN, text).into_response()
}

fn failed(error: &UpdateError) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, with_causes(error)).into_response()
}

/// No frame of another page, no guessing of types, no copies.
fn protective_headers() -> [(header::HeaderName, HeaderValue); 3] {
    [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]
}
