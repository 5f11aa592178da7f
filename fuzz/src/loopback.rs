//! One client and one server for the whole process, on one thread: what runs is then the same for the same input.

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

/// Long, so that the fuzzer does not make it up by chance. The dictionary has it.
pub const KEY: &str = "k3y-0f-the-fuzz-targets";

/// How long a call may take, and how long to wait for it in any case.
const TIMEOUT: Duration = Duration::from_secs(2);
const WATCHDOG: Duration = Duration::from_secs(10);

/// What the server does with the connection after its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// It waits for the next request.
    Listen,
    Close,
}

/// Makes one call, which gets these bytes as the response.
pub fn exchange(operation: Operation, response: Vec<u8>, then: Then) -> Result<Value, Error> {
    static LOOPBACK: OnceLock<Loopback> = OnceLock::new();
    let loopback = LOOPBACK.get_or_init(Loopback::start);
    *loopback.server.response.lock().unwrap_or_else(PoisonError::into_inner) = (response, then);
    loopback.runtime.block_on(async {
        let call = operation.call(&loopback.client);
        let outcome = timeout(WATCHDOG, call).await.expect("a call ends");
        if then == Then::Close {
            // Otherwise the next call might begin on a connection that is about to be closed.
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
            // A client that has read enough hangs up.
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

/// Reads a whole request; `false` where there is none any more.
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
