//! A mock of one operation.

use std::fmt::Display;
use std::marker::PhantomData;

use httpmock::{HttpMockRequest, Mock, MockServer, When};
use reqwest::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};

use crate::encode;
use crate::operation::Operation;

/// The response type of an operation that has no single one: bytes, or a body that depends on the status.
#[derive(Debug, Clone, Copy)]
pub enum Untyped {}

/// A mock of one operation, until it is told how to respond.
#[must_use = "a mock does nothing until it is told how to respond"]
pub struct MockOperation<'a, T> {
    server: &'a MockServer,
    operation: &'static Operation,
    path: String,
    query: Vec<(String, String)>,
    body: Option<Value>,
    response: PhantomData<fn() -> T>,
}

impl<'a, T> MockOperation<'a, T> {
    pub(crate) fn new(server: &'a MockServer, operation: &'static Operation) -> Self {
        let path = operation.path().to_owned();
        Self { server, operation, path, query: Vec::new(), body: None, response: PhantomData }
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

    /// Responds with an error as the service does: this status, its reason phrase, and a message.
    pub fn respond_error(self, status: StatusCode, message: &str) -> Mock<'a> {
        let mut body = json!({
            "statusCode": status.as_u16(),
            "error": status.canonical_reason().unwrap_or_default(),
            "message": message,
        });
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS) {
            body["attributes"] = json!({});
        }
        self.respond_with(status, "application/json", body.to_string())
    }

    /// Responds with this status and body.
    pub fn respond_with(self, status: StatusCode, content_type: &str, body: impl Into<String>) -> Mock<'a> {
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
    /// Responds with status 200 and this value.
    pub fn respond(self, value: &T) -> Mock<'a> {
        self.server.mock(|when, then| {
            self.matching(when);
            then.status(200).json_body_obj(value);
        })
    }
}

/// Whether the path of a request matches the template; a parameter without a value matches any segment.
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
