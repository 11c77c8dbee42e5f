//! Connections of browsers: their limit, and the server's timeouts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::write_timeout::WriteTimeout;

/// Connections at a time, at most. An open page has one.
const MOST: usize = 64;
/// The time for a browser to send the header of its request.
const ASKING: Duration = Duration::from_secs(10);
/// The time for which a browser may read nothing.
const READING: Duration = Duration::from_secs(30);
/// Bytes of a header, and of the data queued for one browser beyond a single event.
const BUFFER: usize = 32 * 1024;
/// The pause after a connection could not be accepted, as when the system has no file descriptors left.
const RECOVERY: Duration = Duration::from_millis(200);
/// The time for a refused browser to send its request.
const REFUSAL: Duration = Duration::from_secs(1);

/// A browser, or another program that has connected.
struct Connection {
    /// Whether it has sent a complete request.
    has_asked: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

/// Serves every connection, for ever. At the limit the oldest connection without a request is closed for
/// the new one; if all have sent requests, the new one is refused.
pub(super) async fn serve(listener: TcpListener, router: Router) {
    let mut open: Vec<Connection> = Vec::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!("cannot take a connection: {error}");
                tokio::time::sleep(RECOVERY).await;
                continue;
            }
        };
        open.retain(|connection| !connection.task.is_finished());
        if open.len() >= MOST {
            let is_idle = |connection: &Connection| !connection.has_asked.load(Ordering::Relaxed);
            let Some(idle) = open.iter().position(is_idle) else {
                tokio::spawn(tokio::time::timeout(REFUSAL, refuse(stream)));
                continue;
            };
            open.remove(idle).task.abort();
        }
        open.push(Connection::new(stream, router.clone()));
    }
}

impl Connection {
    fn new(stream: TcpStream, router: Router) -> Connection {
        let has_asked = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&has_asked);
        let router = TowerToHyperService::new(router);
        let service = service_fn(move |request: Request<Incoming>| {
            asked.store(true, Ordering::Relaxed);
            router.call(request)
        });
        // A connection for each request, so that none stays open without one.
        let connection = http1::Builder::new()
            .keep_alive(false)
            .timer(TokioTimer::new())
            .header_read_timeout(ASKING)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(WriteTimeout::new(stream, READING)), service);
        // Why a connection ended does not matter.
        let task = tokio::spawn(async move { drop(connection.await) });
        Connection { has_asked, task }
    }
}

/// Answers a connection beyond the limit, once it has sent its request. Output that it does not
/// read at once is dropped.
async fn refuse(stream: TcpStream) {
    // If a connection is closed while a request is unread, the answer is lost with it.
    if stream.readable().await.is_ok() {
        let _ = stream.try_read(&mut [0; 4096]);
    }
    let text = "Too many pages of this match are open.\n";
    let length = text.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\
         Retry-After: 10\r\nConnection: close\r\n\r\n{text}"
    );
    let _ = stream.try_write(answer.as_bytes());
}
