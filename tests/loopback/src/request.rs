use std::io::{self, Read};

/// The bytes of a request. If the request was not completed, they are the bytes that were received.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request(Vec<u8>);

impl Request {
    /// Replaces this request with the next one. Returns `false` if the client closes the connection before the request
    /// is complete.
    ///
    /// The buffer is reused, so nothing is allocated unless the next request is larger.
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

    /// Whether the head is complete, and the body has the length that the head announces.
    pub fn is_whole(&self) -> bool {
        if self.is_tls_greeting() {
            return true;
        }
        let Some(end) = self.0.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
            return false;
        };
        let (head, body) = (str::from_utf8(&self.0[..end]).unwrap(), &self.0[end + 4..]);
        if header_values(head, "transfer-encoding").any(|encoding| encoding == "chunked") {
            return body.ends_with(b"0\r\n\r\n");
        }
        body.len() >= header_values(head, "content-length").next().map_or(0, |length| length.parse().unwrap())
    }

    /// Whether the bytes begin a TLS handshake. Such a request consists only of this greeting.
    pub fn is_tls_greeting(&self) -> bool {
        self.0.first() == Some(&0x16)
    }

    fn head_and_body(&self) -> (&str, &str) {
        str::from_utf8(&self.0).unwrap().split_once("\r\n\r\n").unwrap()
    }

    /// Returns the request line, such as `GET /v1/status-pages/incidents HTTP/1.1`.
    pub fn line(&self) -> &str {
        self.head_and_body().0.lines().next().unwrap()
    }

    /// Returns the path and query of the request line.
    pub fn target(&self) -> &str {
        self.line().split(' ').nth(1).unwrap()
    }

    /// Returns all headers as they were received, sorted by name.
    pub fn headers(&self) -> Vec<(&str, &str)> {
        let mut headers: Vec<_> = headers(self.head_and_body().0).collect();
        headers.sort_by_key(|(name, _)| *name);
        headers
    }

    /// Returns the values of the header `name`.
    pub fn header(&self, name: &str) -> Vec<&str> {
        header_values(self.head_and_body().0, name).collect()
    }

    /// Returns the bytes after the headers.
    pub fn body(&self) -> &str {
        self.head_and_body().1
    }
}

fn headers(head: &str) -> impl Iterator<Item = (&str, &str)> {
    head.split("\r\n").skip(1).map(|line| line.split_once(": ").unwrap())
}

fn header_values<'a>(head: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    headers(head).filter(move |(other, _)| *other == name).map(|(_, value)| value)
}
