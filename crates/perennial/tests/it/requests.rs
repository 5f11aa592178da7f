//! What the service of a client does to its requests, and to the texts about them.

use std::sync::atomic::{AtomicUsize, Ordering};

use loopback::{Response, Server};
use perennial::__private::v1::{Given, RequestBuilder, Style, Undeclared, declared, object};
use perennial::authenticate::Anonymous;
use perennial::serde_json::{from_value, json};
use perennial::{Core, Operation};

use crate::support::{SERVICE, builder, by, call, client, invalid, quick};

static FIND: Operation = declared(&SERVICE, ["find", "find", "GET", "/books/{book}"], &[]);

#[derive(Clone)]
pub struct Book {
    pub id: Option<i32>,
    pub title: Option<String>,
    pub part: Option<Box<Book>>,
    undeclared_: Undeclared,
}

object! {
    Book {
        "id" => id: optional i32,
        "title" => title: optional String,
        "part" => part: optional Box<Book>,
        _ => undeclared_: Undeclared,
    }
    holds objects in part;
    read only "id";
}

#[tokio::test]
async fn what_authenticates_at_once_is_asked_again_for_a_retry() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
    let asked = AtomicUsize::new(0);
    let number = by(move |request| {
        let number = asked.fetch_add(1, Ordering::SeqCst);
        request.append_query("attempt", &number.to_string());
    });
    call(&builder(&server, number).retry(quick()).build().unwrap()).await.unwrap();
    let targets: Vec<_> = server.received().iter().map(|request| request.target().to_owned()).collect();
    assert_eq!(targets, ["/books?attempt=0", "/books?attempt=1"]);
}

#[test]
fn without_credentials_of_a_name_a_message_speaks_of_the_credentials() {
    let error = Core::builder(&SERVICE, &[], "http://api.example.com", Anonymous).build().unwrap_err();
    assert!(invalid(error).reason().contains("which exposes the credentials to everyone on the network"));
}

#[tokio::test]
async fn parameters_leave_out_what_is_read_only_in_every_place_and_style() {
    let server = Server::start([Response::new(200, "{}")]);
    let book: Book = from_value(json!({ "id": 1, "title": "a", "part": { "id": 2, "title": "b" } })).unwrap();
    let flat: Given<Book> = Ok(from_value(json!({ "id": 1, "title": "a" })).unwrap());
    let book = Ok(book);
    let mut request = RequestBuilder::new(client(&server, Anonymous), &FIND);
    request.path_as("book", "book", &flat, Style::SIMPLE.exploded());
    request.query("f", "f", &flat);
    request.query_joined("j", "j", &flat, "|");
    request.query_deep("d", "d", &book);
    request.query_json("n", "n", &book);
    request.header("x-f", "x_f", &flat);
    request.cookie("c", "c", &flat, Style::COOKIE);
    request.send_empty().await.unwrap();
    let request = server.only();
    let deep = "d%5Btitle%5D=a&d%5Bpart%5D%5Btitle%5D=b";
    let as_json = "n=%7B%22title%22%3A%22a%22%2C%22part%22%3A%7B%22title%22%3A%22b%22%7D%7D";
    assert_eq!(request.target(), format!("/books/title=a?title=a&j=title%7Ca&{deep}&{as_json}"));
    assert_eq!([request.header("x-f"), request.header("cookie")].concat(), ["title,a", "c=title,a"]);
}

#[tokio::test]
async fn a_number_that_json_does_not_have_is_refused_in_a_query_of_json() {
    let server = Server::start([]);
    let mut request = RequestBuilder::new(client(&server, Anonymous), &FIND);
    for value in [vec![1.0, f64::NAN], vec![f64::INFINITY]] {
        request.query_json("n", "n", &Ok(value));
    }
    let reason = invalid(request.send_empty().await.unwrap_err()).reason().to_owned();
    assert_eq!(reason, ["`n` cannot be sent in a query: it is not a finite number"; 2].join("; "));
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn a_header_called_cookie_and_the_cookies_are_sent_together_also_again() {
    for is_header_first in [true, false] {
        let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
        let core = builder(&server, Anonymous).retry(quick()).build().unwrap();
        let mut request = RequestBuilder::new(core, &FIND);
        request.path("book", "book", &Ok("1"));
        if is_header_first {
            request.header("Cookie", "cookie", &Ok("a=1"));
        }
        for name in ["b", "c"] {
            request.cookie(name, name, &Ok("2"), Style::FORM);
        }
        if !is_header_first {
            request.header("Cookie", "cookie", &Ok("a=1"));
        }
        request.send_empty().await.unwrap();
        let expected = if is_header_first { "a=1; b=2; c=2" } else { "b=2; c=2; a=1" };
        let cookies: Vec<_> = server.received().iter().map(|request| request.header("cookie").concat()).collect();
        assert_eq!(cookies, [expected, expected]);
    }
}
