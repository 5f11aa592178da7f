use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use futures_util::{StreamExt as _, TryStreamExt as _};

use super::exchange::HttpResponse;
use super::stream_context::StreamContext;
use crate::clock::{Instant, sleep};
use crate::error::{Error, InvalidRequest, TransportError};
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

/// The longest time that is added to the clock, 30 years. A longer timeout might exceed the range of the clock.
const LONGEST_WAIT: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send + Sync>>;

/// A response body that is read chunk by chunk as its bytes arrive, for media types other than JSON.
///
/// Each call of [`chunk`](Self::chunk) returns the next chunk of the body. `ByteStream` is also a [`Stream`] of
/// [`Bytes`]. If the body is truncated, the stream ends with [`Error::Transport`].
///
/// The size of the body is not limited. The client's `timeout` limits each wait for data, but not the time between two
/// reads. The client's `deadline` limits the whole stream. By default, there is no deadline, so a download may take
/// forever as long as some data arrives within each `timeout`.
///
/// ```no_run
/// # use perennial::{ByteStream, Error};
/// async fn length(mut body: ByteStream) -> Result<usize, Error> {
///     let mut length = 0;
///     while let Some(chunk) = body.chunk().await? {
///         length += chunk.len();
///     }
///     Ok(length)
/// }
/// ```
pub struct ByteStream {
    /// A chunk or an error that is returned before `chunks`, without a wait.
    ready: Option<Result<Bytes, Error>>,
    /// The rest of the body; `None` once the stream has ended.
    chunks: Option<Chunks>,
    /// The present wait for data.
    wait: Option<Wait>,
    /// The timeout of each wait for data.
    pace: Duration,
    pub(crate) context: Box<StreamContext>,
}

/// A wait for data, with its timeout running.
struct Wait {
    /// The time at which the timeout expires.
    end: Instant,
    timer: Pin<Box<dyn Future<Output = ()> + Send + Sync>>,
    /// The time at which the caller dropped the read that waited. `None` while a read waits.
    dropped: Option<Instant>,
}

impl Wait {
    fn start(time: Duration) -> Self {
        Self { end: Instant::now() + time.min(LONGEST_WAIT), timer: Box::pin(sleep(time)), dropped: None }
    }
}

impl ByteStream {
    /// Creates the stream of a response's body. `pace` is the timeout of each wait for data.
    pub(super) fn new(context: StreamContext, response: HttpResponse, pace: Duration) -> Self {
        let (call, id) = (context.head.call.clone(), context.head.request_id().map(str::to_owned));
        let chunks = response.bytes_stream();
        let failed = move |error| TransportError::from_reqwest(call.clone(), id.as_deref(), error).into();
        Self::from_chunks(context, chunks.map_err(failed), pace)
    }

    fn from_chunks(
        context: StreamContext,
        chunks: impl Stream<Item = Result<Bytes, Error>> + Send + Sync + 'static,
        pace: Duration,
    ) -> Self {
        Self { ready: None, chunks: Some(Box::pin(chunks)), wait: None, pace, context: Box::new(context) }
    }

    /// Returns the next chunk of the body, or `None` at the end of the body.
    ///
    /// The future can be dropped without losing data, for example by `tokio::select!`. Dropping the future stops the
    /// timeout until the next read. If the pause between the two reads lasts at least a tenth of the timeout, the next
    /// read has the full timeout. Otherwise, the next read has the time that was left for the dropped read. A read
    /// through a combinator of `StreamExt` does not stop the timeout when it is dropped.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Transport`] if the body is truncated, or if the timeout or the deadline expires.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        self.next().await.transpose()
    }

    /// Returns the next chunk of the body, or `None` at the end of the body. Same as [`chunk`](Self::chunk), except
    /// that the `Result` is inside the `Option`.
    pub async fn next(&mut self) -> Option<Result<Bytes, Error>> {
        Read(self).await
    }

    /// Returns the body as a boxed stream, for functions that accept a stream of this type.
    pub fn into_inner(self) -> Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send + Sync>> {
        Box::pin(self)
    }

    pub(crate) fn prepend(self, read: Bytes) -> Self {
        if read.is_empty() { self } else { Self { ready: Some(Ok(read)), ..self } }
    }

    /// Ends the stream, after one last `error` if there is one. Closes the connection.
    pub(crate) fn end_with(&mut self, error: Option<Error>) {
        (self.ready, self.chunks, self.wait) = (error.map(Err), None, None);
    }

    /// Returns the time for which the next wait for data may last, or `None` if a wait is in progress. Fails if no time
    /// is left, or if there is no runtime.
    fn time_of_next_wait(&self) -> Result<Option<Duration>, Error> {
        let call = &self.context.head.call;
        let time = match &self.wait {
            Some(Wait { dropped: None, .. }) => return Ok(None),
            // Without this rule, a loop that drops a read every second would wait forever for a service that sends
            // nothing.
            Some(Wait { end, dropped: Some(dropped), .. }) if dropped.elapsed() < self.pace / 10 => {
                end.saturating_duration_since(*dropped)
            }
            _ => self.pace,
        };
        runtime::check_present().map_err(|reason| InvalidRequest::refused(call.operation.clone(), reason))?;
        let time = call.target.deadline.shorten(time);
        // Data that is already available is not returned either.
        if time.is_zero() {
            return Err(TransportError::timed_out(call.clone()).into());
        }
        Ok(Some(time))
    }

    /// Polls the body. If no data is available, begins a wait for `time`, or continues the wait that is in progress.
    fn poll_chunk(&mut self, time: Option<Duration>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Error>>> {
        let Some(chunks) = &mut self.chunks else { return Poll::Ready(None) };
        if let Poll::Ready(chunk) = chunks.as_mut().poll_next(cx) {
            return Poll::Ready(chunk);
        }
        if let Some(time) = time {
            self.wait = Some(Wait::start(time));
        }
        let Some(wait) = &mut self.wait else { return Poll::Pending };
        ready!(wait.timer.as_mut().poll(cx));
        Poll::Ready(Some(Err(TransportError::timed_out(self.context.head.call.clone()).into())))
    }
}

impl Stream for ByteStream {
    type Item = Result<Bytes, Error>;

    /// Returns the next chunk. The stream ends after an error.
    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let stream = &mut *self;
        if let Some(ready) = stream.ready.take() {
            return Poll::Ready(Some(ready));
        }
        if stream.chunks.is_none() {
            return Poll::Ready(None);
        }
        let chunk = match stream.time_of_next_wait() {
            Ok(time) => ready!(stream.poll_chunk(time, cx)),
            Err(error) => Some(Err(error)),
        };
        stream.wait = None;
        if !matches!(chunk, Some(Ok(_))) {
            stream.chunks = None;
        }
        Poll::Ready(chunk)
    }
}

/// A stream whose values are read from a [`ByteStream`].
pub(crate) trait ReadsBytes: Stream + Unpin {
    fn byte_stream(&mut self) -> &mut ByteStream;
}

impl ReadsBytes for ByteStream {
    fn byte_stream(&mut self) -> &mut ByteStream {
        self
    }
}

/// Reads the next value of a stream. If this future is dropped, the time until the next read does not count as a wait
/// for the service.
pub(crate) struct Read<'a, S: ReadsBytes>(pub(crate) &'a mut S);

impl<S: ReadsBytes> Future for Read<'_, S> {
    type Output = Option<S::Item>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.poll_next_unpin(cx)
    }
}

impl<S: ReadsBytes> Drop for Read<'_, S> {
    fn drop(&mut self) {
        if let Some(wait) = &mut self.0.byte_stream().wait {
            wait.dropped = Some(Instant::now());
        }
    }
}

impl fmt::Debug for ByteStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByteStream").finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use futures_util::stream;
    use reqwest::StatusCode;
    use reqwest::header::HeaderMap;
    use tokio::time::{advance, timeout};

    use super::*;
    use crate::error::{Call, Head};
    use crate::operation::Operation;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns a stream of these chunks, with a timeout of 30 seconds for each wait.
    pub(crate) fn byte_stream(
        chunks: impl Stream<Item = Bytes> + Send + Sync + 'static,
        set_deadline: impl FnOnce(Call) -> Call,
    ) -> ByteStream {
        static OPERATION: Operation = Operation::new("getFile", "GET", "/file");
        let call = set_deadline(Call::of(&OPERATION));
        let head = Head { call, status: StatusCode::OK, headers: HeaderMap::new() };
        let context = StreamContext { head, limit: 100 };
        ByteStream::from_chunks(context, chunks.map(Ok), 30 * SECOND)
    }

    /// Returns a stream of one chunk that arrives after this time.
    fn late(time: Duration) -> ByteStream {
        let chunk = async move {
            sleep(time).await;
            Bytes::from_static(b"a")
        };
        byte_stream(stream::once(Box::pin(chunk)), |call| call)
    }

    #[tokio::test(start_paused = true)]
    async fn stream_ends_at_the_deadline_even_if_data_is_always_available() {
        let endless = stream::repeat_with(|| Bytes::from_static(b"a"));
        let mut chunks = byte_stream(endless, |call| call.deadline(SECOND));
        assert_eq!(chunks.next().await.unwrap().unwrap(), "a");
        advance(SECOND).await;
        assert_eq!(chunks.next().await.unwrap().unwrap_err().error_type(), "deadline");
        assert!(chunks.next().await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn read_after_a_pause_of_the_caller_has_the_full_timeout() {
        for (waited, pause) in [(1, 3), (29, 3), (29, 300)] {
            let arrival = (waited + pause + 29) * SECOND;
            let mut chunks = late(arrival);
            assert!(timeout(waited * SECOND, chunks.chunk()).await.is_err());
            sleep(pause * SECOND).await;
            assert_eq!(chunks.chunk().await.unwrap().unwrap(), "a", "{waited} {pause}");
            assert_eq!(chunks.chunk().await.unwrap(), None);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn reads_that_are_dropped_without_a_pause_share_one_timeout() {
        for (pause, expected) in [(Duration::ZERO, 30 * SECOND), (SECOND, 59 * SECOND)] {
            let mut chunks = late(1_000 * SECOND);
            let start = Instant::now();
            let error = loop {
                match timeout(SECOND, chunks.chunk()).await {
                    Ok(ended) => break ended.unwrap_err(),
                    Err(_) => sleep(pause).await,
                }
            };
            assert_eq!((error.error_type(), start.elapsed().as_secs()), ("timeout", expected.as_secs()));
            assert!(chunks.next().await.is_none());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn endless_timeout_of_a_stream_does_not_overflow() {
        let mut chunks = late(100 * SECOND);
        chunks.pace = Duration::MAX;
        assert!(timeout(SECOND, chunks.chunk()).await.is_err());
        assert_eq!(chunks.chunk().await.unwrap().unwrap(), "a");
    }
}
