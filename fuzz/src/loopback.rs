//! The only client and server of the process, on a single thread, so that the same input always runs the same code.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use layer::{Client, Error, RetryPolicy};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tokio::time::timeout;
use uuid::Uuid;

use crate::operation::{Operation, Value};

/// The API key. It is too long for the fuzzer to produce by chance, but the fuzzer's dictionary contains it.
pub const KEY: &str = "k3y-0f-the-fuzz-targets";

/// The timeout of the client. A call that has not ended after `WATCHDOG` is a bug.
const TIMEOUT: Duration = Duration::from_secs(2);
const WATCHDOG: Duration = Duration::from_secs(10);

/// How the server continues after it has sent its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The server waits for the next request on the connection.
    Listen,
    Close,
}

pub fn exchange(operation: Operation, response: Vec<u8>, then: Then) -> Result<Value, Error> {
    static LOOPBACK: OnceLock<Loopback> = OnceLock::new();
    let loopback = LOOPBACK.get_or_init(Loopback::start);
    *loopback.server.response.lock().unwrap_or_else(PoisonError::into_inner) = (response, then);
    loopback.runtime.block_on(async {
        let call = operation.call(&loopback.client);
        let outcome = timeout(WATCHDOG, call).await.expect("a call ends");
        if then == Then::Close {
            // Without this wait, the next call might be sent on the connection that the server is about to close.
            timeout(WATCHDOG, loopback.server.hung_up.notified()).await.expect("the client closes the connection, too");
        }
        outcome
    })
}

struct Loopback {
    runtime: Runtime,
    client: Client,
    server: Arc<Server>,
}

struct Server {
    response: Mutex<(Vec<u8>, Then)>,
    hung_up: Notify,
}

impl Loopback {
    fn start() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("a bound port"));
        let server = Arc::new(Server { response: Mutex::new((Vec::new(), Then::Close)), hung_up: Notify::new() });
        runtime.spawn(Arc::clone(&server).listen(listener));
        let client = Client::builder(url).api_key(KEY).account_id(Uuid::nil()).retry(RetryPolicy::none());
        let client = client.timeout(TIMEOUT).build().expect("settings that can work");
        Self { runtime, client, server }
    }
}

impl Server {
    async fn listen(self: Arc<Self>, listener: TcpListener) {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            tokio::spawn(Arc::clone(&self).serve(stream));
        }
    }

    async fn serve(self: Arc<Self>, mut stream: TcpStream) {
        while read_request(&mut stream).await {
            let (response, then) = self.response.lock().unwrap_or_else(PoisonError::into_inner).clone();
            // Writing fails if the client closes the connection after it has read enough.
            let _ = stream.write_all(&response).await;
            if then == Then::Close {
                let _ = stream.shutdown().await;
                while stream.read(&mut [0; 1024]).await.is_ok_and(|length| length > 0) {}
                drop(stream);
                self.hung_up.notify_one();
                return;
            }
        }
    }
}

/// Reads a complete request. Returns `false` if the connection ends first.
async fn read_request(stream: &mut TcpStream) -> bool {
    let mut request = Vec::new();
    while !is_whole(&request) {
        if !stream.read_buf(&mut request).await.is_ok_and(|length| length > 0) {
            return false;
        }
    }
    true
}

fn is_whole(request: &[u8]) -> bool {
    let request = String::from_utf8_lossy(request);
    let Some((head, body)) = request.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.map_or(0, |length| length.parse().expect("a number"))
}
