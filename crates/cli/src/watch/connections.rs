//! Connections of browsers: their limit, and the server's timeouts.

use std::pin::Pin;
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
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_io_timeout::TimeoutStream;

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
            .serve_connection(TokioIo::new(patient(stream)), service);
        // Why a connection ended does not matter.
        let task = tokio::spawn(async move { drop(connection.await) });
        Connection { has_asked, task }
    }
}

/// A stream whose writes fail when the browser takes nothing for too long.
fn patient<S: AsyncRead + AsyncWrite>(stream: S) -> Pin<Box<TimeoutStream<S>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READING));
    Box::pin(stream)
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

#[cfg(test)]
mod tests {
    use std::future::{Future as _, poll_fn};
    use std::io;
    use std::task::{Context, Poll, ready};

    use tokio::io::ReadBuf;
    use tokio::time::{Instant, Sleep, sleep};

    use super::*;

    /// Takes `left` bytes, one by one, with a pause before each.
    struct Slow {
        pause: Duration,
        next: Pin<Box<Sleep>>,
        left: u32,
    }

    impl AsyncRead for Slow {
        fn poll_read(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            _: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            Poll::Pending
        }
    }

    impl AsyncWrite for Slow {
        fn poll_write(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
            _: &[u8],
        ) -> Poll<io::Result<usize>> {
            if self.left == 0 {
                return Poll::Pending;
            }
            ready!(self.next.as_mut().poll(context));
            self.left -= 1;
            let next = Instant::now() + self.pause;
            self.next.as_mut().reset(next);
            Poll::Ready(Ok(1))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_browser_that_does_not_read_is_given_up_and_a_slow_one_is_not() {
        let pause = Duration::from_secs(20);
        let slow = Slow { pause, next: Box::pin(sleep(pause)), left: 5 };
        let mut patient = patient(slow);
        for _ in 0..5 {
            let written = poll_fn(|context| patient.as_mut().poll_write(context, &[0; 8]));
            assert_eq!(written.await.unwrap(), 1);
        }
        let begun = Instant::now();
        let written = poll_fn(|context| patient.as_mut().poll_write(context, &[0; 8]));
        assert_eq!(written.await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed(), READING);
    }
}
