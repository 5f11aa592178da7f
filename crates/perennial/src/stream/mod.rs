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
//! - At an event with the data `[DONE]`, which is not JSON, if the data of events is JSON.
//! - After an [`Error::Transport`]: the connection was lost, or nothing was received for the client's `timeout`. The
//!   timeout first applies to the wait for the headers, and then to each wait for data. A `deadline` runs until the
//!   last byte.
//! - After a value that is larger than the client's `max_response_bytes` (32 MiB by default). The error is an
//!   [`Error::Decode`] without a path. At most this many bytes are buffered. An event id of more than 64 KiB causes the
//!   same error.
//!
//! Any other [`Error::Decode`] is about one value, and the stream continues. The
//! [`path`](crate::error::DecodeError::path) of the error begins with the number of the value, from 0: `[3].severity`.
//!
//! If events are expected and the `content-type` of the response is not `text/event-stream`, the call fails with an
//! [`Error::Decode`] at once. Otherwise the response might seem to contain no events.
//!
//! A call is retried until the headers of a response are received. A stream is not resumed automatically.
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

use crate::call::ByteStream;
use crate::decode::{self, BodyError, Decode};
use crate::error::Error;
use parser::{Parser, TooLong};

const EVENTS: &str = "text/event-stream";

/// The data of the event that ends a stream of JSON events, by a convention of services that send an answer word by
/// word.
const DONE: &[u8] = b"[DONE]";

/// A stream of [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html), with data of type
/// `T`. The module [`stream`](self) describes when a stream ends.
pub struct EventStream<T>(Values<T>);

/// An event in an [`EventStream`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event<T> {
    /// The data of the event, decoded if it is JSON.
    pub data: T,
    /// The type of the event. It is `message` if the service does not send a type.
    pub event: String,
    /// The id of this event. If the event has none, this is the most recent id of the events before it, or an empty
    /// string. The string is shared between events, because an id may be long.
    pub id: Arc<str>,
    /// How long to wait before calling the service again, if this event specifies it.
    pub retry: Option<Duration>,
}

/// A stream of JSON values of type `T`, one value per line. Blank lines are skipped. The module [`stream`](self)
/// describes when a stream ends.
///
/// The media type `application/json-seq` is also read, provided that each value is on one line.
pub struct JsonLines<T>(Values<T>);

impl<T> EventStream<T> {
    fn new(body: ByteStream, decode: fn(&[u8]) -> Result<T, BodyError>, end: Option<&'static [u8]>) -> Self {
        Self(Values { parser: Parser::for_events(body.context.limit), end, ..Values::new(body, decode) })
    }

    /// Returns the next event, or `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Result<Event<T>, Error>> {
        StreamExt::next(self).await
    }

    /// Returns the id of the last event that has one, or an empty string. Send it in the header `last-event-id` of
    /// another call to resume the stream.
    pub fn last_event_id(&self) -> &str {
        &self.0.parser.last_id
    }

    /// Returns how long to wait before calling the service again, if the service has specified it.
    pub fn retry(&self) -> Option<Duration> {
        self.0.parser.retry
    }

    /// Returns the rest of the body as bytes: everything after the last event. If a part of another event has been
    /// read, that part is lost.
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
    /// Returns the next value, or `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        StreamExt::next(self).await
    }

    /// Returns the rest of the body as bytes: everything after the last value. If a part of another line has been read,
    /// that part is lost.
    pub fn into_bytes(self) -> ByteStream {
        self.0.into_bytes()
    }
}

impl<T: Decode> JsonLines<T> {
    pub(crate) fn new(body: ByteStream) -> Self {
        Self(Values::new(body, decode::json))
    }
}

/// Creates the stream of events for an operation with several 2xx responses. If the media type is not
/// `text/event-stream`, the stream consists of one error.
pub fn events<T: Decode>(body: ByteStream) -> EventStream<T> {
    EventStream::new(require_events(body), decode::json, Some(DONE))
}

/// Same as [`events`], but the data is text.
pub fn text_events(body: ByteStream) -> EventStream<String> {
    EventStream::new(require_events(body), decode_text, None)
}

/// Creates the stream of JSON lines for an operation with several 2xx responses.
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
    /// The data of the event that ends the stream. `None` if no event ends the stream.
    end: Option<&'static [u8]>,
    count: usize,
}

impl<T> Values<T> {
    /// Creates a stream whose values are lines of the body.
    fn new(body: ByteStream, decode: fn(&[u8]) -> Result<T, BodyError>) -> Self {
        let parser = Parser::for_lines(body.context.limit);
        Self { body, chunk: Bytes::new(), parser, decode, end: None, count: 0 }
    }

    fn poll_value(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        loop {
            match self.parser.read_value(&mut self.chunk) {
                Ok(true) => return Poll::Ready(self.decode_value()),
                Ok(false) => {}
                Err(TooLong { part, limit }) => {
                    self.close();
                    return Poll::Ready(Some(Err(self.body.context.too_large_error(part, limit))));
                }
            }
            match ready!(self.body.poll_next_unpin(cx)) {
                Some(Ok(chunk)) => self.chunk = chunk,
                Some(Err(error)) => {
                    self.close();
                    return Poll::Ready(Some(Err(error)));
                }
                None => {
                    let value = if self.parser.finish() { self.decode_value() } else { None };
                    self.close();
                    return Poll::Ready(value);
                }
            }
        }
    }

    /// Decodes the value that the parser has completed. Returns `None` if that value ends the stream.
    fn decode_value(&mut self) -> Option<Result<T, Error>> {
        let data = mem::take(&mut self.parser.data);
        if self.end.is_some_and(|end| data.trim_ascii() == end) {
            self.close();
            return None;
        }
        let value = (self.decode)(&data).map_err(|error| self.body.context.mismatch_of_value(self.count, &data, error));
        self.count += 1;
        self.parser.reuse_buffer(data);
        Some(value)
    }

    /// Ends the stream: drops the remaining bytes, and closes the connection.
    fn close(&mut self) {
        self.chunk.clear();
        self.parser.clear();
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

impl<T> fmt::Debug for EventStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventStream").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for JsonLines<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonLines").finish_non_exhaustive()
    }
}
