//! A connection whose peer may stop reading: what cannot be written for too long ends it.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// A stream that fails when nothing of a write gets through within a limit.
#[derive(Debug)]
pub(super) struct Stalled<T> {
    stream: T,
    limit: Duration,
    timer: Pin<Box<Sleep>>,
    /// Whether a write waits, and the timer runs for it.
    waits: bool,
}

impl<T> Stalled<T> {
    pub(super) fn new(stream: T, limit: Duration) -> Self {
        Self { stream, limit, timer: Box::pin(sleep(limit)), waits: false }
    }

    fn limited<O>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<O>>) -> Poll<io::Result<O>> {
        if written.is_ready() {
            self.waits = false;
            return written;
        }
        if !self.waits {
            let now = Instant::now();
            self.timer.as_mut().reset(now.checked_add(self.limit).unwrap_or(now));
            self.waits = true;
        }
        ready!(self.timer.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Stalled<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Stalled<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limited(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.limited(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.limited(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.limited(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_nothing_ends_the_writing() {
        let (mut peer, ours) = tokio::io::duplex(4);
        let mut ours = Stalled::new(ours, Duration::from_secs(30));
        ours.write_all(b"four").await.unwrap();
        let begun = Instant::now();
        let error = ours.write_all(b"more").await.unwrap_err();
        assert_eq!((error.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
        let mut read = [0; 4];
        peer.read_exact(&mut read).await.unwrap();
        assert_eq!(&read, b"four");
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_peer_is_waited_for() {
        let (mut peer, ours) = tokio::io::duplex(1);
        let mut ours = Stalled::new(ours, Duration::from_secs(30));
        let reads = async {
            for _ in 0..4 {
                tokio::time::sleep(Duration::from_secs(29)).await;
                peer.read_u8().await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(ours.write_all(b"four"), reads);
        written.unwrap();
    }
}
