//! A server that records every byte it receives, and responds with given bytes.

use std::sync::{Arc, Mutex};

use reqwest::StatusCode;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// What a connection receives.
#[derive(Debug, Clone)]
pub enum Response {
    /// These bytes; then the connection is closed.
    Bytes(Vec<u8>),
    /// These bytes, and the connection stays open.
    Unfinished(Vec<u8>),
    /// Nothing, and the connection stays open.
    Silence,
}

impl Response {
    /// A complete response with a JSON content type.
    pub fn new(status: u16, body: impl AsRef<[u8]>) -> Self {
        Self::with_headers(status, &[("content-type", "application/json")], body)
    }

    /// A complete response with these headers, and those that frame it.
    pub fn with_headers(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let length = body.len().to_string();
        let framing = [("content-length", length.as_str()), ("connection", "close")];
        let mut head = status_line(status);
        for (name, value) in headers.iter().chain(&framing) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        Self::raw([head.as_bytes(), b"\r\n", body].concat())
    }

    /// A response that announces more bytes than it has.
    pub fn cut_short(status: u16, body: &str) -> Self {
        let announced = body.len() + 1;
        Self::raw(format!("{}content-length: {announced}\r\n\r\n{body}", status_line(status)))
    }

    /// A response that goes no further, on a connection that stays open.
    pub fn stalling(status: u16, body: &str) -> Self {
        Self::Unfinished(format!("{}\r\n{body}", status_line(status)).into())
    }

    /// A response whose end is the end of the connection.
    pub fn until_close(status: u16, body: &str) -> Self {
        Self::raw(format!("{}\r\n{body}", status_line(status)))
    }

    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self::Bytes(bytes.into())
    }

    /// The connection is closed without a response.
    pub fn nothing() -> Self {
        Self::Bytes(Vec::new())
    }
}

fn status_line(status: u16) -> String {
    let reason = StatusCode::from_u16(status).unwrap().canonical_reason().unwrap_or_default();
    format!("HTTP/1.1 {status} {reason}\r\n")
}

/// The bytes of one request; of an unfinished one, those that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received(Vec<u8>);

impl Received {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap()
    }

    fn head_and_body(&self) -> (&str, &str) {
        self.text().split_once("\r\n\r\n").unwrap()
    }

    /// The request line, such as `GET /v1/status-pages/incidents HTTP/1.1`.
    pub fn line(&self) -> &str {
        self.text().lines().next().unwrap()
    }

    /// The path and query of the request line.
    pub fn target(&self) -> &str {
        self.line().split(' ').nth(1).unwrap()
    }

    /// Every header as it came, in the order of the names.
    pub fn headers(&self) -> Vec<(&str, &str)> {
        let lines = self.head_and_body().0.split("\r\n").skip(1);
        let mut headers: Vec<_> = lines.map(|line| line.split_once(": ").unwrap()).collect();
        headers.sort_by_key(|(name, _)| *name);
        headers
    }

    /// The values of one header.
    pub fn header(&self, name: &str) -> Vec<&str> {
        self.headers().into_iter().filter(|(other, _)| *other == name).map(|(_, value)| value).collect()
    }

    pub fn body(&self) -> &str {
        self.head_and_body().1
    }

    /// Whether it begins a TLS handshake; then it is that greeting, and nothing else.
    pub fn is_tls_greeting(&self) -> bool {
        self.0.first() == Some(&0x16)
    }

    /// Whether the head and as much body as it announces are there.
    fn is_whole(&self) -> bool {
        if self.is_tls_greeting() {
            return true;
        }
        let Some(end) = self.0.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
            return false;
        };
        let length = self.header("content-length").first().map_or(0, |length| length.parse().unwrap());
        self.0.len() >= end + 4 + length
    }
}

/// The server.
pub struct Wire {
    url: String,
    received: Arc<Mutex<Vec<Received>>>,
    task: JoinHandle<()>,
}

impl Wire {
    /// Sends each connection the next response. Any further connection is recorded and closed.
    pub async fn start(responses: impl IntoIterator<Item = Response>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let received = Arc::default();
        let responses: Vec<_> = responses.into_iter().collect();
        let task = tokio::spawn(serve(listener, responses, Arc::clone(&received)));
        Self { url, received, task }
    }

    /// One response with status 200.
    pub async fn json(body: &str) -> Self {
        Self::start([Response::new(200, body)]).await
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// What was received, in the order of the connections.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// What was received, where one request is expected.
    #[track_caller]
    pub fn only(&self) -> Received {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received[0].clone()
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, responses: Vec<Response>, received: Arc<Mutex<Vec<Received>>>) {
    let mut responses = responses.into_iter();
    let mut silent = Vec::new();
    loop {
        let (mut stream, _) = listener.accept().await.unwrap();
        let request = read(&mut stream).await;
        received.lock().unwrap().push(request);
        match responses.next() {
            Some(Response::Silence) => silent.push(stream),
            Some(Response::Unfinished(bytes)) => {
                stream.write_all(&bytes).await.unwrap();
                silent.push(stream);
            }
            Some(Response::Bytes(bytes)) => {
                // A client that has read enough of a long response hangs up.
                let _ = stream.write_all(&bytes).await;
                let _ = stream.shutdown().await;
            }
            None => drop(stream),
        }
    }
}

/// Reads one request, or what there is of it where the client hangs up before.
pub async fn read(stream: &mut TcpStream) -> Received {
    let mut request = Received(Vec::new());
    while !request.is_whole() {
        match stream.read_buf(&mut request.0).await {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
    }
    request
}

/// A port that refuses every connection: it is bound, so that nobody else listens there.
pub struct Refusing(TcpSocket);

impl Refusing {
    pub fn start() -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        Self(socket)
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap())
    }
}
