//! Splits a body into values as it arrives: server-sent events as defined by the WHATWG standard, or lines of JSON.
//!
//! The module exists because other libraries do not limit the size of an event in memory (eventsource-stream 0.2,
//! sse-stream 0.3, sseer 0.3).

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf as _, Bytes};

use crate::error::TooLarge;

/// The maximum length of an event id in bytes. To resume a stream, the id is sent in a header, and servers do not
/// accept headers of this length.
const MAX_ID: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The state of a parser, including the part of the next value that has been read.
#[derive(Default)]
pub(super) struct Parser {
    is_of_events: bool,
    /// The maximum length of a value in bytes, including its type and id.
    limit: usize,
    line: Vec<u8>,
    /// Whether the parser is in the first line of the body, which may begin with a byte order mark.
    is_first: bool,
    /// Whether the last byte was a CR. If an LF follows, the two are one line ending.
    is_after_cr: bool,
    /// The data of the next value, as far as it has been read.
    pub(super) data: Vec<u8>,
    /// The type of the next event; empty if the service does not send one.
    pub(super) event: String,
    event_retry: Option<Duration>,
    id: String,
    /// The id of the last complete event.
    pub(super) last_id: Arc<str>,
    /// How long to wait before calling the service again, as the service last specified.
    pub(super) retry: Option<Duration>,
}

/// What the parser has read of another value when the body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastValue {
    None,
    Complete,
    /// An event without its final blank line.
    Incomplete,
}

impl Parser {
    pub(super) fn for_events(limit: usize) -> Self {
        Self { is_of_events: true, ..Self::for_lines(limit) }
    }

    pub(super) fn for_lines(limit: usize) -> Self {
        Self { limit, is_first: true, ..Self::default() }
    }

    /// Reads from `chunk` until the next value is complete. Returns `false` if the chunk ends before that.
    pub(super) fn read_value(&mut self, chunk: &mut Bytes) -> Result<bool, TooLarge> {
        while let Some(first) = chunk.first() {
            if mem::take(&mut self.is_after_cr) && *first == b'\n' {
                chunk.advance(1);
                continue;
            }
            let end = chunk.iter().position(|byte| self.ends_line(*byte));
            let (piece, rest) = chunk.split_at(end.unwrap_or(chunk.len()));
            let buffered = self.line.len() + self.data.len() + self.event.len() + self.id.len();
            if piece.len() > self.limit.saturating_sub(buffered) {
                return Err(TooLarge::for_response("a value of the stream", self.limit));
            }
            self.line.extend_from_slice(piece);
            self.is_after_cr = rest.first() == Some(&b'\r');
            let read = piece.len() + usize::from(end.is_some());
            chunk.advance(read);
            let is_complete = end.is_some() && self.end_line();
            if self.id.len() > MAX_ID {
                return Err(TooLarge { part: "the id of an event", limit: MAX_ID, setting: None });
            }
            if is_complete {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a byte ends a line. For JSON, the character RS also does: it precedes each value of a JSON text
    /// sequence (RFC 7464), and never occurs in JSON.
    fn ends_line(&self, byte: u8) -> bool {
        byte == b'\n' || byte == if self.is_of_events { b'\r' } else { 0x1e }
    }

    /// Handles the end of the body. The end completes a last line of JSON without a line break, but not an event
    /// without its blank line.
    pub(super) fn finish(&mut self) -> LastValue {
        if !self.is_of_events {
            return if self.end_line() { LastValue::Complete } else { LastValue::None };
        }
        // A last line without a line break may have been cut, but still shows that an event has begun. A comment, or a
        // byte order mark alone, does not.
        let has_line = !matches!(&*self.line, [] | [b':', ..] | BYTE_ORDER_MARK);
        if has_line {
            self.end_line();
        }
        let has_field = has_line || !self.data.is_empty() || !self.event.is_empty();
        // The line break after the last line of the data is not a part of the data.
        self.data.pop();
        if has_field { LastValue::Incomplete } else { LastValue::None }
    }

    fn end_line(&mut self) -> bool {
        if !self.is_of_events {
            mem::swap(&mut self.line, &mut self.data);
            self.line.clear();
            return !self.data.trim_ascii().is_empty();
        }
        let mut line = mem::take(&mut self.line);
        let text = if mem::take(&mut self.is_first) { line.strip_prefix(BYTE_ORDER_MARK) } else { None };
        let is_complete = self.read_event_line(text.unwrap_or(&line));
        line.clear();
        self.line = line;
        is_complete
    }

    /// Reads a line of an event, and returns whether the line completes the event.
    fn read_event_line(&mut self, line: &[u8]) -> bool {
        if line.is_empty() {
            return self.end_event();
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        let text = || String::from_utf8_lossy(value).into_owned();
        match field {
            b"data" => {
                self.data.extend_from_slice(value);
                self.data.push(b'\n');
            }
            b"event" => self.event = text(),
            b"id" if !value.contains(&0) => self.id = text(),
            b"retry" if value.iter().all(u8::is_ascii_digit) => {
                self.event_retry = text().parse().ok().map(Duration::from_millis);
                self.retry = self.event_retry.or(self.retry);
            }
            // Unknown fields are ignored. So are comments, whose field name is empty.
            _ => {}
        }
        false
    }

    /// Ends an event, and returns whether it is valid. An event without data is discarded.
    fn end_event(&mut self) -> bool {
        if *self.last_id != *self.id {
            self.last_id = self.id.as_str().into();
        }
        let is_one = self.data.pop().is_some();
        if !is_one {
            self.take_type_and_retry();
        }
        is_one
    }

    /// Returns the type of the event and the time to wait, and resets both for the next event.
    pub(super) fn take_type_and_retry(&mut self) -> (String, Option<Duration>) {
        let event = mem::take(&mut self.event);
        (if event.is_empty() { "message".to_owned() } else { event }, self.event_retry.take())
    }

    /// Takes back the buffer of a decoded value, so that the next value reuses its memory.
    pub(super) fn reuse_buffer(&mut self, mut data: Vec<u8>) {
        data.clear();
        self.data = data;
    }

    pub(super) fn clear(&mut self) {
        (self.line, self.data) = (Vec::new(), Vec::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the events of a body that arrives in these chunks, as `type/id/data`.
    fn read_chunks(mut parser: Parser, chunks: &[&[u8]]) -> (Vec<String>, Parser) {
        let mut read = Vec::new();
        let mut keep = |parser: &mut Parser| {
            let data = mem::take(&mut parser.data);
            let (event, _) = parser.take_type_and_retry();
            read.push(format!("{event}/{}/{}", parser.last_id, String::from_utf8_lossy(&data)));
        };
        for chunk in chunks {
            let mut chunk = Bytes::copy_from_slice(chunk);
            while parser.read_value(&mut chunk).unwrap() {
                keep(&mut parser);
            }
            assert!(chunk.is_empty());
        }
        if parser.finish() == LastValue::Complete {
            keep(&mut parser);
        }
        (read, parser)
    }

    /// Returns the events of a body. Checks that they do not depend on how the body is split into chunks: in two at any
    /// position, or into single bytes.
    #[track_caller]
    fn events(body: impl AsRef<[u8]>) -> Vec<String> {
        let body = body.as_ref();
        let (events, _) = read_chunks(Parser::for_events(1000), &[body]);
        for at in 0..body.len() {
            let (first, second) = body.split_at(at);
            assert_eq!(read_chunks(Parser::for_events(1000), &[first, b"", second]).0, events, "cut at {at}");
        }
        assert_eq!(read_chunks(Parser::for_events(1000), &body.chunks(1).collect::<Vec<_>>()).0, events);
        events
    }

    #[test]
    fn event_stream_parser_reads_the_examples_of_the_standard() {
        assert_eq!(events("data: YHOO\ndata: +2\ndata: 10\n\n"), ["message//YHOO\n+2\n10"]);
        let four = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n";
        assert_eq!(events(four), ["message/1/first event", "message//second event"]);
        assert_eq!(events(format!("{four}\n"))[2], "message// third event");
        assert_eq!(events("data\n\ndata\ndata\n\ndata:"), ["message//", "message//\n"]);
        assert_eq!(events("data:test\n\ndata: test\n\n"), ["message//test", "message//test"]);
        let typed = "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\ndata: x\n\n";
        assert_eq!(events(typed), ["add//73857293", "remove//2153", "message//x"]);
    }

    #[test]
    fn event_without_its_final_blank_line_is_incomplete() {
        for (body, expected) in [
            ("", LastValue::None),
            ("data: a\n\n", LastValue::None),
            ("data: a\r\r", LastValue::None),
            ("data: a\n\n: ping", LastValue::None),
            ("data: a\n\n: ping\n", LastValue::None),
            ("data: a\n\nid: 7\nretry: 5\n", LastValue::None),
            ("\u{feff}", LastValue::None),
            ("data: a\n", LastValue::Incomplete),
            ("data:\n", LastValue::Incomplete),
            ("data: a\n\ndat", LastValue::Incomplete),
            ("data: a\n\nevent: b\n", LastValue::Incomplete),
            ("data: a\n: ping", LastValue::Incomplete),
        ] {
            let mut parser = Parser::for_events(1000);
            let mut chunk = Bytes::copy_from_slice(body.as_bytes());
            while parser.read_value(&mut chunk).unwrap() {
                parser.data.clear();
            }
            assert_eq!(parser.finish(), expected, "{body:?}");
        }
    }

    #[test]
    fn event_stream_lines_may_end_with_lf_cr_or_crlf() {
        for end in ["\n", "\r", "\r\n"] {
            let body = ["data: a", "data: b", "", "data: c", "", ""].join(end);
            assert_eq!(events(body), ["message//a\nb", "message//c"], "{end:?}");
        }
        assert_eq!(events("data: a\r\n\rdata: b\r\r\n"), ["message//a", "message//b"]);
        assert_eq!(events("data: a\n\r\ndata: b\n\n"), ["message//a", "message//b"]);
    }

    #[test]
    fn event_stream_skips_a_byte_order_mark_only_at_its_start() {
        assert_eq!(events("\u{feff}data: a\n\n\u{feff}data: b\n\n"), ["message//a"]);
        assert_eq!(events("\u{feff}\u{feff}data: a\n\n"), Vec::<String>::new());
        assert_eq!(events("data: \u{feff}a\n\n"), ["message//\u{feff}a"]);
    }

    #[test]
    fn event_stream_ignores_comments_and_unknown_fields() {
        assert_eq!(events(":data: a\n: \n:\ndata : b\nDATA: c\n data: d\ndatax\n{\"a\":1}\n\n"), Vec::<String>::new());
        assert_eq!(events("data: a\n:between\nx: y\ndata: b\n\n"), ["message//a\nb"]);
    }

    #[test]
    fn blank_line_resets_the_event_type_even_without_data() {
        assert_eq!(events("event: a\n\ndata: x\n\n"), ["message//x"]);
        assert_eq!(events("event: a\nevent: b\ndata: x\n\ndata: y\n\n"), ["b//x", "message//y"]);
        assert_eq!(events("event: a\nevent\ndata: x\n\n"), ["message//x"]);
    }

    #[test]
    fn event_id_applies_until_the_next_event_id() {
        assert_eq!(events("id: 1\n\ndata: a\n\ndata: b\nid: 2\n\n"), ["message/1/a", "message/2/b"]);
        assert_eq!(
            events("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\nid\ndata: c\n\n"),
            ["message/1/a", "message/1/b", "message//c"]
        );
        // The second event is incomplete, because the connection may have been lost.
        let (_, parser) = read_chunks(Parser::for_events(100), &[b"id: 1\ndata: a\n\nid: 2\ndata: b\n"]);
        assert_eq!(&*parser.last_id, "1");
    }

    #[test]
    fn refuses_an_event_id_that_is_too_long() {
        let mut parser = Parser::for_events(1_000_000);
        let mut body = Bytes::from(format!("id: {}\ndata: a\n\ndata: b\n\n", "x".repeat(MAX_ID)));
        assert_eq!(parser.read_value(&mut body), Ok(true));
        let first = Arc::clone(&parser.last_id);
        parser.data.clear();
        assert_eq!(parser.read_value(&mut body), Ok(true));
        assert!(Arc::ptr_eq(&first, &parser.last_id) && first.len() == MAX_ID);
        let mut longer = Bytes::from(format!("id: {}\ndata: a\n\n", "x".repeat(MAX_ID + 1)));
        assert_eq!(
            parser.read_value(&mut longer),
            Err(TooLarge { part: "the id of an event", limit: MAX_ID, setting: None })
        );
    }

    #[test]
    fn retry_field_of_an_event_stream_must_consist_of_digits() {
        let retry = |body: &str| read_chunks(Parser::for_events(100), &[body.as_bytes()]).1.retry;
        assert_eq!(retry("retry: 1500\n"), Some(Duration::from_millis(1500)));
        assert_eq!(retry("retry: 007\n\n"), Some(Duration::from_millis(7)));
        for no_wait in ["retry:\n", "retry: +5\n", "retry: -5\n", "retry: 1.5\n", "retry: 5 \n", "retry: ٣\n"] {
            assert_eq!(retry(no_wait), None, "{no_wait}");
            assert_eq!(retry(&format!("retry: 3\n{no_wait}")), Some(Duration::from_millis(3)), "{no_wait}");
        }
        assert_eq!(retry("retry: 99999999999999999999\n"), None);
    }

    #[test]
    fn event_data_retains_invalid_utf_8() {
        let (_, parser) = read_chunks(Parser::for_events(100), &[b"id: \xff\n\n"]);
        assert_eq!(&*parser.last_id, "\u{fffd}");
        let mut parser = Parser::for_events(100);
        assert!(parser.read_value(&mut Bytes::from_static(b"data: \xff\n\n")).is_ok_and(|is_complete| is_complete));
        assert_eq!(parser.data, b"\xff");
    }

    #[test]
    fn json_lines_stream_skips_blank_lines() {
        let lines = |body: &str| read_chunks(Parser::for_lines(100), &body.as_bytes().chunks(1).collect::<Vec<_>>()).0;
        assert_eq!(lines("1\n\n \r\n2\r\n3"), ["message//1", "message//2\r", "message//3"]);
        assert_eq!(lines("\x1e1\n\x1e{\"cut\":\x1e3\n"), ["message//1", "message//{\"cut\":", "message//3"]);
        assert_eq!(lines(""), Vec::<String>::new());
    }

    #[test]
    fn refuses_stream_values_that_are_larger_than_the_limit() {
        for start in ["", ":", "data: ", "event: ", "id: ", "x: "] {
            let body = format!("{start}{}", "x".repeat(1000));
            let mut parser = Parser::for_events(100);
            assert!(parser.read_value(&mut body.into()).is_err(), "{start}");
            assert!(parser.line.capacity() <= 200);
        }
        for line in ["data: 0123456789\n", "data\n", "event: 0123456789\ndata: 0123456789\n"] {
            assert!(Parser::for_events(100).read_value(&mut line.repeat(101).into()).is_err(), "{line}");
        }
        assert!(Parser::for_lines(100).read_value(&mut "1".repeat(101).into()).is_err());
        assert!(Parser::for_lines(100).read_value(&mut "1".repeat(100).into()).is_ok());
        // The limit applies to each event separately, and to each comment line separately.
        assert_eq!(
            read_chunks(Parser::for_events(20), &["data: 0123456789\n\n: and so on\n".repeat(100).as_bytes()]).0.len(),
            100
        );
    }
}
