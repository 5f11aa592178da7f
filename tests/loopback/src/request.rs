//! What was received.

use std::io::{self, Read};

/// The bytes of one request; of an unfinished one, those that came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request(Vec<u8>);

impl Request {
    /// Reads the next request in place of this one; `false` where the client hangs up before its end. It allocates
    /// nothing once there was a request of this size.
    pub fn read(&mut self, stream: &mut impl Read) -> io::Result<bool> {
        self.0.clear();
        let mut buffer = [0; 4096];
        while !self.is_whole() {
            match stream.read(&mut buffer)? {
                0 => return Ok(false),
                count => self.0.extend_from_slice(&buffer[..count]),
            }
        }
        Ok(true)
    }

    /// Whether the head is there, and the body that it announces.
    pub fn is_whole(&self) -> bool {
        if self.is_tls_greeting() {
            return true;
        }
        let Some(end) = self.0.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
            return false;
        };
        let (head, body) = (str::from_utf8(&self.0[..end]).unwrap(), &self.0[end + 4..]);
        if value(head, "transfer-encoding").any(|encoding| encoding == "chunked") {
            return body.ends_with(b"0\r\n\r\n");
        }
        body.len() >= value(head, "content-length").next().map_or(0, |length| length.parse().unwrap())
    }

    /// Whether it begins a TLS handshake; then it is that greeting, and nothing else.
    pub fn is_tls_greeting(&self) -> bool {
        self.0.first() == Some(&0x16)
    }

    fn head_and_body(&self) -> (&str, &str) {
        str::from_utf8(&self.0).unwrap().split_once("\r\n\r\n").unwrap()
    }

    /// The request line, such as `GET /v1/status-pages/incidents HTTP/1.1`.
    pub fn line(&self) -> &str {
        self.head_and_body().0.lines().next().unwrap()
    }

    /// The path and query of the request line.
    pub fn target(&self) -> &str {
        self.line().split(' ').nth(1).unwrap()
    }

    /// Every header as it came, in the order of the names.
    pub fn headers(&self) -> Vec<(&str, &str)> {
        let mut headers: Vec<_> = headers(self.head_and_body().0).collect();
        headers.sort_by_key(|(name, _)| *name);
        headers
    }

    /// The values of one header.
    pub fn header(&self, name: &str) -> Vec<&str> {
        value(self.head_and_body().0, name).collect()
    }

    /// What follows the headers.
    pub fn body(&self) -> &str {
        self.head_and_body().1
    }
}

fn headers(head: &str) -> impl Iterator<Item = (&str, &str)> {
    head.split("\r\n").skip(1).map(|line| line.split_once(": ").unwrap())
}

fn value<'a>(head: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    headers(head).filter(move |(other, _)| *other == name).map(|(_, value)| value)
}
