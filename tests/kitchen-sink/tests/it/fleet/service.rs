//! A service that delays requests at random, and records when they arrive.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

#[derive(Debug, Clone, Copy)]
pub struct Arrival {
    pub at: Instant,
    /// The number of the process that sent the request.
    pub process: u32,
    /// The time at which the call began, in microseconds since 1970.
    pub call_start: u64,
}

#[derive(Clone)]
pub struct Service {
    pub url: String,
    arrivals: Arc<Mutex<Vec<Arrival>>>,
}

impl Service {
    pub async fn start(max_delay: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let service = Self { url, arrivals: Arc::default() };
        let accepting = service.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // Errors are expected and ignored: a client that is killed closes its connection.
                tokio::spawn(accepting.clone().serve(stream, max_delay));
            }
        });
        service
    }

    pub fn arrivals(&self) -> Vec<Arrival> {
        let mut arrivals = self.arrivals.lock().unwrap().clone();
        arrivals.sort_by_key(|arrival| arrival.at);
        arrivals
    }

    async fn serve(self, mut stream: TcpStream, max_delay: Duration) -> io::Result<()> {
        let mut head = Vec::new();
        loop {
            head.clear();
            while !head.ends_with(b"\r\n\r\n") {
                if stream.read_buf(&mut head).await? == 0 {
                    return Ok(());
                }
            }
            tokio::time::sleep(max_delay.mul_f64(fastrand::f64())).await;
            let number = |name: &str| {
                let head = str::from_utf8(&head).unwrap();
                let value = head.lines().find_map(|line| line.strip_prefix(name)).unwrap();
                value.trim().parse::<u64>().unwrap()
            };
            let (process, call_start) = (u32::try_from(number("x-process:")).unwrap(), number("x-call-start:"));
            self.arrivals.lock().unwrap().push(Arrival { at: Instant::now(), process, call_start });
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await?;
        }
    }
}

/// Returns the maximum number of requests that arrived within any span of length `period`.
pub fn most(arrivals: &[Arrival], period: Duration) -> usize {
    let within =
        |(index, begin): (usize, &Arrival)| arrivals.partition_point(|other| other.at < begin.at + period) - index;
    arrivals.iter().enumerate().map(within).max().unwrap_or_default()
}
