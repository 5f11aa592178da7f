//! The span of a call, alone in its process: other threads would affect tracing's cache of interested subscribers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io;
use std::sync::{Arc, Mutex};

use loopback::Server;
use perennial::authenticate::BearerToken;
use perennial::http::Method;
use perennial::{Core, Service};
use serde::de::IgnoredAny;
use tracing_subscriber::fmt::{MakeWriter, format::FmtSpan};

static SERVICE: Service = Service::new("bookshelf", "1.4.0");

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn the_span_of_a_call_names_the_client_and_nothing_private() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    let server = Server::json("{}");
    let token = BearerToken::new("s3cret-token").unwrap();
    let client = Core::builder(&SERVICE, &[], server.url(), token).build().unwrap();
    let guard = tracing::subscriber::set_default(subscriber);
    client.request(Method::GET, "/books/s3cret-book").send::<IgnoredAny>().await.unwrap();
    drop(guard);

    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let closed: Vec<&str> = log.lines().filter(|line| line.contains("perennial") && line.contains("close")).collect();
    assert_eq!(closed.len(), 1, "{log}");
    for field in [r#"client="bookshelf""#, "http.request.method=\"GET\"", "http.response.status_code=200"] {
        assert!(closed[0].contains(field), "{field}: {log}");
    }
    assert!(!closed[0].contains("s3cret"), "{log}");
}
