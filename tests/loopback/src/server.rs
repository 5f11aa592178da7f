//! The server.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::refusing::bound;
use crate::{Request, Response, whole};

/// Accepts connections until it is dropped. Each has a thread of its own, which ends with it.
pub struct Server {
    address: SocketAddr,
    url: String,
    received: Arc<Mutex<Vec<Request>>>,
    listening: Arc<Listening>,
}

#[derive(Default)]
struct Listening {
    connections: AtomicUsize,
    is_over: AtomicBool,
}

impl Server {
    /// Sends each connection the next response. Any further connection is recorded and closed.
    pub fn start(responses: impl IntoIterator<Item = Response>) -> Self {
        let responses: Vec<_> = responses.into_iter().collect();
        Self::scripted(move |number| responses.get(number).cloned().unwrap_or_else(Response::nothing))
    }

    /// Sends every connection this response.
    pub fn repeating(response: Response) -> Self {
        Self::scripted(move |_| response.clone())
    }

    /// One response with status 200.
    pub fn json(body: &str) -> Self {
        Self::start([Response::new(200, body)])
    }

    /// Sends each path its response, and 404 elsewhere.
    pub fn routes<'a>(responses: impl IntoIterator<Item = (&'a str, Vec<u8>)>) -> Self {
        let responses: HashMap<_, _> = responses.into_iter().map(|(path, bytes)| (path.to_owned(), bytes)).collect();
        let missing = whole(404, &[], "");
        Self::serving(move |mut stream, _| {
            let mut request = Request::default();
            let path = if request.read(&mut stream)? { request.target() } else { return Ok(()) };
            stream.write_all(responses.get(path).unwrap_or(&missing))
        })
    }

    /// Responds to every request with this JSON, on connections that stay open. It allocates nothing for it.
    pub fn keep_alive(body: &[u8]) -> Self {
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        let response = [head.as_bytes(), body].concat();
        Self::serving(move |mut stream, _| {
            let mut request = Request::default();
            while request.read(&mut stream)? {
                stream.write_all(&response)?;
            }
            Ok(())
        })
    }

    fn scripted(response: impl Fn(usize) -> Response + Send + Sync + 'static) -> Self {
        let received: Arc<Mutex<Vec<Request>>> = Arc::default();
        let log = Arc::clone(&received);
        let keep = move |request| log.lock().unwrap().push(request);
        Self::with(received, move |stream, number| response(number).follow(stream, &keep))
    }

    /// Passes each connection to `serve`, with its number, from 0. What it reads is not recorded. It may fail where the
    /// client hangs up.
    pub fn serving(serve: impl Fn(TcpStream, usize) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self::with(Arc::default(), serve)
    }

    fn with(
        received: Arc<Mutex<Vec<Request>>>,
        serve: impl Fn(TcpStream, usize) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let socket = bound();
        // As many as a test opens at once.
        socket.listen(1024).unwrap();
        let listener = TcpListener::from(socket);
        let address = listener.local_addr().unwrap();
        let listening = Arc::new(Listening::default());
        let own = Arc::clone(&listening);
        thread::spawn(move || own.accept(&listener, &Arc::new(serve)));
        Self { address, url: format!("http://{address}"), received, listening }
    }

    /// `http://127.0.0.1:<port>`
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many connections were made.
    pub fn connections(&self) -> usize {
        self.listening.connections.load(Ordering::SeqCst)
    }

    /// What was received, in the order in which it came.
    pub fn received(&self) -> Vec<Request> {
        self.received.lock().unwrap().clone()
    }

    /// What was received, where one request is expected.
    #[track_caller]
    pub fn only(&self) -> Request {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received[0].clone()
    }
}

impl Listening {
    fn accept<S>(&self, listener: &TcpListener, serve: &Arc<S>)
    where
        S: Fn(TcpStream, usize) -> io::Result<()> + Send + Sync + 'static,
    {
        for stream in listener.incoming().flatten() {
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            let number = self.connections.fetch_add(1, Ordering::SeqCst);
            let serve = Arc::clone(serve);
            thread::spawn(move || stream.set_nodelay(true).and_then(|()| serve(stream, number)));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.listening.is_over.store(true, Ordering::SeqCst);
        // Wakes it.
        let _ = TcpStream::connect(self.address);
    }
}
