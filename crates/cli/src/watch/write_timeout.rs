//! A write timeout: closes a connection when the browser does not read.

use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream whose writes fail when the other end takes nothing for this long.
#[derive(Debug)]
pub(super) struct WriteTimeout<S> {
    stream: S,
    write_timeout: Duration,
    /// The end of the wait, while a write waits.
    over: Pin<Box<Sleep>>,
    waits: bool,
}

impl<S> WriteTimeout<S> {
    pub(super) fn new(stream: S, write_timeout: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, write_timeout, over: Box::pin(sleep(write_timeout)), waits: false }
    }

    /// Passes on the result of a write, or fails when the write has waited for too long.
    fn patiently(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.waits = false;
            return written;
        }
        if !self.waits {
            self.waits = true;
            self.over.as_mut().reset(Instant::now() + self.write_timeout);
        }
        ready!(self.over.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.patiently(context, written)
    }

    // Without these two methods, all output would be copied for every browser.
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.patiently(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    /// Takes `left` bytes, one by one, with a pause before each.
    struct Slow {
        pause: Duration,
        next: Pin<Box<Sleep>>,
        left: u32,
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
        let (pause, write_timeout) = (Duration::from_secs(20), Duration::from_secs(30));
        let slow = Slow { pause, next: Box::pin(sleep(pause)), left: 5 };
        let mut patient = WriteTimeout::new(slow, write_timeout);
        for _ in 0..5 {
            let written = poll_fn(|context| Pin::new(&mut patient).poll_write(context, &[0; 8]));
            assert_eq!(written.await.unwrap(), 1);
        }
        let begun = Instant::now();
        let written = poll_fn(|context| Pin::new(&mut patient).poll_write(context, &[0; 8]));
        assert_eq!(written.await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed(), write_timeout);
    }
}
