//! Tests of how the description of a service affects requests and messages about them.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use loopback::http2::{GO_AWAY, frame};
use loopback::{Request, Response, Server};
use perennial::__private::v1::{Call, Declaration, Input, Signature, Style, Undeclared, declared, object};
use perennial::authenticate::Anonymous;
use perennial::serde_json::{Value, from_value, json};
use perennial::{Core, Operation};

use crate::support::{SERVICE, authenticate_with, builder, call, client, invalid, quick};

static FIND: Operation = declared(Declaration {
    operation_id: "find",
    call_name: "find",
    method: "GET",
    path: "/books/{book}",
    ..Declaration::of(&SERVICE)
});

#[derive(Clone)]
pub struct Book {
    pub id: Option<i32>,
    pub title: Option<String>,
    pub part: Option<Box<Book>>,
    undeclared_: Undeclared,
}

object! { Book:
    "id" => id: optional i32,
    "title" => title: optional String,
    "part" => part: optional Box<Book>,
    _ => undeclared_: Undeclared,
    holds objects in part;
    read only "id";
}

#[test]
fn call_opens_a_connection_after_the_runtime_of_the_last_one_was_dropped() {
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    let server = Server::serving(move |mut stream, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        loop {
            let mut request = Request::default();
            request.read(&mut stream)?;
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")?;
        }
    });
    let client = client(&server, Anonymous);
    let post =
        || async { client.request("POST", "/a").send::<Value>().await.map(|response| response.status().as_u16()) };
    for runtime in 1..=2 {
        let own = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        for _ in 0..2 {
            assert_eq!(own.block_on(post()).unwrap(), 200);
        }
        assert_eq!(connections.load(Ordering::SeqCst), runtime);
    }
}

#[tokio::test]
async fn error_of_a_response_with_too_many_headers_names_the_setting_that_allows_more() {
    let response = |count: usize| {
        let headers: String = (0..count).map(|n| format!("x-{n}: 1\r\n")).collect();
        Response::raw(format!("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n{headers}\r\n{{}}"))
    };
    let server = Server::start([response(99), response(100), response(100)]);
    let call = |client: Core| async move { client.request("GET", "/a").send::<Value>().await };
    call(builder(&server, Anonymous).build().unwrap()).await.unwrap();
    let error = call(builder(&server, Anonymous).build().unwrap()).await.unwrap_err();
    assert!(error.to_string().contains("more than 100 headers") && error.to_string().contains("http1_max_headers"));
    let allowing = builder(&server, Anonymous).configure_http(|http| http.http1_max_headers(200)).build().unwrap();
    call(allowing).await.unwrap();
}

#[tokio::test]
async fn error_after_a_goaway_frame_contains_its_code() {
    let server = Server::http2(|_| frame(GO_AWAY, 0, 0, &[0, 0, 0, 0, 0, 0, 0, 11]));
    let client = builder(&server, Anonymous).configure_http(|http| http.http2_prior_knowledge()).build().unwrap();
    let error = client.request("POST", "/a").send::<Value>().await.unwrap_err();
    assert!(error.to_string().contains("(GOAWAY with ENHANCE_YOUR_CALM)"), "{error}");
}

#[tokio::test]
async fn retry_is_authenticated_again() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
    let count = AtomicUsize::new(0);
    let number = authenticate_with(move |request| {
        let number = count.fetch_add(1, Ordering::SeqCst);
        request.append_query("attempt", &number.to_string());
    });
    call(&builder(&server, number).retry(quick()).build().unwrap()).await.unwrap();
    let targets: Vec<_> = server.received().iter().map(|request| request.target().to_owned()).collect();
    assert_eq!(targets, ["/books?attempt=0", "/books?attempt=1"]);
}

#[test]
fn plain_http_error_of_an_anonymous_client_warns_about_exposed_credentials() {
    let error = Core::builder(&SERVICE, &[], "http://api.example.com", Anonymous).build().unwrap_err();
    assert!(invalid(error).reason().contains("which exposes the credentials to everyone on the network"));
}

#[tokio::test]
async fn parameters_of_every_style_omit_read_only_fields() {
    let server = Server::start([Response::new(200, "{}")]);
    let book: Book = from_value(json!({ "id": 1, "title": "a", "part": { "id": 2, "title": "b" } })).unwrap();
    let flat: Book = from_value(json!({ "id": 1, "title": "a" })).unwrap();
    const INPUTS: &[Input] = &[
        Input::path("book").style(Style::SIMPLE.exploded()),
        Input::query("f"),
        Input::query("j").style(Style::PIPES),
        Input::query("d").deep(),
        Input::query("n").as_json(),
        Input::header("x-f").set_by("x_f"),
        Input::cookie("c").style(Style::COOKIE),
    ];
    let call = Call::new(&client(&server, Anonymous), Signature { operation: &FIND, inputs: INPUTS })
        .set_json::<Book, _>("n", book.clone());
    let call =
        ["book", "f", "j", "x_f", "c"].into_iter().fold(call, |call, setter| call.set::<Book, _>(setter, flat.clone()));
    call.set::<Book, _>("d", book).accept_anything().send_empty().await.unwrap();
    let request = server.only();
    let deep = "d%5Btitle%5D=a&d%5Bpart%5D%5Btitle%5D=b";
    let as_json = "n=%7B%22title%22%3A%22a%22%2C%22part%22%3A%7B%22title%22%3A%22b%22%7D%7D";
    assert_eq!(request.target(), format!("/books/title=a?title=a&j=title%7Ca&{deep}&{as_json}"));
    assert_eq!([request.header("x-f"), request.header("cookie")].concat(), ["title,a", "c=title,a"]);
}

#[tokio::test]
async fn refuses_nan_in_a_json_query_parameter() {
    let server = Server::start([]);
    const INPUTS: &[Input] = &[Input::query("n").as_json(), Input::query("m").as_json()];
    let call = Call::new(&client(&server, Anonymous), Signature { operation: &FIND, inputs: INPUTS })
        .set_json::<Vec<f64>, _>("n", vec![1.0, f64::NAN])
        .set_json::<Vec<f64>, _>("m", vec![f64::INFINITY]);
    let reason = invalid(call.accept_anything().send_empty().await.unwrap_err()).reason().to_owned();
    let refused = |setter| format!("`{setter}` cannot be sent in a query: it is not a finite number");
    assert_eq!(reason, ["n", "m"].map(refused).join("; "));
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn cookie_header_and_cookie_parameters_are_sent_as_one_header() {
    for is_header_first in [true, false] {
        let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
        let core = builder(&server, Anonymous).retry(quick()).build().unwrap();
        let [book, header, b, c] =
            [Input::path("book"), Input::header("Cookie"), Input::cookie("b"), Input::cookie("c")];
        let inputs = if is_header_first { [book, header, b, c] } else { [book, b, c, header] };
        let signature = Signature { operation: &FIND, inputs: Vec::from(inputs).leak() };
        let call = Call::new(&core, signature).set::<String, _>("book", "1");
        let call = call.set::<String, _>("Cookie", "a=1").set::<String, _>("b", "2").set::<String, _>("c", "2");
        call.accept_anything().send_empty().await.unwrap();
        let expected = if is_header_first { "a=1; b=2; c=2" } else { "b=2; c=2; a=1" };
        let cookies: Vec<_> = server.received().iter().map(|request| request.header("cookie").concat()).collect();
        assert_eq!(cookies, [expected, expected]);
    }
}
