//! A server on raw sockets that does what a step says, however wrong that is.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// What a connection gets, one step after the other; after the last it is closed.
#[derive(Debug, Clone)]
pub enum Step {
    /// Reads the whole request. Without it, the connection goes on when its first byte has come.
    Read,
    Send(Vec<u8>),
    /// Sends these bytes again and again, with pauses.
    Drip(&'static str),
    /// Sends these bytes again and again, as fast as they are taken.
    Flood(Vec<u8>),
    /// Does nothing until the client hangs up.
    Stall,
    /// Ends the connection with a reset instead of a close.
    Reset,
}

pub struct FaultyServer {
    url: String,
    connections: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl FaultyServer {
    pub async fn start(steps: Vec<Step>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let connections = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&connections);
        let task = tokio::spawn(async move {
            let mut open = JoinSet::new();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                seen.fetch_add(1, Ordering::SeqCst);
                open.spawn(serve(stream, steps.clone()));
            }
        });
        Self { url, connections, task }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// How many requests came: each has a connection of its own, since none outlives its answer.
    pub fn requests(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

impl Drop for FaultyServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Ends early where the client hangs up: then a step fails.
async fn serve(mut stream: TcpStream, steps: Vec<Step>) -> std::io::Result<()> {
    let mut first = [0];
    stream.peek(&mut first).await?;
    for step in steps {
        match step {
            Step::Read => read(&mut stream).await?,
            Step::Send(bytes) => stream.write_all(&bytes).await?,
            Step::Drip(bytes) => loop {
                stream.write_all(bytes.as_bytes()).await?;
                tokio::time::sleep(Duration::from_millis(20)).await;
            },
            Step::Flood(bytes) => loop {
                stream.write_all(&bytes).await?;
            },
            Step::Stall => while stream.read(&mut [0; 1024]).await? > 0 {},
            Step::Reset => stream.set_zero_linger()?,
        }
    }
    Ok(())
}

/// Reads a head, and as much body as it announces.
async fn read(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut request = Vec::new();
    loop {
        stream.read_buf(&mut request).await?;
        let text = String::from_utf8_lossy(&request);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return Ok(());
            }
        }
    }
}
