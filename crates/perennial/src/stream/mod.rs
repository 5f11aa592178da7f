//! Streams of values in responses: server-sent events and lines of JSON, decoded one by one as they arrive.
//!
//! ```
//! use perennial::Error;
//! use perennial::stream::EventStream;
//!
//! # use perennial::serde_json::Value as Answer;
//! async fn print(mut events: EventStream<Answer>) -> Result<(), Error> {
//!     while let Some(event) = events.next().await {
//!         match event {
//!             Ok(event) => println!("{}: {}", event.event, event.data),
//!             // This event does not match the document. Later events are still returned.
//!             Err(Error::Decode(error)) => eprintln!("{error}"),
//!             Err(error) => return Err(error),
//!         }
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # When a stream ends
//!
//! - At the end of the body, and when the stream is dropped, which closes the connection.
//! - At an event with the data `[DONE]`, if the data of the other events is JSON.
//! - After an [`Error::Transport`] of the kind [`Truncated`](crate::error::TransportFailure::Truncated): the body ended
//!   before the blank line that completes an event, or before the end marker that
//!   [`ending_with`](EventStream::ending_with) requires. Without an end marker, a stream that is cut between two values
//!   cannot be distinguished from a complete stream, because a proxy or service that stops there may close the
//!   connection as usual.
//! - After any other [`Error::Transport`]: the connection was lost, or nothing was received for the client's `timeout`.
//!   The timeout first applies to the wait for the headers, and then to each wait for data. A `deadline` runs until the
//!   last byte.
//! - After an [`Error::Decode`] without a path: a value was larger than the client's `max_response_bytes` (32 MiB by
//!   default), or an event id was longer than 64 KiB. No more than `max_response_bytes` are buffered.
//!
//! An [`Error::Decode`] with a path is about one value, and the stream continues. The
//! [`path`](crate::error::DecodeError::path) begins with the index of the value, counted from 0: `[3].severity`. If the
//! event has a type such as `error`, [`event`](crate::error::DecodeError::event) returns the type.
//!
//! If a call expects events, but the response has a `content-type` other than `text/event-stream`, the call fails at
//! once with an [`Error::Decode`]. Otherwise, the response might seem to contain no events.
//!
//! A call is retried only until the headers of a response are received. A stream is not resumed automatically.
//! [`last_event_id`](EventStream::last_event_id) and [`retry`](EventStream::retry) return where and when the service
//! expects the client to resume.

mod parser;

use std::fmt;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use futures_util::StreamExt;

use crate::call::{ByteStream, Read, ReadsBytes};
use crate::decode::{self, BodyError, Decode};
use crate::error::Error;
use parser::{LastValue, Parser};

const EVENTS: &str = "text/event-stream";

/// The data of the event that ends a stream of JSON events, by a convention of services that send an answer word by
/// word.
const DONE: &[u8] = b"[DONE]";

/// A stream of [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html), with data of type
/// `T`. The module [`stream`](self) describes when a stream ends.
///
/// ```
/// # use perennial::{Error, stream::EventStream};
/// async fn answer(mut events: EventStream<String>) -> Result<String, Error> {
///     let mut answer = String::new();
///     while let Some(event) = events.next().await {
///         answer.push_str(&event?.data);
///     }
///     Ok(answer)
/// }
/// ```
pub struct EventStream<T>(Values<T>);

/// An event in an [`EventStream`].
///
/// ```
/// # use perennial::stream::Event;
/// fn print(event: &Event<String>) {
///     println!("{} {}: {}", event.id, event.event, event.data);
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event<T> {
    /// The data of the event, decoded if it is JSON.
    pub data: T,
    /// The type of the event. It is `message` if the service does not send a type.
    pub event: String,
    /// The id of this event. If the event has no id, this is the most recent id of an earlier event, or an empty string
    /// if no event had an id.
    ///
    /// The string is shared between events, because an id may be long.
    pub id: Arc<str>,
    /// The time to wait before calling the service again, if this event specifies a time.
    pub retry: Option<Duration>,
}

/// A stream of JSON values of type `T`, one value per line. Blank lines are skipped. The module [`stream`](self)
/// describes when a stream ends.
///
/// Bodies of the media type `application/json-seq` can also be read, if each value is on one line.
///
/// ```
/// # use perennial::{Error, serde_json::Value, stream::JsonLines};
/// async fn count(mut lines: JsonLines<Value>) -> Result<usize, Error> {
///     let mut count = 0;
///     while let Some(line) = lines.next().await {
///         line?;
///         count += 1;
///     }
///     Ok(count)
/// }
/// ```
pub struct JsonLines<T>(Values<T>);

impl<T> EventStream<T> {
    fn new(body: ByteStream, decode: fn(&[u8]) -> Result<T, BodyError>, end: Option<&'static [u8]>) -> Self {
        let end = end.map(|data| EndMarker { data: data.into(), is_required: false });
        Self(Values { parser: Parser::for_events(body.context.limit), end, ..Values::new(body, decode) })
    }

    /// Requires the stream to end with an event whose data is `marker`, such as `[DONE]`.
    ///
    /// The event with this data ends the stream, and is not returned. White space around the data is ignored. If the
    /// body ends before this event, the last value of the stream is an [`Error::Transport`] of the kind
    /// [`Truncated`](crate::error::TransportFailure::Truncated).
    ///
    /// By default, `[DONE]` ends a stream of JSON events, but is required only if the document lists it as the data of
    /// an event.
    ///
    /// ```no_run
    /// # use perennial::{Error, stream::EventStream, serde_json::Value};
    /// # async fn print(events: EventStream<Value>) -> Result<(), Error> {
    /// let mut events = events.ending_with("[DONE]");
    /// while let Some(event) = events.next().await {
    ///     println!("{}", event?.data);
    /// }
    /// // The stream is complete.
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn ending_with(mut self, marker: impl Into<String>) -> Self {
        self.0.end = Some(EndMarker::required(marker.into()));
        self
    }

    /// Returns the next event, or `None` at the end of the stream. The future can be dropped without losing an event,
    /// as in `tokio::select!`.
    pub async fn next(&mut self) -> Option<Result<Event<T>, Error>> {
        Read(self).await
    }

    /// Returns the id of the last event that has an id, or an empty string. To resume the stream, send the id in the
    /// header `last-event-id` of another call.
    pub fn last_event_id(&self) -> &str {
        &self.0.parser.last_id
    }

    /// Returns the time to wait before calling the service again, if the service has specified a time.
    pub fn retry(&self) -> Option<Duration> {
        self.0.parser.retry
    }

    /// Returns the rest of the body as bytes. If the stream has already read a part of the next event, that part is
    /// lost.
    pub fn into_bytes(self) -> ByteStream {
        self.0.into_bytes()
    }
}

impl<T: Decode> EventStream<T> {
    pub(crate) fn json(body: ByteStream) -> Result<Self, Error> {
        body.context.check_media_type(EVENTS)?;
        Ok(Self::new(body, decode::json, Some(DONE)))
    }
}

impl<T> EventStream<T> {
    pub(crate) fn ending_with_done(self) -> Self {
        self.ending_with(String::from_utf8_lossy(DONE))
    }
}

impl EventStream<String> {
    pub(crate) fn text(body: ByteStream) -> Result<Self, Error> {
        body.context.check_media_type(EVENTS)?;
        Ok(Self::new(body, decode_text, None))
    }
}

/// Decodes text. Bytes that are not UTF-8 are replaced by U+FFFD, as the standard requires.
fn decode_text(data: &[u8]) -> Result<String, BodyError> {
    Ok(String::from_utf8_lossy(data).into_owned())
}

impl<T> JsonLines<T> {
    /// Requires the stream to end with a line whose text is `marker`, such as `[DONE]`. By default, no line marks the
    /// end.
    ///
    /// This line ends the stream, and is not returned. White space around the text is ignored. If the body ends before
    /// this line, the last value of the stream is an [`Error::Transport`] of the kind
    /// [`Truncated`](crate::error::TransportFailure::Truncated).
    #[must_use]
    pub fn ending_with(mut self, marker: impl Into<String>) -> Self {
        self.0.end = Some(EndMarker::required(marker.into()));
        self
    }

    /// Returns the next value, or `None` at the end of the stream. The future can be dropped without losing a value, as
    /// in `tokio::select!`.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        Read(self).await
    }

    /// Returns the rest of the body as bytes. If the stream has already read a part of the next line, that part is
    /// lost.
    pub fn into_bytes(self) -> ByteStream {
        self.0.into_bytes()
    }
}

impl<T: Decode> JsonLines<T> {
    pub(crate) fn new(body: ByteStream) -> Self {
        Self(Values::new(body, decode::json))
    }
}

/// Creates a stream of JSON events from the body of a response. If the response has a `content-type` other than
/// `text/event-stream`, the stream contains only an error.
///
/// Generated code calls this function for operations that declare several 2xx responses.
pub fn events<T: Decode>(body: ByteStream) -> EventStream<T> {
    EventStream::new(require_events(body), decode::json, Some(DONE))
}

/// Same as [`events`], but the last event must have the data `[DONE]`.
pub fn events_to_done<T: Decode>(body: ByteStream) -> EventStream<T> {
    events(body).ending_with_done()
}

/// Same as [`events`], but the data is text.
pub fn text_events(body: ByteStream) -> EventStream<String> {
    EventStream::new(require_events(body), decode_text, None)
}

/// Creates a stream of JSON lines from the body of a response.
///
/// Generated code calls this function for operations that declare several 2xx responses.
pub fn json_lines<T: Decode>(body: ByteStream) -> JsonLines<T> {
    JsonLines::new(body)
}

fn require_events(mut body: ByteStream) -> ByteStream {
    if let Err(error) = body.context.check_media_type(EVENTS) {
        body.end_with(Some(error));
    }
    body
}

struct Values<T> {
    body: ByteStream,
    /// The received bytes that have not been parsed.
    chunk: Bytes,
    parser: Parser,
    decode: fn(&[u8]) -> Result<T, BodyError>,
    /// Whether the stream has ended, so that the end of the body is not checked.
    is_closed: bool,
    /// The data that ends the stream. `None` if only the end of the body does.
    end: Option<EndMarker>,
    count: usize,
}

/// The data that ends a stream.
struct EndMarker {
    data: Box<[u8]>,
    /// Whether a stream without the marker is incomplete.
    is_required: bool,
}

impl EndMarker {
    fn required(marker: String) -> Self {
        Self { data: marker.trim_ascii().as_bytes().into(), is_required: true }
    }
}

impl<T> Values<T> {
    /// Creates a stream whose values are lines of the body.
    fn new(body: ByteStream, decode: fn(&[u8]) -> Result<T, BodyError>) -> Self {
        let parser = Parser::for_lines(body.context.limit);
        Self { body, chunk: Bytes::new(), parser, decode, end: None, is_closed: false, count: 0 }
    }

    fn poll_value(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        loop {
            match self.parser.read_value(&mut self.chunk) {
                Ok(true) => return Poll::Ready(self.decode_value()),
                Ok(false) => {}
                Err(problem) => {
                    self.close();
                    return Poll::Ready(Some(Err(self.body.context.too_large_error(problem))));
                }
            }
            match ready!(self.body.poll_next_unpin(cx)) {
                Some(Ok(chunk)) => self.chunk = chunk,
                Some(Err(error)) => {
                    self.close();
                    return Poll::Ready(Some(Err(error)));
                }
                None => return Poll::Ready(self.end_of_body()),
            }
        }
    }

    /// Returns the last value of the stream when the body has ended, or the error for a stream that is incomplete.
    fn end_of_body(&mut self) -> Option<Result<T, Error>> {
        if self.is_closed {
            return None;
        }
        let last = self.parser.finish();
        let is_end = self.ends_with(&self.parser.data);
        if last == LastValue::Complete && !is_end {
            self.body.end_with(None);
            return self.decode_value();
        }
        self.close();
        let reason = match &self.end {
            // Some services do not write the blank line after the end marker, so the event with the marker may be
            // unfinished.
            _ if is_end => return None,
            _ if last == LastValue::Incomplete => "the body ended within an event",
            Some(EndMarker { is_required: true, .. }) => "the body ended without the end marker of the stream",
            _ => return None,
        };
        Some(Err(self.body.context.truncated_error(reason)))
    }

    fn ends_with(&self, data: &[u8]) -> bool {
        self.end.as_ref().is_some_and(|end| data.trim_ascii() == &*end.data)
    }

    /// Decodes the value that the parser has completed. Returns `None` if that value ends the stream.
    fn decode_value(&mut self) -> Option<Result<T, Error>> {
        let data = mem::take(&mut self.parser.data);
        if self.ends_with(&data) {
            self.close();
            return None;
        }
        let event = Some(&*self.parser.event).filter(|event| !event.is_empty());
        let value =
            (self.decode)(&data).map_err(|error| self.body.context.mismatch_of_value(self.count, event, &data, error));
        self.count += 1;
        self.parser.reuse_buffer(data);
        Some(value)
    }

    /// Ends the stream: drops the remaining bytes, and closes the connection.
    fn close(&mut self) {
        self.chunk.clear();
        self.parser.clear();
        self.is_closed = true;
        self.body.end_with(None);
    }

    fn into_bytes(self) -> ByteStream {
        self.body.prepend(self.chunk)
    }
}

impl<T> Stream for EventStream<T> {
    type Item = Result<Event<T>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let data = ready!(self.0.poll_value(cx));
        let (event, retry) = self.0.parser.take_type_and_retry();
        let id = &self.0.parser.last_id;
        Poll::Ready(data.map(|data| data.map(|data| Event { data, event, id: Arc::clone(id), retry })))
    }
}

impl<T> Stream for JsonLines<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_value(cx)
    }
}

macro_rules! streams_of_values {
    ($($stream:ident)*) => {$(
        impl<T> ReadsBytes for $stream<T> {
            fn byte_stream(&mut self) -> &mut ByteStream {
                &mut self.0.body
            }
        }

        impl<T> fmt::Debug for $stream<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($stream)).finish_non_exhaustive()
            }
        }
    )*};
}
streams_of_values! { EventStream JsonLines }

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::{poll, stream};
    use tokio::task::yield_now;

    use super::*;
    use crate::call::byte_stream;

    /// Calls `next` until it returns a value, and drops each future after it was polled once. Returns the value, and
    /// the number of dropped futures.
    macro_rules! next_after_drops {
        ($stream:ident) => {{
            let mut drops = 0;
            loop {
                match poll!(pin!($stream.next())) {
                    Poll::Ready(value) => break (value.map(Result::unwrap), drops),
                    Poll::Pending => drops += 1,
                }
            }
        }};
    }

    /// Returns a stream of single bytes. Each byte is available only when it is polled for the second time.
    fn slow_bytes(text: &'static str) -> ByteStream {
        let bytes = stream::iter(text.bytes()).then(|byte| async move {
            yield_now().await;
            Bytes::copy_from_slice(&[byte])
        });
        byte_stream(bytes, |call| call)
    }

    #[tokio::test]
    async fn dropped_futures_of_next_lose_no_data() {
        let mut bytes = slow_bytes("ab");
        assert_eq!(next_after_drops!(bytes), (Some(Bytes::from("a")), 1));
        assert_eq!(next_after_drops!(bytes), (Some(Bytes::from("b")), 1));
        assert_eq!(next_after_drops!(bytes), (None, 0));

        let mut lines = JsonLines::<i64>::new(slow_bytes("12\n34\n"));
        assert_eq!(next_after_drops!(lines), (Some(12), 3));
        assert_eq!(next_after_drops!(lines), (Some(34), 3));
        assert_eq!(next_after_drops!(lines), (None, 0));

        let mut events = EventStream::new(slow_bytes("data: 12\n\nid: 7\n\ndata: 34\n\n"), decode::json::<i64>, None);
        let (event, drops) = next_after_drops!(events);
        assert_eq!((event.map(|event| event.data), drops), (Some(12), 10));
        let (event, drops) = next_after_drops!(events);
        assert_eq!((event.map(|event| (event.data, event.id)), drops), (Some((34, "7".into())), 17));
        assert_eq!(next_after_drops!(events), (None, 0));
    }
}
