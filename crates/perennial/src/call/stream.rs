use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::exchange::HttpResponse;
use super::stream_context::StreamContext;
use crate::clock::timeout;
use crate::error::{Call, Error, InvalidRequest, TransportError};
use crate::runtime;

/// The 2xx responses that are streamed.
#[derive(Clone, Copy)]
pub(crate) struct Streamed {
    /// Whether the body of a response with this status is streamed.
    pub(crate) with: fn(u16) -> bool,
    /// Whether any response is streamed. If so, the timeout applies separately to the wait for the headers and to each
    /// wait for data, rather than to the whole response.
    pub(crate) is_paced: bool,
    /// Whether a redirect that the document declares is a success.
    pub(crate) allows_redirects: bool,
}

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send + Sync>>;

/// A response body that is streamed as it arrives, for media types other than JSON.
///
/// This is a [`Stream`] of [`Bytes`]; [`chunk`](Self::chunk) reads it without further imports. If the body is truncated,
/// the stream ends with [`Error::Transport`].
///
/// The client's `timeout` applies to each wait for data, and the time between two reads does not count. No limit applies
/// to the size of the body. The client's `deadline` limits the whole stream. By default, there is no deadline, so a
/// download may take forever if some data arrives within each `timeout`.
pub struct ByteStream {
    chunks: Chunks,
    pub(crate) context: Box<StreamContext>,
}

impl ByteStream {
    /// Creates the stream of a response's body. `pace` is the timeout of each wait for data.
    pub(super) fn new(context: StreamContext, response: HttpResponse, pace: Duration) -> Self {
        let (call, id) = (context.head.call.clone(), context.head.request_id().map(str::to_owned));
        let chunks = response.bytes_stream();
        let failed = move |error| TransportError::from_reqwest(call.clone(), id.as_deref(), error).into();
        let chunks = chunks.map_err(failed);
        let chunks = Box::pin(limit_each_wait(chunks, context.head.call.clone(), pace));
        Self { chunks, context: Box::new(context) }
    }

    /// Returns the next chunk of the body; `None` at its end.
    ///
    /// # Errors
    ///
    /// [`Error::Transport`] if the body is truncated or the timeout expires.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        self.chunks.try_next().await
    }

    /// Returns the stream without its wrapper, for combinators that take a boxed stream.
    pub fn into_inner(self) -> Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send + Sync>> {
        self.chunks
    }

    pub(crate) fn prepend(self, read: Bytes) -> Self {
        if read.is_empty() {
            return self;
        }
        Self { chunks: Box::pin(stream::iter([Ok(read)]).chain(self.chunks)), ..self }
    }

    /// Ends the stream, after one last `error` if there is one. Closes the connection.
    pub(crate) fn end_with(&mut self, error: Option<Error>) {
        self.chunks = Box::pin(stream::iter(error.map(Err)));
    }
}

/// Limits each wait for data to `pace`, or to the time left until the deadline if that is less. The stream ends after
/// an error.
fn limit_each_wait(
    chunks: impl Stream<Item = Result<Bytes, Error>> + Send + Sync,
    call: Call,
    pace: Duration,
) -> impl Stream<Item = Result<Bytes, Error>> + Send + Sync {
    let chunks = Box::pin(chunks);
    stream::unfold(Some((chunks, call)), move |state| async move {
        let (mut chunks, call) = state?;
        let time = call.target.deadline.shorten(pace);
        let chunk = match runtime::check_present() {
            // Even if no time is left, `timeout` would return data that is already available, so it is not called.
            Ok(()) if time.is_zero() => None,
            Ok(()) => timeout(time, chunks.next()).await.ok(),
            Err(reason) => Some(Some(Err(InvalidRequest::refused(call.operation.clone(), reason).into()))),
        };
        let chunk = chunk.unwrap_or_else(|| Some(Err(TransportError::timed_out(call.clone()).into())))?;
        let rest = chunk.is_ok().then_some((chunks, call));
        Some((chunk, rest))
    })
    .fuse()
}

impl Stream for ByteStream {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.chunks.as_mut().poll_next(cx)
    }
}

impl fmt::Debug for ByteStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByteStream").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;
    use crate::operation::Operation;

    #[tokio::test(start_paused = true)]
    async fn stream_ends_at_the_deadline_even_if_data_is_always_available() {
        static OPERATION: Operation = Operation::new("getFile", "GET", "/file");
        let second = Duration::from_secs(1);
        let call = Call::of(&OPERATION).deadline(second);
        let endless = stream::repeat_with(|| Ok(Bytes::from_static(b"a")));
        let mut chunks = Box::pin(limit_each_wait(endless, call, 30 * second));
        assert_eq!(chunks.next().await.unwrap().unwrap(), "a");
        advance(second).await;
        assert_eq!(chunks.next().await.unwrap().unwrap_err().error_type(), "deadline");
        assert!(chunks.next().await.is_none());
    }
}
