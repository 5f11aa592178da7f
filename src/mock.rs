//! Typed mocks for the tests of programs that use this client (feature `mock`).
//!
//! [`MockServerExt`] gives `httpmock::MockServer` a method for each operation. It matches the operation's method and
//! path, and takes the answer in the operation's own type:
//!
//! ```text
//! let server = httpmock::MockServer::start();
//! let mock = server
//!     .get_v1_privatelocations_id_metrics()
//!     .path("id", location)
//!     .answers(&metrics);
//! // … the program under test calls the client with `server.base_url()` …
//! mock.assert();
//! ```

use std::fmt::Display;
use std::marker::PhantomData;

use httpmock::{HttpMockRequest, Mock, MockServer, When};
use reqwest::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};

use crate::encode;
use crate::operation::Operation;

pub use crate::generated::MockServerExt;

/// What an operation answers that has no single type: bytes, or a body that depends on the status.
#[derive(Debug, Clone, Copy)]
pub enum Untyped {}

/// A mock of one operation, until it is told what to answer.
#[must_use = "a mock answers nothing until it is told what"]
pub struct MockOperation<'a, T> {
    server: &'a MockServer,
    operation: &'static Operation,
    path: String,
    query: Vec<(String, String)>,
    body: Option<Value>,
    answer: PhantomData<fn() -> T>,
}

impl<'a, T> MockOperation<'a, T> {
    pub(crate) fn new(server: &'a MockServer, operation: &'static Operation) -> Self {
        let path = operation.path().to_owned();
        Self { server, operation, path, query: Vec::new(), body: None, answer: PhantomData }
    }

    /// Matches only requests with this value of the path parameter `name`, as the API's document calls it.
    pub fn path(mut self, name: &str, value: impl Display) -> Self {
        let encoded = encode::component(&value.to_string()).to_string();
        self.path = self.path.replace(&format!("{{{name}}}"), &encoded);
        self
    }

    /// Matches only requests with this pair in the query.
    pub fn query(mut self, name: &str, value: impl Display) -> Self {
        self.query.push((name.to_owned(), value.to_string()));
        self
    }

    /// Matches only requests with this JSON body.
    pub fn body(mut self, body: impl Into<Value>) -> Self {
        self.body = Some(body.into());
        self
    }

    /// Refuses the request as the service does: with this status, its reason phrase, and a message.
    pub fn refuses(self, status: StatusCode, message: &str) -> Mock<'a> {
        let mut body = json!({
            "statusCode": status.as_u16(),
            "error": status.canonical_reason().unwrap_or_default(),
            "message": message,
        });
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS) {
            body["attributes"] = json!({});
        }
        self.answers_with(status, "application/json", body.to_string())
    }

    /// Answers with this status and body.
    pub fn answers_with(self, status: StatusCode, content_type: &str, body: impl Into<String>) -> Mock<'a> {
        self.server.mock(|when, then| {
            self.matching(when);
            then.status(status.as_u16()).header("content-type", content_type).body(body.into());
        })
    }

    fn matching(&self, when: When) {
        let template = self.path.clone();
        let mut when = when.method(self.operation.method()).is_true(move |request| fits(&template, request));
        for (name, value) in &self.query {
            when = when.query_param(name, value);
        }
        if let Some(body) = &self.body {
            when.json_body(body.clone());
        }
    }
}

impl<'a, T: Serialize> MockOperation<'a, T> {
    /// Answers with status 200 and this value.
    pub fn answers(self, value: &T) -> Mock<'a> {
        self.server.mock(|when, then| {
            self.matching(when);
            then.status(200).json_body_obj(value);
        })
    }
}

/// Whether the path of a request is one of the template; a parameter that was not given is any segment.
fn fits(template: &str, request: &HttpMockRequest) -> bool {
    let uri = request.uri();
    let (mut expected, mut given) = (template.split('/'), uri.path().split('/'));
    loop {
        match (expected.next(), given.next()) {
            (None, None) => return true,
            (Some(expected), Some(given)) if expected == given => {}
            (Some(expected), Some(given)) if expected.contains('{') && !given.is_empty() => {}
            _ => return false,
        }
    }
}
