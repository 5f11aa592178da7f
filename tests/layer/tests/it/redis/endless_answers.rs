//! Tests that an endless answer from the Redis server neither blocks a thread nor fills the memory.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use layer::rate_limit::RedisStore;
use tokio::time::timeout;

use super::book;

/// The answers to the two commands that `redis` sends when it connects.
const GREETING: &[u8] = b"+OK\r\n+OK\r\n";

/// The maximum number of bytes that the server can send before the client gives up. The number includes bytes in socket
/// buffers.
const MOST_BYTES: usize = 16 << 20;

/// A server that sends an answer, and then a piece of it again and again without end.
struct EndlessServer {
    port: u16,
    sent: JoinHandle<usize>,
}

impl EndlessServer {
    fn start(greeting: &'static [u8], answer: &'static str, piece: &'static str) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let sent = thread::spawn(move || {
            let (mut client, _) = listener.accept().unwrap();
            if !greeting.is_empty() {
                read_some(&mut client);
                client.write_all(greeting).unwrap();
            }
            read_some(&mut client);
            let pieces = piece.repeat(65_536 / piece.len());
            let mut sent = 0;
            if client.write_all(answer.as_bytes()).is_err() {
                return sent;
            }
            while client.write_all(pieces.as_bytes()).is_ok() && sent < 64 * MOST_BYTES {
                sent += pieces.len();
            }
            sent
        });
        Self { port, sent }
    }
}

fn read_some(client: &mut TcpStream) {
    assert!(client.read(&mut [0; 65_536]).unwrap() > 0);
}

#[tokio::test]
async fn endless_redis_reply_ends_at_the_timeout() {
    for greeting in [b"".as_slice(), GREETING] {
        for (answer, piece) in
            [("+", "a"), ("$4000000000\r\n", "a"), ("*1000000000\r\n", ":1\r\n"), ("", "*1\r\n"), ("", "+OK\r\n")]
        {
            let server = EndlessServer::start(greeting, answer, piece);
            let store = RedisStore::connect(&format!("redis://127.0.0.1:{}", server.port)).unwrap();
            let booked = timeout(Duration::from_millis(500), book(&store)).await;
            assert!(!matches!(booked, Ok(Ok(_))), "{answer:?}: {booked:?}");
            drop(store);
            // The client closes the connection in a background task, so the test waits for the server's thread.
            let sent = tokio::task::spawn_blocking(|| server.sent.join().unwrap()).await.unwrap();
            assert!(sent < MOST_BYTES, "{answer:?}: {sent}");
        }
    }
}
