//! Tests that an unusable connection is replaced, however it failed.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use layer::error::StoreError;
use layer::rate_limit::{Answer, RedisStore};
use layer::redis::cmd;
use loopback::RedisServer;
use tokio::time::timeout;

use super::{ask, book, store};

/// The time that a client waits for the store by default.
const PATIENCE: Duration = Duration::from_millis(250);

/// Books a permit as a client does, with a few attempts if the update fails or times out. Returns the last result, or
/// `None` if the last attempt timed out.
async fn ask_as_a_client(store: &RedisStore) -> Option<Result<Answer, StoreError>> {
    let mut last = None;
    for _ in 0..5 {
        last = timeout(PATIENCE, book(store)).await.ok();
        if matches!(last, Some(Ok(_))) {
            break;
        }
    }
    last
}

/// A proxy for a server. It can stop forwarding on its connections while they remain open, as if the machine at the
/// other end had disappeared.
struct Route {
    port: u16,
    generation: Arc<AtomicUsize>,
}

impl Route {
    fn to(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let generation = Arc::new(AtomicUsize::new(0));
        let current = Arc::clone(&generation);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let server = TcpStream::connect((Ipv4Addr::LOCALHOST, server)).unwrap();
                let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
                for (from, to) in [(client, server), back] {
                    let current = Arc::clone(&current);
                    thread::spawn(move || carry(from, to, &current));
                }
            }
        });
        Self { port, generation }
    }

    fn lose_connections(&self) {
        self.generation.fetch_add(1, Ordering::SeqCst);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, current: &AtomicUsize) {
    let own = current.load(Ordering::SeqCst);
    let mut bytes = [0; 4_096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if current.load(Ordering::SeqCst) == own && to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn dead_redis_connection_is_replaced_after_one_unanswered_call() {
    let server = RedisServer::start(&[]);
    let route = Route::to(server.port());
    let store = RedisStore::connect(&format!("redis://127.0.0.1:{}", route.port)).unwrap();
    book(&store).await.unwrap();
    route.lose_connections();
    ask_as_a_client(&store).await.expect("it answers").unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_works_once_its_user_is_created() {
    let server = RedisServer::start(&[]);
    let url = format!("redis://late:s3cret@127.0.0.1:{}", server.port());
    let store = RedisStore::connect(&url).unwrap();
    book(&store).await.unwrap_err();
    ask::<()>(&server, cmd("ACL").arg("SETUSER").arg("late").arg("on").arg(">s3cret").arg("~*").arg("+@all")).await;
    ask_as_a_client(&store).await.expect("it answers").unwrap();
}

// Restarting the server blocks the thread of the test. The store's background work continues on the worker thread.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn first_call_after_a_redis_restart_succeeds() {
    let mut server = RedisServer::start(&[]);
    let store = store(&server);
    book(&store).await.unwrap();
    server.kill();
    for _ in 0..3 {
        book(&store).await.unwrap_err();
    }
    server.restart();
    book(&store).await.unwrap();
}
