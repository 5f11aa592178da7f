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
//!             // One event is not as declared: those after it still come.
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
//! - At the end of the body, and when it is dropped, which closes the connection.
//! - At an event with the data `[DONE]`, where events are JSON, which that is not.
//! - After an [`Error::Transport`]: the connection was lost, or nothing came for as long as the client's `timeout`, which
//!   runs until the headers, and then for each wait anew. A `deadline`, if one is set, runs until the last byte.
//! - After a value that is larger than `max_response_bytes` of the client, 32 MiB by default: an [`Error::Decode`] without
//!   a path. No more than that is held. The same error follows an id of more than 64 KiB.
//!
//! Any other [`Error::Decode`] is about one value, and the stream goes on. Its
//! [`path`](crate::error::DecodeError::path) begins with the number of the value, from 0: `[3].severity`.
//!
//! Where events are expected, a response that says that it is something else (`content-type`) is an [`Error::Decode`] at
//! once: read as events, it might seem to have none.
//!
//! A call is retried until the headers of a response are there; a stream is not resumed by itself.
//! [`last_event_id`](EventStream::last_event_id) and [`retry`](EventStream::retry) say where and when the service wants
//! that to be done.

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

/// The data that ends a stream of JSON, by a convention of the services that answer word by word.
const DONE: &[u8] = b"[DONE]";

/// A stream of [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html), with data of type
/// `T`. See [`stream`](self) for when it ends.
pub struct EventStream<T>(Values<T>);

/// One event of an [`EventStream`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event<T> {
    /// The data: decoded, if it is JSON.
    pub data: T,
    /// The type, which is `message` where the service says none.
    pub event: String,
    /// The id of this event, or of the last one before it that had one; empty if there was none. Events share it, so
    /// that a long id takes memory once.
    pub id: Arc<str>,
    /// The time that this event asks to wait before the service is called again, if it does.
    pub retry: Option<Duration>,
}

/// A stream of JSON values of type `T`, one in a line. Blank lines are skipped. See [`stream`](self) for when it ends.
///
/// Of `application/json-seq`, too, where each value stands in one line.
pub struct JsonLines<T>(Values<T>);

impl<T> EventStream<T> {
    fn new(body: ByteStream, decode: fn(&[u8]) -> Result<T, BodyError>, end: Option<&'static [u8]>) -> Self {
        Self(Values { parser: Parser::events(body.about.limit), end, ..Values::new(body, decode) })
    }

    /// The next event; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Event<T>, Error>> {
        StreamExt::next(self).await
    }

    /// The id of the last event that had one, for a header `last-event-id` of another call; empty if there was none.
    pub fn last_event_id(&self) -> &str {
        &self.0.parser.last_id
    }

    /// The time that the service asks to wait before it is called again, if it has said so.
    pub fn retry(&self) -> Option<Duration> {
        self.0.parser.retry
    }

    /// The bytes that follow the last event, all of them if none has been read. What has been read of an event that was
    /// not yet complete is lost.
    pub fn into_bytes(self) -> ByteStream {
        self.0.into_bytes()
    }
}

impl<T: Decode> EventStream<T> {
    /// Events with data of JSON.
    pub(crate) fn json(body: ByteStream) -> Result<Self, Error> {
        body.about.check_media_type(EVENTS)?;
        Ok(Self::new(body, decode::json, Some(DONE)))
    }
}

impl EventStream<String> {
    /// Events with data of text.
    pub(crate) fn text(body: ByteStream) -> Result<Self, Error> {
        body.about.check_media_type(EVENTS)?;
        Ok(Self::new(body, text, None))
    }
}

/// As the standard says, with U+FFFD in the place of what is not UTF-8.
fn text(data: &[u8]) -> Result<String, BodyError> {
    Ok(String::from_utf8_lossy(data).into_owned())
}

impl<T> JsonLines<T> {
    /// The next value; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        StreamExt::next(self).await
    }

    /// The bytes that follow the last value, all of them if none has been read. What has been read of a line that was
    /// not yet complete is lost.
    pub fn into_bytes(self) -> ByteStream {
        self.0.into_bytes()
    }
}

impl<T: Decode> JsonLines<T> {
    pub(crate) fn new(body: ByteStream) -> Self {
        Self(Values::new(body, decode::json))
    }
}

/// The events of one of several successes; of another media type, the first one is an error.
pub fn events<T: Decode>(body: ByteStream) -> EventStream<T> {
    EventStream::new(checked(body), decode::json, Some(DONE))
}

/// As [`events`], with data of text.
pub fn text_events(body: ByteStream) -> EventStream<String> {
    EventStream::new(checked(body), text, None)
}

/// The lines of one of several successes.
pub fn json_lines<T: Decode>(body: ByteStream) -> JsonLines<T> {
    JsonLines::new(body)
}

fn checked(mut body: ByteStream) -> ByteStream {
    if let Err(error) = body.about.check_media_type(EVENTS) {
        body.end(Some(error));
    }
    body
}

/// The values of a body.
struct Values<T> {
    body: ByteStream,
    /// The bytes that have come and were not read.
    chunk: Bytes,
    parser: Parser,
    decode: fn(&[u8]) -> Result<T, BodyError>,
    /// The value after which there is none.
    end: Option<&'static [u8]>,
    /// The number of values so far.
    count: usize,
}

impl<T> Values<T> {
    /// Those of lines.
    fn new(body: ByteStream, decode: fn(&[u8]) -> Result<T, BodyError>) -> Self {
        let parser = Parser::lines(body.about.limit);
        Self { body, chunk: Bytes::new(), parser, decode, end: None, count: 0 }
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        loop {
            match self.parser.read(&mut self.chunk) {
                Ok(true) => return Poll::Ready(self.value()),
                Ok(false) => {}
                Err(TooLong { part, limit }) => {
                    self.close();
                    return Poll::Ready(Some(Err(self.body.about.too_large(part, limit))));
                }
            }
            match ready!(self.body.poll_next_unpin(cx)) {
                Some(Ok(chunk)) => self.chunk = chunk,
                Some(Err(error)) => {
                    self.close();
                    return Poll::Ready(Some(Err(error)));
                }
                None => {
                    let value = if self.parser.finish() { self.value() } else { None };
                    self.close();
                    return Poll::Ready(value);
                }
            }
        }
    }

    /// What the parser has read.
    fn value(&mut self) -> Option<Result<T, Error>> {
        let data = mem::take(&mut self.parser.data);
        if self.end.is_some_and(|end| data.trim_ascii() == end) {
            self.close();
            return None;
        }
        let value = (self.decode)(&data).map_err(|error| self.body.about.unreadable(self.count, &data, error));
        self.count += 1;
        self.parser.reuse(data);
        Some(value)
    }

    /// Ends it. What has come is dropped, and the connection is closed.
    fn close(&mut self) {
        self.chunk.clear();
        self.parser.clear();
        self.body.end(None);
    }

    fn into_bytes(self) -> ByteStream {
        self.body.after(self.chunk)
    }
}

impl<T> Stream for EventStream<T> {
    type Item = Result<Event<T>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let data = ready!(self.0.poll(cx));
        let (event, retry) = self.0.parser.taken();
        let id = &self.0.parser.last_id;
        Poll::Ready(data.map(|data| data.map(|data| Event { data, event, id: Arc::clone(id), retry })))
    }
}

impl<T> Stream for JsonLines<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll(cx)
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
