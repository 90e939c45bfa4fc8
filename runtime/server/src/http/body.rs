//! Bodies: taken within a limit and a time, and ended with the server.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt, combinators::BoxBody};
use hyper::body::{Body, Frame, SizeHint};
use tokio::{sync::OwnedSemaphorePermit, time::timeout};
use tokio_util::sync::WaitForCancellationFutureOwned;

/// How much of a body over the limit is read and thrown away, in multiples of the limit: a client that is still
/// writing would else never see the answer.
const THROWN_AWAY: usize = 16;

/// Why there is no body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It is over the limit.
    TooLarge,
    /// It took too long.
    Slow,
    /// The client is gone, or sent no proper body.
    Broken,
}

/// All of a body.
pub(super) async fn taken<B>(body: B, limit: usize, time: Duration) -> Result<Bytes, Refused>
where
    B: Body<Data = Bytes> + Unpin,
{
    timeout(time, collected(body, limit)).await.unwrap_or(Err(Refused::Slow))
}

async fn collected<B>(mut body: B, limit: usize) -> Result<Bytes, Refused>
where
    B: Body<Data = Bytes> + Unpin,
{
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    let mut length = 0_usize;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Refused::Broken)?;
        let Ok(data) = frame.into_data() else { continue };
        length = length.saturating_add(data.len());
        if length > limit {
            all = BytesMut::new();
            if length > limit.saturating_mul(THROWN_AWAY) {
                break;
            }
        } else if first.is_empty() && all.is_empty() {
            first = data;
        } else {
            all.extend_from_slice(&std::mem::take(&mut first));
            all.extend_from_slice(&data);
        }
    }
    match length > limit {
        true => Err(Refused::TooLarge),
        false if all.is_empty() => Ok(first),
        false => Ok(all.freeze()),
    }
}

/// A body that ends when the server's end begins.
pub(super) struct Ending {
    body: BoxBody<Bytes, Infallible>,
    begun: Pin<Box<WaitForCancellationFutureOwned>>,
    /// Given back when nobody listens any more.
    _stream: OwnedSemaphorePermit,
}

impl Ending {
    /// The same body, which ends at the latest when `begun` does.
    pub(super) fn of(
        body: BoxBody<Bytes, Infallible>,
        begun: WaitForCancellationFutureOwned,
        stream: OwnedSemaphorePermit,
    ) -> BoxBody<Bytes, Infallible> {
        BodyExt::boxed(Self { body, begun: Box::pin(begun), _stream: stream })
    }
}

impl Body for Ending {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.begun.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::Full;

    use super::*;

    struct Chunks(Vec<&'static str>);

    impl Body for Chunks {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            let next = (!self.0.is_empty()).then(|| self.0.remove(0));
            Poll::Ready(next.map(|text| Ok(Frame::data(Bytes::from_static(text.as_bytes())))))
        }
    }

    /// A body that never comes.
    struct Never;

    impl Body for Never {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }
    }

    #[tokio::test]
    async fn a_body_is_put_together() {
        let time = Duration::from_secs(1);
        for chunks in [vec!["abcd"], vec!["ab", "cd"], vec!["", "a", "", "bc", "d", ""]] {
            assert_eq!(taken(Chunks(chunks.clone()), 4, time).await.unwrap(), "abcd", "{chunks:?}");
        }
        assert_eq!(taken(Full::new(Bytes::new()), 4, time).await.unwrap(), "");
    }

    #[tokio::test]
    async fn a_body_over_the_limit_is_refused() {
        let time = Duration::from_secs(1);
        for chunks in [vec!["abcde"], vec!["abcd", "e"], vec!["a"; 64], vec!["a"; 65], vec!["a"; 1_000]] {
            assert_eq!(taken(Chunks(chunks), 4, time).await, Err(Refused::TooLarge));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_never_comes_is_refused() {
        assert_eq!(taken(Never, 4, Duration::from_secs(30)).await, Err(Refused::Slow));
    }
}
