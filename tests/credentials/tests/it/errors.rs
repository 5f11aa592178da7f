//! Tests that the bodies of errors are decoded as the types that the document declares for them.

use credentials::types::{PostOrderError409, PostOrderError409State, Problem};
use credentials::{ApiError, Error};
use loopback::{Response, Server};

use super::builder;

async fn call_for_error(status: u16, body: &str) -> ApiError {
    let server =
        Server::repeating(Response::with_headers(status, &[("content-type", "application/problem+json")], body));
    match builder(&server).build().unwrap().post_order().send().await.unwrap_err() {
        Error::Api(error) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn error_body_is_decoded_as_the_declared_error_type() {
    let error = call_for_error(409, r#"{"order":7,"state":"sent"}"#).await;
    let conflict: PostOrderError409 = error.body_as().unwrap();
    assert_eq!((conflict.order, conflict.state), (7, Some(PostOrderError409State::Sent)));
    let error = call_for_error(400, r#"{"title":"No tea","detail":"Today."}"#).await;
    let problem: Problem = error.body_as().unwrap();
    assert_eq!((&*problem.title, problem.detail.as_deref()), ("No tea", Some("Today.")));
    assert_eq!(error.body_as::<PostOrderError409>().unwrap_err().path(), None);
}
