use std::sync::mpsc;

use kitchen_sink::interceptor::Ended;
use kitchen_sink::{Error, Interceptor, types};
use loopback::{Response, Server};
use serde_json::Value;

use crate::support::{KEY, PLAIN, client, responding, response};

#[tokio::test]
async fn several_success_responses_are_distinguished_by_status() {
    for (status, response, expected) in [
        (200, PLAIN, "Ok(Plain"),
        (201, r#"{"other":"x"}"#, "Created(GetAnswersResponse201"),
        (202, "", "Accepted"),
        (206, "raw", "PartialContent(\"raw\")"),
    ] {
        let (client, _server) = responding(status, response);
        let value = client.get_answers().send().await.unwrap().into_inner();
        assert!(format!("{value:?}").starts_with(expected), "{status}: {value:?}");
    }
}

#[tokio::test]
async fn binary_response_beside_a_json_response_is_streamed() {
    let server = Server::start([response(200, &"%PDF".repeat(1000))]);
    let client = client(server.url()).max_response_bytes(100).build().unwrap();
    let types::GetDownloadResponse::Success(stream) = client.get_download().send().await.unwrap().into_inner() else {
        panic!("should be bytes");
    };
    let chunks: Vec<_> = futures_util::TryStreamExt::try_collect(stream).await.unwrap();
    assert_eq!(chunks.concat(), "%PDF".repeat(1000).as_bytes());
    assert_eq!(server.only().header("accept"), ["application/json, application/pdf, image/png"]);
    let (client, _server) = responding(202, PLAIN);
    let value = client.get_download().send().await.unwrap().into_inner();
    assert!(matches!(value, types::GetDownloadResponse::Accepted(_)));
}

#[tokio::test]
async fn accept_header_lists_the_media_type_of_a_binary_response() {
    let (client, server) = responding(200, "<svg/>");
    client.get_badge().send().await.unwrap();
    assert_eq!(server.only().header("accept"), ["image/svg+xml, */*;q=0.1"]);
    let (client, server) = responding(200, "?");
    client.options_answers().send().await.unwrap();
    assert_eq!(server.only().header("accept"), ["*/*"]);
}

#[tokio::test]
async fn accept_header_lists_error_media_types_if_no_success_has_a_body() {
    let (client, server) = responding(204, "");
    client.get_share().share(1).x_limit(1).send().await.unwrap();
    assert_eq!(server.only().header("accept"), ["application/problem+json, application/json"]);
    let (client, server) = responding(200, "");
    client.head_answers().send().await.unwrap();
    assert_eq!(server.only().header("accept"), ["application/json, text/plain"]);
    let (client, server) = responding(204, "");
    client.get_file().name("a").ending("b").send().await.unwrap();
    assert_eq!(server.only().header("accept"), ["*/*"]);
}

#[tokio::test]
async fn undeclared_success_status_is_an_unexpected_status_error() {
    let server = Server::start([Response::with_headers(203, &[("x-echo", KEY)], KEY)]);
    let client = client(server.url()).build().unwrap();
    let Error::UnexpectedStatus(error) = client.get_answers().send().await.unwrap_err() else {
        panic!("should be unexpected");
    };
    let stars = "*".repeat(KEY.len());
    assert_eq!((error.status().as_u16(), error.body()), (203, stars.as_str()));
    assert_eq!(error.headers()["x-echo"], stars);
}

#[tokio::test]
async fn status_2xx_in_the_document_applies_to_undeclared_successes() {
    let (client, _server) = responding(202, r#"[{"kind":"x"}]"#);
    let value = client.get_range().send().await.unwrap().into_inner();
    assert!(matches!(value, types::GetRangeResponse::Success(list) if list.len() == 1));
}

#[tokio::test]
async fn response_that_is_not_json_is_returned_as_bytes() {
    let (client, _server) = responding(204, "");
    client.post_answers().send().await.unwrap();
    let (client, _server) = responding(200, "");
    client.delete_answers().send().await.unwrap();
    let (client, _server) = responding(200, "<svg/>");
    let mut stream = client.get_badge().send().await.unwrap().into_inner();
    let mut received = Vec::new();
    while let Some(chunk) = futures_util::TryStreamExt::try_next(&mut stream).await.unwrap() {
        received.extend_from_slice(&chunk);
    }
    assert_eq!(received, b"<svg/>");

    let (client, _server) = responding(200, "<svg/>");
    let response = client.get_badge().send().await.unwrap();
    assert_eq!(response.content_length(), Some(6));
    let stream = response.into_inner().into_inner();
    let chunks: Vec<_> = futures_util::TryStreamExt::try_collect(stream).await.unwrap();
    assert_eq!(chunks.concat(), b"<svg/>");
}

#[tokio::test]
async fn declared_redirect_is_a_success_if_no_success_has_a_body() {
    let found = || Response::with_headers(302, &[("location", "/elsewhere"), ("content-type", "text/html")], LOGIN);
    let server = Server::start([found(), found(), response(204, "")]);
    let client = client(server.url()).build().unwrap();
    let moved = client.get_moved().send().await.unwrap();
    assert_eq!((moved.status().as_u16(), &moved.headers()["location"]), (302, &"/elsewhere".parse().unwrap()));
    assert_eq!(client.post_moved().send().await.unwrap().status(), 302);
    assert_eq!(client.post_moved().send().await.unwrap().status(), 204);
}

#[tokio::test]
async fn declared_redirect_is_an_error_that_names_the_declaration_if_a_success_has_a_body() {
    for (status, phrase) in [
        (302, "a redirect that the operation declares, but that the client does not follow"),
        (304, "a status that the operation declares, but whose response contains no value to return"),
        (307, "a redirect, which the client does not follow"),
    ] {
        let (client, _server) = responding(status, "");
        let error = client.put_moved().send().await.unwrap_err();
        assert!(matches!(error, Error::UnexpectedStatus(_)), "{error:?}");
        assert!(error.to_string().contains(phrase), "{error}");
    }
    let (client, _server) = responding(301, "");
    let error = client.get_moved().send().await.unwrap_err();
    assert!(error.to_string().contains("a redirect, which the client does not follow"), "{error}");
}

#[tokio::test]
async fn response_of_any_media_type_without_a_schema_is_streamed_as_bytes() {
    let zip = Response::with_headers(200, &[("content-type", "application/zip")], "PK\u{3}");
    let server = Server::start([zip]);
    let mut stream = client(server.url()).build().unwrap().get_vault().send().await.unwrap().into_inner();
    assert_eq!(stream.chunk().await.unwrap().unwrap(), "PK\u{3}");
    assert_eq!(server.only().header("accept"), ["*/*"]);
}

#[tokio::test]
async fn string_response_is_text_unless_its_media_type_is_json() {
    for (content_type, body, expected) in [
        ("text/plain", "a\n\"b\"", "a\n\"b\""),
        ("text/html", "<p>", "<p>"),
        ("text/plain; charset=utf-8", "\u{feff}\u{e4}", "\u{e4}"),
        ("application/json; charset=utf-8", "\"a\"", "a"),
        ("application/vnd.log+json", "\"a\"", "a"),
    ] {
        let server = Server::start([Response::with_headers(200, &[("content-type", content_type)], body)]);
        let text = client(server.url()).build().unwrap().get_log().send().await.unwrap().into_inner();
        assert_eq!(text, expected, "{content_type}");
        assert_eq!(server.only().header("accept"), ["*/*"]);
    }
    let (client, _server) = responding(200, "true");
    assert_eq!(client.get_text().send().await.unwrap().into_inner(), "true");
}

#[tokio::test]
async fn text_response_is_decoded_as_the_type_of_its_status() {
    for (status, content_type, body, expected) in [
        (200, "text/plain", "2024-05-01", "Ok(Date { text: \"2024-05-01\""),
        (200, "application/json", "\"2024-05-01\"", "Ok(Date { text: \"2024-05-01\""),
        (202, "text/plain", "7", "Accepted(\"7\")"),
        (203, "text/plain", "7", "NonAuthoritative(7)"),
    ] {
        let server = Server::start([Response::with_headers(status, &[("content-type", content_type)], body)]);
        let client = client(server.url()).build().unwrap();
        let value = client.query_logs().body_map(|body| body.query("q")).send().await.unwrap().into_inner();
        let shown = format!("{value:?}");
        assert!(shown.starts_with(expected), "{shown}");
        assert_eq!(server.only().header("accept"), ["application/json, text/plain"]);
    }
}

#[tokio::test]
async fn union_with_a_string_reads_text_as_its_string() {
    for (content_type, body, expected) in [
        ("text/plain", "a note", "Text(\"a note\")"),
        ("text/markdown", "{}", "Text(\"{}\")"),
        ("application/json", "\"a note\"", "Text(\"a note\")"),
        ("application/json", r#"{"text":"a note"}"#, "Object(Note { text: \"a note\""),
    ] {
        let server = Server::start([Response::with_headers(200, &[("content-type", content_type)], body)]);
        let value = client(server.url()).build().unwrap().get_note().send().await.unwrap().into_inner();
        let shown = format!("{value:?}");
        assert!(shown.starts_with(expected), "{shown}");
        assert_eq!(server.only().header("accept"), ["application/json, */*"]);
    }
}

#[tokio::test]
async fn composed_strings_are_text_unless_their_media_type_is_json() {
    for (content_type, body, expected) in [
        ("text/plain", "null", Some("null")),
        ("text/plain; charset=ISO-8859-1", "a", Some("a")),
        ("application/json", "\"a\"", Some("a")),
        ("application/json", "null", None),
        ("application/json", "", None),
    ] {
        let server = Server::start([Response::with_headers(200, &[("content-type", content_type)], body)]);
        let client = client(server.url()).build().unwrap();
        let value = client.put_note().body("x").send().await.unwrap().into_inner();
        assert_eq!(value.as_deref(), expected, "{content_type} {body}");
        assert_eq!(server.only().header("accept"), ["application/json, text/plain"]);
    }
}

#[tokio::test]
async fn error_for_text_that_is_not_utf_8_names_its_charset() {
    let text = |charset: &str, body: &[u8]| {
        let content_type = format!("text/plain; charset={charset}");
        Response::with_headers(200, &[("content-type", &content_type)], body)
    };
    let server = Server::start([text("\"ISO-8859-1\"", b"\xe4"), text("windows-1252", b"\x80")]);
    let client = client(server.url()).build().unwrap();
    assert_eq!(client.get_log().send().await.unwrap().into_inner(), "\u{e4}");
    let error = client.get_log().send().await.unwrap_err();
    assert!(matches!(error, Error::Decode(_)), "{error:?}");
    assert!(error.to_string().contains("the charset of the text is `windows-1252`"), "{error}");
}

#[tokio::test]
async fn empty_response_is_null_if_only_null_is_declared() {
    let note = || kitchen_sink::multipart::Part::from("{}").media_type("application/vnd.note+json");
    for body in ["", "null"] {
        let (client, _server) = responding(200, body);
        client.post_note().body(note()).send().await.unwrap();
        let (client, _server) = responding(202, body);
        let value = client.patch_note().json_version_2_body(vec![]).send().await.unwrap().into_inner();
        assert!(matches!(value, kitchen_sink::types::PatchNoteResponse::Accepted(())), "{value:?}");
    }
    for (status, body) in [(200, ""), (202, "{}")] {
        let (client, _server) = responding(status, body);
        let error = client.patch_note().json_version_2_body(vec![]).send().await.unwrap_err();
        assert!(matches!(error, Error::Decode(_)), "{error:?}");
    }
}

#[tokio::test]
async fn response_that_is_not_the_declared_text_is_an_error() {
    let page = Response::with_headers(200, &[("content-type", "text/html")], LOGIN);
    let server = Server::start([page, Response::with_headers(200, &[("content-type", "application/json")], "{}")]);
    let client = client(server.url()).build().unwrap();
    let error = client.get_text().send().await.unwrap_err();
    assert!(matches!(error, Error::UnexpectedStatus(_)), "{error:?}");
    let error = client.get_text().send().await.unwrap_err();
    assert!(matches!(error, Error::Decode(_)), "{error:?}");
}

const LOGIN: &str = "<!DOCTYPE html><title>Log in</title>";

#[tokio::test]
async fn empty_or_json_body_is_accepted_if_no_body_is_declared() {
    for (status, body) in [(204, ""), (200, " \n"), (201, r#"{"id":[1e999,null]}"#), (202, "\"ok\""), (200, "null")] {
        let (client, server) = responding(status, body);
        let response = client.post_answers().send().await.unwrap();
        assert_eq!((response.status().as_u16(), server.only().line()), (status, "POST /answers HTTP/1.1"), "{body}");
    }
    let (client, _server) = responding(202, "{}");
    let value = client.get_answers().send().await.unwrap().into_inner();
    assert!(matches!(value, types::GetAnswersResponseByStatus::Accepted), "{value:?}");
}

#[tokio::test]
async fn html_response_is_rejected_if_no_body_is_declared() {
    for (content_type, body) in [("text/html", LOGIN), ("application/json", LOGIN), ("text/html", "Log in")] {
        let page = Response::with_headers(200, &[("content-type", content_type)], body);
        let server = Server::start([page.clone(), page]);
        let client = client(server.url()).build().unwrap();
        let posted = client.post_answers().send().await.unwrap_err();
        let deleted = client.delete_answers().send().await.unwrap_err();
        for error in [posted, deleted] {
            assert!(matches!(error, Error::UnexpectedStatus(_)), "{error:?}");
            assert!(error.may_have_been_processed() && !error.is_retryable(), "{error}");
            assert_eq!(error.status().unwrap(), 200);
        }
        assert_eq!(server.received().len(), 2);
    }
    let (client, _server) = responding(202, LOGIN);
    let error = client.get_answers().send().await.unwrap_err();
    assert!(matches!(error, Error::UnexpectedStatus(_)) && error.to_string().contains("a web page"), "{error:?}");
}

#[tokio::test]
async fn any_body_but_a_web_page_is_accepted_if_no_body_is_declared() {
    for media_type in ["text/plain", "application/json", "application/octet-stream", ""] {
        for body in [&b"OK"[..], b"{\"a\":\"\xff\"}", b"{"] {
            let response = |status| Response::with_headers(status, &[("content-type", media_type)], body);
            let server = Server::start([response(200), response(200), response(202)]);
            let client = client(server.url()).keep_body(true).build().unwrap();
            assert_eq!(client.delete_answers().send().await.unwrap().raw_body().map(|body| &**body), Some(body));
            let () = client.post_answers().send().await.unwrap().into_inner();
            let value = client.get_answers().send().await.unwrap().into_inner();
            assert!(matches!(value, types::GetAnswersResponseByStatus::Accepted), "{value:?}");
        }
    }
}

#[tokio::test]
async fn truncated_response_is_rejected_if_no_body_is_declared() {
    let cut = |rest: &str| Response::raw(format!("HTTP/1.1 200 OK\r\n{rest}"));
    for response in [
        cut("content-length: 5\r\n\r\n"),
        cut("content-length: 5\r\n\r\n{}"),
        cut("transfer-encoding: chunked\r\n\r\n"),
        cut("transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"),
    ] {
        let server = Server::start([response.clone()]);
        let error = client(server.url()).build().unwrap().post_answers().send().await.unwrap_err();
        assert_eq!(error.error_type(), "truncated", "{response:?}");
        assert!(matches!(error, Error::Transport(_)) && error.may_have_been_processed(), "{error:?}");
        assert_eq!(server.received().len(), 1);
    }
}

#[tokio::test]
async fn head_returns_status_and_headers_for_any_declared_body() {
    for (status, head) in [
        (200, "200 OK\r\ncontent-type: application/json\r\ncontent-length: 55\r\nx-count: 7"),
        (206, "206 Partial Content\r\ncontent-type: text/plain\r\ncontent-encoding: gzip\r\nx-count: 7"),
    ] {
        let server = Server::start([Response::raw(format!("HTTP/1.1 {head}\r\n\r\n"))]);
        let response = client(server.url()).build().unwrap().head_answers().send().await.unwrap();
        assert_eq!((response.status().as_u16(), &response.headers()["x-count"]), (status, &"7".parse().unwrap()));
        assert_eq!(response.content_length(), (status == 200).then_some(55));
        let () = response.into_inner();
        assert_eq!(server.only().line(), "HEAD /answers HTTP/1.1");
    }
}

#[tokio::test]
async fn interceptor_sees_a_streamed_attempt_end_with_its_headers() {
    struct Ends(mpsc::Sender<Option<u16>>);

    impl Interceptor for Ends {
        fn after(&self, ended: &Ended<'_>) {
            self.0.send(ended.status().map(|status| status.as_u16())).unwrap();
        }
    }

    let server = Server::start([response(200, "<svg/>")]);
    let (sender, ends) = mpsc::channel();
    let client = client(server.url()).interceptor(Ends(sender)).build().unwrap();
    let mut stream = client.get_badge().send().await.unwrap().into_inner();
    assert_eq!(ends.try_recv(), Ok(Some(200)));
    assert_eq!(stream.chunk().await.unwrap().unwrap(), "<svg/>");
    drop((stream, client));
    assert!(ends.try_recv().is_err());
}

#[tokio::test]
async fn enum_value_missing_from_the_document_is_retained() {
    let (client, _server) = responding(200, r#"{"text":"brand new","option":"None"}"#);
    let enums = client.get_schema_enums().send().await.unwrap();
    assert_eq!(enums.text, Some(types::EnumsText::Unlisted("brand new".to_owned())));
    assert_eq!(enums.option, Some(types::Option::None));
    assert_eq!(serde_json::to_value(&enums.text).unwrap(), Value::from("brand new"));
}

#[tokio::test]
async fn response_accepts_integers_written_like_1e2() {
    let (client, _server) = responding(200, &PLAIN.replace(":1}", r#":1e2,"small":-2.0}"#));
    let plain = client.get_schema_plain().send().await.unwrap();
    assert_eq!((plain.count, plain.small), (100, Some(-2)));

    for (text, path) in [
        (r#"{"small":1.5}"#, Some("small")),
        (r#"{"small":2147483648.0}"#, Some("small")),
        (r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","count":9007199254740993.0}"#, Some("count")),
        ("[]", None),
    ] {
        let (client, _server) = responding(200, text);
        let Error::Decode(error) = client.get_schema_plain().send().await.unwrap_err() else {
            panic!("{text} should not decode");
        };
        assert_eq!(error.path(), path, "{text}");
    }
    for text in [r#"{"a":[]}"#, r#"{"a":["6f0e1c0e-0000-4000-8000-000000000001",1]}"#] {
        let (client, _server) = responding(200, text);
        let Error::Decode(error) = client.get_schema_map_of_things().send().await.unwrap_err() else {
            panic!("{text} should not decode");
        };
        assert_eq!(error.path(), Some("a"), "{text}");
    }
}
