//! Tests the exact bytes of every kind of body. Also tests which bodies are refused before anything is sent.

use std::fmt::Debug;
use std::io;

use bytes::Bytes;
use futures_util::stream;
use kitchen_sink::{Client, Error, ResponseValue, RetryPolicy, multipart::Part, types};
use loopback::{Request, Server};
use serde_json::json;
use uuid::Uuid;

use crate::support::{PLAIN, client, responding, response, slow_down};

/// The content type and body of a request. `B` stands for the multipart boundary.
#[derive(Debug, PartialEq)]
struct Sent {
    content_type: String,
    body: String,
}

impl Sent {
    fn from_request(request: &Request) -> Self {
        let content_type = request.header("content-type").join(", ");
        let body = request.body().to_owned();
        let length: usize = request.header("content-length")[0].parse().unwrap();
        assert_eq!(length, body.len());
        match content_type.split_once("boundary=") {
            Some((start, boundary)) => {
                assert_eq!(boundary.len(), 32);
                Self { content_type: format!("{start}boundary=B"), body: body.replace(boundary, "B") }
            }
            None => Self { content_type, body },
        }
    }
}

/// Makes `call` to a server that responds with `body`, and returns the only request.
async fn send_and_capture<T: Debug>(
    body: &str,
    call: impl AsyncFnOnce(Client) -> Result<ResponseValue<T>, Error>,
) -> Sent {
    let (client, server) = responding(if body.is_empty() { 204 } else { 200 }, body);
    call(client).await.unwrap();
    Sent::from_request(&server.only())
}

/// Returns the reason why `call` is refused. Checks that nothing was sent.
async fn refusal_reason<T: Debug>(call: impl AsyncFnOnce(Client) -> Result<ResponseValue<T>, Error>) -> String {
    let (client, server) = responding(204, "");
    let error = call(client).await.unwrap_err();
    assert!(matches!(error, Error::InvalidRequest(_)), "{error:?}");
    assert_eq!(server.received(), []);
    let text = error.to_string();
    text.split_once(": ").unwrap().1.to_owned()
}

/// Checks how bodies are sent. Each row consists of a call, the body of the response, and the expected `Content-Type`
/// and body of the request.
macro_rules! table {
    ($(|$client:ident| $call:expr, $answer:expr => $content_type:literal, $body:expr;)*) => {
        $(
            let expected = Sent { content_type: $content_type.to_owned(), body: String::from($body) };
            assert_eq!(send_and_capture($answer, async |$client: Client| $call.send().await).await, expected, "{}", stringify!($call));
        )*
    };
}

/// Checks that calls are refused. Each row consists of a call and the expected message of the error.
macro_rules! refusals {
    ($(|$client:ident| $call:expr => $reason:literal;)*) => {
        $(assert_eq!(refusal_reason(async |$client: Client| $call.send().await).await, $reason, "{}", stringify!($call));)*
    };
}

#[tokio::test]
async fn request_bodies_are_sent_with_the_expected_bytes() {
    let octets = || Part::bytes(&b"\0\r\n--B\x7f"[..]);
    let both = || types::PostFormStylesBodyDeep::builder().x(1).y("é").build().unwrap();
    let list = || vec!["a b".to_owned(), "c".to_owned()];
    let form = |form: types::builder::PostFormStylesBody| {
        form.list(list()).joined(list()).piped(list()).spread(both()).deep(both()).text(both()).any(json!({ "x": 1 }))
    };
    table! {
        |c| c.post_bodies().body_map(|plain| plain.id(Uuid::nil()).count(3)), PLAIN
            => "application/json", r#"{"id":"00000000-0000-0000-0000-000000000000","count":3}"#;
        |c| c.put_bodies().body("plain text"), PLAIN => "text/plain", "plain text";
        |c| c.post_form_styles().body_map(form), "" => "application/x-www-form-urlencoded",
            "list=a+b&list=c&joined=a+b,c&piped=a+b%7Cc&x=1&y=%C3%A9&deep%5Bx%5D=1&deep%5By%5D=%C3%A9\
             &any=%7B%22x%22%3A1%7D&text=%7B%22x%22%3A1%2C%22y%22%3A%22%C3%A9%22%7D";
        |c| c.post_any().body(json!([1, null])), PLAIN => "application/json", "[1,null]";
        |c| c.put_number_list().body(vec![0.5, 2.0]), "" => "application/json", "[0.5,2]";
        |c| c.put_null_text().body("t"), "" => "application/json", r#""t""#;
        |c| c.put_null_text().body(None::<String>), "" => "application/json", "null";
        |c| c.post_null_object().body_map(|body| body.depth(2)), "" => "application/vnd.kitchen+json", r#"{"depth":2}"#;
        |c| c.post_null_object().body(types::PostNullObjectBody::builder().depth(3)), ""
            => "application/vnd.kitchen+json", r#"{"depth":3}"#;
        |c| c.post_null_object().body(None::<types::PostNullObjectBody>), "" => "application/vnd.kitchen+json", "null";
        |c| c.patch_bodies().body_map(|patch| patch.list(vec!["a".to_owned()])), PLAIN
            => "application/merge-patch+json", r#"{"list":["a"]}"#;
        |c| c.post_form().body_map(|form| form.a("x y&=").b(2)), PLAIN
            => "application/x-www-form-urlencoded", "a=x+y%26%3D&b=2";
        |c| c.post_raw_text().body("\u{e4}\r\n"), "" => "text/plain; charset=utf-8", "\u{e4}\r\n";
        |c| c.patch_raw_xml().body("<a/>"), "" => "application/xml", "<a/>";
        |c| c.put_raw_bytes().body(&b"\0\r\n"[..]), "" => "application/octet-stream", "\0\r\n";
        |c| c.post_picture().body(octets().media_type("image/png")), "" => "image/png", "\0\r\n--B\x7f";
        |c| c.post_picture().body(octets().media_type("IMAGE/svg+xml; charset=utf-8")), ""
            => "IMAGE/svg+xml; charset=utf-8", "\0\r\n--B\x7f";
        |c| c.put_picture().body(octets().media_type("image/jpeg")), "" => "image/jpeg", "\0\r\n--B\x7f";
        |c| c.put_picture().body(None::<Part>), "" => "", "";
        |c| c.patch_picture().body("x"), "" => "application/octet-stream", "x";
        |c| c.patch_picture().body(Part::bytes("x").media_type("text/csv")), "" => "text/csv", "x";
        |c| c.post_vault().body(Part::bytes(&b"PK\x03"[..]).media_type("application/zip")), "" => "application/zip", "PK\x03";
        |c| c.put_vault_note().body("{} \u{e4}"), "" => "text/plain", "{} \u{e4}";
        |c| c.query_logs().body_map(|body| body.query("{ a }")), "2024-05-01" => "application/graphql", r#"{"query":"{ a }"}"#;
    }
}

#[tokio::test]
async fn caller_chooses_among_the_declared_json_media_types() {
    let object = || serde_json::Map::from_iter([("a".to_owned(), json!(1))]);
    let add = || vec![json!({ "op": "remove", "path": "/a" })];
    let flat = || types::PutPatchesVndFlatBody::builder().flat(2.0).id(3).build().unwrap();
    table! {
        |c| c.patch_patches().body(object()), "" => "application/merge-patch+json", r#"{"a":1}"#;
        |c| c.patch_patches().strategic_merge_patch_body(object()), ""
            => "application/strategic-merge-patch+json", r#"{"a":1}"#;
        |c| c.patch_patches().json_patch_body(add()), ""
            => "application/json-patch+json", r#"[{"op":"remove","path":"/a"}]"#;
        |c| c.put_patches().body_map(|body| body.name("n").id(3)), "" => "application/json", r#"{"name":"n"}"#;
        |c| c.put_patches().vnd_flat_body(flat()), "" => "application/vnd.flat+json", r#"{"flat":2}"#;
        |c| c.put_patches().vnd_flat_body(flat()).keep_read_only(true), ""
            => "application/vnd.flat+json", r#"{"flat":2,"id":3}"#;
    }
    const NOTE: &str = r#"{"text":"t"}"#;
    let note = || types::Note::builder().text("t").build().unwrap();
    table! {
        |c| c.patch_note().body(note()), NOTE => "application/json; version=1", NOTE;
        |c| c.patch_note().json_version_2_body(vec!["t".to_owned()]), NOTE => "application/json; version=2", r#"["t"]"#;
    }
    refusals! {
        |c| c.patch_patches() => "`body` is required and was not set";
        |c| c.patch_patches().body(object()).json_patch_body(vec![])
            => "`json_patch_body` and `body` are both set, but a request has only one body";
        |c| c.patch_patches().json_patch_body(add()).strategic_merge_patch_body(object())
            => "`json_patch_body` and `strategic_merge_patch_body` are both set, but a request has only one body";
    }
}

#[tokio::test]
async fn caller_chooses_among_media_types_with_different_schemas() {
    let form =
        || types::PostReportFormBody::builder().tags(vec!["a".to_owned(), "b".to_owned()]).title("t&").build().unwrap();
    let zip = || Part::from("PK").media_type("application/zip");
    let file = || vec![("file".to_owned(), Part::from("x").file_name("f"))];
    table! {
        |c| c.post_report().body_map(|body| body.name("n")), "" => "application/json", r#"{"name":"n"}"#;
        |c| c.post_report().form_body(form()), "" => "application/x-www-form-urlencoded", "tags=a,b&title=t%26";
        |c| c.post_report().csv_body("a;b"), "" => "text/csv", "a;b";
        |c| c.post_report().any_body(zip()), "" => "application/zip", "PK";
        |c| c.post_report().form_data_body(file()), ""
            => "multipart/form-data; boundary=B",
            "--B\r\ncontent-disposition: form-data; name=\"file\"; filename=\"f\"\r\n\
             content-type: application/octet-stream\r\n\r\nx\r\n--B--\r\n";
        |c| c.post_report().csv_body(None::<Part>).any_body(zip()), "" => "application/zip", "PK";
    }
    refusals! {
        |c| c.post_report() => "`body`: `name` is required and was not set";
        |c| c.post_report().body_map(|body| body.name("n")).form_body(form())
            => "`form_body` and `body` are both set, but a request has only one body";
        |c| c.post_report().csv_body("a").form_data_body(file())
            => "`form_data_body` and `csv_body` are both set, but a request has only one body";
        |c| c.post_report().any_body(Part::from("x").media_type("image/png"))
            => "`any_body` has a media type that does not match the declared `application/*`";
    }
}

#[tokio::test]
async fn body_is_sent_with_a_media_type_within_the_declared_range() {
    let json = || Part::from(r#"{"text":"t"}"#).media_type("application/vnd.note+json");
    table! {
        |c| c.put_note().body("t"), "" => "application/octet-stream", "t";
        |c| c.put_note().body(Part::from("t").media_type("application/yaml")), "" => "application/yaml", "t";
        |c| c.post_note().body(json()), "" => "application/vnd.note+json", r#"{"text":"t"}"#;
    }
    refusals! {
        |c| c.put_note().body(Part::from("t").media_type("text/plain"))
            => "`body` has a media type that does not match the declared `application/*`";
        |c| c.post_note().body("{}")
            => "`body` needs a media type that matches `application/*+json`: set it with `Part::media_type`";
    }
}

/// Returns a part of a multipart body: the boundary `--B`, the head and the content.
fn part(head: &str, content: &str) -> String {
    format!("--B\r\n{head}\r\n\r\n{content}\r\n")
}

/// Same as [`part`], but for the form field `name`. `rest` is appended to the `content-disposition`.
fn named(name: &str, rest: &str, content: &str) -> String {
    part(&format!("content-disposition: form-data; name=\"{name}\"{rest}"), content)
}

#[tokio::test]
async fn multipart_form_parts_are_sent_with_the_expected_bytes() {
    let form_with_text = |part: String| named("text", "", "t") + &part + "--B--\r\n";
    let depth = types::UploadSettings::builder().depth(2).build().unwrap();
    table! {
        |c| c.post_parts().text("a\r\n--b"), ""
            => "multipart/form-data; boundary=B", named("text", "", "a\r\n--b") + "--B--\r\n";
        |c| c.put_file_or_none(), "" => "", "";
        |c| c.put_file_or_none().f("x").of("y"), "" => "multipart/form-data; boundary=B",
            named("f", "; filename=\"f\"\r\ncontent-type: application/octet-stream", "x") + &named("of", "", "y") + "--B--\r\n";
        |c| c.post_parts().text("t").number(5.0), "" => "multipart/form-data; boundary=B", form_with_text(named("number", "", "5"));
        |c| c.post_parts().text("t").texts(vec!["p".to_owned(), String::new()]), ""
            => "multipart/form-data; boundary=B", form_with_text(named("texts", "", "p") + &named("texts", "", ""));
        |c| c.post_parts().text("t").object(depth.clone()), "" => "multipart/form-data; boundary=B",
            form_with_text(named("object", "\r\ncontent-type: application/json", r#"{"depth":2}"#));
        |c| c.post_parts().text("t").binary(&b"\0\r\n\r\n"[..]), "" => "multipart/form-data; boundary=B",
            form_with_text(named("binary", "; filename=\"binary\"\r\ncontent-type: application/octet-stream", "\0\r\n\r\n"));
        |c| c.post_parts().text("t").binary(Part::bytes("x").file_name("a\"\r\nb\\.txt").media_type("text/plain")), ""
            => "multipart/form-data; boundary=B",
            form_with_text(named("binary", "; filename=\"a%22%0D%0Ab\\.txt\"\r\ncontent-type: text/plain", "x"));
        |c| c.post_parts().text("t").xml("<depth>2</depth>"), "" => "multipart/form-data; boundary=B",
            form_with_text(named("xml", "\r\ncontent-type: application/xml", "<depth>2</depth>"));
        |c| c.post_parts().text("t").picture(Part::bytes("x").media_type("image/webp")), ""
            => "multipart/form-data; boundary=B", form_with_text(named("picture", "; filename=\"picture\"\r\ncontent-type: image/webp", "x"));
        |c| c.post_parts().text("t").described(Part::from("{}").header("x-checksum", "1; \"a\"").header("X-Note", "n")), ""
            => "multipart/form-data; boundary=B",
            form_with_text(named("described", "\r\ncontent-type: application/json\r\nx-checksum: 1; \"a\"\r\nx-note: \
                n", "{}"));
    }
}

#[tokio::test]
async fn undeclared_parts_are_sent_after_the_declared_ones() {
    let undeclared = || vec![("b".to_owned(), Part::from("2")), ("c".to_owned(), Part::bytes("3").file_name("c"))];
    let file = "; filename=\"c\"\r\ncontent-type: application/octet-stream";
    let both = named("b", "", "2") + &named("c", file, "3") + "--B--\r\n";
    table! {
        |c| c.post_note_parts().undeclared_parts(undeclared()), "" => "multipart/form-data; boundary=B", both.as_str();
        |c| c.post_note_parts().undeclared_parts(undeclared()).a("1"), ""
            => "multipart/form-data; boundary=B", named("a", "", "1") + &both;
        |c| c.post_note_parts().words(vec![Some("x".to_owned()), None]), "" => "multipart/form-data; boundary=B",
            named("words", "", "x") + &named("words", "\r\ncontent-type: application/json", "null") + "--B--\r\n";
    }
}

#[tokio::test]
async fn each_element_of_a_list_is_a_part_unless_its_encoding_says_otherwise() {
    let each = || [1.0, 0.5].map(|n| types::PostListPartsEachItem::builder().n(n).build().unwrap()).to_vec();
    let whole = || vec![types::PostListPartsEachItem::builder().n(1.0).build().unwrap()];
    let deep = || types::PostListPartsDeep::builder().p(1).q("a b").build().unwrap();
    let spread = || types::PostListPartsDeep::builder().p(1).q("é").build().unwrap();
    let json = "\r\ncontent-type: application/json";
    table! {
        |c| c.post_list_parts().each(each()), "" => "multipart/form-data; boundary=B",
            named("each", json, r#"{"n":1}"#) + &named("each", json, r#"{"n":0.5}"#) + "--B--\r\n";
        |c| c.post_list_parts().whole(whole()), "" => "multipart/form-data; boundary=B",
            named("whole", json, r#"[{"n":1}]"#) + "--B--\r\n";
        |c| c.post_list_parts().mixed(vec![json!("t"), json!([1]), json!(null)]), "" => "multipart/form-data; \
            boundary=B",
            named("mixed", "", "t") + &named("mixed", json, "[1]") + &named("mixed", json, "null") + "--B--\r\n";
        |c| c.post_list_parts().flags(vec![true, false]), "" => "multipart/form-data; boundary=B",
            named("flags", "", "true,false") + "--B--\r\n";
        |c| c.post_list_parts().words(vec!["a b".to_owned(), "c".to_owned()]), "" => "multipart/form-data; boundary=B",
            named("words", "", "a b|c") + "--B--\r\n";
        |c| c.post_list_parts().deep(deep()), "" => "multipart/form-data; boundary=B",
            named("deep[p]", "", "1") + &named("deep[q]", "", "a b") + "--B--\r\n";
        |c| c.post_list_parts().spread(spread()), "" => "multipart/form-data; boundary=B",
            named("p", "", "1") + &named("q", "", "é") + "--B--\r\n";
    }
    refusals! {
        |c| c.post_list_parts().words(vec!["a|b".to_owned(), "c".to_owned()])
            => "`words` cannot be sent in a part: one of its values contains the character that separates the values";
    }
}

#[tokio::test]
async fn related_parts_have_the_type_of_the_first_part() {
    let metadata = || types::PutRelatedPartsMetadata::builder().n(1).build().unwrap();
    let media = || named("media", "\r\ncontent-type: application/octet-stream", "x") + "--B--\r\n";
    table! {
        |c| c.put_related_parts().media("x").metadata(metadata()), ""
            => "multipart/related; type=\"application/json\"; boundary=B",
            named("metadata", "\r\ncontent-type: application/json", r#"{"n":1}"#) + &media();
        |c| c.put_related_parts().media("x"), ""
            => "multipart/related; type=\"application/octet-stream\"; boundary=B", media();
    }
}

#[tokio::test]
async fn multipart_bodies_other_than_forms_have_the_expected_bytes() {
    let metadata = || types::UploadSettings::builder().depth(2).build().unwrap();
    let parts = |name: &str, content: &'static str| vec![(name.to_owned(), Part::from(content).media_type("a/b"))];
    let file = || vec![(String::new(), Part::bytes("x").file_name("f"))];
    table! {
        |c| c.put_parts().media(Part::bytes("x").media_type("image/png")).metadata(metadata()), ""
            => "multipart/mixed; boundary=B",
            named("metadata", "\r\ncontent-type: application/json", r#"{"depth":2}"#)
                + &named("media", "\r\ncontent-type: image/png", "x") + "--B--\r\n";
        |c| c.put_upload().note("n").parts([parts("", "1"), parts("n", "2"), file()].concat()), ""
            => "multipart/related; type=\"application/json\"; boundary=B",
            part("content-type: a/b", "1") + &named("n", "\r\ncontent-type: a/b", "2")
                + &part("content-disposition: attachment; filename=\"f\"\r\ncontent-type: application/octet-stream", "x")
                + "--B--\r\n";
    }
}

#[tokio::test]
async fn error_for_an_invalid_request_body_names_the_setter() {
    let list = || vec![types::UntypedObject::builder().x("y").build().unwrap()];
    let described = || Part::from("{}").header("X-Checksum", "1");
    refusals! {
        |c| c.post_picture().body("x") => "`body` needs a media type that matches `image/*`: set it with `Part::media_type`";
        |c| c.post_picture().body(Part::bytes("x").media_type("text/plain"))
            => "`body` has a media type that does not match the declared `image/*`";
        |c| c.post_picture().body(Part::bytes("x").media_type("image/png\r\nx: y"))
            => "`body` has a media type with characters that are not allowed in a header";
        |c| c.post_picture().body(Part::bytes("x").media_type("image/png").header("a", "b"))
            => "`body` has headers, but headers are allowed only in the parts of a multipart body";
        |c| c.put_picture().body(Part::bytes("x").media_type("image/gif"))
            => "`body` has a media type that does not match the declared `image/png, image/jpeg`";
        |c| c.patch_picture().body(Part::bytes("x").media_type("multipart/mixed"))
            => "a body of `multipart/mixed` needs a boundary in its media type";
        |c| c.put_parts().media("x")
            => "`media` needs a media type that matches `image/png, image/jpeg`: set it with `Part::media_type`";
        |c| c.post_parts().text("t").xml(Part::from("{}").media_type("application/json"))
            => "`xml` has a media type that does not match the declared `application/xml`";
        |c| c.post_parts().text("t").described("{}") => "`described` needs the header `X-Checksum`: set it with \
            `Part::header`";
        |c| c.post_parts().text("t").described(described().header("X-Note", "a\r\nb"))
            => "`described` cannot have the header `X-Note` with this value";
        |c| c.post_parts().text("t").described(described().header("a\r\nb", ""))
            => "`described` cannot have the header `a\\r\\nb` with this value";
        |c| c.post_parts().text("t").described(described().header("Content-Type", "a/b"))
            => "`described` cannot have the header `Content-Type` with this value";
        |c| c.post_parts().text("t").number(f64::NAN) => "`number` cannot be sent in a part: it is not a finite number";
        |c| c.put_file_or_none().note("n") => "`f` is required and was not set; `of` is required and was not set";
        |c| c.put_file_or_none().f("x") => "`of` is required and was not set";
        |c| c.post_parts() => "`text` is required and was not set";
        |c| c.put_number_list().body(vec![1.0, f64::NAN])
            => "the body cannot be serialized: it is not a finite number";
        |c| c.put_number_list().body(vec![f64::INFINITY])
            => "the body cannot be serialized: it is not a finite number";
        |c| c.put_parts() => "the body is required, but none of its parts is set";
        |c| c.put_upload().note("n").parts(vec![]) => "the body is required, but none of its parts is set";
        |c| c.put_null_text() => "`body` is required and was not set";
        |c| c.post_null_object() => "`body` is required and was not set";
        |c| c.post_null_object().body_map(|body| body) => "`body`: `depth` is required and was not set";
        |c| c.post_form_list().body(vec!["a".to_owned()]) => "the body cannot be serialized: it has no fields";
        |c| c.put_form_nested().body_map(|form| form.list(list()))
            => "the body cannot be serialized: `list`: it contains an object";
    }
    let by_hand = async |c: Client| c.request("POST", "/a").body("multipart/mixed", "x").send::<()>().await;
    assert_eq!(refusal_reason(by_hand).await, "a body of `multipart/mixed` needs a boundary in its media type");
}

#[test]
fn call_builders_have_at_most_the_size_of_two_pointers() {
    let (client, _server) = responding(204, "");
    let number = client.put_number_list().body(vec![31_337.0]);
    let parts = client.post_parts().text("private").texts(vec!["private".to_owned()]);
    let texts = [format!("{number:?}"), format!("{parts:?}"), format!("{:?}", client.post_any().body("private"))];
    for text in texts {
        assert!(text.contains(": …") && !text.contains("private") && !text.contains("31337"), "{text}");
    }
    assert_eq!([size_of_val(&number), size_of_val(&parts)], [2 * size_of::<usize>(), size_of::<usize>()]);
}

#[tokio::test]
async fn streamed_body_keeps_its_media_type_in_a_retry() {
    let server = Server::start([slow_down(), response(204, "")]);
    let client = client(server.url()).retry(RetryPolicy::default()).build().unwrap();
    let content = || stream::iter([Ok::<_, io::Error>(Bytes::from_static(b"again"))]);
    let body = Part::stream(content).length(5).media_type("image/png");
    client.post_picture().body(body).send().await.unwrap();
    let sent: Vec<Sent> = server.received().iter().map(Sent::from_request).collect();
    let expected = || Sent { content_type: "image/png".to_owned(), body: "again".to_owned() };
    assert_eq!(sent, [expected(), expected()]);
}

#[tokio::test]
async fn debug_output_of_a_call_omits_multipart_content_and_headers() {
    let (client, _server) = responding(204, "");
    let shown = format!(
        "{:?} {:?}",
        client.post_picture().body(Part::bytes("s3cret")),
        client.post_parts().text("t").described(Part::from("s3cret").header("X-Checksum", "s3cret"))
    );
    assert!(!shown.contains("s3cret"), "{shown}");
}
