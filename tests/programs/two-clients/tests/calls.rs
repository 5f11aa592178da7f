//! Tests of several clients in one program, with a server on loopback.

use bookshelf::{Error, RetryPolicy, types::Binding};
use loopback::{Response, Server};
use weather::types::Sky;

const BOOK: &str = r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","title":"Emma","binding":"paperback","isbn":"x"}"#;

/// Returns the error message of a call to any of the clients. This compiles only because all of them have the same
/// error type.
async fn error_message<T>(call: impl Future<Output = Result<T, Error>>) -> String {
    call.await.err().map(|error| error.to_string()).unwrap_or_default()
}

#[tokio::test]
async fn clients_of_two_generator_versions_work_in_one_program() {
    let server = Server::start([Response::new(200, BOOK), Response::new(200, r#"{"sky":"cloudy","high":21.5}"#)]);
    let books = bookshelf::Client::builder(server.url()).retry(RetryPolicy::none()).build().unwrap();
    let weather = weather::Client::builder(server.url()).retry(RetryPolicy::none()).build().unwrap();

    let id = bookshelf::uuid::Uuid::from_u128(1);
    let book = books.books().get(id).x_trace("t").send().await.unwrap().into_inner();
    assert_eq!((book.title.as_str(), book.binding.clone()), ("Emma", Some(Binding::Paperback)));
    assert_eq!(bookshelf::serde_json::to_string(&book).unwrap(), BOOK);
    let forecast = weather.forecasts().get("New York").send().await.unwrap();
    assert_eq!((forecast.sky.clone(), forecast.high), (Sky::Cloudy, Some(21.5)));

    let requests = server.received();
    assert_eq!(requests[0].line(), format!("GET /books/{id} HTTP/1.1"));
    assert_eq!(requests[0].header("x-trace"), ["t"]);
    assert_eq!(requests[0].header("user-agent"), ["bookshelf/1.0.0"]);
    assert_eq!(requests[1].line(), "GET /forecasts/New%20York HTTP/1.1");
    assert_eq!(requests[1].header("user-agent"), ["weather/2.3.4"]);
}

#[tokio::test]
async fn clients_of_two_packages_share_one_error_type() {
    let server = Server::repeating(Response::new(404, r#"{"error":"Gone"}"#));
    let books = bookshelf::Client::builder(server.url()).build().unwrap();
    let weather = weather::Client::builder(server.url()).build().unwrap();
    let bare = bare::Client::builder(server.url()).build().unwrap();
    let messages = [
        error_message(books.get_motto().send()).await,
        error_message(weather.forecasts().get("Rome").send()).await,
        error_message(bare.get_ping().send()).await,
    ];
    for (message, operation) in messages.iter().zip(["get_motto", "forecasts().get", "get_ping"]) {
        assert!(message.starts_with(operation) && message.contains("404"), "{message}");
    }
}
