use std::collections::HashMap;
use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::refusing::bind_free_port;
use crate::{Request, Response, whole};

/// A server that accepts connections until it is dropped. Each connection has its own thread, which ends when the
/// connection is closed.
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
    /// Starts a server that sends one response on each connection, in the order of `responses`. Any further connection
    /// is recorded, and closed without a response.
    pub fn start(responses: impl IntoIterator<Item = Response>) -> Self {
        let responses: Vec<_> = responses.into_iter().collect();
        Self::scripted(move |number| responses.get(number).cloned().unwrap_or_else(Response::nothing))
    }

    /// Starts a server that sends the same response on every connection.
    pub fn repeating(response: Response) -> Self {
        Self::scripted(move |_| response.clone())
    }

    /// Starts a server that sends a single response, with status 200 and the JSON `body`.
    pub fn json(body: &str) -> Self {
        Self::start([Response::new(200, body)])
    }

    /// Starts a server that sends the response for the path of each request. Other paths receive a 404.
    pub fn routes<'a>(responses: impl IntoIterator<Item = (&'a str, Vec<u8>)>) -> Self {
        let responses: HashMap<_, _> = responses.into_iter().map(|(path, bytes)| (path.to_owned(), bytes)).collect();
        let missing = whole(404, &[], "");
        Self::serving(move |mut stream, _| {
            let mut request = Request::default();
            let path = if request.read(&mut stream)? { request.target() } else { return Ok(()) };
            stream.write_all(responses.get(path).unwrap_or(&missing))
        })
    }

    /// Starts a server that responds to every request with the JSON `body`, on connections that remain open. The server
    /// allocates nothing for a request.
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

    /// Starts a server that calls `serve` with each connection and its number, counted from 0. Requests are not
    /// recorded. Errors of `serve` are ignored, because the client may close the connection at any time.
    pub fn serving(serve: impl Fn(TcpStream, usize) -> io::Result<()> + Send + Sync + 'static) -> Self {
        Self::with(Arc::default(), serve)
    }

    fn with(
        received: Arc<Mutex<Vec<Request>>>,
        serve: impl Fn(TcpStream, usize) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let socket = bind_free_port();
        // Tests open up to this many connections at once. All of them fit into the queue of pending connections.
        socket.listen(1024).unwrap();
        let listener = TcpListener::from(socket);
        let address = listener.local_addr().unwrap();
        let listening = Arc::new(Listening::default());
        let own = Arc::clone(&listening);
        thread::spawn(move || own.accept(&listener, &Arc::new(serve)));
        Self { address, url: format!("http://{address}"), received, listening }
    }

    /// Returns `http://127.0.0.1:<port>`.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of connections that were made.
    pub fn connections(&self) -> usize {
        self.listening.connections.load(Ordering::SeqCst)
    }

    /// Returns the requests that were received, in order.
    pub fn received(&self) -> Vec<Request> {
        self.received.lock().unwrap().clone()
    }

    /// Returns the only request that was received, and panics if there is not exactly one.
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
        // This connection wakes the thread that accepts connections. The thread then ends.
        let _ = TcpStream::connect(self.address);
    }
}
