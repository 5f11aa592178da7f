//! Reads and writes HTTP/2 frames by hand, because a library would not let a server misbehave.

use std::io::{self, Read, Write};

use crate::Server;

/// The kind of a `DATA` frame.
pub const DATA: u8 = 0;
/// The kind of a `HEADERS` frame.
pub const HEADERS: u8 = 1;
/// The kind of an `RST_STREAM` frame.
pub const RESET: u8 = 3;
/// The kind of a `GOAWAY` frame.
pub const GO_AWAY: u8 = 7;
const SETTINGS: u8 = 4;
const PING: u8 = 6;

/// The flag `END_STREAM` of `DATA` and `HEADERS` frames, which is also the flag `ACK` of `SETTINGS` and `PING` frames.
pub const LAST: u8 = 1;
const END_HEADERS: u8 = 4;

/// A received frame.
pub struct Frame {
    /// The kind of the frame, such as [`DATA`].
    pub kind: u8,
    /// The flags of the frame, such as [`LAST`].
    pub flags: u8,
    /// The stream that the frame belongs to.
    pub stream: u32,
    payload: Vec<u8>,
}

impl Frame {
    /// Reads the next frame.
    pub fn read(connection: &mut impl Read) -> io::Result<Self> {
        let mut head = [0; 9];
        connection.read_exact(&mut head)?;
        let [high, middle, low, kind, flags, stream @ ..] = head;
        let mut payload = vec![0; u32::from_be_bytes([0, high, middle, low]).try_into().unwrap()];
        connection.read_exact(&mut payload)?;
        Ok(Self { kind, flags, stream: u32::from_be_bytes(stream), payload })
    }

    /// Returns the frame that acknowledges this frame, if it is a `SETTINGS` or `PING` frame that requires one.
    pub fn acknowledgement(&self) -> Option<Vec<u8>> {
        let payload = if self.kind == PING { &*self.payload } else { &[] };
        let is_due = [SETTINGS, PING].contains(&self.kind) && self.flags & LAST == 0;
        is_due.then(|| frame(self.kind, LAST, 0, payload))
    }
}

/// Begins a connection: reads the client's preface, and sends the server's settings.
pub fn begin(connection: &mut (impl Read + Write)) -> io::Result<()> {
    connection.read_exact(&mut [0; "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".len()])?;
    connection.write_all(&frame(SETTINGS, 0, 0, &[]))
}

/// Returns the bytes of a frame with a payload of at most 255 bytes.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    [&[0, 0, length, kind, flags], &stream.to_be_bytes()[..], payload].concat()
}

/// Returns a frame with the headers of a response, encoded as literals that are not indexed (RFC 7541, 6.2.2).
pub fn head(flags: u8, stream: u32, status: u16, headers: &[(&str, &str)]) -> Vec<u8> {
    let status = status.to_string();
    let mut block = Vec::new();
    for (name, value) in [(":status", &*status)].iter().chain(headers) {
        block.push(0);
        for text in [name, value] {
            block.push(u8::try_from(text.len()).unwrap());
            block.extend_from_slice(text.as_bytes());
        }
    }
    frame(HEADERS, flags | END_HEADERS, stream, &block)
}

impl Server {
    /// Starts a server that responds over HTTP/2 without TLS. For each request, `respond` receives the id of the stream
    /// and returns the frames of the response.
    pub fn http2(respond: impl Fn(u32) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::serving(move |mut connection, _| {
            begin(&mut connection)?;
            loop {
                let frame = Frame::read(&mut connection)?;
                if let Some(response) = frame.acknowledgement() {
                    connection.write_all(&response)?;
                } else if frame.kind == HEADERS {
                    connection.write_all(&respond(frame.stream))?;
                }
            }
        })
    }
}
