mod expected;
mod inputs;
mod mock;
mod response;

use std::fmt::{self, Display};
use std::marker::PhantomData;

use httpmock::{HttpMockRequest, MockServer};
use reqwest::StatusCode;
use serde::Serialize;
use serde_json::Value;

pub use inputs::{Inputs, ParameterName, undeclared};
pub use mock::Mock;
pub use response::Response;

use crate::doing::Doing;
use crate::encode;
use crate::operation::Operation;
use expected::Expected;

/// A placeholder for the response type in mocks of operations that return bytes, or whose response type depends on the
/// status.
#[derive(Debug, Clone, Copy)]
pub enum Untyped {}

/// A wrapper around a reference to the mock server. It implements `Debug`, unlike [`MockServer`]. The types that create
/// mocks for the operations of a tag contain this wrapper, so that they can derive `Debug`.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Server<'a>(pub &'a MockServer);

impl fmt::Debug for Server<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// A builder for the mock of one operation. Call its methods to set the conditions that a request must match, and then
/// a `respond…` method.
///
/// Identify a parameter by the name of its setter, and a body field by its name in JSON. A name that the document does
/// not declare causes a panic immediately, with a message that lists the declared names.
///
/// If several mocks match a request, the mock that was created first responds.
///
/// ```text
/// let server = MockServer::start_async().await;
/// let mock = server
///     .books()
///     .list()
///     .query("limit", 10)
///     .respond(&types::BookList::builder().books([book]).build()?);
/// ```
#[must_use = "a mock has no effect until a method such as `respond` is called"]
pub struct MockOperation<'a, T> {
    server: &'a MockServer,
    inputs: Inputs,
    expected: Expected,
    response: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for MockOperation<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MockOperation({})", self.expected)
    }
}

impl<'a, T> MockOperation<'a, T> {
    /// Creates a mock of `operation`. Its methods accept the names of parameters and body fields in `inputs`.
    pub(crate) fn with_inputs(server: &'a MockServer, operation: &'static Operation, inputs: Inputs) -> Self {
        let mut expected = Expected::new(operation);
        expected.query.extend(inputs.fixed.iter().map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned()))));
        Self { server, inputs, expected, response: PhantomData }
    }

    /// Matches only requests whose path parameter `name` has the value `value`. Write the value in the style of the
    /// parameter, but without percent-encoding: `a,b` for a list, or `;id=a` in the style `matrix`.
    ///
    /// # Panics
    /// Panics if the path of the operation has no such parameter.
    #[track_caller]
    pub fn path(mut self, name: &str, value: impl Display) -> Self {
        let wire = self.inputs.path_parameter(name, self.expected.operation);
        let encoded = encode::component(&value.to_string()).to_string();
        self.expected.path = self.expected.path.replace(&format!("{{{wire}}}"), &encoded);
        self
    }

    /// Matches only requests whose query contains the parameter `name` with the value `value`. Write the value without
    /// percent-encoding.
    ///
    /// For a field of an object parameter, use a name such as `filter[status]`. For a parameter that the document does
    /// not declare, use [`undeclared`].
    ///
    /// # Panics
    /// Panics if the operation has no such query parameter.
    #[track_caller]
    pub fn query<'n>(self, name: impl Into<ParameterName<'n>>, value: impl Display) -> Self {
        self.expect_query(name.into(), Some(value.to_string()))
    }

    /// Matches only requests whose query does not contain the parameter `name`.
    ///
    /// # Panics
    /// Panics if the operation has no such query parameter.
    #[track_caller]
    pub fn query_absent<'n>(self, name: impl Into<ParameterName<'n>>) -> Self {
        self.expect_query(name.into(), None)
    }

    #[track_caller]
    fn expect_query(mut self, name: ParameterName<'_>, value: Option<String>) -> Self {
        let wire = self.inputs.query_parameter(name, self.expected.operation);
        self.expected.query.push((wire, value));
        self
    }

    /// Matches only requests whose header `name`, for example `accept-language`, has the value `value`. The document
    /// need not declare the header.
    pub fn header(mut self, name: &str, value: impl Display) -> Self {
        self.expected.headers.push((name.to_owned(), value.to_string()));
        self
    }

    /// Matches only requests whose JSON body equals `body`. Pass a value of the same type as the request body.
    ///
    /// Read-only fields are removed from this value, because requests omit them by default. If the request contains
    /// read-only fields, pass `json!({ … })` instead.
    ///
    /// # Panics
    /// Panics if the operation has no JSON body, if a field in `body` is not declared, or if the value cannot be
    /// written as JSON.
    #[track_caller]
    pub fn body(mut self, body: impl Serialize) -> Self {
        let body = self.checked_body(body);
        self.expected.body = Some(body);
        self
    }

    /// Matches only requests whose JSON body contains all fields of `fields`, with the same values. The body may
    /// contain other fields.
    ///
    /// # Panics
    /// Panics in the same cases as [`body`](Self::body), and if `fields` is not a JSON object.
    #[track_caller]
    pub fn body_includes(mut self, fields: impl Serialize) -> Self {
        let fields = self.checked_body(fields);
        assert!(fields.is_object(), "{}: `body_includes` expects an object", self.expected.operation.operation_id());
        let fields = fields.as_object().into_iter().flatten();
        self.expected.fields.extend(fields.map(|(name, value)| (name.clone(), Some(value.clone()))));
        self
    }

    /// Matches only requests whose JSON body does not contain the field `name`. A field with the value `null` counts as
    /// present.
    ///
    /// # Panics
    /// Panics if the document does not declare such a field, or if the operation has no JSON body.
    #[track_caller]
    pub fn body_absent(mut self, name: &str) -> Self {
        self.inputs.check_field(name, self.expected.operation);
        self.expected.fields.push((name.to_owned(), None));
        self
    }

    #[track_caller]
    fn checked_body(&self, body: impl Serialize) -> Value {
        let (body, operation) = (Doing::Sending.during(|| to_json(&body)), self.expected.operation);
        self.inputs.check_body(operation);
        for name in body.as_object().into_iter().flatten().map(|(name, _)| name) {
            self.inputs.check_field(name, operation);
        }
        body
    }

    /// Matches only requests for which `condition` returns `true`. Use this method for conditions that the other
    /// methods cannot express.
    pub fn matching(mut self, condition: impl Fn(&HttpMockRequest) -> bool + Send + Sync + 'static) -> Self {
        self.expected.predicates.push(Box::new(condition));
        self
    }

    /// Starts the mock, which responds with `response`: a value of the type that the operation returns
    /// (`respond(&book)`), or a [`Response`].
    #[track_caller]
    pub fn respond(self, response: impl Into<Response<T>>) -> Mock<'a> {
        self.respond_in_turn([response.into()])
    }

    /// Starts the mock, which responds to the first request with the first of the `responses`, to the second request
    /// with the second response, and so on. After that, the mock repeats the last response.
    ///
    /// # Panics
    /// Panics if `responses` is empty.
    #[track_caller]
    pub fn respond_in_turn(self, responses: impl IntoIterator<Item = Response<T>>) -> Mock<'a> {
        Mock::new(self.server, self.expected, responses.into_iter().collect())
    }

    /// Starts the mock, which responds with an error in the service's format. The error contains `status`, the reason
    /// phrase of the status, and `message`.
    #[track_caller]
    pub fn respond_error(self, status: StatusCode, message: &str) -> Mock<'a> {
        self.respond(Response::error(status, message))
    }

    /// Starts the mock, which responds with the status `status`, the media type `content_type` and the body `body`,
    /// even if the document does not declare them.
    #[track_caller]
    pub fn respond_with(self, status: StatusCode, content_type: &str, body: impl Into<Vec<u8>>) -> Mock<'a> {
        self.respond(Response::new(status, content_type, body))
    }
}

/// Converts the value to JSON.
///
/// # Panics
/// Panics if the value cannot be written as JSON.
#[track_caller]
#[expect(clippy::panic, reason = "only tests call this function, and a panic makes them fail")]
fn to_json(value: &impl Serialize) -> Value {
    let value = encode::json(value).and_then(|json| serde_json::from_slice(&json));
    value.unwrap_or_else(|error| panic!("cannot be written as JSON: {error}"))
}
