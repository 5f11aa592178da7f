//! A program that writes the spans of its calls to a log.

use std::io;

use tracing::{Level, Subscriber};
use tracing_subscriber::fmt::{MakeWriter, format::FmtSpan};

fn log(writer: impl for<'a> MakeWriter<'a> + Send + Sync + 'static) -> impl Subscriber {
    tracing_subscriber::fmt()
        .with_max_level(Level::DEBUG)
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(writer)
        .finish()
}

mod tests {
    use std::sync::Mutex;

    use httpmock::MockServer;
    use layer::mock::{MockServerExt, Response};

    use super::*;
    use crate::client;

    static WRITTEN: Mutex<Vec<u8>> = Mutex::new(Vec::new());

    struct Log;

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            WRITTEN.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_log_has_a_line_for_each_call() {
        // The only subscriber of this process, as in a program.
        tracing::subscriber::set_global_default(log(|| Log)).unwrap();
        let server = MockServer::start_async().await;
        server.status_page_incidents().list().respond(Response::forbidden());
        client(&server).status_page_incidents().list().send().await.unwrap_err();
        let written = String::from_utf8(WRITTEN.lock().unwrap().clone()).unwrap();
        let port = format!("server.port={}", server.port());
        let line = written.lines().find(|line| line.contains(&port) && line.contains("close")).unwrap();
        assert!(line.contains("operation_id=\"getV1StatuspagesIncidents\""), "{line}");
        assert!(line.contains("http.response.status_code=403"), "{line}");
    }
}
