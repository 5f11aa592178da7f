use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use http::StatusCode;
use socket2::SockRef;

use crate::Request;

/// The steps that a server takes on a connection. The connection is closed after the last step.
#[derive(Debug, Clone)]
pub struct Response(pub Vec<Step>);

/// A step of a response.
#[derive(Debug, Clone)]
pub enum Step {
    /// Reads a complete request. If no step reads a request, the steps begin as soon as a byte arrives.
    Read,
    /// Sends the bytes.
    Send(Vec<u8>),
    /// Sends the text repeatedly, several times per second.
    Drip(&'static str),
    /// Sends the bytes repeatedly, as fast as the client reads them.
    Flood(Vec<u8>),
    /// Does nothing until the client closes the connection.
    Stall,
    /// Ends the connection with a reset instead of a close.
    Reset,
}

impl Response {
    /// Creates a complete response with a JSON content type.
    pub fn new(status: u16, body: impl AsRef<[u8]>) -> Self {
        Self::with_headers(status, &[("content-type", "application/json")], body)
    }

    /// Creates a complete response with `headers`, a `content-length` and `connection: close`.
    pub fn with_headers(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Self {
        Self::raw(whole(status, headers, body))
    }

    /// Creates a response that announces more bytes than it contains.
    pub fn cut_short(status: u16, body: &str) -> Self {
        let length = (body.len() + 1).to_string();
        Self::raw(head(status, &[("content-length", &length)]) + body)
    }

    /// Creates a response that never ends, on a connection that remains open.
    pub fn stalling(status: u16, body: &str) -> Self {
        Self(vec![Step::Read, Step::Send((head(status, &[]) + body).into()), Step::Stall])
    }

    /// Creates a response whose body ends when the connection is closed.
    pub fn until_close(status: u16, body: &str) -> Self {
        Self::raw(head(status, &[]) + body)
    }

    /// Creates a response of exactly these bytes.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self(vec![Step::Read, Step::Send(bytes.into())])
    }

    /// Creates a response that closes the connection without sending anything.
    pub fn nothing() -> Self {
        Self(vec![Step::Read])
    }

    /// Creates a response that sends nothing, on a connection that remains open.
    pub fn silence() -> Self {
        Self(vec![Step::Read, Step::Stall])
    }

    /// Runs the steps on a connection. If the client closes the connection, a step may fail, and the later steps are
    /// skipped.
    pub(crate) fn follow(self, mut stream: TcpStream, received: impl Fn(Request)) -> io::Result<()> {
        stream.peek(&mut [0])?;
        for step in self.0 {
            match step {
                Step::Read => {
                    let mut request = Request::default();
                    let ended = request.read(&mut stream);
                    received(request);
                    ended?;
                }
                Step::Send(bytes) => stream.write_all(&bytes)?,
                Step::Drip(bytes) => {
                    while !hangs_up_soon(&mut stream)? {
                        stream.write_all(bytes.as_bytes())?;
                    }
                }
                Step::Flood(bytes) => loop {
                    stream.write_all(&bytes)?;
                },
                Step::Stall => while stream.read(&mut [0; 1024])? > 0 {},
                Step::Reset => SockRef::from(&stream).set_linger(Some(Duration::ZERO))?,
            }
        }
        Ok(())
    }
}

/// Returns whether the client closes the connection within 20 ms.
fn hangs_up_soon(stream: &mut TcpStream) -> io::Result<bool> {
    stream.set_read_timeout(Some(Duration::from_millis(20)))?;
    match stream.read(&mut [0; 1024]) {
        Ok(count) => Ok(count == 0),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the bytes of a complete response with `headers`, a `content-length` and `connection: close`.
pub fn whole(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let length = body.len().to_string();
    let framing = [("content-length", length.as_str()), ("connection", "close")];
    [head(status, &[headers, &framing].concat()).as_bytes(), body].concat()
}

fn head(status: u16, headers: &[(&str, &str)]) -> String {
    let reason = StatusCode::from_u16(status).unwrap().canonical_reason().unwrap_or_default();
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("HTTP/1.1 {status} {reason}\r\n{headers}\r\n")
}
