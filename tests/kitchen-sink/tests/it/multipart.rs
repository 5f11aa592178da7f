use std::io;

use bytes::Bytes;
use futures_util::stream;
use kitchen_sink::{Error, RetryPolicy, multipart::Part, types};

use loopback::{Request, Server};

use crate::support::{client, responding, response, slow_down};

/// Returns the parts of a request, each with its head and its content.
fn parts(request: &Request) -> Vec<(String, String)> {
    let content_type = request.header("content-type");
    let boundary = content_type[0].strip_prefix("multipart/form-data; boundary=").expect("a boundary");
    let body = request.body().strip_suffix(&format!("--{boundary}--\r\n")).expect("an end");
    let delimiter = format!("--{boundary}\r\n");
    let parts = body.split(&delimiter).skip(1);
    let parts = parts.map(|part| part.strip_suffix("\r\n").unwrap().split_once("\r\n\r\n").unwrap());
    parts.map(|(head, content)| (head.to_owned(), content.to_owned())).collect()
}

fn disposition(rest: &str) -> String {
    format!("content-disposition: form-data; {rest}")
}

#[tokio::test]
async fn multipart_form_sends_each_field_as_its_declared_part() {
    let (client, server) = responding(204, "");
    let settings: types::UploadSettings = types::UploadSettings::builder().depth(2).try_into().unwrap();
    client
        .post_upload()
        .note("path")
        .note_part("a \u{e4}\r\n--b")
        .file(Part::bytes("x,y\n").file_name("a\"b\r\n.csv"))
        .pictures(vec![
            Part::bytes("1").media_type("image/png"),
            Part::bytes("2").file_name("2.jpeg").media_type("image/jpeg"),
        ])
        .labels(vec!["p".to_owned(), "q".to_owned()])
        .kind("weekly")
        .at("2024-05-01T10:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap())
        .settings(settings)
        .marks(vec![1, 2])
        .send()
        .await
        .unwrap();
    let request = server.only();
    assert_eq!(request.line(), "POST /uploads/path HTTP/1.1");
    let part = |head: &str, content: &str| (disposition(head), content.to_owned());
    let json = "\r\ncontent-type: application/json";
    assert_eq!(
        parts(&request),
        [
            part("name=\"labels\"", "p"),
            part("name=\"labels\"", "q"),
            part("name=\"file\"; filename=\"a%22b%0D%0A.csv\"\r\ncontent-type: text/csv", "x,y\n"),
            part("name=\"pictures\"; filename=\"pictures\"\r\ncontent-type: image/png", "1"),
            part("name=\"pictures\"; filename=\"2.jpeg\"\r\ncontent-type: image/jpeg", "2"),
            part("name=\"note\"", "a \u{e4}\r\n--b"),
            part("name=\"kind\"", "weekly"),
            part("name=\"at\"", "2024-05-01T10:00:00Z"),
            part(&format!("name=\"settings\"{json}"), r#"{"depth":2}"#),
            part(&format!("name=\"marks\"{json}"), "[1,2]"),
        ]
    );
}

#[tokio::test]
async fn multipart_form_without_a_required_part_is_refused() {
    let (client, server) = responding(204, "");
    client.post_upload().note("path").file("x").labels(vec![]).send().await.unwrap();
    let file = disposition("name=\"file\"; filename=\"file\"\r\ncontent-type: text/csv");
    assert_eq!(parts(&server.only()), [(file, "x".to_owned())]);
    let refused = client.post_upload().note("path").send().await.unwrap_err();
    assert!(matches!(refused, Error::InvalidRequest(_)));
    let text = refused.to_string();
    assert!(text.contains("`file` is required") && text.contains("`labels` is required"), "{text}");
}

#[tokio::test]
async fn multipart_file_is_streamed_with_content_length() {
    let path = std::env::temp_dir().join(format!("kitchen-sink-{}.csv", std::process::id()));
    let content = "0123456789".repeat(20_000);
    std::fs::write(&path, &content).unwrap();
    let (client, server) = responding(204, "");
    let file = Part::file(&path).await.unwrap();
    client.post_upload().note("path").file(file).labels(vec![]).send().await.unwrap();
    std::fs::remove_file(&path).unwrap();
    let request = server.only();
    let name = path.file_name().unwrap().to_str().unwrap();
    let head = disposition(&format!("name=\"file\"; filename=\"{name}\"\r\ncontent-type: text/csv"));
    assert_eq!(parts(&request), [(head, content)]);
    assert_eq!(request.header("transfer-encoding"), [""; 0]);

    let (client, server) = responding(204, "");
    let chunks = || stream::iter(["ab", "c"].map(|chunk| Ok(Bytes::from_static(chunk.as_bytes()))));
    client.post_upload().note("path").file(Part::stream(chunks)).labels(vec![]).send().await.unwrap();
    let request = server.only();
    assert_eq!(request.header("transfer-encoding"), ["chunked"]);
    assert!(request.body().contains("\r\n2\r\nab\r\n1\r\nc\r\n"), "{request:?}");

    let missing = Part::file("/nowhere/at/all").await.unwrap_err();
    assert_eq!(missing.kind(), io::ErrorKind::NotFound);
}

#[tokio::test]
async fn multipart_stream_is_opened_again_for_a_retry() {
    let server = Server::start([slow_down(), response(204, "")]);
    let client = client(server.url()).retry(RetryPolicy::default()).build().unwrap();
    let content = Part::stream(|| stream::iter([Ok(Bytes::from_static(b"again"))])).length(5);
    client.post_upload().note("path").file(content).labels(vec![]).send().await.unwrap();
    let requests = server.received();
    assert_eq!(requests.len(), 2);
    assert!(requests.iter().all(|request| parts(request)[0].1 == "again"), "{requests:?}");
}

#[tokio::test]
async fn refuses_a_part_media_type_that_a_header_cannot_contain() {
    let (client, server) = responding(204, "");
    let odd = Part::bytes("x").media_type("text/csv\r\nx-injected: 1");
    let refused = client.post_upload().note("path").file(odd).labels(vec![]).send().await.unwrap_err();
    assert!(
        refused.to_string().contains("`file` has a media type with characters that are not allowed in a header"),
        "{refused}"
    );
    assert_eq!(server.received(), []);
}
