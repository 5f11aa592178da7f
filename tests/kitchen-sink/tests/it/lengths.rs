//! Tests of the lengths of streamed parts and files: stated lengths that are wrong, and files without a known length.

use std::io::{self, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use bytes::Bytes;
use futures_util::stream;
use kitchen_sink::multipart::Part;
use kitchen_sink::{Client, Error};
use loopback::http2::{self, DATA, Frame, HEADERS, LAST, RESET, head};
use loopback::{Request, Server, whole};

use crate::support::client;

/// Starts a server that reads one request on each connection, passes it to the receiver, and responds if it is
/// complete.
fn server() -> (Server, Receiver<Request>) {
    let (sender, receiver) = channel();
    let server = Server::serving(move |mut stream, _| {
        let mut request = Request::default();
        let is_whole = request.read(&mut stream)?;
        sender.send(request).map_err(io::Error::other)?;
        if is_whole { stream.write_all(&whole(204, &[], "")) } else { Ok(()) }
    });
    (server, receiver)
}

/// Creates a part whose stream yields `chunks`, and whose stated length is `length`.
fn part(chunks: &'static [&'static str], length: u64) -> Part {
    Part::stream(move || stream::iter(chunks.iter().map(|chunk| Ok(Bytes::from_static(chunk.as_bytes())))))
        .length(length)
}

async fn put(client: &Client, part: Part) -> Result<(), Error> {
    client.put_picture().body(part.media_type("image/png")).send().await.map(drop)
}

async fn post(client: &Client, part: Part) -> Result<(), Error> {
    client.post_upload().note("path").file(part).labels(vec![]).send().await.map(drop)
}

/// Sends a part in a multipart form, together with a part of unknown length. The form is therefore sent in chunks.
async fn post_chunked(client: &Client, part: Part) -> Result<(), Error> {
    let other = Part::stream(|| stream::iter([Ok(Bytes::from_static(b"x"))])).media_type("image/png");
    client.post_upload().note("path").file(part).pictures(vec![other]).labels(vec![]).send().await.map(drop)
}

/// The chunks of streams, each with a stated length that is wrong.
const WRONG: [(&[&str], u64); 11] = [
    (&["abcdefghijklmnopqrstuvwxyz"], 5),
    (&["abcde", "fghij"], 5),
    (&["abc", "de", "", "f"], 5),
    (&["abcde", "", "f"], 5),
    (&["a"], 0),
    (&["", "a"], 0),
    (&["abcde"], 6),
    (&["abcde"], u64::MAX),
    (&["abcde"], u64::MAX - 500),
    (&[], 1),
    (&[""], 1),
];

#[track_caller]
fn assert_is_wrong(result: Result<(), Error>) {
    let error = result.unwrap_err();
    assert!(matches!(&error, Error::Transport(error) if error.was_sent()), "{error:?}");
    assert!(error.may_have_been_processed());
    assert_eq!(error.error_type(), "request_body", "{error:?}");
    assert!(error.to_string().contains("the declared"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn body_stream_of_the_wrong_length_does_not_complete_the_request() {
    for (chunks, length) in WRONG {
        for kind in 0..3 {
            let (server, requests) = server();
            let client = client(server.url()).build().unwrap();
            assert_is_wrong(match kind {
                0 => put(&client, part(chunks, length)).await,
                1 => post(&client, part(chunks, length)).await,
                _ => post_chunked(&client, part(chunks, length)).await,
            });
            drop(client);
            let request = requests.recv().unwrap();
            assert!(!request.is_whole(), "{chunks:?} {length} {request:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn body_stream_with_a_length_is_sent_with_content_length() {
    for (chunks, length) in [(&["abc", "", "de", ""][..], 5), (&["abcde"], 5)] {
        let (server, requests) = server();
        let client = client(server.url()).build().unwrap();
        put(&client, part(chunks, length)).await.unwrap();
        let request = requests.recv().unwrap();
        assert_eq!((request.header("content-length"), request.body()), (vec!["5"], "abcde"));
        post(&client, part(chunks, length)).await.unwrap();
        let request = requests.recv().unwrap();
        assert_eq!(request.header("content-length"), [request.body().len().to_string()]);
        assert!(request.body().contains("\r\n\r\nabcde\r\n--"), "{request:?}");
    }
    let (server, requests) = server();
    put(&client(server.url()).build().unwrap(), part(&["", ""], 0)).await.unwrap();
    assert!(requests.recv().unwrap().body().ends_with("0\r\n\r\n"));
}

/// Responds to a request over HTTP/2, and returns whether the request was complete.
fn receives_whole_request(mut connection: TcpStream) -> io::Result<bool> {
    http2::begin(&mut connection)?;
    loop {
        let frame = Frame::read(&mut connection)?;
        if let Some(response) = frame.acknowledgement() {
            connection.write_all(&response)?;
        } else if [HEADERS, DATA].contains(&frame.kind) && frame.flags & LAST != 0 {
            connection.write_all(&head(LAST, frame.stream, 204, &[]))?;
            return Ok(true);
        } else if frame.kind == RESET {
            return Ok(false);
        }
    }
}

#[test]
fn body_stream_of_the_wrong_length_fails_over_http2() {
    for (chunks, length) in WRONG {
        let (sender, is_whole) = channel();
        let server = Server::serving(move |connection, _| {
            // Reading fails if the part's stream fails at once, because the client then closes the connection without
            // sending anything.
            sender.send(receives_whole_request(connection).unwrap_or(false)).map_err(io::Error::other)
        });
        let client = client(server.url()).configure_http(reqwest::ClientBuilder::http2_prior_knowledge);
        let client = client.build().unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let error = runtime.block_on(put(&client, part(chunks, length))).unwrap_err();
        // The runtime is dropped to close the connection, so that the server sees the end of the request.
        drop(runtime);
        assert_eq!(error.error_type(), "request_body", "{error:?}");
        assert!(!is_whole.recv().unwrap(), "{chunks:?} {length} {error}");
    }
}

fn append(path: &Path, text: &str) {
    std::fs::OpenOptions::new().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn file_that_grows_is_sent_with_its_original_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    std::fs::write(&path, "abcde").unwrap();
    let file = || Part::file(&path);
    let (server, requests) = server();
    let client = client(server.url()).build().unwrap();

    let part = file().await.unwrap();
    append(&path, "fgh");
    put(&client, part).await.unwrap();
    let request = requests.recv().unwrap();
    assert_eq!((request.header("content-length"), request.body()), (vec!["5"], "abcde"));

    let part = file().await.unwrap();
    std::fs::write(&path, "ab").unwrap();
    assert_is_wrong(put(&client, part).await);

    let (server, requests) = self::server();
    let client = crate::support::client(server.url()).build().unwrap();
    std::fs::write(&path, "").unwrap();
    let part = file().await.unwrap();
    append(&path, "a");
    put(&client, part).await.unwrap();
    let request = requests.recv().unwrap();
    assert_eq!((request.header("content-length"), request.body()), (vec!["0"], ""));
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn file_of_unknown_length_is_sent_to_its_end() {
    let path = "/proc/version";
    let content = std::fs::read_to_string(path).unwrap();
    assert_eq!((std::fs::metadata(path).unwrap().len(), content.is_empty()), (0, false));
    let (server, requests) = server();
    let client = client(server.url()).build().unwrap();
    post(&client, Part::file(path).await.unwrap()).await.unwrap();
    let request = requests.recv().unwrap();
    assert_eq!(request.header("transfer-encoding"), ["chunked"]);
    assert!(request.body().contains(&content) && request.body().contains(r#"filename="version""#), "{request:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn refuses_to_send_a_pipe_or_device_as_a_file() {
    use std::os::unix::{fs::symlink, net::UnixListener};
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str| folder.path().join(name);
    assert!(Command::new("mkfifo").arg(in_folder("pipe")).status().unwrap().success());
    symlink(in_folder("pipe"), in_folder("link")).unwrap();
    let _socket = UnixListener::bind(in_folder("socket")).unwrap();
    let devices = ["/dev/null", "/dev/zero"].map(Into::into);
    let others = ["pipe", "link", "socket", "."].map(in_folder);
    for path in devices.into_iter().chain(others) {
        let error = Part::file(&path).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{path:?} {error}");
        assert!(error.to_string().contains("not a regular file"), "{path:?} {error}");
    }
    std::fs::write(in_folder("file"), "abc").unwrap();
    symlink(in_folder("file"), in_folder("link-to-file")).unwrap();
    assert!(Part::file(in_folder("link-to-file")).await.is_ok());

    // The file was replaced by a pipe, which is not opened because opening it would block.
    let part = Part::file(in_folder("file")).await.unwrap();
    std::fs::rename(in_folder("pipe"), in_folder("file")).unwrap();
    let (server, _requests) = server();
    let error = put(&client(server.url()).build().unwrap(), part).await.unwrap_err();
    assert!(error.error_type() == "request_body" && error.to_string().contains("not a regular file"), "{error}");
}
