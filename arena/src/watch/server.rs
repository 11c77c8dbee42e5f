//! The server: the page, and the events that keep it up to date.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
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
    /// Tells the user something.
    say: fn(&str),
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

/// Serves the page of the match in this directory, for ever. A journal that cannot be read is no
/// reason to end: `say` hears why, and so do the browsers.
///
/// # Errors
/// When the server breaks down.
pub async fn serve(
    listener: TcpListener,
    directory: &Path,
    access: Access,
    say: fn(&str),
) -> Result<(), ServeError> {
    let (messages, _) = broadcast::channel(BEHIND);
    let hub = Mutex::new(Hub::new(directory));
    let shared = Arc::new(Shared { hub, messages, access, say });
    let router = Router::new()
        .route("/", get(page))
        .route("/events", get(events))
        .layer(from_fn_with_state(Arc::clone(&shared), admit))
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
        let news = shared.update(Hub::news).unwrap_or_default();
        let status = shared.with_hub(Hub::new_status);
        for message in news.into_iter().chain(status) {
            // There may be nobody left to hear it.
            let _ = shared.messages.send(message);
        }
    }
}

impl Shared {
    fn with_hub<T>(&self, work: impl FnOnce(&mut Hub) -> T) -> T {
        // What a panic has left is replaced by the next update.
        work(&mut self.hub.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Has the journal read; of every error the user hears once.
    fn update<T>(
        &self,
        work: impl FnOnce(&mut Hub) -> Result<T, UpdateError>,
    ) -> Result<T, UpdateError> {
        let (done, is_new) = self.with_hub(|hub| {
            let done = work(hub);
            let is_new = done.as_ref().is_err_and(|error| hub.note(error));
            (done, is_new)
        });
        if let Err(error) = &done
            && is_new
        {
            (self.say)(&with_causes(error));
        }
        done
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
    if shared.access.allows(request.headers(), token) {
        return next.run(request).await;
    }
    let text =
        "This address does not lead to the match. arena watch has printed the one that does.";
    (StatusCode::FORBIDDEN, text).into_response()
}

async fn page(State(shared): State<Arc<Shared>>) -> Response {
    match shared.update(Hub::page) {
        Ok(page) => (protective_headers(), Html(page)).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, with_causes(&error)).into_response(),
    }
}

async fn events(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let known = last.or_else(|| query.get("since")?.parse().ok()).unwrap_or(0);
    // First the ear, then the greeting: nothing falls between the two.
    let receiver = shared.messages.subscribe();
    // A page that hears what is wrong goes on listening.
    let greeting = shared
        .update(|hub| hub.greeting(known))
        .unwrap_or_else(|_| vec![shared.with_hub(|hub| hub.present_status())]);
    let stream = stream(greeting, receiver);
    (protective_headers(), Sse::new(stream).keep_alive(KeepAlive::default())).into_response()
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

/// No frame of another page, no guessing of types, no copies.
fn protective_headers() -> [(header::HeaderName, HeaderValue); 3] {
    [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]
}
